//! PGN as other programs for chess write and read it.

use board_engine::{Game, Notation};
use chess::{Chess, NULL_MOVES, START_NUMBER_MAX};
use games_package::{Mark, Pgn, Sheet, SheetError, SheetFormat, SheetMove, Sheets};

use crate::openings::opening_after;

/// PGN (S. J. Edwards, 1994), in which a match that names no game is one of chess. `Variant` marks Chess960, and `SetUp` a
/// start from a `FEN`, as programs for chess expect it; a match from the usual start is written with its opening.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChessPgn;

/// The beginning of the names of all games of chess.
const CHESS: &str = "chess:";
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
            if is_chess(&sheet) {
                join_words(&mut sheet.moves);
                take_short_draw(&mut sheet);
                sheet.moves.iter_mut().for_each(end_variations_at_passes);
            }
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
        } else if is_chess(&sheet) {
            add_opening(&mut sheet);
        }
        Pgn.write(&sheet)
    }
}

/// Whether it is a match of chess, or names no game. This form is written for other games, too.
fn is_chess(sheet: &Sheet) -> bool {
    sheet.game.as_deref().is_none_or(|game| game.starts_with(CHESS))
}

/// Adds a tag that isn't there yet.
fn add(sheet: &mut Sheet, name: &str, value: &str) {
    if sheet.tag(name).is_none() {
        sheet.tags.push((name.into(), value.into()));
    }
}

/// Adds the code and the name of the opening of a match from the usual start.
fn add_opening(sheet: &mut Sheet) {
    if let Some(opening) = opening_after(sheet.moves.iter().map(|mv| mv.text.as_str())) {
        add(sheet, "ECO", opening.code);
        add(sheet, "Opening", opening.name);
    }
}

/// What older books and programs write behind a pawn that takes in passing.
const IN_PASSING: [&str; 3] = ["e.p.", "ep", "e.p"];
/// What a pawn becomes, as older books and programs write it in parentheses: `e8(Q)`.
const PROMOTIONS: [&str; 4] = ["Q", "R", "B", "N"];

/// Puts words together that belong to one move: `exd6 e.p.` is `exd6`, and what looks like a variation in `e8(Q)` is `e8=Q`.
fn join_words(line: &mut Vec<SheetMove>) {
    let mut joined: Vec<SheetMove> = Vec::with_capacity(line.len());
    for mut mv in std::mem::take(line) {
        join_promotion(&mut mv);
        mv.others.iter_mut().for_each(join_words);
        match joined.last_mut() {
            Some(last) if IN_PASSING.contains(&mv.text.as_str()) || is_check(&mv.text) => {
                last.mark = last.mark.or(mv.mark);
                append(&mut last.comment, &mv.comment);
                last.others.append(&mut mv.others);
            }
            _ => joined.push(mv),
        }
    }
    *line = joined;
}

/// Whether the word is the sign of a check, which stands alone in `e8(Q)+`.
fn is_check(word: &str) -> bool {
    word.chars().all(|c| matches!(c, '+' | '#'))
}

fn join_promotion(mv: &mut SheetMove) {
    let reaches_end = mv.text.ends_with(['1', '8']);
    let promotion = mv.others.first().and_then(|line| match line.as_slice() {
        [only] if PROMOTIONS.contains(&only.text.as_str()) => Some(only.text.clone()),
        _ => None,
    });
    if let Some(promotion) = promotion.filter(|_| reaches_end) {
        mv.text = format!("{}={promotion}", mv.text);
        mv.others.remove(0);
    }
}

/// Ends variations below a move where a side passes, since no rule knows such a move: what follows stays as text in the comment
/// of the move before. A match itself is not cut, so that its null move is refused.
fn end_variations_at_passes(mv: &mut SheetMove) {
    for mut line in std::mem::take(&mut mv.others) {
        line.iter_mut().for_each(end_variations_at_passes);
        let Some(at) = line.iter().position(|mv| NULL_MOVES.contains(&mv.text.as_str())) else {
            mv.others.push(line);
            continue;
        };
        let rest = line.split_off(at);
        match line.last_mut() {
            Some(last) => {
                append(&mut last.comment, &text_of(&rest));
                mv.others.push(line);
            }
            None => append(&mut mv.comment, &format!("({})", text_of(&rest))),
        }
    }
}

/// A line as text: its moves and comments, with the variations in parentheses.
fn text_of(line: &[SheetMove]) -> String {
    let mut text = String::new();
    for mv in line {
        append(&mut text, &mv.text);
        text.push_str(mv.mark.map_or("", Mark::sign));
        append(&mut text, &mv.comment);
        mv.others.iter().for_each(|other| append(&mut text, &format!("({})", text_of(other))));
    }
    text
}

/// Adds words behind a blank.
fn append(text: &mut String, words: &str) {
    if !text.is_empty() && !words.is_empty() {
        text.push(' ');
    }
    text.push_str(words);
}

/// Takes `1/2` and `½-½` at the end of the moves for a draw, as older programs write it.
fn take_short_draw(sheet: &mut Sheet) {
    let is_draw = |mv: &SheetMove| ["1/2", "½", "½-½", "1/2:1/2"].contains(&mv.text.as_str());
    if sheet.moves.last().is_some_and(is_draw) {
        sheet.moves.pop();
        sheet.payoffs.get_or_insert_with(|| vec![0, 0]);
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
