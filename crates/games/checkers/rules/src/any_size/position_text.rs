//! Positions as text in PDN's form: the side to move, then the squares of each color's pieces, kings with a `K`:
//! `B:W21,22,K30:B1,2`. A range `1-12` is also accepted. A nonzero draw counter follows: `:H12`.

use std::fmt::Write as _;

use board_engine::{Bitboard, Color, NotationError};

use super::board::{CheckersAnySize, Position, single, square};
use super::rules::QUIET_PLIES_MAX;

pub(crate) fn format(position: &Position) -> String {
    let mut text = String::from(position.turn.letter());
    for color in Color::ALL {
        text.push(':');
        text.push(color.letter());
        let begin = text.len();
        for bit in position.pieces(color) {
            let comma = if text.len() > begin { "," } else { "" };
            let king = if position.kings.contains(bit) { "K" } else { "" };
            // Writing to a string can't fail.
            let _written = write!(text, "{comma}{king}{}", bit + 1);
        }
    }
    if position.quiet_plies > 0 {
        let _written = write!(text, ":H{}", position.quiet_plies);
    }
    text
}

pub(crate) fn parse(game: &CheckersAnySize, text: &str) -> Result<Position, NotationError> {
    let mut position = Position {
        pieces: [Bitboard::EMPTY; 2],
        kings: Bitboard::EMPTY,
        turn: Color::White,
        quiet_plies: 0,
    };
    let (mut offset, mut is_first) = (0, true);
    for section in text.split(':') {
        let expected = |what: &str| NotationError::malformed_position(text, offset, what);
        let trimmed = section.trim();
        if is_first {
            position.turn =
                color_of(trimmed).ok_or_else(|| expected("the side to move, W or B"))?;
            is_first = false;
        } else if let Some(count) = trimmed.strip_prefix(['H', 'h']) {
            let count = count.parse().ok().filter(|&count| count <= QUIET_PLIES_MAX);
            let what = "a number of plies from 0 to 80 after H";
            position.quiet_plies = count.ok_or_else(|| expected(what))?;
        } else {
            let parts = trimmed.split_at_checked(1);
            let parts = parts.and_then(|(color, list)| Some((color_of(color)?, list)));
            let (color, list) = parts.ok_or_else(|| expected("W, B or H and its content"))?;
            for item in list.split(',').map(str::trim).filter(|item| !item.is_empty()) {
                put(game, &mut position, color, item).ok_or_else(|| {
                    expected(&format!("squares from 1 to {}, not \"{item}\"", last(game)))
                })?;
            }
        }
        offset += section.len() + 1;
    }
    match objection(game, &position) {
        None => Ok(position),
        Some(why) => Err(NotationError::Impossible { text: text.into(), why }),
    }
}

/// Places the pieces in one list item: `12`, `K12`, `1-12`.
fn put(game: &CheckersAnySize, position: &mut Position, color: Color, item: &str) -> Option<()> {
    let is_king = item.starts_with(['K', 'k']);
    let numbers = item.trim_start_matches(['K', 'k']);
    let (first, end) = numbers.split_once('-').unwrap_or((numbers, numbers));
    let [first, end] = [first, end].map(|number| number.trim().parse::<u32>().ok());
    let (first, end) = (first?, end?);
    if first == 0 || end < first || end > last(game) {
        return None;
    }
    for number in first..=end {
        let set = single(square(number - 1));
        position.pieces[color.index()] |= set;
        if is_king {
            position.kings |= set;
        }
    }
    Some(())
}

/// The reason why the position is not playable.
fn objection(game: &CheckersAnySize, position: &Position) -> Option<String> {
    if let Some(bit) = (position.pieces[0] & position.pieces[1]).first() {
        return Some(format!("a white and a black piece on {}", bit + 1));
    }
    Color::ALL.into_iter().find_map(|color| {
        let crowned =
            position.men(color).into_iter().find(|&bit| game.is_crowning(color, square(bit)))?;
        Some(format!("a man of {color} on its crowning row, square {}", crowned + 1))
    })
}

fn color_of(text: &str) -> Option<Color> {
    match text {
        "W" | "w" => Some(Color::White),
        "B" | "b" => Some(Color::Black),
        _ => None,
    }
}

/// The number of the last square.
fn last(game: &CheckersAnySize) -> u32 {
    u32::try_from(game.geometry().square_count()).unwrap_or(u32::MAX)
}
