//! Matches in the notations of people and other programs.
//!
//! A [`Sheet`] is one match's content in such a file: names, moves, remarks, variations. A sheet knows the syntax but
//! not the rules. A [`SheetFormat`] reads and writes sheets; [`Sheet::to_record`] plays a sheet by the rules of its
//! game, and [`Sheet::of`] turns a record into a sheet.

mod comment;
mod conversion;
mod ending;
mod header;
mod line;
mod pgn;
mod taken_back;
mod value_view;
mod words;

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use games_package::{Mark, counted_plies};
use thiserror::Error;

pub use self::comment::{Comment, clock_text, parse_clock, replace_comment_text, without_commands};
pub use self::conversion::PlayedSheet;
use self::ending::TERMINATION;
pub(crate) use self::pgn::damaged_tag;
pub use self::pgn::{MOVETEXT_RESULT, Pgn, is_tag_name};
pub(crate) use self::words::comment_in_braces;
pub use self::words::{
    append_comment, append_words, comment_text, comments_in, drop_last_move, line_words, tag_text,
    without_borders,
};
use crate::PlaceInText;

/// A match as described in a notation file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sheet {
    /// The location in the file where the match starts.
    pub place: PlaceInText,
    /// The game with its variant: "checkers:english". `None` if the file doesn't state the value.
    pub game: Option<String>,
    /// The players' names; empty if the file has none. Players are in seat order; but if [`white`](Self::white) is the
    /// first index and the game's White is another seat, White's player comes first.
    pub players: Vec<String>,
    /// The index of White's player, if the notation names one.
    pub white: Option<usize>,
    /// The position where the match started, in the game's notation; `None` for the game's own start.
    pub start: Option<(String, PlaceInText)>,
    /// The match's other tags: names and values.
    pub tags: Vec<(String, String)>,
    /// The locations of the tags, in the same order; empty if the sheet was not read from a file.
    pub tag_places: Vec<PlaceInText>,
    /// The names of tags that a record keeps as written, although it represents their meaning: the notation's writer
    /// would spell them differently.
    pub verbatim_tags: Vec<&'static str>,
    /// Comments before the first move. As in [`SheetMove`], [`append_comment`] and [`comments_in`] join and separate
    /// several comments.
    pub preface: String,
    /// The number of plies before the first move, according to the move numbers: 81 if the first move is Black's move
    /// 41.
    pub first_ply: usize,
    /// The moves.
    pub moves: Vec<SheetMove>,
    /// The payoff of each player, in player order; `None` if the file doesn't state the value.
    pub payoffs: Option<Vec<i16>>,
    /// The result after the moves as written; `None` if the file has none. A writer writes it instead of the text for
    /// the payoffs.
    pub movetext_result: Option<String>,
    /// Damage that the reader repaired. The damaged text is part of a comment, or replaced with other words.
    pub faults: Vec<SheetError>,
}

/// A move as written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SheetMove {
    /// The move, in any notation for the game.
    pub text: String,
    /// The place of the move.
    pub place: PlaceInText,
    /// The move number before the move as written, such as `3.`; empty if there is none.
    pub number: String,
    /// The mark.
    pub mark: Option<Mark>,
    /// Numeric annotation glyphs other than the mark.
    pub nags: Vec<u8>,
    /// Comments before the move, if the move begins a variation.
    pub preface: String,
    /// Comments, including commands such as `[%clk 0:00:09]`.
    pub comment: String,
    /// Alternatives to this move, nested at most [`VARIATION_DEPTH_MAX`](games_package::VARIATION_DEPTH_MAX) deep.
    pub others: Vec<Vec<Self>>,
}

/// The reason why a notation file can't be read or written.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum SheetError {
    /// The text has an error.
    #[error("{place}: {message}")]
    Malformed {
        /// The place.
        place: PlaceInText,
        /// The error.
        message: String,
    },
    /// The file doesn't name its game.
    #[error("the file doesn't name its game")]
    NoGame,
    /// The file names an unknown game, or a known game in an unknown form.
    #[error("{place}: {what}")]
    UnknownGame {
        /// The place.
        place: PlaceInText,
        /// The name and the error.
        what: String,
    },
    /// The sheet belongs to another game.
    #[error("the match's game is {found}, not {game}")]
    OtherGame {
        /// The game of the file.
        found: String,
        /// The game that the rules belong to.
        game: String,
    },
    /// The notation can't express something in the match.
    #[error("{format} cannot express {what}")]
    Unwritable {
        /// The notation name: "pdn".
        format: &'static str,
        /// The data that can't be written.
        what: String,
    },
}

