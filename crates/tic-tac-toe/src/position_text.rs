//! Positions as text: the rows of the board, and the side to move.

use board_engine::{Board, NotationError, SEATS_MAX, Seat, Stones, StonesText, Word, in_a_row};

use crate::MnkRules;

/// The letters of the seats.
const LETTERS: [char; SEATS_MAX] = ['x', 'o', 'z', 'a', 'b', 'c', 'd', 'e'];

/// The letter of a seat's stones.
pub(crate) const fn letter(seat: Seat) -> char {
    LETTERS[seat.index()]
}

/// The name of a seat.
pub(crate) fn name(seat: Seat) -> String {
    letter(seat).to_ascii_uppercase().into()
}

const fn text_of<W: Word, const SEATS: usize>(game: &MnkRules<W, SEATS>) -> StonesText<'static> {
    let (letters, _) = LETTERS.split_at(SEATS);
    StonesText { width: game.width(), height: game.height(), letters }
}

pub(crate) fn format<W: Word, const SEATS: usize>(
    game: &MnkRules<W, SEATS>,
    position: &Stones<W, SEATS>,
) -> String {
    format_board(game, &game.board(position), position.mover())
}

/// The text of a board, of which no position need be possible.
pub(crate) fn format_board<W: Word, const SEATS: usize>(
    game: &MnkRules<W, SEATS>,
    board: &Board<Seat>,
    mover: Seat,
) -> String {
    text_of(game).format(board, mover)
}

pub(crate) fn parse<W: Word, const SEATS: usize>(
    game: &MnkRules<W, SEATS>,
    text: &str,
) -> Result<Stones<W, SEATS>, NotationError> {
    let (board, mover) = text_of(game).parse(text)?;
    let position = Stones::of_board(&board, mover, |square| game.bit(square));
    let wins = |stones| game.has_line_in(stones);
    match in_a_row::impossible(&position, position.newest(), wins, name) {
        None => Ok(position),
        Some(why) => Err(NotationError::Impossible { text: text.into(), why }),
    }
}
