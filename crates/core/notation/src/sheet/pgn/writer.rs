//! Writes sheets as text.

use std::fmt::Write as _;

use board_engine::WrappedText;
use games_package::Mark;

use super::{BOTH_LOSE, GAME, PAYOFFS, RESULTS, ROSTER, SET_UP, START, UNKNOWN, seat_tag, times};
use crate::games_in_text::is_symbol;
use crate::sheet::{Sheet, SheetError, SheetMove, comment_in_braces, comments_in, tag_text};
use crate::stated_result::StatedResult;

/// The line length, in characters (PGN, 8.2.1).
const LINE_LEN: usize = 80;

/// A match as text, tags first.
pub(super) fn write(sheet: &Sheet) -> Result<String, SheetError> {
    let mut text = String::new();
    let sheet = &*sheet.with_white_at(0);
    // The tags that every PGN file has.
    for (name, value) in ROSTER {
        tag(&mut text, name, sheet.tag(name).unwrap_or(value));
    }
    for index in 0..sheet.players.len().max(2) {
        let (name, seat) = (sheet.players.get(index), seat_tag(index));
        let name = name.map(String::as_str).filter(|name| !name.is_empty());
        // Only a blank name is also a tag.
        tag(&mut text, &seat, name.or_else(|| sheet.tag(&seat)).unwrap_or("?"));
    }
    let of_payoffs = || result(sheet.payoffs.as_deref());
    tag(&mut text, "Result", sheet.tag("Result").unwrap_or_else(of_payoffs));
    if let Some(game) = &sheet.game {
        tag(&mut text, GAME, game);
    }
    let start = sheet.start.as_ref().map(|(start, _)| start.as_str());
    if let Some(start) = start
        && sheet.tag(START).is_none()
    {
        tag(&mut text, SET_UP, sheet.tag(SET_UP).unwrap_or("1"));
        tag(&mut text, START, start);
    }
    let is_plain = |payoffs: &&Vec<i16>| {
        RESULTS.iter().chain([&BOTH_LOSE]).any(|(_, plain)| plain == payoffs.as_slice())
    };
    if let Some(payoffs) = sheet.payoffs.as_ref().filter(|payoffs| !is_plain(payoffs)) {
        let numbers: Vec<String> = payoffs.iter().map(i16::to_string).collect();
        tag(&mut text, PAYOFFS, &numbers.join(" "));
    }
    let own: Vec<String> = text.lines().filter_map(name_of_tag).map(String::from).collect();
    for (name, value) in sheet.tags.iter().filter(|(name, _)| !own.contains(name)) {
        match (name.as_str(), start) {
            (START, Some(start)) => {
                if sheet.tag(SET_UP).is_none() {
                    tag(&mut text, SET_UP, "1");
                }
                tag(&mut text, START, start);
            }
            (name, _) if is_symbol(name) => tag(&mut text, name, value),
            _ => {}
        }
    }
    let mut body = Body { text: WrappedText::new(LINE_LEN) };
    if !sheet.preface.is_empty() {
        body.comment(&sheet.preface);
    }
    body.line(&sheet.moves, sheet.first_ply)?;
    body.text.push_word(result_after_moves(sheet));
    Ok(text + "\n" + body.text.as_str() + "\n")
}

/// The moves as text, without tags or a result.
pub(in crate::sheet) fn movetext(moves: &[SheetMove]) -> Result<String, SheetError> {
    let mut body = Body { text: WrappedText::new(LINE_LEN) };
    body.line(moves, 0)?;
    Ok(body.text.as_str().into())
}

/// The result of a two-player game, regardless of the amounts; unknown for other games.
pub(super) fn result(payoffs: Option<&[i16]>) -> &'static str {
    let Some(&[white, black]) = payoffs else { return UNKNOWN };
    if [white, black] == BOTH_LOSE.1 {
        return BOTH_LOSE.0;
    }
    let order = white.cmp(&black) as i16;
    let signs = [order, -order];
    let known = RESULTS.iter().find(|(_, known)| *known == signs);
    known.map_or(UNKNOWN, |(text, _)| text)
}

