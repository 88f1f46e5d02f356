//! Matches in the notations of people and other programs.
//!
//! A [`Sheet`] is the content of such a file for one match: names, moves, remarks, variations. It knows the syntax but
//! not the rules. A [`SheetFormat`] reads and writes sheets; [`Record::from_sheet`](crate::Record::from_sheet) plays
//! one by the rules of its game, and [`Sheet::of`] writes a record down.

mod comment;
mod conversion;
mod line;
mod pgn;

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use thiserror::Error;

pub use self::comment::{Comment, clock_text, parse_clock};
pub use self::pgn::Pgn;
use crate::{Mark, Record};

/// A match as a notation file has it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sheet {
    /// The place of its beginning.
    pub place: PlaceInText,
    /// The game with its variant: "checkers:english". None if the file doesn't state it.
    pub game: Option<String>,
    /// The names of the players; empty where the file has none. They stand in seat order, or with White's first where
    /// [`white`](Self::white) is the first and the game's White is another seat.
    pub players: Vec<String>,
    /// Which of the players is White, where the notation calls one so.
    pub white: Option<usize>,
    /// The position in which the match started, in the game's notation; none for the game's own start.
    pub start: Option<(String, PlaceInText)>,
    /// Other tags of the match: names and values.
    pub tags: Vec<(String, String)>,
    /// The places of the tags, in their order; empty where the sheet was not read from a file.
    pub tag_places: Vec<PlaceInText>,
    /// Comments before the first move.
    pub preface: String,
    /// The moves.
    pub moves: Vec<SheetMove>,
    /// The payoff of each player, in their order; none if the file doesn't state it.
    pub payoffs: Option<Vec<i16>>,
}

/// A move as it is written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SheetMove {
    /// The move, in some notation of the game.
    pub text: String,
    /// The place of the move.
    pub place: PlaceInText,
    /// The mark.
    pub mark: Option<Mark>,
    /// Comments, with commands like `[%clk 0:00:09]` among them.
    pub comment: String,
    /// Variations in its place, nested at most [`VARIATION_DEPTH_MAX`](crate::VARIATION_DEPTH_MAX) deep.
    pub others: Vec<Vec<Self>>,
}

/// A place in a text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PlaceInText {
    /// From 1.
    pub line: u32,
    /// In characters, from 1.
    pub column: u32,
}

/// The beginning.
impl Default for PlaceInText {
    fn default() -> Self {
        Self { line: 1, column: 1 }
    }
}

impl fmt::Display for PlaceInText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Why a notation file can't be read or written.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum SheetError {
    /// The text is wrong somewhere.
    #[error("{place}: {message}")]
    Malformed {
        /// The place.
        place: PlaceInText,
        /// The error.
        message: String,
    },
    /// The file doesn't name its game.
    #[error("the file doesn't say which game it is of")]
    NoGame,
    /// The file names a game that is not known, or not in this form.
    #[error("{place}: {what}")]
    UnknownGame {
        /// The place.
        place: PlaceInText,
        /// The name, with the error.
        what: String,
    },
    /// The sheet is of another game.
    #[error("the match is of {found}, not of {game}")]
    OtherGame {
        /// The game of the file.
        found: String,
        /// The game whose rules were given.
        game: String,
    },
    /// Something in the match has no form in the notation.
    #[error("{format} has no form for {what}")]
    Unwritable {
        /// "pdn".
        format: &'static str,
        /// What can't be written.
        what: String,
    },
}

impl Sheet {
    /// Adds this many lines to all places, for a sheet of which the text stood further below in its file.
    pub fn move_down(&mut self, lines: u32) {
        fn move_down(moves: &mut [SheetMove], lines: u32) {
            for mv in moves {
                mv.place.move_down(lines);
                mv.others.iter_mut().for_each(|line| move_down(line, lines));
            }
        }
        self.place.move_down(lines);
        self.tag_places.iter_mut().for_each(|place| place.move_down(lines));
        if let Some((_, place)) = &mut self.start {
            place.move_down(lines);
        }
        move_down(&mut self.moves, lines);
    }
}

impl PlaceInText {
    fn move_down(&mut self, lines: u32) {
        self.line = self.line.saturating_add(lines);
    }
}

impl SheetError {
    /// The error of a text that stood this many lines further below in its file.
    #[must_use]
    pub fn moved_down(mut self, lines: u32) -> Self {
        if let Self::Malformed { place, .. } | Self::UnknownGame { place, .. } = &mut self {
            place.move_down(lines);
        }
        self
    }

    /// Something is wrong at this place.
    pub fn malformed(place: PlaceInText, message: impl Into<String>) -> Self {
        Self::Malformed { place, message: message.into() }
    }
}

/// The sheets of a file, one after the other.
pub type Sheets<'a> = Box<dyn Iterator<Item = Result<Sheet, SheetError>> + 'a>;

/// A notation for whole matches, with its reader and its writer.
pub trait SheetFormat: fmt::Debug + Sync {
    /// Its name, which is also the file extension: "pdn".
    fn name(&self) -> &'static str;

    /// The matches in the text of a file. After one that can't be read, the next one that can be found follows.
    /// `game` is the game of those that don't say which they are of.
    fn read<'a>(&self, text: &'a [u8], game: Option<&'a str>) -> Sheets<'a>;

    /// The text of a match, which ends with a line feed.
    ///
    /// # Errors
    /// [`SheetError::Unwritable`] for what the notation can't express.
    fn write(&self, sheet: &Sheet) -> Result<String, SheetError>;

    /// Whether a file whose name doesn't say its notation is in this one, by something that no other notation has.
    fn recognizes(&self, _text: &[u8]) -> bool {
        false
    }
}

impl Sheet {
    /// The value of the first tag with this name.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The value of a tag, if it can be read.
    fn parsed<T: FromStr>(&self, name: &str) -> Option<T> {
        self.tag(name).and_then(|value| value.trim().parse().ok())
    }

    /// The sheet with White at this index of its players, where the notation calls one of the two White.
    fn with_white_at(&self, index: usize) -> Cow<'_, Self> {
        if self.white.is_none_or(|white| white == index) {
            return Cow::Borrowed(self);
        }
        let mut turned = Self { white: Some(index), ..self.clone() };
        turned.players.resize(2, String::new());
        turned.players.reverse();
        if let Some(payoffs) = &mut turned.payoffs {
            payoffs.reverse();
        }
        Cow::Owned(turned)
    }

    /// "White against Black, 34 plies".
    pub fn title(&self) -> String {
        let known = |player: &String| if player.is_empty() { "?".into() } else { player.clone() };
        let players: Vec<String> = self.players.iter().map(known).collect();
        let count = self.moves.len();
        format!("{}, {count} plies", players.join(" against "))
    }
}

impl Record {
    /// "White against Black, 34 plies".
    pub fn title(&self) -> String {
        let players: Vec<&str> = self.players.iter().map(|player| player.name.as_str()).collect();
        format!("{}, {} plies", players.join(" against "), self.plies.len())
    }
}
