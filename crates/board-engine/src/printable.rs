//! Makes untrusted text safe to show: from files, plugins and engines.

/// The text in one line, without anything that a terminal obeys or that can't be seen: line breaks and tabs are blanks, and
/// every other [unprintable](is_printable) character is U+FFFD, the replacement character.
pub fn printable(text: &str) -> String {
    let shown = |c: char| match c {
        _ if c.is_whitespace() => ' ',
        _ if is_printable(c) => c,
        _ => char::REPLACEMENT_CHARACTER,
    };
    text.chars().map(shown).collect()
}

/// The longest text that a message repeats, in characters.
const EXCERPT_MAX: usize = 120;

/// The [printable] text as a message repeats it, cut off after 120 characters: what comes from outside may be megabytes
/// long.
pub fn excerpt(text: &str) -> String {
    cut_off(text, EXCERPT_MAX)
}

/// The [printable] text, cut off after `chars_max` characters with an ellipsis.
pub fn cut_off(text: &str, chars_max: usize) -> String {
    match text.char_indices().nth(chars_max) {
        Some((end, _)) => printable(text.get(..end).unwrap_or_default()) + "…",
        None => printable(text),
    }
}

/// Whether a character shows itself and leaves the others where they are. Not so the control characters (C0, DEL, C1), the
/// line and paragraph separators, those that change the direction of the text (Unicode Standard Annex 9), and those that
/// have no width: two names that differ in these alone look the same. The selectors that choose between two pictures of
/// the character before them are printable.
pub const fn is_printable(c: char) -> bool {
    !matches!(c,
        '\0'..='\u{1F}' | '\u{7F}'..='\u{9F}'
        // Soft hyphen, grapheme joiner, fillers and the Mongolian vowel separator.
        | '\u{AD}' | '\u{34F}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}'
        | '\u{180B}'..='\u{180F}' | '\u{3164}' | '\u{FFA0}'
        // Arabic letter mark; zero-width blanks and joiners; marks, embeddings, overrides and isolates of direction; the
        // separators; invisible operators.
        | '\u{61C}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}'
        // Byte order mark, annotations, musical and shorthand controls, tags and what is kept for more of them.
        | '\u{FEFF}' | '\u{FFF0}'..='\u{FFFB}' | '\u{1BCA0}'..='\u{1BCA3}'
        | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E0FFF}')
}
