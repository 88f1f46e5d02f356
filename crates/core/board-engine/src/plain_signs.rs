//! Typographic signs in moves and results.

use std::borrow::Cow;

/// The string with hyphens, dashes and minus signs as `-`, and with multiplication signs as `x`. Each sign becomes one
/// character, so columns stay the same.
pub fn plain_signs(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let plain = |sign: char| match sign {
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        '×' => 'x',
        sign => sign,
    };
    Cow::Owned(text.chars().map(plain).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typographic_characters_become_ascii() {
        assert_eq!(plain_signs("O–O 18×23 1—0 e2‑e4 −1"), "O-O 18x23 1-0 e2-e4 -1");
        assert_eq!(plain_signs("é-½"), "é-½");
    }
}
