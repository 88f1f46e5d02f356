//! Text encodings in files from other programs.

use std::borrow::Cow;

/// The byte order mark, which some programs write before UTF-8 text.
pub const BYTE_ORDER_MARK: char = '\u{feff}';

/// The characters of the bytes 0x80 to 0x9F in Windows-1252
/// (<https://encoding.spec.whatwg.org/index-windows-1252.txt>).
const WINDOWS_1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// A game's text: UTF-8, or else Windows-1252, which agrees with Latin-1 in all printable characters.
pub fn decoded(bytes: &[u8]) -> Cow<'_, str> {
    match str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().map(|&byte| windows_1252(byte)).collect()),
    }
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
    }
}
