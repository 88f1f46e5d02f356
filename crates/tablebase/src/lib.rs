//! Endgame tables of any game, as programs and players know them: what can be built, where it is, what a position is worth.
//!
//! A game that has tables gives its entry in the catalog a [`Tablebase`], behind which its static type is erased: positions and
//! moves are texts. Nothing here makes or reads a table, so that a game without tables doesn't compile those of others.
//!
//! ```
//! use tablebase::TableValue;
//!
//! // A move leads to a position that the other side loses in four plies.
//! let after = TableValue::Loss(Some(4));
//! assert_eq!(after.one_ply_farther().reversed(), TableValue::Win(Some(5)));
//! assert_eq!(after.to_string(), "loss in 4 plies");
//! ```

#![forbid(unsafe_code)]

mod builder;
mod content;
mod error;
mod folder;
mod open_tables;
mod unusable;
mod value;

use std::fmt;
use std::path::{Path, PathBuf};

pub use unusable_files::UnusableFile;

pub use crate::builder::{
    BuildObserver, BuildOptions, Control, PlannedTable, TableBuilder, TablePlanner, TableProgress,
};
pub use crate::content::{Content, Counts, TableInfo};
pub use crate::error::TableError;
pub use crate::folder::default_folder;
pub use crate::open_tables::{OpenTables, Verified};
pub use crate::unusable::{note_built_again, note_not_built, note_unusable, take_unusable};
pub use crate::value::{Plies, TableValue};

/// The most pieces on the board that tables can be made for.
pub const PIECES_MAX: u8 = 8;

/// The tables that are built when they are first wanted have so many pieces: it takes seconds.
pub const SMALL_PIECES: u8 = 3;

/// Which tables a player uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Selection {
    /// What there is. Tables of few pieces that are missing are built meanwhile.
    Present,
    /// Those with up to so many pieces, all of which must be there.
    UpTo(u8),
}

/// A game that endgame tables can be made for.
pub trait Tablebase: fmt::Debug + Send + Sync {
    /// Why the game has no tables after all, if it hasn't.
    fn unsupported(&self) -> Option<&'static str>;

    /// The folder of the game's tables inside a folder of tables.
    fn folder_in(&self, folder: &Path) -> PathBuf;

    /// What a [builder](Self::builder) would do in the game's folder, which may not exist.
    ///
    /// # Errors
    /// [`TableError`] if the game has no tables or the number of pieces is wrong.
    fn planner(
        &self,
        folder: &Path,
        options: BuildOptions,
    ) -> Result<Box<dyn TablePlanner>, TableError>;

    /// A builder in the game's folder, which is made if it doesn't exist.
    ///
    /// # Errors
    /// [`TableError`] if the game has no tables, the number of pieces is wrong, the folder can't be made, or somebody else
    /// builds there.
    fn builder(
        &self,
        folder: &Path,
        options: BuildOptions,
    ) -> Result<Box<dyn TableBuilder>, TableError>;

    /// The tables in the game's folder; a folder that doesn't exist holds none. Decoded blocks take at most `cache_bytes` of
    /// memory. Files that can't be used are [refused](OpenTables::refused) and [noted](note_unusable), and the others are there
    /// without them.
    ///
    /// # Errors
    /// [`TableError::Unsupported`] if the game has no tables.
    fn open(&self, folder: &Path, cache_bytes: usize) -> Result<Box<dyn OpenTables>, TableError>;

    /// The tables in the game's folder with up to so many pieces, all of which are there, and no others. Files that can't be
    /// used, and that another one of the same pieces makes up for, are [noted](note_unusable).
    ///
    /// # Errors
    /// [`TableError::Unsupported`] if the game has no tables, [`TableError::Incomplete`] if one is missing, or the reason why a
    /// file can't be used.
    fn open_complete(
        &self,
        pieces: u8,
        folder: &Path,
        cache_bytes: usize,
    ) -> Result<Box<dyn OpenTables>, TableError>;
}
