//! PGN as other programs for chess write and read it.

use board_engine::{Game, Notation};
use chess::{Chess, START_NUMBER_MAX};
use games_package::{Pgn, Sheet, SheetError, SheetFormat, Sheets};

/// PGN (S. J. Edwards, 1994), in which a match that names no game is one of chess. `Variant` marks Chess960, and `SetUp` a
/// start from a `FEN`, as programs for chess expect it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChessPgn;

const VARIANT: &str = "Variant";
const CHESS_960: &str = "Chess960";
/// What programs call chess itself, in lower case.
const USUAL: [&str; 4] = ["standard", "chess", "normal", "from position"];
const SET_UP: &str = "SetUp";
/// The beginning of the names of games of Chess960, before the number of the start.
const GAME_960: &str = "chess:960,";

impl SheetFormat for ChessPgn {
    fn name(&self) -> &'static str {
        Pgn.name()
    }

    fn read<'a>(&self, text: &'a [u8], game: Option<&'a str>) -> Sheets<'a> {
        let with_game = |mut sheet: Sheet| {
            sheet.game = sheet.game.take().or_else(|| game_of(&sheet));
            sheet
        };
        Box::new(Pgn.read(text, game).map(move |read| read.map(with_game)))
    }

    fn write(&self, sheet: &Sheet) -> Result<String, SheetError> {
        let mut sheet = sheet.clone();
        if let Some(number) = sheet.game.as_deref().and_then(|game| game.strip_prefix(GAME_960)) {
            if sheet.start.is_none()
                && let Some(game) = number.parse().ok().and_then(Chess::chess960)
            {
                sheet.start = Some((game.format_position(&game.start()), sheet.place));
            }
            add(&mut sheet, VARIANT, CHESS_960);
        }
        if sheet.start.is_some() {
            add(&mut sheet, SET_UP, "1");
        }
        Pgn.write(&sheet)
    }
}

/// Adds a tag that isn't there yet.
fn add(sheet: &mut Sheet, name: &str, value: &str) {
    if sheet.tag(name).is_none() {
        sheet.tags.push((name.into(), value.into()));
    }
}

/// The game of a match that doesn't name it; none if it is of a variant that isn't known.
fn game_of(sheet: &Sheet) -> Option<String> {
    let variant = sheet.tag(VARIANT).unwrap_or_default().trim().to_lowercase();
    if variant.is_empty() || USUAL.contains(&variant.as_str()) {
        return Some("chess:standard".into());
    }
    let is_960 = variant.contains("960") || variant.contains("fischer");
    is_960.then(|| format!("{GAME_960}{}", start_number(sheet)))
}

/// The number of the start from which the match was played; that of the usual one if it is none of the 960.
fn start_number(sheet: &Sheet) -> u16 {
    let usual = Chess::default();
    let start = sheet.start.as_ref().and_then(|(text, _)| usual.parse_position(text).ok());
    let is_start =
        |number: &u16| Chess::chess960(*number).is_some_and(|game| Some(game.start()) == start);
    (0..=START_NUMBER_MAX).find(is_start).unwrap_or(usual.start_number())
}
