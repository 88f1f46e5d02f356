//! Tablebases for draughts: the value of every position with few pieces, by retrograde analysis.
//!
//! A table covers one combination of material: each side's number of men and kings. The table stores each position's
//! value (win, draw or loss for the side to move under perfect play) and optionally the number of plies to the end.
//! Values ignore the rules that count moves: a table indexed by positions doesn't include the counts, and these rules
//! can only turn a win into a draw. A draw therefore stays a draw, and a win stays a win if the game ends before any
//! count runs out.
//!
//! [`Builder`] builds tables, one file per combination of material, with less material first; [`Planner`] lists the
//! tables left to build. [`Tables`] opens the files in a folder. Any number of threads can probe tables without a lock.
//! The crate doesn't depend on any search.
//!
//! ```
//! use board_engine::Notation;
//! use checkers::{Checkers, English};
//! use checkers_tablebase::Builder;
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
mod file;
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
pub use crate::material::{Material, SidePieces, materials};
pub use crate::rules::unsupported;
pub use crate::shared::{SharedTables, shared};
pub use crate::table_set::{TableFilter, folder_of};
pub use crate::tables::Tables;
pub use crate::variant_tablebase::VariantTablebase;
pub use crate::verification::{Mismatch, Verification};
