//! Numbers, times and boards as people read them.

use std::time::Duration;

use board_engine::{Diagram, Glyph, Zone};

/// Where the pieces stand, a kind a line, and what lies in each zone beside the board.
pub fn in_words(diagram: &Diagram) -> String {
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
    let zones = diagram.zones().iter().filter_map(|zone| zone_in_words(diagram, zone));
    let lines: Vec<String> = board.chain(zones).collect();
    if lines.is_empty() { "The board is empty.\n".into() } else { lines.concat() }
}

/// Adds a square to those of a kind of piece.
fn note<'a>(kinds: &mut Vec<(&'a str, Vec<String>)>, kind: &'a str, square: String) {
    match kinds.iter_mut().find(|(known, _)| *known == kind) {
        Some((_, squares)) => squares.push(square),
        None => kinds.push((kind, vec![square])),
    }
}

/// "White's bar: white checker (2)"; none if nothing lies there.
fn zone_in_words(diagram: &Diagram, zone: &Zone) -> Option<String> {
    let pieces: Vec<Glyph> =
        zone.squares().flat_map(|square| diagram.pieces(square)).cloned().collect();
    let names: Vec<String> =
        counted(&pieces).iter().map(|(glyph, count)| with_count(&glyph.name, *count)).collect();
    (!names.is_empty()).then(|| format!("{}: {}\n", zone.title(), names.join(", ")))
}

/// The different pieces among these, each with how many of it there are.
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

/// "13", or "13 (5)" where five lie there.
fn with_count(name: &str, count: usize) -> String {
    if count == 1 { name.into() } else { format!("{name} ({count})") }
}

/// What a clock shows: "1:05", or "4.2 s" when it gets short.
pub fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    if seconds < 20 {
        format!("{:.1} s", time.as_secs_f64())
    } else {
        format!("{}:{:02}", seconds / 60, seconds % 60)
    }
}

/// A large number with at most four digits: "950", "120 k", "31 M".
pub fn amount(number: u64) -> String {
    match number {
        0..10_000 => number.to_string(),
        10_000..10_000_000 => format!("{} k", number / 1_000),
        10_000_000..10_000_000_000 => format!("{} M", number / 1_000_000),
        _ => format!("{} G", number / 1_000_000_000),
    }
}

/// A text of several lines as one, without control characters.
pub(crate) fn one_line(text: &str) -> String {
    let lines =
        text.trim().split(['\n', '\r', '\t']).map(str::trim).filter(|line| !line.is_empty());
    let line = lines.collect::<Vec<_>>().join(" ");
    line.chars().filter(|sign| !sign.is_control()).collect()
}

/// The text in lines of at most so many characters, broken at blanks; a longer word is broken anywhere.
pub(crate) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines: Vec<String> = vec![String::new()];
    for word in text.split_whitespace() {
        let mut rest: Vec<char> = word.chars().collect();
        while !rest.is_empty() {
            let used = lines.last().map_or(0, |line| line.chars().count());
            let gap = usize::from(used > 0);
            if used > 0 && used + gap + rest.len() > width {
                lines.push(String::new());
                continue;
            }
            let part: String = rest.drain(..rest.len().min(width)).collect();
            if let Some(line) = lines.last_mut() {
                line.extend(std::iter::repeat_n(' ', gap));
                line.push_str(&part);
            }
        }
    }
    lines
}

/// The first so many characters; the last of them is an ellipsis if there were more.
pub(crate) fn cut(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        text.into()
    } else {
        text.chars().take(width.saturating_sub(1)).chain(['…']).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, width: usize, expected: &[&str]) {
        assert_eq!(wrapped(text, width), expected);
    }

    #[test]
    fn lines_are_broken_at_blanks_and_long_words_anywhere() {
        check("one two three", 7, &["one two", "three"]);
        check("one two", 3, &["one", "two"]);
        check("a extraordinary b", 6, &["a", "extrao", "rdinar", "y b"]);
        check("", 5, &[""]);
        check("ab", 0, &["a", "b"]);
    }

    #[test]
    fn lines_that_are_pasted_become_one_without_control_characters() {
        assert_eq!(
            one_line("1. 11-15 22-18\r\n2. 15x22\t25x18\n"),
            "1. 11-15 22-18 2. 15x22 25x18"
        );
        assert_eq!(one_line("\x1b[2Jund\x07o\n"), "[2Jundo");
        assert_eq!(one_line("\n"), "");
    }
}
