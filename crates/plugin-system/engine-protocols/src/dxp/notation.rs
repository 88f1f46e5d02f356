//! Converts moves and positions between Hub notation and the protocol's form.

use board_engine::Color;

use crate::dxp::message::SentMove;
use notation::{HubGame, ProtocolLine};

/// Number of squares on the only board that the protocol can express.
const SQUARES: usize = 50;

/// The line of play at the start of a game, and the starting position in Hub notation. `None` if the protocol doesn't
/// support the game.
pub(crate) fn line_of(notation: Option<HubGame>) -> Option<(Box<dyn ProtocolLine>, String)> {
    let line = notation?.line;
    let (position, _) = line.to_protocol();
    (position.len() == SQUARES + 1).then_some((line, position))
}

/// The usual start, for which the protocol has a letter.
pub(crate) fn usual_start() -> String {
    format!("W{}{}{}", "b".repeat(20), "e".repeat(10), "w".repeat(20))
}

/// The color to move after `moves` moves from `start`.
pub(crate) fn turn(start: &str, moves: usize) -> Color {
    let first = if start.starts_with('B') { Color::Black } else { Color::White };
    if moves.is_multiple_of(2) { first } else { !first }
}

/// A color's name, for use in a sentence.
pub(crate) const fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// Converts a Hub move, `28x19x23`, to the protocol's form.
pub(crate) fn sent(mv: &str, seconds: u64) -> SentMove {
    let mut squares = mv.split(['-', 'x']).filter_map(|square| square.parse().ok());
    let (from, to) = (squares.next().unwrap_or_default(), squares.next().unwrap_or_default());
    let seconds = u16::try_from(seconds).unwrap_or(u16::MAX);
    SentMove { seconds, from, to, captures: squares.collect() }
}

/// Converts a received move to Hub notation, with captured squares in ascending order.
pub(crate) fn received(mv: &SentMove) -> String {
    let mut taken = mv.captures.clone();
    taken.sort_unstable();
    let sign = if taken.is_empty() { '-' } else { 'x' };
    let rest: Vec<String> = taken.into_iter().map(|square| format!("x{square}")).collect();
    let rest = rest.concat();
    format!("{}{sign}{}{rest}", mv.from, mv.to)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line_of(game: &str) -> Option<(Box<dyn ProtocolLine>, String)> {
        super::line_of(game_catalog::engine_notations(game).hub)
    }

    #[test]
    fn games_on_50_squares_can_be_expressed() {
        for name in ["international", "frisian", "frysk", "killer", "breakthrough", "losing"] {
            assert!(line_of(&format!("checkers:{name}")).is_some(), "{name}");
        }
        for name in
            ["checkers:english", "checkers:canadian", "checkers:parlour", "chess", "othello:8,8"]
        {
            assert!(line_of(name).is_none(), "{name}");
        }
        let (_, start) = line_of("checkers:international").expect("it is the game of the protocol");
        assert_eq!(start, usual_start());
    }

    #[test]
    fn moves_are_the_same_in_both_forms() {
        for text in ["32-28", "28x19x23", "5x25x12x20x22x23"] {
            assert_eq!(received(&sent(text, 3)), text);
        }
    }

    #[test]
    fn colors_alternate_after_the_first_move() {
        assert_eq!(turn(&usual_start(), 0), Color::White);
        assert_eq!(turn(&usual_start(), 3), Color::Black);
        assert_eq!(turn("Bww", 1), Color::White);
    }
}
