//! Portable Game Notation for any game: tags, then moves in the game's own notation.
//!
//! The grammar follows sections 7 and 8 of the PGN standard (1994), with three extensions. A move is any word in the
//! notation of the game named by the tag `Game`. A digit in parentheses directly after a word belongs to it, as in
//! `8/5(2)`. If no seat of a game is called White, `White` and `Black` stand for the first and the second seat. The
//! seats of larger games follow as `Seat3`, `Seat4`…, and `Payoffs`, in the order of these tags, contains results that
//! two numbers can't express.

mod cursor;
mod draft;
mod reader;
mod tags;
mod writer;

use games_package::Header;

use super::{Sheet, SheetError, SheetFormat, Sheets};

pub(crate) use self::tags::damaged_tag;
pub use self::tags::is_tag_name;
pub(super) use self::writer::movetext;

/// PGN, for games without their own file notation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pgn;

/// The name of a header's tag that holds a sheet's [`movetext_result`](Sheet::movetext_result).
pub const MOVETEXT_RESULT: &str = Header::RESULT_TAGS[1];

/// The tag with the game name.
const GAME: &str = "Game";
pub(super) const START: &str = "FEN";
/// The tag that marks a match with a [start](START).
pub(super) const SET_UP: &str = "SetUp";
/// The tags in every PGN file, in the order of the standard (PGN, 8.1.1), and the values for unknown data.
pub(super) const ROSTER: [(&str, &str); 4] =
    [("Event", "?"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?")];
const PAYOFFS: &str = "Payoffs";

/// The results of two-player games, with their payoffs.
const RESULTS: [(&str, [i16; 2]); 3] = [("1-0", [1, -1]), ("0-1", [-1, 1]), ("1/2-1/2", [0, 0])];
const UNKNOWN: &str = "*";
/// Draws in the spellings of other programs. No game has such moves.
const OTHER_DRAWS: [&str; 4] = ["½-½", "½:½", "1/2:1/2", "0.5-0.5"];
/// The result if both players forfeit. Within the moves, the same text can be a move, so it counts as a result only if
/// a tag agrees.
const BOTH_LOSE: (&str, [i16; 2]) = ("0-0", [-1, -1]);

/// Maximum number of seats whose player tags are read.
const SEATS_MAX: usize = board_engine::SEATS_MAX;

/// The tag with the player name for the seat at `index`.
fn seat_tag(index: usize) -> String {
    match index {
        0 => "White".into(),
        1 => "Black".into(),
        _ => format!("Seat{}", index + 1),
    }
}

/// The repeat count for part of a move, in parentheses at the start of `text`: `(2)` in `8/5(2)`. Directly after a
/// move, it is not a variation: games with such counts don't have single-digit moves.
fn times(text: &str) -> Option<&str> {
    match text.as_bytes() {
        [b'(', b'0'..=b'9', b')', ..] => text.get(..3),
        _ => None,
    }
}

/// Returns `false` if the sheet is from a PGN file of another program. Rival names the game in each PGN file; in other
/// notations, nothing distinguishes its files.
pub(super) fn can_be_own(sheet: &Sheet) -> bool {
    sheet.white.is_none() || sheet.tag(GAME).is_some()
}

impl SheetFormat for Pgn {
    fn name(&self) -> &'static str {
        "pgn"
    }

    fn read<'a>(&self, text: &'a [u8], game: Option<&'a str>) -> Sheets<'a> {
        Box::new(reader::read(text, game))
    }

    fn write(&self, sheet: &Sheet) -> Result<String, SheetError> {
        writer::write(sheet)
    }
}
