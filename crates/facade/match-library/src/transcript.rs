//! Reads transcripts: moves without tags and, in some games, without spaces between them, such as `f5d6c3d3c4`.

use games_package::TableGame;
use notation::{Sheet, SheetMove};

/// The length of the shortest word that can be several moves. Most first moves are shorter.
const WORD_LENGTH_MIN: usize = 4;

/// Returns `true` if text begins with a move: a letter, then other letters and digits.
pub(crate) fn begins_with_move(text: &[u8]) -> bool {
    let first = text.split(u8::is_ascii_whitespace).find(|word| !word.is_empty());
    let word = first.unwrap_or_default();
    word.first().is_some_and(u8::is_ascii_alphabetic)
        && word.iter().any(u8::is_ascii_digit)
        && word.iter().all(u8::is_ascii_alphanumeric)
}

/// Splits the words of a transcript into moves. A match is not a transcript if its first word is a single move.
pub(crate) fn split_transcript(sheet: &mut Sheet, game: &dyn TableGame) {
    let is_long = |mv: &SheetMove| mv.text.len() >= WORD_LENGTH_MIN;
    if !sheet.moves.first().is_some_and(is_long) {
        return;
    }
    let start = sheet.start.as_ref().map(|(start, _)| start.as_str());
    let Ok(mut state) = game.open(start) else { return };
    let mut moves = Vec::new();
    for mv in &sheet.moves {
        let mut rest = mv.text.as_str();
        while let Ok((text, behind)) = state.play_first(rest)
            && !behind.is_empty()
        {
            rest = behind;
            moves.push(SheetMove { text, place: mv.place, ..SheetMove::default() });
        }
        moves.push(SheetMove { text: rest.into(), ..mv.clone() });
        if moves.len() == 1 {
            return;
        }
    }
    sheet.moves = moves;
}
