//! The one list of games, and of the players that can play them, by name.
//!
//! Code above this crate works with names and texts, code below it with static types. A family of
//! games is a crate with a [`Family`]; the module `families` lists them. A new game is added to
//! that list, and the table, every player, every plugin and every screen has it. Another program
//! adds its games with [`add_family`].

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
    engine_notations, explore, games, learnable, line_of_play, motif, motifs, opening_book,
    starter_puzzles, table_game, tablebase,
};
pub use crate::players::{STRONG, new_player, player_infos, player_infos_for, strong_search};
pub use crate::sheets::{sheet_format, sheet_formats, sheet_formats_of};
