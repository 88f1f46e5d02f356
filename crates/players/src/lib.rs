//! The players that Rival ships, as ordinary library code.
//!
//! A program can seat them directly, and the plugins in `plugins/` export the same ones: whether a player comes from
//! a loaded library or not makes no difference to how it plays. All players that search are one type, generic over the
//! game. Its search is a trait object, [`AnySearch`], that is called once for a move; the search itself is compiled for its
//! game, evaluator and algorithm, so that no call inside it is virtual. [`Tracker`] reads the table's texts for the players.

#![forbid(unsafe_code)]

mod any_search;
mod budget;
mod careless;
mod each_move;
mod greedy;
mod human;
mod level;
mod random;
mod reporting;
mod search_options;
mod searching;
mod tracker;

pub use crate::any_search::{AnySearch, any_search};
pub use crate::careless::CarelessPlayer;
pub use crate::each_move::{EachMove, Ties, WinPreference};
pub use crate::greedy::{GreedyPlayer, MoveRank};
pub use crate::human::HumanPlayer;
pub use crate::level::{Endgames, LEVELS, Level, LevelSearch};
pub use crate::random::RandomPlayer;
pub use crate::search_options::{NODES_DEFAULT, PLAYOUTS_DEFAULT, SearchOptions};
pub use crate::searching::SearchPlayer;
pub use crate::tracker::{TrackError, Tracker};
