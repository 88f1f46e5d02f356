//! Positions as text: the rows of the board, and the side to move.

use board_engine::{Bitboard, Board, NotationError, Seat, Stones, StonesText, Word, in_a_row};

use crate::{ConnectGame, Position};

/// The letters of Red's and Yellow's discs.
const LETTERS: [char; 2] = ['r', 'y'];

/// The letter of a seat's discs.
pub(crate) const fn letter(seat: Seat) -> char {
    LETTERS[seat.index()]
}

/// The name of a seat.
pub(crate) fn name(seat: Seat) -> String {
    if seat == Seat::FIRST { "Red".into() } else { "Yellow".into() }
}

const fn text_of<W: Word>(game: &ConnectGame<W>) -> StonesText<'static> {
    StonesText { width: game.width(), height: game.height(), letters: &LETTERS }
}

pub(crate) fn format<W: Word>(game: &ConnectGame<W>, position: &Position<W>) -> String {
    format_board(game, &game.board(position), position.mover())
}

/// The text of a board, of which no position need be possible.
pub(crate) fn format_board<W: Word>(
    game: &ConnectGame<W>,
    board: &Board<Seat>,
    mover: Seat,
) -> String {
    text_of(game).format(board, mover)
}

pub(crate) fn parse<W: Word>(
    game: &ConnectGame<W>,
    text: &str,
) -> Result<Position<W>, NotationError> {
    let (board, mover) = text_of(game).parse(text)?;
    let position = Stones::of_board(&board, mover, |square| game.bit(square));
    match impossible(game, &position) {
        None => Ok(position),
        Some(why) => Err(NotationError::Impossible { text: text.into(), why }),
    }
}

/// Why no game can reach this position, by simple checks; `None` if they find nothing.
fn impossible<W: Word>(game: &ConnectGame<W>, position: &Position<W>) -> Option<String> {
    // The last disc is on top of its column.
    let last = position.newest() - position.occupied().shifted(-1);
    let wins = |discs| game.has_line_in(discs);
    in_a_row::impossible(position, last, wins, name).or_else(|| {
        // A disc above the bottom row with no disc below it.
        let occupied = position.occupied();
        let hanging: Bitboard<W> = occupied - occupied.shifted(1) - game.bottom_row();
        hanging.first().map(|bit| format!("nothing lies below the disc on {}", game.name_of(bit)))
    })
}
