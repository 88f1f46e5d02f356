//! Kinds of games, which differ in the searches that fit them.
//!
//! Which searches fit a game is checked by the compiler, through the marker traits of the game. A kind is a set of
//! marker traits with the players and algorithms that fit all games with these traits. Each game of the catalog names
//! its kind, so nothing that doesn't fit can be listed for it.

mod dice;
mod duel;
mod hidden;
mod many;
mod trying;

use board_engine::Notation;
use evaluation::EvaluatorInfo;
use games_package::{OptionError, OptionSpec, Options, Player};
use search::{Depth, Report};

pub use crate::kinds::dice::Dice;
pub use crate::kinds::duel::Duel;
pub use crate::kinds::hidden::Hidden;
pub use crate::kinds::many::Many;

/// What stands for an evaluator where there is none.
pub(crate) const NO_EVALUATOR: EvaluatorInfo =
    EvaluatorInfo { name: "zero", description: "no evaluation: only the ends of the game count" };

/// A kind of games: its players and searches.
pub trait Kind<G: Notation> {
    /// The game's evaluators; the first one is the default.
    fn evaluators() -> Vec<EvaluatorInfo>;

    /// The players that know the rules. The first one is the default opponent.
    fn players() -> Vec<Entry<G>>;

    /// The names of the algorithms of [`search`](Self::search), from simple to advanced.
    const ALGORITHMS: &'static [&'static str];

    /// Searches `position` to `depth` by the algorithm and the evaluator with these names. `None` if there is no such
    /// algorithm or evaluator.
    fn search(
        game: &G,
        position: &G::Position,
        algorithm: &str,
        evaluator: &str,
        depth: Depth,
    ) -> Option<Report<G::Move>>;
}

/// A player that knows the rules of `G`.
#[derive(Debug)]
pub struct Entry<G> {
    pub(crate) about: About,
    pub(crate) make: Make<G>,
}

/// Creates a player from options that have been checked.
pub(crate) type Make<G> = fn(&About, G, &Options) -> Result<Box<dyn Player>, OptionError>;

/// The description of a player for all of its games.
#[derive(Clone, Copy, Debug)]
pub(crate) struct About {
    pub(crate) name: &'static str,
    pub(crate) description: &'static str,
    /// The options that it has in a game with these evaluators.
    pub(crate) options: fn(&[EvaluatorInfo]) -> Vec<OptionSpec>,
}

impl About {
    pub(crate) const fn new(
        name: &'static str,
        description: &'static str,
        options: fn(&[EvaluatorInfo]) -> Vec<OptionSpec>,
    ) -> Self {
        Self { name, description, options }
    }
}

/// A player without options.
pub(crate) fn no_options(_: &[EvaluatorInfo]) -> Vec<OptionSpec> {
    Vec::new()
}
