//! Matches in GGF, the format used by the Generic Game Server and by most Othello collections.
//!
//! A match is a list of properties, such as `(;GM[Othello]PC[GGS/os]PB[Ada]PW[Bob]TY[8]RE[+12.000]BO[8 ---…---
//! *]B[f5//1.2]W[d6/0.5/3];)`. `B` and `W` are moves, each with the mover's score in discs and the time used. `BO` is the
//! start, and `RE` is Black's lead at the end. Properties without a counterpart in other notations are tags.

mod reader;
mod result;
mod writer;

use notation::{Sheet, SheetError, SheetFormat, Sheets};
use othello::{Goal, Othello};

/// The notation, with the file extension `ggf`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ggf;

const NAME: &str = "ggf";
/// A pass in GGF.
const PASS: &str = "pa";
/// The start of a match.
const BEGIN: &str = "(;";
/// The property for the game's name, and its value.
const GAME: (&str, &str) = ("GM", "Othello");
/// Thinking times of this many seconds or more are neither read nor written.
const SECONDS_MAX: u64 = 999_999;
/// The properties that correspond to tags in other notations.
const TAGS: [(&str, &str); 4] =
    [("EV", "Event"), ("PC", "Site"), ("RB", "BlackElo"), ("RW", "WhiteElo")];

impl SheetFormat for Ggf {
    fn name(&self) -> &'static str {
        NAME
    }

    fn read<'a>(&self, text: &'a [u8], game: Option<&'a str>) -> Sheets<'a> {
        Box::new(reader::sheets(text, game).into_iter())
    }

    fn write(&self, sheet: &Sheet) -> Result<String, SheetError> {
        writer::write(sheet)
    }

    fn recognizes(&self, text: &[u8]) -> bool {
        /// The number of bytes within which the first match must start, after the number of matches.
        const HEAD_LEN: usize = 200;
        let head = text.get(..HEAD_LEN).unwrap_or(text);
        let head = String::from_utf8_lossy(head);
        head.contains(&format!("{BEGIN}{}[{}]", GAME.0, GAME.1))
    }
}

/// Properties that are not tags: they have counterparts in a sheet, or describe moves.
const OWN: [&str; 11] = ["GM", "TY", "RE", "DT", "PB", "PW", "BO", "B", "W", "C", "GC"];
/// The property for the result, and the tag for a result that doesn't follow from the moves: `+12.000:t`.
const RESULT: &str = "RE";
/// The property for the size and the rules, and the tag for a value that is not just the size: `8r20`.
const TYPE: &str = "TY";
/// The property for the date, and the tag for a date with a time.
const DATE: &str = "DT";

/// Returns `true` if this is a property that becomes a tag with the same name.
fn is_other(name: &str) -> bool {
    let is_name = (1..=2).contains(&name.len()) && name.bytes().all(|c| c.is_ascii_uppercase());
    is_name && !OWN.contains(&name) && !TAGS.iter().any(|(own, _)| *own == name)
}

/// The date in `2003.12.15_13:24:03.MST`.
fn day(date: &str) -> &str {
    date.split(['_', ' ']).next().unwrap_or_default()
}

/// The board size in a game type: 8 in "s8r14". `None` for a type with other rules.
fn size(text: &str) -> Option<u8> {
    if text.is_empty() {
        return Some(8);
    }
    let digits = text.trim_start_matches('s');
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    let (size, attributes) = digits.split_at(end);
    // In anti-reversi, the side with fewer discs wins.
    if attributes.contains('a') { None } else { size.parse().ok() }
}

/// The words in a string, separated by single spaces.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The rules of the game with this full name; `None` if it isn't an Othello game.
fn rules(game: &str) -> Option<Othello> {
    let variant = game.strip_prefix("othello:")?;
    let (size, goal) = match variant.strip_suffix(",discs") {
        Some(size) => (size, Goal::Discs),
        None => (variant, Goal::Win),
    };
    Othello::new(size.parse().ok()?, goal).ok()
}
