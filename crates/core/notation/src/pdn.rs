//! Portable Draughts Notation 3.0: games as files.
//!
//! This module knows the syntax but not the rules: moves and positions are plain strings here. The reader is liberal:
//! it accepts the output of thirty years of programs, repairs damage, and reports it with line and column. The reader
//! streams one game at a time, in bounded memory. The writer is strict: it writes only what the standard's writing
//! grammar allows. [`PdnGame`] connects the two.
//!
//! ```
//! use board_engine::Color;
//! use notation::pdn::{PdnResult, Reader};
//!
//! let text = "[GameType \"20\"] 1. 32-28 19-23 2. 28x19 14x23 2-0";
//! let game = Reader::new(text.as_bytes()).next().unwrap()?;
//! assert_eq!(game.main_line().count(), 4);
//! assert_eq!(game.claimed_result(Color::White), PdnResult::FirstWins);
//! assert_eq!(game.to_pdn(Color::White)?, "[GameType \"20\"]\n1. 32-28 19-23 2. 28x19 14x23 2-0\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod game_type;
mod lexer;
mod reader;
mod result;
mod source;
mod writer;

use thiserror::Error;

pub use self::game_type::{Form, GameType};
pub use self::reader::Reader;
pub use self::result::{PdnResult, ResultKind};
pub use self::writer::Unwritable;
use crate::{PlaceInText, SheetError};

/// A game as written: tags, then the body.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PdnGame {
    /// The tags, in file order.
    pub tags: Vec<Tag>,
    /// Moves, comments and variations. Comments before the tags come first.
    pub body: Vec<Element>,
    /// The result at the end of the body: `1-0`, `1-0F`, `*`. The tag `Result` may differ.
    pub result: Option<String>,
    /// The place where the game starts in its file: at its first comment, tag or move. The writer ignores this field.
    pub place: Option<PlaceInText>,
    /// Damage that the reader repaired. The damaged text is stored as a comment.
    pub faults: Vec<SheetError>,
}

/// `[Name "value"]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tag {
    /// An identifier that starts with a capital.
    pub name: String,
    /// The tag value, any text.
    pub value: String,
    /// The location of the tag in the text; the writer ignores it.
    pub place: PlaceInText,
}

/// An element of a game's body.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Element {
    /// A move, or a word that isn't one.
    Move(MoveText),
    /// Moves that could have been played instead of the last one: `( … )`.
    Variation(Vec<Self>),
    /// A comment on the last move, or on the game: `{ … }`.
    Comment(String),
    /// A numeric annotation glyph on the last move: `$1`.
    Nag(u32),
    /// A position setup: the text between two `/`, such as `FEN "B:W18:B12"`.
    Setup(String, PlaceInText),
}

/// A move as written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveText {
    /// The move as a string: `32-28`, without spaces. `--` is an unrecorded move.
    pub text: String,
    /// The move's quality: `!`, `?!`; `*` is a forced move.
    pub strength: Option<String>,
    /// The location of the move in the text; the writer ignores it.
    pub place: PlaceInText,
}

impl PdnGame {
    /// The value of the first tag with this name.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|tag| tag.name == name).map(|tag| tag.value.as_str())
    }

    /// Sets the first tag with this name, or removes the tag.
    pub fn set_tag(&mut self, name: &str, value: Option<String>) {
        let index = self.tags.iter().position(|tag| tag.name == name);
        match (index, value) {
            (Some(index), Some(value)) => self.tags[index].value = value,
            (None, Some(value)) => {
                self.tags.push(Tag { name: name.into(), value, place: PlaceInText::START });
            }
            (Some(index), None) => drop(self.tags.remove(index)),
            (None, None) => {}
        }
    }

    /// The played moves, without variations.
    pub fn main_line(&self) -> impl Iterator<Item = &MoveText> {
        self.body.iter().filter_map(|element| match element {
            Element::Move(mv) => Some(mv),
            _ => None,
        })
    }
}

/// The reason why a file can't be read further.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PdnError {
    /// The data can't be read.
    #[error("the file can't be read")]
    Io(#[from] std::io::Error),
    /// The text doesn't follow the notation.
    #[error("{place}: expected {expected}")]
    Malformed {
        /// The location of the error.
        place: PlaceInText,
        /// The expected token.
        expected: &'static str,
    },
    /// An element is not terminated.
    #[error("{place}: {what} that starts here is never closed")]
    Unfinished {
        /// The location where the element starts.
        place: PlaceInText,
        /// The kind of element: "a comment".
        what: &'static str,
    },
    /// An element is larger than any game needs.
    #[error("{place}: more than {limit} {what}")]
    TooMuch {
        /// The location where the limit is exceeded.
        place: PlaceInText,
        /// The excess: "bytes in a comment".
        what: &'static str,
        /// The allowed amount.
        limit: usize,
    },
}

/// Preserves the error's location in the file.
impl From<&PdnError> for SheetError {
    fn from(error: &PdnError) -> Self {
        let (place, message) = match error {
            PdnError::Malformed { place, expected } => (*place, format!("expected {expected}")),
            PdnError::Unfinished { place, what } => {
                (*place, format!("{what} that starts here is never closed"))
            }
            PdnError::TooMuch { place, what, limit } => {
                (*place, format!("more than {limit} {what}"))
            }
            PdnError::Io(_) => (PlaceInText::START, error.to_string()),
        };
        Self::malformed(place, message)
    }
}

impl From<PdnError> for SheetError {
    fn from(error: PdnError) -> Self {
        Self::from(&error)
    }
}
