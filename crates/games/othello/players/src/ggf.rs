//! Matches in GGF, the format used by the Generic Game Server and by most Othello collections.
//!
//! A match is a list of properties, such as `(;GM[Othello]PC[GGS/os]PB[Ada]PW[Bob]TY[8]RE[+12.000]BO[8 ---…---
//! *]B[f5//1.2]W[d6/0.5/3];)`. `B` and `W` are moves, each with the mover's score, which is ignored, and the time used.
//! `BO` is the start, and `RE` is Black's lead at the end.

mod reader;
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