/// The standard text for the result that this string states; `None` if it doesn't state one.
fn stated(text: &str) -> Option<&'static str> {
    StatedResult::parse(text)
        .map(|stated| result(stated.payoffs.as_ref().map(<[i16; 2]>::as_slice)))
}

/// The result after the moves if the file states none there: the result in the tag, or else the result for the payoffs.
pub(super) fn implied_result(sheet: &Sheet) -> &'static str {
    let of_tag = sheet.tag("Result").and_then(stated);
    of_tag.unwrap_or_else(|| result(sheet.payoffs.as_deref()))
}

/// The result after the moves: as written if it differs from the result in the tag, or else in standard notation.
pub(super) fn result_after_moves(sheet: &Sheet) -> &str {
    let implied = implied_result(sheet);
    let as_read = sheet.movetext_result.as_deref();
    let is_other = |text: &&str| stated(text).is_some_and(|stated| stated != implied);
    as_read.filter(is_other).unwrap_or(implied)
}

fn tag(text: &mut String, name: &str, value: &str) {
    let value = tag_text(value).replace('\\', "\\\\").replace('"', "\\\"");
    // Writing to a string can't fail.
    let _written = writeln!(text, "[{name} \"{value}\"]");
}

/// The name in a line like `[White "Ada"]`.
fn name_of_tag(line: &str) -> Option<&str> {
    line.strip_prefix('[')?.split_once(' ').map(|(name, _)| name)
}

/// The moves being written.
struct Body {
    text: WrappedText,
}

impl Body {
    /// Writes a line that starts after this number of plies. Each move number covers two plies.
    fn line(&mut self, moves: &[SheetMove], first: usize) -> Result<(), SheetError> {
        let mut interrupted = true;
        for (ply, mv) in (first..).zip(moves) {
            check(&mv.text)?;
            if !mv.preface.is_empty() {
                self.comment(&mv.preface);
                interrupted = true;
            }
            let is_second = ply % 2 == 1;
            let number = format!("{}{}", ply / 2 + 1, if is_second { "..." } else { "." });
            let text = format!("{}{}", mv.text, mv.mark.map_or("", Mark::sign));
            if is_result(&mv.text) {
                // Without a number, the domino tile 1-0 would be parsed as a result.
                self.text.push_word(&format!("{number}{text}"));
            } else {
                if interrupted || !is_second {
                    self.text.push_word(&number);
                }
                self.text.push_word(&text);
            }
            for nag in &mv.nags {
                self.text.push_word(&format!("${nag}"));
            }
            if !mv.comment.is_empty() {
                self.comment(&mv.comment);
            }
            for other in &mv.others {
                self.text.push_word("(");
                self.line(other, ply)?;
                self.text.push_word(")");
            }
            interrupted = !mv.comment.is_empty() || !mv.others.is_empty();
        }
        Ok(())
    }

    /// Writes the comments in a text. Line breaks within comments are part of the text: programs look for commands
    /// within lines, and the comment stays as it was read.
    fn comment(&mut self, text: &str) {
        for comment in comments_in(text) {
            self.text.push_word(&comment_in_braces(comment));
        }
    }
}

fn is_result(text: &str) -> bool {
    text == UNKNOWN || RESULTS.iter().any(|(result, _)| *result == text)
}

/// Checks that a move can't be parsed as another token. A move that looks like a result is written together with its
/// number.
fn check(text: &str) -> Result<(), SheetError> {
    let is_number = text.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with('.');
    let has_sign = |c: char| c.is_whitespace() || "{}()[];$".contains(c);
    let is_marked = text.ends_with(['!', '?', ',', '.']);
    let is_split = without_times(text).contains(has_sign);
    if text.is_empty() || is_number || is_marked || is_split {
        return Err(SheetError::Unwritable { format: "pgn", what: format!("the move \"{text}\"") });
    }
    Ok(())
}

/// The move without the repeat counts that the reader parses as part of it.
fn without_times(text: &str) -> String {
    let mut rest = text.chars();
    let mut kept = String::new();
    loop {
        if times(rest.as_str()).is_some() && !kept.is_empty() {
            rest.nth(2);
        }
        match rest.next() {
            Some(c) => kept.push(c),
            None => return kept,
        }
    }
}
