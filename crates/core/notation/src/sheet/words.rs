//! Moves as words in a comment, for moves that the rules don't allow.

use games_package::Mark;

use super::SheetMove;

/// A line as text: its moves and comments, with the variations in parentheses. Commands such as `[%clk]` lose their
/// percent sign: they don't apply to the commented move.
pub fn line_words(line: &[SheetMove]) -> String {
    let mut text = String::new();
    for mv in line {
        append_words(&mut text, &mv.preface);
        append_words(&mut text, &mv.number);
        append_words(&mut text, &mv.text);
        text.push_str(mv.mark.map_or("", Mark::sign));
        for nag in &mv.nags {
            append_words(&mut text, &format!("${nag}"));
        }
        append_words(&mut text, &mv.comment.replace("[%", "["));
        for other in &mv.others {
            append_words(&mut text, &format!("({})", line_words(other)));
        }
    }
    text
}

/// Removes the last move, which is really the result of the match. The annotations of that move become text after the
/// preceding move, or in the preface.
pub fn drop_last_move(moves: &mut Vec<SheetMove>, preface: &mut String) {
    if let Some(last) = moves.pop() {
        let words = line_words(&[SheetMove { number: String::new(), text: String::new(), ..last }]);
        append_words(moves.last_mut().map_or(preface, |last| &mut last.comment), &words);
    }
}

/// Appends words after a space.
pub fn append_words(text: &mut String, words: &str) {
    if !text.is_empty() && !words.is_empty() {
        text.push(' ');
    }
    text.push_str(words);
}
