//! Positions as text, row by row from the top, then the side to move: `bbbbb/bbbbb/5/wwwww/wwwww w`.

use board_engine::{
    Bitboard, Board, Geometry, NotationError, Place, Seat, Square, StonesText, push_number,
};

use crate::rules::STRIDE;
use crate::{Breakthrough, Position};

/// The letters for White's and Black's pawns.
const LETTERS: [char; 2] = ['w', 'b'];

/// A side's name.
pub(crate) const fn name(seat: Seat) -> &'static str {
    if seat.index() == 0 { "White" } else { "Black" }
}

/// The name of this bit's square: "c4".
pub(crate) fn name_of(bit: u32) -> String {
    let mut name = String::new();
    push_name(bit, &mut name);
    name
}

/// Appends the name of this bit's square to a string.
pub(crate) fn push_name(bit: u32, text: &mut String) {
    text.push(char::from_u32(u32::from('a') + bit % STRIDE).unwrap_or('?'));
    push_number((bit / STRIDE) as usize + 1, text);
}

/// The letter for a seat's pawns.
pub(crate) const fn letter(seat: Seat) -> char {
    LETTERS[seat.index()]
}

const fn text_of(game: &Breakthrough) -> StonesText<'static> {
    StonesText { width: game.size(), height: game.size(), letters: &LETTERS }
}

impl Breakthrough {
    pub(crate) fn geometry(&self) -> Geometry {
        Geometry::rectangle(self.size(), self.size())
    }

    /// A square's bit; squares are numbered from the top left, row by row.
    #[expect(clippy::cast_possible_truncation, reason = "a board has at most 64 squares")]
    pub(crate) fn bit(&self, square: Square) -> u32 {
        let (index, size) = (square.index() as u32, u32::from(self.size()));
        STRIDE * (size - 1).saturating_sub(index / size) + index % size
    }

    /// The square for a bit on the board.
    #[inline]
    pub(crate) fn square(&self, bit: u32) -> Square {
        let size = usize::from(self.size());
        let (row, column) = ((bit / STRIDE) as usize, (bit % STRIDE) as usize);
        Square::new((size - 1).saturating_sub(row) * size + column.min(size - 1))
    }

    /// The pawns on their squares.
    pub(crate) fn board(&self, position: &Position) -> Board<Seat> {
        Board::from_fn(self.geometry().square_count(), |square| {
            Seat::all(2).find(|&seat| position.pawns(seat).contains(self.bit(square)))
        })
    }
}

pub(crate) fn format(game: &Breakthrough, position: &Position) -> String {
    format_board(game, &game.board(position), position.mover())
}

/// Formats any board, even an impossible one.
pub(crate) fn format_board(game: &Breakthrough, board: &Board<Seat>, mover: Seat) -> String {
    text_of(game).format(board, mover)
}

pub(crate) fn parse(game: &Breakthrough, text: &str) -> Result<Position, NotationError> {
    let (board, mover) = text_of(game).parse(text)?;
    let mut pawns = [Bitboard::EMPTY; 2];
    for (square, seat) in board.pieces() {
        pawns[seat.index()] |= Bitboard::single(game.bit(square));
    }
    let position = Position::new(pawns, mover);
    match impossible(game, &position) {
        None => Ok(position),
        Some(why) => Err(NotationError::Impossible { text: text.into(), why }),
    }
}

/// The reason why no game can reach this position, according to simple checks; `None` if the checks find nothing.
fn impossible(game: &Breakthrough, position: &Position) -> Option<String> {
    let count_max = 2 * u32::from(game.size());
    for seat in Seat::all(2) {
        let count = position.pawns(seat).count();
        if count > count_max {
            let side = name(seat);
            return Some(format!("{side} has {count} pawns, but a side starts with {count_max}"));
        }
    }
    let (mover, other) = (position.mover(), position.mover().opponent());
    let (side, opponent) = (name(mover), name(other));
    if let Some(bit) = (position.pawns(mover) & game.goal(mover)).first() {
        let square = name_of(bit);
        return Some(format!("{side} has won on {square} and can't be to move"));
    }
    if position.pawns(other).is_empty() {
        return Some(format!("{opponent} has no pawns, so {side} has won and can't be to move"));
    }
    let arrived = position.pawns(other) & game.goal(other);
    arrived
        .has_several()
        .then(|| format!("{opponent} has several pawns on the last row, but the first one won"))
}

/// The pawns on the board upside down.
pub(crate) fn mirrored(game: &Breakthrough, pawns: Bitboard<u64>) -> Bitboard<u64> {
    let geometry = game.geometry();
    let mirror = |bit: u32| {
        let Place { column, row } = geometry.place(game.square(bit));
        let place = Place { column, row: geometry.height() - 1 - row };
        geometry.square_at(place).map(|square| game.bit(square))
    };
    pawns.into_iter().filter_map(mirror).collect()
}
