//! Undone lines in notations that can't express them, because there a variation can only replace moves.

use std::mem;

use super::pgn::{self, Pgn};
use super::{Sheet, SheetFormat, SheetMove};

/// The name of the tag that stores the variations if all moves in the match were taken back.
pub(super) const TAKEN_BACK_TAG: &str = "TakenBack";

/// The placeholder that the variations replace instead of a move.
const NO_MOVE: &str = "-";

/// The tag value: `( 1. e4 e5 ) ( 1. d4 )`, in the game's notation. `None` if there are no variations, or if a
/// variation can't be written.
pub(super) fn text(variations: Vec<Vec<SheetMove>>) -> Option<String> {
    if variations.is_empty() {
        return None;
    }
    let replaced = SheetMove { text: NO_MOVE.into(), others: variations, ..SheetMove::default() };
    let text = pgn::movetext(&[replaced]).ok()?.replace('\n', " ");
    Some(text.split_once(NO_MOVE)?.1.trim_start().into())
}

/// The variations in the tag value; `None` if the tag has another meaning.
pub(super) fn variations(text: &str) -> Option<Vec<Vec<SheetMove>>> {
    if !text.starts_with('(') {
        return None;
    }
    let text = format!("{NO_MOVE} {text}");
    let sheet = Pgn.read(text.as_bytes(), None).next()?.ok()?;
    Some(sheet.moves.into_iter().flat_map(|mv| mv.others).collect())
}

/// The sheet with the newest variation of the first move moved to the end of the match, if it was taken back there; see
/// [`Record::repair_variations`](games_package::Record::repair_variations). Nested variations that branch off before
/// the end of the match become variations in the match itself. Also returns the texts of the variation's moves: Rival
/// writes standard notation, so other texts are from another program. `None` if there is no such variation, or if the
/// places of its variations are unknown.
pub(super) fn with_newest_at_end(sheet: &Sheet) -> Option<(Sheet, Vec<String>)> {
    let mut sheet = sheet.clone();
    let end = sheet.moves.len();
    let mut line = sheet.moves.first_mut()?.others.pop()?;
    let last = line.last()?;
    if last.others.iter().any(|other| other.first().is_some_and(|mv| mv.text == last.text)) {
        return None;
    }
    let texts = line.iter().map(|mv| mv.text.clone()).collect();
    let mut behind = Vec::new();
    for index in 0..line.len() {
        let others = mem::take(&mut line[index].others);
        match sheet.moves.get_mut(index) {
            Some(mv) => mv.others.extend(others),
            None if index == end => behind = others,
            None => line[index - end].others = others,
        }
    }
    let played = sheet.moves.last_mut()?;
    let repeated = played.bare();
    behind.push(line);
    played.others.extend(behind.into_iter().map(|line| [vec![repeated.clone()], line].concat()));
    Some((sheet, texts))
}
