//! Results as files state them.

use board_engine::plain_signs;

/// The result of a two-player game as stated in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct StatedResult {
    /// The payoffs of the two sides in the order as written, 1, 0 or −1; `None` if the result is unknown.
    pub(crate) payoffs: Option<[i16; 2]>,
    /// `true` if a side won without play.
    pub(crate) is_forfeit: bool,
}

impl StatedResult {
    /// The result stated by a string, in points or as a forfeit: `1-0`, `½-½`, `1:0`, `2-0`, `+/-`, `+--`, `1-0F`. `None`
    /// for any other string.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let signs = plain_signs(text);
        let mut plain: String = signs.chars().filter(|c| !c.is_whitespace()).collect();
        let has_digits = plain.contains(|c: char| c.is_ascii_digit() || c == '½');
        let len = plain.len();
        if has_digits {
            // A result with digits can be marked as a forfeit.
            plain = plain.replace(['F', 'f'], "").replace(':', "-").replace(',', ".");
        }
        let is_forfeit = plain.len() < len || matches!(plain.as_bytes(), [b'+' | b'-', ..]);
        let payoffs = match plain.as_str() {
            "2-0" | "1-0" | "+/-" | "+:-" | "+-" | "+--" => Some([1, -1]),
            "0-2" | "0-1" | "-/+" | "-:+" | "-+" | "--+" => Some([-1, 1]),
            "1-1" | "1/2-1/2" | "½-½" | "½" | "1/2" | "0.5-0.5" => Some([0, 0]),
            "0-0" | "-/-" | "-:-" => Some([-1, -1]),
            "*" | "?" | "" => None,
            _ => return None,
        };
        Some(Self { payoffs, is_forfeit })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_in_all_spellings() {
        let parse = |text| StatedResult::parse(text).map(|read| (read.payoffs, read.is_forfeit));
        for text in ["1-0", " 1-0 ", "1:0", "1 - 0", "1–0", "2-0"] {
            assert_eq!(parse(text), Some((Some([1, -1]), false)), "{text}");
        }
        for text in ["½-½", "½ : ½", "1/2", "1/2-1/2", "0.5-0.5", "0,5:0,5", "1-1"] {
            assert_eq!(parse(text), Some((Some([0, 0]), false)), "{text}");
        }
        for text in ["+--", "+/-", "+:-", "1-0F", "1F-0"] {
            assert_eq!(parse(text), Some((Some([1, -1]), true)), "{text}");
        }
        for text in ["--+", "-/+", "-:+", "0F-1", "0-1f"] {
            assert_eq!(parse(text), Some((Some([-1, 1]), true)), "{text}");
        }
        assert_eq!(parse("-/-"), Some((Some([-1, -1]), true)));
        assert_eq!(parse("0-0"), Some((Some([-1, -1]), false)));
        assert_eq!(parse("*"), Some((None, false)));
        for text in ["White wins", "3-0", "F", "-", "--"] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
