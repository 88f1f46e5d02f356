//! Endgame tables of draughts: the value of every position with few pieces, by retrograde analysis.
//!
//! A table is about one material: how many men and kings each side has. It holds for each position whether the side to
//! move wins, draws or loses if both sides play perfectly, and, where that was asked for, how many plies the end is away.
//! The main decision is that a value is one of play without the rules that count moves: no table of positions can know
//! the counts, and each of these rules can only make a draw of a win. So a draw is always one, and a win is one if
//! its end comes before any count does.
//!
//! [`Builder`] makes tables, one file for each material, smaller ones before those that lead to them; [`Planner`] says what
//! there is to make. [`Tables`] opens the files of a folder and is probed by any number of threads without a lock. Nothing
//! here knows a search.
//!
//! ```
//! use board_engine::Notation;
//! use checkers::{Checkers, English};
//! use endgame_tables::Builder;
//! use tablebase::{
//!     BuildObserver, BuildOptions, Content, Control, TableInfo, TableProgress, TableValue,
//! };
//!
//! struct Silent;
//!
//! impl BuildObserver for Silent {
//!     fn on_progress(&mut self, _: TableProgress) -> Control {
//!         Control::Continue
//!     }
//!
//!     fn on_table(&mut self, _: &TableInfo) {}
//! }
//!
//! let folder = tempfile::tempdir()?;
//! let options =
//!     BuildOptions { pieces: 2, content: Content::Distances, threads: 1, memory_bytes: 1 << 26 };
//! let mut builder = Builder::<English>::new(folder.path(), options)?;
//! builder.build(&mut Silent)?;
//!
//! // A king that is driven from the corner: it is Black's turn, and all that Black has is lost.
//! let position = Checkers::<English>::new().parse_position("B:WK27:BK32")?;
//! assert_eq!(builder.tables().probe(&position), Some(TableValue::Win(Some(1))));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod builder;
mod cache;
mod code;
mod facts;
mod file;
mod folder;
mod format;
mod generation;
mod index;
mod material;
mod part;
mod rules;
mod shared;
mod slices;
mod steps;
mod table_set;
mod tables;
mod team;
mod variant_tablebase;
mod verification;

pub use crate::builder::{Builder, Planner};
pub use crate::folder::folder_of;
pub use crate::material::{Material, SidePieces, materials};
pub use crate::rules::unsupported;
pub use crate::shared::{SharedTables, shared};
pub use crate::table_set::Wanted;
pub use crate::tables::Tables;
pub use crate::variant_tablebase::VariantTablebase;
pub use crate::verification::{Mismatch, Verification};
