//! Moves as words in a comment, for moves that the rules don't allow.

use std::borrow::Cow;

use board_engine::without_controls;
use games_package::Mark;

use super::SheetMove;

/// A line as text: its moves and comments, with the variations in parentheses. Commands such as `[%clk]` lose their
/// percent sign: they don't apply to the commented move.
pub fn line_words(line: &[SheetMove]) -> String {
    let mut text = String::new();
    for mv in line {
        append_words(&mut text, &without_borders(&mv.preface));
        append_words(&mut text, &mv.number);
        append_words(&mut text, &mv.text);
        text.push_str(mv.mark.map_or("", Mark::sign));
        for nag in &mv.nags {
            append_words(&mut text, &format!("${nag}"));
        }
        append_words(&mut text, &without_borders(&mv.comment).replace("[%", "["));
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

/// The border between two comments in one text: the first one ends, and the second one begins.
const BORDER: &str = "} {";

/// The comment as stored: its characters and line breaks stay as they are, without the blanks around it.
pub fn comment_text(comment: &str) -> Cow<'_, str> {
    match without_controls(comment) {
        Cow::Borrowed(text) => Cow::Borrowed(text.trim_ascii()),
        Cow::Owned(text) => Cow::Owned(text.trim_ascii().to_owned()),
    }
}

/// The value of a tag, or a name, as stored on one line.
pub fn tag_text(value: &str) -> String {
    without_controls(value).replace('\n', " ")
}

/// Appends a comment as a comment of its own.
pub fn append_comment(text: &mut String, comment: &str) {
    if !text.is_empty() && !comment.is_empty() {
        text.push_str(BORDER);
    }
    text.push_str(comment);
}

/// The comments in a text, without the empty ones.
pub fn comments_in(text: &str) -> impl Iterator<Item = &str> {
    text.split(BORDER).map(str::trim_ascii).filter(|comment| !comment.is_empty())
}

/// The comments in a text as one comment.
pub fn without_borders(text: &str) -> Cow<'_, str> {
    if text.contains(BORDER) {
        comments_in(text).collect::<Vec<_>>().join(" ").into()
    } else {
        text.into()
    }
}

/// The comment as written between braces. A closing brace would end the comment, so it becomes a parenthesis. A bracket
/// at the start of a line after a blank line would begin a game, so such a comment loses its blank lines.
pub(crate) fn comment_in_braces(comment: &str) -> String {
    let text = without_controls(comment).replace('}', ")");
    let lines: Vec<&str> = text.split('\n').collect();
    let begins_game = |pair: &[&str]| {
        pair[0].trim_ascii().is_empty() && pair[1].trim_ascii_start().starts_with('[')
    };
    if !lines.windows(2).any(begins_game) {
        return format!("{{{text}}}");
    }
    let filled: Vec<&str> =
        lines.into_iter().filter(|line| !line.trim_ascii().is_empty()).collect();
    format!("{{{}}}", filled.join("\n"))
}

/// Appends words after a space.
pub fn append_words(text: &mut String, words: &str) {
    if !text.is_empty() && !words.is_empty() {
        text.push(' ');
    }
    text.push_str(words);
}
