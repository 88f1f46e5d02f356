//! Portable Draughts Notation 3.0: games as files.
//!
//! This module knows the syntax and no rules: a move is a text here, and so is a position. The reader is liberal and
//! works on a stream: it takes what programs have written in thirty years, one game at a time, in bounded memory, and
//! reports what it can't read with line and column. The writer is strict: it writes what the standard's writing grammar
//! allows and nothing else. [`PdnGame`] connects both.
//!
//! ```
//! use board_engine::Color;
//! use notation::pdn::{PdnResult, Reader};
//!
//! let text = "[GameType \"20\"] 1. 32-28 19-23 2. 28x19 14x23 2-0";
//! let game = Reader::new(text.as_bytes()).next().unwrap()?;
//! assert_eq!(game.main_line().count(), 4);
//! assert_eq!(game.claimed_result(Color::White), PdnResult::FirstWins);
//! assert_eq!(game.to_pdn(Color::White)?, "[GameType \"20\"]\n1. 32-28 19-23 2. 28x19 14x23 *\n");
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

/// A game as it is written: tags, and what follows them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PdnGame {
    /// The tags, in their order.
    pub tags: Vec<Tag>,
    /// Moves, comments and variations. Comments before the tags come first.
    pub body: Vec<Element>,
    /// The result at the end of the body: `1-0`, `*`. The tag `Result` may say something else.
    pub result: Option<String>,
    /// Where it begins in its file: its first comment, tag or move; the writer ignores it.
    pub place: Option<PlaceInText>,
}

/// `[Name "value"]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tag {
    /// An identifier that starts with a capital.
    pub name: String,
    /// Any text.
    pub value: String,
    /// Its place; the writer ignores it.
    pub place: PlaceInText,
}

/// Something in the body of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Element {
    /// A move.
    Move(MoveText),
    /// Moves that could have been played instead of the last one: `( … )`.
    Variation(Vec<Self>),
    /// A comment on the last move, or on the game: `{ … }`.
    Comment(String),
    /// A numeric annotation glyph on the last move: `$1`.
    Nag(u32),
    /// A position set up: the text between `/` and `/`, as `FEN "B:W18:B12"`.
    Setup(String, PlaceInText),
}

/// A move as it is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveText {
    /// `32-28`, without blanks. `--` is a move that was not written down.
    pub text: String,
    /// The quality of the move: `!`, `?!`; `*` is a move that was forced.
    pub strength: Option<String>,
    /// Its place; the writer ignores it.
    pub place: PlaceInText,
}

impl PdnGame {
    /// The value of the first tag with this name.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|tag| tag.name == name).map(|tag| tag.value.as_str())
    }

    /// Gives the first tag with this name a value, or takes it away.
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

    /// The moves that were played, without variations.
    pub fn main_line(&self) -> impl Iterator<Item = &MoveText> {
        self.body.iter().filter_map(|element| match element {
            Element::Move(mv) => Some(mv),
            _ => None,
        })
    }
}

/// Why a file can't be read further.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PdnError {
    /// The bytes can't be read.
    #[error("the file can't be read")]
    Io(#[from] std::io::Error),
    /// The text doesn't follow the notation.
    #[error("{place}: expected {expected}")]
    Malformed {
        /// Where it goes wrong.
        place: PlaceInText,
        /// The expected token.
        expected: &'static str,
    },
    /// Something has no end.
    #[error("{place}: {what} that starts here has no end")]
    Unfinished {
        /// Where it starts.
        place: PlaceInText,
        /// "a comment".
        what: &'static str,
    },
    /// Something is larger than any game needs.
    #[error("{place}: more than {limit} {what}")]
    TooMuch {
        /// Where the limit is passed.
        place: PlaceInText,
        /// "bytes in a comment".
        what: &'static str,
        /// The allowed amount.
        limit: usize,
    },
}

/// With the place of what is wrong in the file.
impl From<PdnError> for SheetError {
    fn from(error: PdnError) -> Self {
        let (place, message) = match error {
            PdnError::Malformed { place, expected } => (place, format!("expected {expected}")),
            PdnError::Unfinished { place, what } => {
                (place, format!("{what} that starts here has no end"))
            }
            PdnError::TooMuch { place, what, limit } => {
                (place, format!("more than {limit} {what}"))
            }
            PdnError::Io(_) => (PlaceInText::START, error.to_string()),
        };
        Self::malformed(place, message)
    }
}
