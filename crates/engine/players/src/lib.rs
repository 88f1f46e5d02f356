//! The players that Rival ships, as ordinary library code: random, greedy, searching, and human players.
//!
//! A program can seat them directly, and the plugins in `plugins/` export the same types; both play identically. All
//! searching players are one type, [`SearchPlayer`], generic over the game. The search is a trait object,
//! [`AnySearch`], called once per move. The search itself is compiled for its game, evaluator and algorithm, so it
//! contains no virtual calls.
//!
//! [`Tracker`] follows a match for a player that needs a position. [`Level`] defines the strength levels.

#![forbid(unsafe_code)]

mod any_search;
mod each_move;
mod level;
mod searching;
mod simple;
mod tracker;

pub use self::any_search::{AnySearch, any_search};
pub use self::each_move::{EachMove, Ties, WinPreference};
pub use self::level::{Endgames, LEVELS, Level, LevelSearch, level_meant};
pub use self::searching::{NODES_DEFAULT, PLAYOUTS_DEFAULT, SearchOptions, SearchPlayer};
pub use self::simple::{CarelessPlayer, GreedyPlayer, HumanPlayer, MoveRank, RandomPlayer};
pub use self::tracker::{TrackError, Tracker};
