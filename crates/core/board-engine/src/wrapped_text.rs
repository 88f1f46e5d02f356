//! Text utilities: wrapped lines, printable characters, lists and numbers.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Words separated by spaces, with line breaks where a line would become too long.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrappedText {
    text: String,
    line_len: usize,
    line_len_max: usize,
}

impl WrappedText {
    /// An empty text with lines of at most `line_len_max` characters; a longer word gets its own
    /// line.
    pub const fn new(line_len_max: usize) -> Self {
        Self { text: String::new(), line_len: 0, line_len_max }
    }

    /// Adds a word after a space or on a new line. The word's own line breaks stay.
    pub fn push_word(&mut self, word: &str) {
        let (first, last) = (word.split('\n').next(), word.rsplit('\n').next());
        let [first_len, last_len] =
            [first, last].map(|line| line.map_or(0, |line| line.chars().count()));
        if self.line_len > 0 && self.line_len + 1 + first_len > self.line_len_max {
            self.text.push('\n');
            self.line_len = 0;
        } else if self.line_len > 0 {
            self.text.push(' ');
            self.line_len += 1;
        }
        self.text.push_str(word);
        self.line_len = if word.contains('\n') { last_len } else { self.line_len + last_len };
    }

    /// The text, without a line break at its end.
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

/// The text on one line, without control sequences or invisible characters: line breaks and tabs become spaces, and
/// every other [unprintable](is_printable) character becomes U+FFFD, the replacement character. The zero-width joiner
/// and non-joiner stay between two characters outside ASCII: Persian and Indian names and some emoji contain them.
pub fn printable(text: &str) -> String {
    let is_letter = |c: char| !c.is_ascii() && is_printable(c);
    let mut shown = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        let is_between_letters = || {
            let neighbors = [shown.chars().next_back(), rest.clone().next()];
            neighbors.into_iter().all(|neighbor| neighbor.is_some_and(is_letter))
        };
        shown.push(match c {
            '\u{200C}' | '\u{200D}' if is_between_letters() => c,
            _ if c.is_whitespace() => ' ',
            _ if is_printable(c) => c,
            _ => char::REPLACEMENT_CHARACTER,
        });
    }
    shown
}

/// The text without control characters, for storage: each of them becomes U+FFFD, the replacement character, except line
/// feeds and tabs. The same is true of directional embeddings, overrides and isolates, which can make a name look like
/// another one. Line ends of other systems become line feeds. Unlike [`printable`], this preserves other invisible
/// characters, because a file is written as it was read.
pub fn without_controls(text: &str) -> Cow<'_, str> {
    let is_directional = |c| matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    let is_clean = |c: char| matches!(c, '\n' | '\t') || !(c.is_control() || is_directional(c));
    if text.chars().all(is_clean) {
        return Cow::Borrowed(text);
    }
    let unified = text.replace("\r\n", "\n");
    let clean = |c| match c {
        '\r' | '\u{B}' | '\u{C}' => '\n',
        c if is_clean(c) => c,
        _ => char::REPLACEMENT_CHARACTER,
    };
    Cow::Owned(unified.chars().map(clean).collect())
}

/// The longest text that a message quotes, in characters.
const EXCERPT_MAX: usize = 120;

/// The [printable] text as quoted in messages, truncated to 120 characters: external text can be megabytes long.
pub fn excerpt(text: &str) -> String {
    cut_off(text, EXCERPT_MAX)
}

/// The [printable] text, truncated to `chars_max` characters, with an ellipsis.
pub fn cut_off(text: &str, chars_max: usize) -> String {
    match text.char_indices().nth(chars_max) {
        Some((end, _)) => printable(text.get(..end).unwrap_or_default()) + "…",
        None => printable(text),
    }
}

/// Returns `true` if a character is visible and doesn't move other characters. This rule excludes the control
/// characters (C0, DEL, C1), the line and paragraph separators, characters that change the direction of the text
/// (Unicode Standard Annex 9), and zero-width characters: two names that differ only in these characters look the same.
/// Variation selectors are printable.
pub const fn is_printable(c: char) -> bool {
    !matches!(c,
        '\0'..='\u{1F}' | '\u{7F}'..='\u{9F}'
        // Soft hyphen, grapheme joiner, fillers and the Mongolian vowel separator.
        | '\u{AD}' | '\u{34F}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}'
        | '\u{180B}'..='\u{180F}' | '\u{3164}' | '\u{FFA0}'
        // Arabic letter mark; zero-width spaces and joiners; directional marks, embeddings, overrides and isolates; the
        // separators; invisible operators.
        | '\u{61C}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}'
        // Byte order mark, annotations, musical and shorthand controls, tags and the range reserved for tags.
        | '\u{FEFF}' | '\u{FFF0}'..='\u{FFFB}' | '\u{1BCA0}'..='\u{1BCA3}'
        | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E0FFF}')
}

/// Joins words into a list: "x, o or z".
pub(crate) fn list(words: impl Iterator<Item = String>, last_sign: &str) -> String {
    let mut words: Vec<String> = words.collect();
    match words.pop() {
        Some(last) if !words.is_empty() => format!("{} {last_sign} {last}", words.join(", ")),
        last => last.unwrap_or_default(),
    }
}

/// Appends a number in decimal digits to `text`. Squares and moves have one or two digits, and a match writes thousands
/// of such numbers, so this function bypasses the general formatting machinery.
#[inline]
pub fn push_number(number: usize, text: &mut String) {
    let digit = |value: usize| char::from(b"0123456789"[value % 10]);
    match number {
        0..10 => text.push(digit(number)),
        10..100 => {
            text.push(digit(number / 10));
            text.push(digit(number));
        }
        _ => {
            // Writing to a string can't fail.
            let _ = write!(text, "{number}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words() {
        let mut text = WrappedText::new(7);
        for word in ["1.", "e4", "e5", "unbreakable", "2."] {
            text.push_word(word);
        }
        assert_eq!(text.as_str(), "1. e4\ne5\nunbreakable\n2.");
    }

    #[test]
    fn a_word_with_line_breaks_ends_in_its_last_line() {
        let mut text = WrappedText::new(7);
        for word in ["1.", "{a\nlonger text\nb}", "e4", "e5"] {
            text.push_word(word);
        }
        assert_eq!(text.as_str(), "1. {a\nlonger text\nb} e4\ne5");
    }

    #[test]
    fn only_control_characters_are_replaced_in_stored_text() {
        let invisible = "a\u{AD}\u{A0}\u{200B}\u{200E}\u{2028}\u{3000}\u{FEFF} \tb\n";
        assert_eq!(without_controls(invisible), invisible);
        assert_eq!(without_controls("a\r\nb\rc\u{C}d"), "a\nb\nc\nd");
        assert_eq!(without_controls("\u{1B}[2J\u{9B}\0"), "\u{FFFD}[2J\u{FFFD}\u{FFFD}");
        assert_eq!(without_controls("Ada\u{202E}\u{2066}"), "Ada\u{FFFD}\u{FFFD}");
    }

    #[test]
    fn a_number_is_appended_to_the_text() {
        let mut text = String::from("a");
        for number in [0, 7, 10, 50, 99, 100, 1024, usize::MAX] {
            text.push(' ');
            push_number(number, &mut text);
        }
        assert_eq!(text, format!("a 0 7 10 50 99 100 1024 {}", usize::MAX));
    }
}
