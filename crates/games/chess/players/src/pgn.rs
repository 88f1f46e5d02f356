//! PGN as other chess programs write it.

mod words;

use board_engine::{Game, Notation, excerpt};
use chess::{Chess, START_NUMBER_MAX};
use notation::{
    MOVETEXT_RESULT, Pgn, Sheet, SheetError, SheetFormat, Sheets, append_comment, drop_last_move,
};

use self::words::join_words;
use crate::openings::opening_after;

/// PGN (S. J. Edwards, 1994). A match that doesn't name its game is chess. `Variant` marks Chess960, as chess
/// programs expect. Tags for the opening [describe](SheetFormat::describe) a match from the usual start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChessPgn;

/// The name of chess itself.
const STANDARD: &str = "chess:standard";
/// The prefix of all chess game names.
const CHESS: &str = "chess:";
const VARIANT: &str = "Variant";
const CHESS_960: &str = "Chess960";
/// The names that programs use for chess itself, as [`plain_name`] returns them.
const USUAL: [&str; 7] =
    ["", "standard", "chess", "normal", "regular", "fromposition", "standardchess"];
/// The names that programs use for Chess960, as [`plain_name`] returns them.
const NAMES_960: [&str; 10] = [
    "960",
    "chess960",
    "fischerandom",
    "frc",
    "fischerandomchess",
    "fischerrandom",
    "fischerrandomchess",
    "freestyle",
    "freestylechess",
    "wildfr",
];
/// The prefix of Chess960 game names, before the number of the starting position.
const GAME_960: &str = "chess:960,";

impl SheetFormat for ChessPgn {
    fn name(&self) -> &'static str {
        Pgn.name()
    }

    fn read<'a>(&self, text: &'a [u8], game: Option<&'a str>) -> Sheets<'a> {
        let with_game = |mut sheet: Sheet| {
            if sheet.game.is_none() {
                sheet.game = Some(game_of(&sheet)?);
            }
            drop_other_variant(&mut sheet);
            if is_chess(&sheet) {
                let unread = join_words(&mut sheet.moves);
                append_comment(&mut sheet.preface, &unread);
                // Words before the first move are a comment on the match.
                if let Some(first) = sheet.moves.first_mut() {
                    append_comment(&mut sheet.preface, &std::mem::take(&mut first.preface));
                }
                take_other_result(&mut sheet);
            }
            Ok(sheet)
        };
        Box::new(Pgn.read(text, game).map(move |read| read.and_then(with_game)))
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
        if let Some((start, _)) = &sheet.start {
            sheet.first_ply = first_ply(start);
            if is_chess(&sheet) && names_rooks(start) {
                add(&mut sheet, VARIANT, CHESS_960);
            }
        }
        Pgn.write(&sheet)
    }

    fn describe(&self, sheet: &mut Sheet) {
        if sheet.start.is_none() && is_chess(sheet) {
            add_opening(sheet);
        }
    }
}

/// Returns `true` if the sheet is a chess match or doesn't name its game, because other games use this format too.
fn is_chess(sheet: &Sheet) -> bool {
    sheet.game.as_deref().is_none_or(|game| game.starts_with(CHESS))
}

/// Adds a tag unless it exists.
fn add(sheet: &mut Sheet, name: &str, value: &str) {
    if sheet.tag(name).is_none() {
        sheet.tags.push((name.into(), value.into()));
    }
}

/// Adds the opening's code and name if the match begins at the usual start.
fn add_opening(sheet: &mut Sheet) {
    let is_known = sheet.tag("ECO").is_some() || sheet.tag("Opening").is_some();
    if !is_known && let Some(opening) = opening_after(sheet.moves.iter().map(|mv| mv.text.as_str()))
    {
        add(sheet, "ECO", opening.code);
        add(sheet, "Opening", opening.name);
    }
}

