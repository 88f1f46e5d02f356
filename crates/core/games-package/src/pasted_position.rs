//! Parses positions as people paste them.

use board_engine::{Notation, NotationError, plain_signs};

/// Characters that can surround a position copied with its label: `[FEN "…"]`.
const AROUND: [char; 10] = [' ', '[', ']', '"', '\'', '`', '“', '”', '„', '\u{feff}'];

/// The label of a position.
const LABEL: &str = "FEN";

/// The position that a string describes. The string can have typographic dashes, non-breaking spaces, quotation marks
/// around it, or the label `FEN`.
///
/// # Errors
/// As [`Notation::parse_position`].
pub fn parse_pasted_position<G: Notation>(
    game: &G,
    text: &str,
) -> Result<G::Position, NotationError> {
    game.parse_position(text).or_else(|error| {
        let plain = plain_position(text);
        if plain == text { Err(error) } else { game.parse_position(&plain) }
    })
}

/// The position as a string without a label or typographic signs. All characters stay in their columns.
pub(crate) fn plain_position(text: &str) -> String {
    let plain: String = plain_signs(text)
        .chars()
        .map(|sign| if sign.is_whitespace() { ' ' } else { sign })
        .collect();
    let begin = plain.trim_start_matches(AROUND);
    let label = begin.get(..LABEL.len()).filter(|word| word.eq_ignore_ascii_case(LABEL));
    let behind = label.and_then(|label| begin.strip_prefix(label));
    let is_separate = |rest: &&str| rest.starts_with(|sign: char| !sign.is_alphanumeric());
    let position = match behind.filter(is_separate) {
        Some(rest) => rest.trim_start_matches([':', '=']).trim_start_matches(AROUND),
        None => begin,
    };
    let before = plain.len() - position.len();
    let (around, _) = plain.split_at(before);
    let is_quoted = around.chars().any(|sign| sign != ' ' && AROUND.contains(&sign));
    let position = if is_quoted { position.trim_end_matches(AROUND) } else { position };
    " ".repeat(around.chars().count()) + position
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_quotation_marks_and_typographic_signs_are_removed() {
        for text in ["fen: 8/8 w - -", "FEN 8/8 w – —", "[FEN \"8/8 w - -\"]", "“8/8\u{a0}w - -”"]
        {
            assert_eq!(plain_position(text).trim_start(), "8/8 w - -", "{text}");
        }
        let epd = "8/8 w - - id \"fen\";";
        assert_eq!(plain_position(epd), epd);
        assert_eq!(plain_position("fence"), "fence");
        assert_eq!(plain_position("---"), "---");
        let columns = |text: &str| text.split_once("w ").map(|(before, _)| before.chars().count());
        let text = "„8/8” w x";
        assert_eq!(columns(&plain_position(text)), columns(text));
    }
}
