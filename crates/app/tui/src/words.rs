//! Describes boards in words, and fits text to the terminal.

use std::borrow::Cow;

use board_engine::{Diagram, Glyph, Zone};
use textwrap::{Options, WordSplitter};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Describes the piece positions with one line per kind of piece, the content of each zone, and the captions.
pub fn describe_diagram(diagram: &Diagram) -> String {
    let mut kinds: Vec<(&str, Vec<String>)> = Vec::new();
    for square in diagram.geometry().squares() {
        for (glyph, count) in counted(diagram.pieces(square)) {
            note(&mut kinds, &glyph.name, with_count(diagram.name(square), count));
        }
    }
    for laid in diagram.laid() {
        let [one, other] = laid.squares.map(|square| diagram.name(square));
        note(&mut kinds, &laid.glyph.name, format!("{one} and {other}"));
    }
    let board = kinds.iter().map(|(kind, names)| format!("{kind}: {}\n", names.join(", ")));
    let zones = diagram.zones().iter().filter_map(|zone| describe_zone(diagram, zone));
    let captions = diagram.captions().iter().map(|caption| format!("{}\n", caption.title()));
    let lines: Vec<String> = board.chain(zones).chain(captions).collect();
    if lines.is_empty() { "The board is empty.\n".into() } else { lines.concat() }
}

/// Adds a square to the list for a kind of piece.
fn note<'a>(kinds: &mut Vec<(&'a str, Vec<String>)>, kind: &'a str, square: String) {
    match kinds.iter_mut().find(|(known, _)| *known == kind) {
        Some((_, squares)) => squares.push(square),
        None => kinds.push((kind, vec![square])),
    }
}

/// Formats "White's bar: white checker (2)"; `None` if the zone is empty.
fn describe_zone(diagram: &Diagram, zone: &Zone) -> Option<String> {
    let pieces: Vec<Glyph> =
        zone.squares().flat_map(|square| diagram.pieces(square)).cloned().collect();
    let names: Vec<String> =
        counted(&pieces).iter().map(|(glyph, count)| with_count(&glyph.name, *count)).collect();
    (!names.is_empty()).then(|| format!("{}: {}\n", zone.title(), names.join(", ")))
}

/// The distinct pieces with their counts.
fn counted(pieces: &[Glyph]) -> Vec<(&Glyph, usize)> {
    let mut counts: Vec<(&Glyph, usize)> = Vec::new();
    for glyph in pieces {
        match counts.iter_mut().find(|(known, _)| *known == glyph) {
            Some((_, count)) => *count += 1,
            None => counts.push((glyph, 1)),
        }
    }
    counts
}

/// Formats "13", or "13 (5)" for five pieces.
fn with_count(name: &str, count: usize) -> String {
    if count == 1 { name.into() } else { format!("{name} ({count})") }
}

/// Joins multi-line text into one line without control characters.
pub(crate) fn one_line(text: &str) -> String {
    let lines =
        text.trim().split(['\n', '\r', '\t']).map(str::trim).filter(|line| !line.is_empty());
    let line = lines.collect::<Vec<_>>().join(" ");
    line.chars().filter(|sign| !sign.is_control()).collect()
}

/// The width of the text in terminal columns.
pub(crate) fn text_width(text: &str) -> u16 {
    u16::try_from(text.width()).unwrap_or(u16::MAX)
}

/// Splits the text at spaces into lines of at most `columns` columns. Longer words are broken anywhere.
pub(crate) fn wrapped(text: &str, columns: usize) -> Vec<String> {
    let options = Options::new(columns.max(1)).word_splitter(WordSplitter::NoHyphenation);
    textwrap::wrap(text, options).into_iter().map(Cow::into_owned).collect()
}

