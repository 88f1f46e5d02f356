//! The single list of games and their players, by name.
//!
//! Code above this crate works with names and strings; code below it works with static types. A game family is a crate
//! with a [`Family`], and the module `families` lists all families. Adding a game to that list makes it available at
//! the table and in every player, plugin and screen. Other programs add their games with [`add_family`].

#![forbid(unsafe_code)]

mod families;
mod games;
mod players;
mod sheets;

pub use game_family::{
    CatalogError, Explorer, Family, GameInfo, LearnableGame, LineOfPlay, Playout, PositionState,
    SearchResult, Solution, SolveError, SolveWanted,
};

pub use crate::families::{FamilyError, add_family};
pub use crate::games::{
    check_name, drawn_game, engine_notations, explore, games, learnable, line_of_play, motif,
    motifs, opening_book, starter_puzzles, table_game, tablebase,
};
pub use crate::players::{STRONG, new_player, player_infos, player_infos_for, strong_search};
pub use crate::sheets::{sheet_format, sheet_formats, sheet_formats_of};