/// Drops another variant's tag from a match that the user declared to be chess.
fn drop_other_variant(sheet: &mut Sheet) {
    let is_standard = sheet.game.as_deref().is_some_and(|game| game == STANDARD || game == "chess");
    let index = sheet.tags.iter().position(|(name, _)| name == VARIANT);
    let Some(index) = index.filter(|_| is_standard) else { return };
    if !USUAL.contains(&plain_name(&sheet.tags[index].1).as_str()) {
        sheet.tags.remove(index);
        if index < sheet.tag_places.len() {
            sheet.tag_places.remove(index);
        }
    }
}

/// Results that older programs and draughts programs write after the moves. They can't be chess moves.
const OTHER_RESULTS: [(&str, [i16; 2]); 5] =
    [("1/2", [0, 0]), ("½", [0, 0]), ("1-1", [0, 0]), ("2-0", [1, -1]), ("0-2", [-1, 1])];

/// Accepts [other results](OTHER_RESULTS) at the end of the moves.
fn take_other_result(sheet: &mut Sheet) {
    let Some(last) = sheet.moves.last() else { return };
    let known = OTHER_RESULTS.iter().find(|(text, _)| *text == last.text);
    if let Some((text, payoffs)) = known {
        drop_last_move(&mut sheet.moves, &mut sheet.preface);
        sheet.payoffs.get_or_insert_with(|| payoffs.to_vec());
        if sheet.movetext_result.is_none() {
            sheet.movetext_result = Some((*text).into());
            sheet.verbatim_tags.push(MOVETEXT_RESULT);
        }
    }
}

/// Returns `true` if the castling rights in a FEN name rooks by their files: a king or rook that may castle is on an
/// unusual square.
fn names_rooks(start: &str) -> bool {
    let rights = start.split_whitespace().nth(2).unwrap_or_default();
    rights.chars().any(|right| !"KQkq-".contains(right))
}

/// The number of plies before the first move: the second field of a FEN is the side to move, and the last one is the
/// move number.
fn first_ply(start: &str) -> usize {
    let mut fields = start.split_whitespace();
    let is_second = fields.nth(1) == Some("b");
    let number = fields.nth(3).and_then(|number| number.parse().ok()).unwrap_or(1_usize);
    number.clamp(1, MOVE_NUMBER_MAX) * 2 - 2 + usize::from(is_second)
}

/// The highest move number in a FEN that is taken into account.
const MOVE_NUMBER_MAX: usize = 100_000;

/// The game of a match that doesn't name its game, by the variant tag.
///
/// # Errors
/// [`SheetError::UnknownGame`] for an unsupported variant.
fn game_of(sheet: &Sheet) -> Result<String, SheetError> {
    let index = sheet.tags.iter().position(|(name, _)| name == VARIANT);
    let variant = index.map_or("", |index| sheet.tags[index].1.trim());
    let name = plain_name(variant);
    if USUAL.contains(&name.as_str()) {
        return Ok(STANDARD.into());
    }
    if NAMES_960.contains(&name.as_str()) {
        return Ok(format!("{GAME_960}{}", start_number(sheet)));
    }
    let place = index.and_then(|index| sheet.tag_places.get(index)).copied();
    Err(SheetError::UnknownGame {
        place: place.unwrap_or(sheet.place),
        what: format!("the variant {} is not supported", excerpt(variant)),
    })
}

/// The letters and digits in a variant's name, in lower case.
fn plain_name(variant: &str) -> String {
    variant.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The number of the match's starting position; 518 if it is not one of the 960.
fn start_number(sheet: &Sheet) -> u16 {
    let usual = Chess::default();
    let start = sheet.start.as_ref().and_then(|(text, _)| usual.parse_position(text).ok());
    let is_start =
        |number: &u16| Chess::chess960(*number).is_some_and(|game| Some(game.start()) == start);
    (0..=START_NUMBER_MAX).find(is_start).unwrap_or(usual.start_number())
}
