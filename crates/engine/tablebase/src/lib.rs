//! Tablebases for any game, for programs and players: plans, builders, folders and values.
//!
//! A game with tables puts a [`Tablebase`] into its catalog entry. The tablebase's static type is erased: positions and
//! moves are strings. This crate neither builds nor reads tables, so a game without tables doesn't compile other games'
//! table code.
//!
//! ```
//! use tablebase::TableValue;
//!
//! // A move leads to a position that the other side loses in four plies.
//! let after = TableValue::Loss(Some(4));
//! assert_eq!(after.one_ply_farther().reverse(), TableValue::Win(Some(5)));
//! assert_eq!(after.to_string(), "loss in 4 plies");
//! ```

#![forbid(unsafe_code)]

mod builder;
mod error;
mod estimate;
mod open_tables;

use std::fmt;
use std::path::{Path, PathBuf};

pub use self::builder::{
    BuildObserver, BuildOptions, Content, Control, Counts, PlannedTable, TableBuilder, TableInfo,
    TablePlanner, TableProgress,
};
pub use self::error::{
    TableError, default_folder, note_built_again, note_not_built, note_unusable, take_unusable,
};
pub use self::estimate::{Estimate, Speed};
pub use self::open_tables::{OpenTables, Verified};
pub use board_engine::{Plies, TableValue};
pub use system::files::UnusableFile;

/// Maximum number of pieces on the board for which tables can be built.
pub const PIECES_MAX: u8 = 8;

/// The maximum number of pieces for which tables are built when first needed, within seconds.
pub const SMALL_PIECES: u8 = 3;

/// The tables that a player uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Selection {
    /// The existing tables. Missing tables with few pieces are built in the background.
    Present,
    /// All tables with up to this many pieces, which must exist.
    UpTo(u8),
}

/// A game for which tablebases can be built.
pub trait Tablebase: fmt::Debug + Send + Sync {
    /// The reason if the game has no tables.
    fn unsupported(&self) -> Option<&'static str>;

    /// The game's folder inside a folder of tables.
    fn folder_in(&self, folder: &Path) -> PathBuf;

    /// The suffixes of table files.
    fn file_extensions(&self) -> &'static [&'static str] {
        const { &[Content::Distances.extension(), Content::Values.extension()] }
    }

    /// Tells a user how to get tables for this game.
    fn advice(&self, game: &str) -> String {
        format!("run \"rival tablebase build {game} --pieces {SMALL_PIECES}\"")
    }

    /// A plan for a [builder](Self::builder) in the game's folder, which may not exist yet.
    ///
    /// # Errors
    /// [`TableError`] if the game has no tables, its tables are downloaded, or the number of pieces is invalid.
    fn planner(
        &self,
        folder: &Path,
        options: BuildOptions,
    ) -> Result<Box<dyn TablePlanner>, TableError>;

    /// A builder in the game's folder, which is created if it doesn't exist.
    ///
    /// # Errors
    /// [`TableError`] if the game has no tables, the number of pieces is invalid, the folder can't be created, or
    /// another program builds there.
    fn builder(
        &self,
        folder: &Path,
        options: BuildOptions,
    ) -> Result<Box<dyn TableBuilder>, TableError>;

    /// Opens the tables in the game's folder; a missing folder counts as empty. Decoded blocks use at most
    /// `cache_bytes` of memory. Unusable files are [refused](OpenTables::refused) and [recorded](note_unusable), and
    /// the others are opened without them.
    ///
    /// # Errors
    /// [`TableError::Unsupported`] if the game has no tables.
    fn open(&self, folder: &Path, cache_bytes: usize) -> Result<Box<dyn OpenTables>, TableError>;

    /// Opens exactly the tables in the game's folder with up to this many pieces. Unusable files with a usable
    /// replacement for the same pieces are [recorded](note_unusable).
    ///
    /// # Errors
    /// [`TableError::Unsupported`] if the game has no tables, [`TableError::Incomplete`] if a table is missing, or the
    /// error for a file that can't be used.
    fn open_complete(
        &self,
        pieces: u8,
        folder: &Path,
        cache_bytes: usize,
    ) -> Result<Box<dyn OpenTables>, TableError>;
}
