//! Syzygy tablebases for chess.
//!
//! Syzygy tables (R. de Man, 2013) store the value of every position with at most seven pieces. `.rtbw` files store
//! wins, draws and losses (WDL); `.rtbz` files store the distance to the next capture or pawn move (DTZ). Tables are
//! downloaded, not built. Values respect the fifty-move rule: a [cursed win](Wdl::CursedWin) is a win that the rule
//! turns into a draw.
//!
//! This reader treats every byte of a file as untrusted. The reader checks each offset and bounds each loop. A damaged
//! file causes an error with the file's name, and is ignored from then on. Files are read with positioned reads; small
//! files are read in full when first probed. Any number of threads can probe the same [`SyzygyTables`].
//!
//! ```
//! use std::path::Path;
//!
//! use board_engine::Notation;
//! use chess::Chess;
//! use chess_tablebase::{SyzygyTables, Wdl};
//!
//! let tables = SyzygyTables::open(Path::new("tests/syzygy"), 7, 1 << 20);
//! let position = Chess::default().parse_position("8/8/8/3k4/8/8/8/KQ6 w - - 0 1")?;
//! assert_eq!(tables.wdl(position.board()), Some(Wdl::Win));
//! assert_eq!(tables.dtz(position.board()), Some(17));
//! # Ok::<(), board_engine::NotationError>(())
//! ```

#![forbid(unsafe_code)]

mod fault;
mod game_tables;
mod geometry;
mod groups;
mod material;
mod pairs;
mod probing;
mod ranking;
mod shared;
mod source;
mod table;
mod tables;
mod verification;
mod wdl;

pub use crate::game_tables::ChessTablebase;
pub use crate::ranking::MoveValue;
pub use crate::shared::shared;
pub use crate::tables::{SyzygyTables, folder_of};
pub use crate::wdl::Wdl;
