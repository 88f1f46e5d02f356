//! Matches in files, and the library of saved matches.
//!
//! * [`MatchFile`] reads a record or a notation file (PDN, PGN) and validates its matches by the rules.
//! * [`FileFormat`] writes a match in any of these formats.
//! * [`Library`] stores matches losslessly in one SQLite database. A program that plays one match holds a [`Slot`] and
//!   saves the whole record after every move. A program that plays many matches adds their plies in a [`Batch`].
//!
//! This crate neither asks questions nor prints. A file with several matches is an error, so the program can offer a
//! choice. All strings are safe to print on any screen.
//!
//! The database is the only store. Listing matches doesn't read folders, saving a match of any length writes only its
//! last ply, and a crash at any point preserves all confirmed data. Several programs can open the database at the same
//! time, because SQLite's write-ahead log lets one program write while others read. A match in progress is claimed, so
//! no other program can play or delete it. The claim is a row that is valid while its program runs, as proved by a file
//! lock.
//!
//! ```
//! use std::fs;
//!
//! use match_library::{FileFormat, MatchFile, MatchFileError};
//!
//! let folder = tempfile::tempdir()?;
//! let file = folder.path().join("two.pgn");
//! let one = "[Game \"tic-tac-toe\"]\n[Result \"*\"]\n\n1. a1 b2 *\n\n";
//! fs::write(&file, one.repeat(2))?;
//! let two = MatchFile::open(&file, None)?;
//! assert!(matches!(two.load(None), Err(MatchFileError::Several { count: 2, .. })));
//! let second = two.load(Some(2))?;
//! assert_eq!(second.record.plies.len(), 2);
//! FileFormat::Record.write(&second, &folder.path().join("second.toml"))?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod batch;
pub mod board_picture;
mod checkpoints;
mod chunks;
mod claims;
mod database;
mod detection;
mod digest;
mod entry;
mod error;
mod exporting;
mod file;
mod format;
mod import_error;
mod index;
mod kept;
mod library;
mod library_error;
mod match_id;
mod named_files;
mod picture;
mod player_blocks;
mod player_lines;
mod program_run;
pub mod puzzle_making;
mod puzzle_search;
mod puzzles;
mod rows;
mod searching;
mod sheets;
mod slot;
mod starter_puzzles;
mod target;
mod terms;
mod time_of_day;
mod titles;
mod transcript;
mod write_error;

pub use crate::batch::{Batch, NewMatch};
pub use crate::checkpoints::Checkpoints;
pub use crate::detection::{begins_like_game, detected_game, game_of_position};
pub use crate::entry::{Entry, LoadedMatch};
pub use crate::error::{EntryError, MatchFileError};
pub use crate::exporting::{ExportObserver, ExportProgress};
pub use crate::file::{Entries, MatchFile, is_match_file};
pub use crate::format::{FileFormat, save, save_played};
pub use crate::import_error::ImportError;
pub use crate::index::MatchResult;
pub use crate::kept::{Imported, KeptMatch, MatchFilter, Page};
pub use crate::library::importing::{ImportObserver, ImportOptions, ImportProgress};
pub use crate::library::{Library, user_folder};
pub use crate::library_error::{LibraryError, SqliteError};
pub use crate::match_id::{MatchId, kept_name};
pub use crate::named_files::{NamedFilesError, named_files};
pub use crate::picture::position_picture;
pub use crate::player_lines::player_lines;
pub use crate::program_run::ProgramRun;
pub use crate::puzzle_search::PuzzleSearch;
pub use crate::puzzles::{KeptPuzzle, PuzzleFilter};
pub use crate::searching::{
    ExploredMove, Found, FoundCount, FoundMatch, NoOpening, Pattern, PrivateMatches, Search,
};
pub use crate::slot::Slot;
pub use crate::target::{SaveTarget, check_folder};
pub use crate::terms::{ResolvedSearch, SearchError, SearchTerms, full_name};
pub use crate::time_of_day::unix_time;
pub use crate::write_error::WriteError;
