//! The one list of games, and of the players that can play them, by name.
//!
//! Code above this crate works with names and texts, code below it with static types. Between the two is one `match`,
//! [`with_game`], which calls a visitor with the concrete type. A new game is added there, and the table, every player,
//! every plugin and every screen has it.

#![forbid(unsafe_code)]

mod engine;
mod error;
mod explorer;
mod games;
mod kinds;
mod players;
mod sheets;

pub use crate::error::CatalogError;
pub use crate::explorer::{Explorer, Found, explore};
pub use crate::games::{CatalogGame, GameInfo, GameVisitor, games, table_game, with_game};
pub use crate::kinds::{Dice, Duel, Entry, Hidden, Kind, Many};
pub use crate::players::{new_player, player_infos, player_infos_for};
pub use crate::sheets::{SHEET_FORMATS, sheet_format};
