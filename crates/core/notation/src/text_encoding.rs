//! Text encodings in files from other programs.

use std::borrow::Cow;

use crate::place::PlaceInText;

/// The byte order mark, which some programs write before UTF-8 text.
pub const BYTE_ORDER_MARK: char = '\u{feff}';

/// The characters of the bytes 0x80 to 0x9F in Windows-1252
/// (<https://encoding.spec.whatwg.org/index-windows-1252.txt>).
const WINDOWS_1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// A game's text after decoding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DecodedText<'a> {
    /// The text. Each invalid or incomplete UTF-8 sequence is U+FFFD.
    pub text: Cow<'a, str>,
    /// The offset of the first invalid sequence in the text; `None` if there is none.
    damage: Option<usize>,
}

impl<'a> DecodedText<'a> {
    /// Decodes a game's text: UTF-8, or else Windows-1252, which agrees with Latin-1 in all printable characters. Text
    /// with damage is still UTF-8 if it has at least as many valid multi-byte sequences as invalid ones, because such
    /// sequences are rare in Windows-1252.
    ///
    /// The end marks of DOS files are dropped.
    pub fn new(bytes: &'a [u8]) -> Self {
        let bytes = without_end_marks(bytes);
        let damage = match str::from_utf8(bytes) {
            Ok(text) => return Self { text: Cow::Borrowed(text), damage: None },
            Err(error) => error.valid_up_to(),
        };
        let (mut valid, mut invalid) = (0_usize, 0_usize);
        for chunk in bytes.utf8_chunks() {
            valid += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
            invalid += usize::from(!chunk.invalid().is_empty());
        }
        if valid >= invalid {
            return Self { text: String::from_utf8_lossy(bytes), damage: Some(damage) };
        }
        let text = bytes.iter().map(|&byte| windows_1252(byte)).collect();
        Self { text: Cow::Owned(text), damage: None }
    }

    /// The location of the first invalid sequence, in a text that starts at `begin`; `None` if all of it is valid.
    pub fn damage(&self, begin: PlaceInText) -> Option<PlaceInText> {
        Some(begin.moved_past(self.text.get(..self.damage?)?))
    }

    /// The text as UTF-8 bytes.
    pub fn into_bytes(self) -> Cow<'a, [u8]> {
        match self.text {
            Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
            Cow::Owned(text) => Cow::Owned(text.into_bytes()),
        }
    }
}

/// A game's text, decoded as by [`DecodedText::new`].
pub fn decoded(bytes: &[u8]) -> Cow<'_, str> {
    DecodedText::new(bytes).text
}

/// The byte that fills the end of a DOS or CP/M file (Ctrl-Z).
const END_MARK: u8 = 0x1a;

/// The text up to the end marks that follow it, if any.
fn without_end_marks(bytes: &[u8]) -> &[u8] {
    let is_text = |byte: &u8| *byte != END_MARK && !byte.is_ascii_whitespace();
    let end = bytes.iter().rposition(is_text).map_or(0, |last| last + 1);
    let mark = bytes[end..].iter().position(|&byte| byte == END_MARK);
    mark.map_or(bytes, |mark| &bytes[..end + mark])
}

fn windows_1252(byte: u8) -> char {
    let index = usize::from(byte).checked_sub(0x80);
    index.and_then(|index| WINDOWS_1252.get(index)).copied().unwrap_or(char::from(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_that_is_not_utf_8_is_windows_1252() {
        assert_eq!(decoded("Müller".as_bytes()), "Müller");
        assert_eq!(decoded(b"J\xf8rg \x96 \x80 \x9f\xa0"), "Jørg – € Ÿ\u{a0}");
        // These bytes happen to form a valid sequence.
        assert_eq!(decoded(b"J\xf8rg \xc3\xa9 Bj\xf6rn"), "Jørg Ã© Björn");
    }

    #[test]
    fn the_end_marks_of_dos_files_are_not_text() {
        for (bytes, text) in [
            (&b"1-0\r\n\x1a"[..], "1-0\r\n"),
            (b"1-0\x1a\x1a\n\x1a", "1-0"),
            (b"\x1a", ""),
            (b"1-0 \x1a 0-1", "1-0 \u{1a} 0-1"),
            (b"1-0\n", "1-0\n"),
        ] {
            assert_eq!(decoded(bytes), text);
        }
    }

    #[test]
    fn damaged_utf_8_loses_only_its_damage() {
        let check = |bytes: &[u8], shown, line, column| {
            let text = DecodedText::new(bytes);
            assert_eq!(text.text, shown);
            let damage = text.damage(PlaceInText { line: 7, column: 5 });
            assert_eq!(damage, Some(PlaceInText { line, column }), "{shown}");
        };
        check("Müller 日本 ü".as_bytes().split_last().unwrap().1, "Müller 日本 \u{fffd}", 7, 15);
        check(b"\xc3\xa9\n\xc3\xa9\xff!", "é\né\u{fffd}!", 8, 2);
        let cut = "é 😀".as_bytes().split_last().unwrap().1;
        check(cut, "é \u{fffd}", 7, 7);
        assert_eq!(DecodedText::new("é".as_bytes()).damage(PlaceInText::START), None);
        assert_eq!(DecodedText::new(b"\xe9").damage(PlaceInText::START), None);
    }
}
