//! Matches as text, in files and in engine protocols.
//!
//! A [`Record`](games_package::Record) has its own file format, [`RecordFile`], which stores everything about a match.
//! Notations that other programs read store less: a [`Sheet`] is the content of such a file for one match. The main
//! decision is that a [`SheetFormat`] knows the syntax of a notation but not the rules. One conversion between sheets
//! and records, which plays each move by the rules, serves all notations. [`Pgn`] supports every game. The module
//! [`pdn`] implements the syntax of Portable Draughts Notation, and [`json`] is for programs in other languages. Games
//! add their own notations, including [`EngineNotations`] for engine protocols.
//!
//! ```
//! use notation::{Pgn, SheetFormat};
//!
//! let text = b"[White \"Ada\"]\n\n1. 3 1 {so} 2. 1 1-0";
//! let sheet = Pgn.read(text, Some("stones")).next().ok_or("no match")??;
//! assert_eq!(sheet.title(), "Ada against ?, 3 plies");
//! assert_eq!(sheet.moves[1].comment, "so");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod dialect;
mod games_in_text;
pub mod json;
pub mod pdn;
mod place;
mod record_file;
mod sheet;
mod stated_result;
mod text_encoding;
mod text_file;

pub use crate::dialect::{
    Castling, Dialect, EngineNotations, HubGame, ProtocolLine, TableTexts, UciGame, protocol_line,
};
pub use crate::games_in_text::{GameSplitter, GameText, games_in, is_tag_name_byte, line_feeds};
pub use crate::place::PlaceInText;
pub use crate::record_file::{
    EndingParts, FlatVariation, NewFile, RECORD_BYTES_MAX, RecordError, RecordFile,
    open_match_file, read_record, save_text,
};
pub use crate::sheet::{
    Comment, MOVETEXT_RESULT, Pgn, PlayedSheet, Sheet, SheetError, SheetFormat, SheetMove, Sheets,
    append_comment, append_words, clock_text, comment_text, comments_in, drop_last_move,
    is_tag_name, line_words, parse_clock, replace_comment_text, tag_text, without_borders,
    without_commands,
};
pub use crate::text_encoding::{BYTE_ORDER_MARK, DecodedText, decoded};
pub use crate::text_file::TextFile;