/// Splits the text into at most `rows` lines of at most `columns` columns. The first line begins after `taken`
/// columns. An ellipsis replaces text that doesn't fit.
pub(crate) fn wrapped_after(text: &str, taken: usize, columns: usize, rows: usize) -> Vec<String> {
    let indent = " ".repeat(taken.min(columns));
    let options = Options::new(columns.max(1))
        .initial_indent(&indent)
        .word_splitter(WordSplitter::NoHyphenation);
    let mut lines: Vec<String> =
        textwrap::wrap(text, options).into_iter().map(|line| line.trim().into()).collect();
    if let Some(rest) = lines.split_off(rows.min(lines.len())).first()
        && let Some(last) = lines.last_mut()
    {
        let room = columns.saturating_sub(if rows == 1 { taken } else { 0 });
        *last = cut(&format!("{last} {rest}{}", " ".repeat(columns)), room);
    }
    lines
}

/// The start of the text in at most `columns` columns, with an ellipsis if the text was truncated.
pub(crate) fn cut(text: &str, columns: usize) -> String {
    if text.width() <= columns {
        return text.into();
    }
    let mut taken = 0;
    let fits = |c: &char| {
        taken += c.width().unwrap_or(0);
        taken < columns
    };
    text.chars().take_while(fits).chain(['…']).collect()
}

/// The end of the text in at most `columns` columns.
pub(crate) fn end(text: &str, columns: usize) -> &str {
    let mut taken = 0;
    let fits = |&(_, c): &(usize, char)| {
        taken += c.width().unwrap_or(0);
        taken <= columns
    };
    let first = text.char_indices().rev().take_while(fits).last();
    first.and_then(|(index, _)| text.get(index..)).unwrap_or_default()
}

/// The text padded with spaces on the right to at least `columns` columns.
pub(crate) fn padded(text: &str, columns: usize) -> String {
    text.to_string() + &" ".repeat(columns.saturating_sub(text.width()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, width: usize, expected: &[&str]) {
        assert_eq!(wrapped(text, width), expected);
    }

    #[test]
    fn lines_break_at_spaces_and_long_words_break_anywhere() {
        check("one two three", 7, &["one two", "three"]);
        check("one two", 3, &["one", "two"]);
        check("a extraordinary b", 6, &["a", "extrao", "rdinar", "y b"]);
        check("", 5, &[""]);
        check("ab", 0, &["a", "b"]);
        check("22-15 11-18", 8, &["22-15", "11-18"]);
        check("漢字 漢字", 5, &["漢字", "漢字"]);
    }

    #[test]
    fn text_that_does_not_fit_ends_in_an_ellipsis() {
        let check = |text: &str, taken, rows, expected: &[&str]| {
            assert_eq!(wrapped_after(text, taken, 10, rows), expected, "{text}");
        };
        check("one two three", 0, 2, &["one two", "three"]);
        check("one two three", 4, 2, &["one", "two three"]);
        check("one two three four", 4, 2, &["one", "two three…"]);
        check("one two three", 0, 1, &["one two t…"]);
        check("one two", 4, 1, &["one t…"]);
        check("/a/long/name/of/a/file", 0, 2, &["/a/long/na", "me/of/a/f…"]);
        check("", 4, 2, &[""]);
    }

    #[test]
    fn wide_characters_count_as_two_columns() {
        assert_eq!((text_width("ab"), text_width("漢字"), text_width("e\u{301}")), (2, 4, 1));
        assert_eq!((cut("漢字漢字", 8), cut("漢字漢字", 6)), ("漢字漢字".into(), "漢字…".into()));
        assert_eq!((cut("abc", 3), cut("abcd", 3)), ("abc".into(), "ab…".into()));
        assert_eq!((end("ab漢字", 4), end("ab漢字", 3), end("ab", 9)), ("漢字", "字", "ab"));
        assert_eq!((padded("漢", 4), padded("abc", 2)), ("漢  ".into(), "abc".into()));
    }

    #[test]
    fn pasted_lines_are_joined_without_control_characters() {
        assert_eq!(
            one_line("1. 11-15 22-18\r\n2. 15x22\t25x18\n"),
            "1. 11-15 22-18 2. 15x22 25x18"
        );
        assert_eq!(one_line("\x1b[2Jund\x07o\n"), "[2Jundo");
        assert_eq!(one_line("\n"), "");
    }
}
