//! Kinds of games, which differ in the searches that fit them.
//!
//! Which searches fit a game is checked by the compiler, through the marker traits of the game. A kind is a set of
//! marker traits with the players and algorithms that fit all games with these traits. Each game of the catalog names
//! its kind, so nothing that doesn't fit can be listed for it.

mod dice;
mod duel;
mod hidden;
mod levels;
mod many;
mod pvs_options;
mod trying;

pub use self::dice::Dice;
pub use self::duel::{Duel, depth_and_algorithm_options, depth_options};
pub use self::hidden::Hidden;
pub use self::many::Many;
use crate::evaluator_info::EvaluatorInfo;

/// The evaluator of games that have none.
const NO_EVALUATOR: EvaluatorInfo =
    EvaluatorInfo { name: "zero", description: "no evaluation: only the ends of the game count" };
