//! Kinds of games, which differ in the searches that fit them.
//!
//! Which searches fit a game is checked by the compiler, through the marker traits of the game. A kind is a set of
//! marker traits with the players and algorithms that fit all games with these traits. Each game of the catalog names
//! its kind, so nothing that doesn't fit can be listed for it.
//!
//! | | without chance | with chance |
//! |---|---|---|
//! | two sides, nothing hidden | [`Duel`] | [`Dice`] |
//! | any number of seats, nothing hidden | [`Many`] | [`ManyDice`] |
//! | hidden hands, any number of seats | [`Hidden`] | [`Hidden`] |

mod dice;
mod duel;
mod greedy;
mod hidden;
mod levels;
mod many;
mod pvs_options;
mod resources;
mod trying;

pub use self::dice::Dice;
pub use self::duel::{Duel, depth_and_algorithm_options, depth_options};
pub use self::hidden::Hidden;
pub use self::many::{Many, ManyDice};