impl Sheet {
    /// Returns `true` if the sheet has no players, tags or moves: in the PGN grammar, comments followed by a result
    /// form a game.
    pub fn is_blank(&self) -> bool {
        self.tags.is_empty() && self.moves.is_empty() && self.has_no_players()
    }

    /// Adds the tag for a result without play, unless a tag states how the match ended.
    pub fn mark_as_forfeit(&mut self) {
        if self.tag(TERMINATION).is_none() {
            self.tags.push((TERMINATION.into(), "forfeit".into()));
            self.tag_places.push(self.place);
        }
    }

    fn has_no_players(&self) -> bool {
        self.players.iter().all(String::is_empty)
    }

    /// Adds this many lines to all places, for a sheet that is not at the start of its file.
    pub fn move_down(&mut self, lines: u32) {
        fn move_down(moves: &mut [SheetMove], lines: u32) {
            for mv in moves {
                mv.place.move_down(lines);
                mv.others.iter_mut().for_each(|line| move_down(line, lines));
            }
        }
        self.place.move_down(lines);
        self.faults.iter_mut().for_each(|fault| fault.move_down(lines));
        self.tag_places.iter_mut().for_each(|place| place.move_down(lines));
        if let Some((_, place)) = &mut self.start {
            place.move_down(lines);
        }
        move_down(&mut self.moves, lines);
    }
}

impl SheetError {
    /// The same error for text that starts this many lines further down in its file.
    #[must_use]
    pub fn moved_down(mut self, lines: u32) -> Self {
        self.move_down(lines);
        self
    }

    fn move_down(&mut self, lines: u32) {
        if let Self::Malformed { place, .. } | Self::UnknownGame { place, .. } = self {
            place.move_down(lines);
        }
    }

    /// Invalid UTF-8 at this place, which [`DecodedText`](crate::DecodedText) has replaced.
    pub fn encoding(place: PlaceInText) -> Self {
        Self::malformed(place, "expected UTF-8; invalid bytes were replaced with U+FFFD")
    }

    /// An error at this place.
    pub fn malformed(place: PlaceInText, message: impl Into<String>) -> Self {
        Self::Malformed { place, message: message.into() }
    }
}

/// The sheets in a file, one after another.
pub type Sheets<'a> = Box<dyn Iterator<Item = Result<Sheet, SheetError>> + 'a>;

/// A notation for whole matches, with a reader and a writer.
pub trait SheetFormat: fmt::Debug + Sync {
    /// The notation's name, which is also the file extension: "pdn".
    fn name(&self) -> &'static str;

    /// The matches in a file's text. After an unreadable match, reading continues with the next readable one. `game` is
    /// the game for matches that don't name theirs.
    fn read<'a>(&self, text: &'a [u8], game: Option<&'a str>) -> Sheets<'a>;

    /// The match as text, ending with a line feed.
    ///
    /// # Errors
    /// [`SheetError::Unwritable`] for data that the notation can't express.
    fn write(&self, sheet: &Sheet) -> Result<String, SheetError>;

    /// Adds tags that describe a match played here, such as its opening.
    fn describe(&self, _sheet: &mut Sheet) {}

    /// Recognizes this notation by a distinctive feature, for a file without a known extension.
    fn recognizes(&self, _text: &[u8]) -> bool {
        false
    }
}

impl SheetMove {
    /// Adds the numeric annotation glyph. The first glyph that rates the move becomes its mark.
    pub fn annotate(&mut self, nag: u8) {
        match Mark::from_glyph(nag.into()) {
            Some(mark) if self.mark.is_none() => self.mark = Some(mark),
            _ => self.nags.push(nag),
        }
    }

    /// The move alone.
    pub(crate) fn bare(&self) -> Self {
        Self { text: self.text.clone(), place: self.place, ..Self::default() }
    }

    /// Returns `true` if the move has no annotations.
    fn is_bare(&self) -> bool {
        self.mark.is_none()
            && self.nags.is_empty()
            && self.comment.is_empty()
            && self.others.is_empty()
    }
}

impl Sheet {
    /// The value of the first tag with this name.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The value of a tag, if it can be parsed.
    fn parsed<T: FromStr>(&self, name: &str) -> Option<T> {
        self.tag(name).and_then(|value| value.trim().parse().ok())
    }

    /// The sheet with White at this player index, if the notation calls one of the two players White.
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

    /// The title of the match: "White against Black, 34 plies".
    pub fn title(&self) -> String {
        let known = |player: &String| if player.is_empty() { "?".into() } else { player.clone() };
        let players: Vec<String> = self.players.iter().map(known).collect();
        format!("{}, {}", players.join(" against "), counted_plies(self.moves.len()))
    }
}
