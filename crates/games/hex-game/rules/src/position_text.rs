//! Positions as text, row by row from the top, then the side to move: `3/1r1/2b r`.

use board_engine::{Board, NotationError, Seat, Square, StonesText};

use crate::{Hex, Position, Swap};

/// The letters for Red's and Blue's stones.
const LETTERS: [char; 2] = ['r', 'b'];

/// A side's name.
pub(crate) const fn name(seat: Seat) -> &'static str {
    if seat.index() == 0 { "Red" } else { "Blue" }
}

/// The letter for a seat's stones.
pub(crate) const fn letter(seat: Seat) -> char {
    LETTERS[seat.index()]
}

const fn text_of(game: &Hex) -> StonesText<'static> {
    StonesText { width: game.size(), height: game.size(), letters: &LETTERS }
}

/// A square's bit.
#[expect(clippy::cast_possible_truncation, reason = "a board has at most 121 squares")]
pub(crate) const fn bit(square: Square) -> u32 {
    square.index() as u32
}

/// The stones on their squares.
pub(crate) fn board(game: &Hex, position: &Position) -> Board<Seat> {
    let size = usize::from(game.size());
    position.board(size * size, bit)
}

pub(crate) fn format(game: &Hex, position: &Position) -> String {
    format_board(game, &board(game, position), position.mover())
}

/// Formats any board, even an impossible one.
pub(crate) fn format_board(game: &Hex, board: &Board<Seat>, mover: Seat) -> String {
    text_of(game).format(board, mover)
}

pub(crate) fn parse(game: &Hex, text: &str) -> Result<Position, NotationError> {
    let (board, mover) = text_of(game).parse(text)?;
    let position = Position::of_board(&board, mover, bit);
    match impossible(game, &position) {
        None => Ok(position),
        Some(why) => Err(NotationError::Impossible { text: text.into(), why }),
    }
}

/// The reason why no game can reach this position, according to simple checks; `None` if the checks find nothing.
fn impossible(game: &Hex, position: &Position) -> Option<String> {
    let [red, blue] = [Seat::FIRST, Seat::SECOND].map(|seat| position.stones(seat).count());
    let lead = i64::from(red) - i64::from(blue);
    let usual = i64::from(position.mover() == Seat::SECOND);
    // After a swap, the first stone is Blue's.
    let is_swapped = game.swap() == Swap::Allowed && lead == usual - 1 && blue > 0;
    if lead != usual && !is_swapped {
        let counts = format!("Red has {red} and Blue has {blue}");
        let other = position.mover().opponent();
        let fits_other = lead == 1 - usual;
        return Some(if fits_other {
            format!("{counts}, so {} is to move", name(other))
        } else {
            format!("{counts}, but they take turns and Red starts")
        });
    }
    let mover = position.mover();
    game.sides().are_connected(position.own(), mover).then(|| {
        let side = name(mover);
        format!("{side}'s sides are connected, so {side} can't be to move")
    })
}
