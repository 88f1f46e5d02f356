//! Matches in files.
//!
//! * [`MatchFile`] reads a record or a notation file (PDN, PGN), and checks the matches in it against the rules.
//! * [`FileFormat`] writes a match in any of these formats.
//! * [`Library`] keeps the matches that are saved nowhere else, one file each. A program owns a [`Slot`] of it while it
//!   plays the match.
//!
//! Its main decision is that nothing here asks or prints: a file with several matches is an error, on which a program
//! can offer a choice, and the texts fit any screen.
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

mod entry;
mod error;
mod file;
mod format;
mod library;
mod player_lines;
mod target;

pub use crate::entry::{Entry, LoadedMatch, Tags};
pub use crate::error::{EntryError, MatchFileError, WriteError};
pub use crate::file::{Entries, MatchFile};
pub use crate::format::{FileFormat, save};
pub use crate::library::{KeptMatch, Library, Slot};
pub use crate::player_lines::player_lines;
pub use crate::target::{SaveTarget, check_folder};
