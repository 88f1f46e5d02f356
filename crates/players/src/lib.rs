//! The players that Rival ships, as ordinary library code.
//!
//! A program can seat them directly, and the plugins in `plugins/` export the same ones: whether a player comes from
//! a loaded library or not makes no difference to how it plays. Players that look ahead are generic over the game and
//! its evaluator, so that no call inside a search is virtual; [`Tracker`] is all that they share with the table's
//! texts.

#![forbid(unsafe_code)]

mod engine;
mod fixed_depth;
mod greedy;
mod hidden;
mod human;
mod level;
mod monte_carlo;
mod random;
mod searching;
mod telling;
mod tracker;

pub use crate::engine::{EngineOptions, EnginePlayer};
pub use crate::fixed_depth::{FixedDepthPlayer, Habits, Ties, WinPreference};
pub use crate::greedy::GreedyPlayer;
pub use crate::hidden::HiddenPlayer;
pub use crate::human::HumanPlayer;
pub use crate::level::{LEVELS, Level, LevelPlayer};
pub use crate::monte_carlo::{MonteCarloPlayer, PLAYOUTS_DEFAULT};
pub use crate::random::RandomPlayer;
pub use crate::searching::{NODES_DEFAULT, SearchPlayer};
pub use crate::tracker::{TrackError, Tracker};
