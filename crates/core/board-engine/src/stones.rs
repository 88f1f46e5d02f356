//! Positions in games where all of a seat's pieces are identical.

use crate::wrapped_text::list;
use crate::{Bitboard, Board, NotationError, Seat, Square, Word};

/// The stones on the board and the seat to move, in a game with `SEATS` seats where all of a seat's pieces are
/// identical: tic-tac-toe, Connect Four, Othello.
///
/// The stone sets are stored in turn order, starting with the mover's, so a move rotates the sets and never looks up a
/// seat.
#[derive(Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stones<W: Word, const SEATS: usize> {
    /// The mover's stones first, the last mover's at the end.
    sets: [Bitboard<W>; SEATS],
    mover: Seat,
}

/// Copies two seats set by set. A move has just written the sets one by one, so loading both at once would have to wait
/// for both stores. Without this, counting Connect Four positions takes two thirds longer.
#[expect(clippy::expl_impl_clone_on_copy, reason = "the derived one copies the array at once")]
#[expect(clippy::non_canonical_clone_impl, reason = "`*self` copies the array at once")]
impl<W: Word, const SEATS: usize> Clone for Stones<W, SEATS> {
    #[inline]
    fn clone(&self) -> Self {
        if SEATS != 2 {
            return *self;
        }
        let mut sets = [Bitboard::EMPTY; SEATS];
        sets[0] = self.sets[0];
        sets[SEATS - 1] = self.sets[SEATS - 1];
        Self { sets, mover: self.mover }
    }
}

impl<W: Word, const SEATS: usize> Stones<W, SEATS> {
    /// The empty board: the first seat is to move.
    pub const EMPTY: Self = Self { sets: [Bitboard::EMPTY; SEATS], mover: Seat::FIRST };

    /// The position with these stones, in the order of the seats.
    pub fn new(stones: [Bitboard<W>; SEATS], mover: Seat) -> Self {
        let mut sets = stones;
        sets.rotate_left(mover.index());
        Self { sets, mover }
    }

    /// The position on this board; `bit` maps a square to its bit.
    pub fn of_board(board: &Board<Seat>, mover: Seat, bit: impl Fn(Square) -> u32) -> Self {
        let mut stones = [Bitboard::EMPTY; SEATS];
        for (square, seat) in board.pieces() {
            stones[seat.index()] |= Bitboard::single(bit(square));
        }
        Self::new(stones, mover)
    }

    /// A board with `square_count` squares that shows the owner of each stone; `bit` maps a square to its bit.
    pub fn board(&self, square_count: usize, bit: impl Fn(Square) -> u32) -> Board<Seat> {
        Board::from_fn(square_count, |square| {
            let bit = bit(square);
            Seat::all(SEATS).find(|&seat| self.stones(seat).contains(bit))
        })
    }

    /// The stones of one seat.
    #[inline]
    pub fn stones(&self, seat: Seat) -> Bitboard<W> {
        if SEATS == 2 {
            // Selects one of two words, without a memory access.
            return if seat == self.mover { self.own() } else { self.newest() };
        }
        self.sets[(seat.index() + SEATS - self.mover.index()) % SEATS]
    }

    /// The stones of the seat to move.
    #[inline]
    pub const fn own(&self) -> Bitboard<W> {
        self.sets[0]
    }

    /// The stones of the seat that moved last.
    #[inline]
    pub const fn newest(&self) -> Bitboard<W> {
        self.sets[SEATS - 1]
    }

    /// The stones of all seats.
    #[inline]
    pub fn occupied(&self) -> Bitboard<W> {
        (1..SEATS).fold(self.sets[0], |all, index| all | self.sets[index])
    }

    /// The seat to move.
    #[inline]
    pub const fn mover(&self) -> Seat {
        self.mover
    }

    /// The seat that moved last.
    #[inline]
    pub const fn last_mover(&self) -> Seat {
        // With two seats, the last mover is the other seat: no arithmetic and no check.
        if SEATS == 2 {
            return self.mover.opponent();
        }
        Seat::new((self.mover.index() + SEATS - 1) % SEATS)
    }

    /// The next seat.
    #[inline]
    const fn next_mover(&self) -> Seat {
        if SEATS == 2 {
            return self.mover.opponent();
        }
        Seat::new((self.mover.index() + 1) % SEATS)
    }

    /// Puts the mover's stones on empty squares, and passes the turn to the next seat.
    #[inline]
    pub fn put(&mut self, stones: Bitboard<W>) {
        let own = self.sets[0] | stones;
        // One step at a time, which the compiler unrolls; `rotate_left` is a function call.
        for index in 1..SEATS {
            self.sets[index - 1] = self.sets[index];
        }
        self.sets[SEATS - 1] = own;
        self.mover = self.next_mover();
    }
}

/// The notation for stone positions: the rows of the board from top to bottom separated by `/`, then a space and the
/// letter of the seat to move: `3/1x1/3 o`. A number is a run of empty squares. Upper case is accepted too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StonesText<'a> {
    /// The number of columns.
    pub width: u8,
    /// The number of rows.
    pub height: u8,
    /// The letter of each seat, in lower case.
    pub letters: &'a [char],
}

impl StonesText<'_> {
    /// The board as a string, with `mover` to move.
    ///
    /// # Panics
    /// If a seat has no letter.
    pub fn format(&self, board: &Board<Seat>, mover: Seat) -> String {
        let letter = |seat: Seat| self.letters[seat.index()];
        let mut text = board.to_rows(self.width, letter);
        text.push(' ');
        text.push(letter(mover));
        text
    }

    /// The board and the seat to move.
    ///
    /// # Errors
    /// [`NotationError::Malformed`] if the string doesn't describe a board of this size.
    pub fn parse(&self, text: &str) -> Result<(Board<Seat>, Seat), NotationError> {
        let letters = self.letters.iter().map(char::to_string);
        let either = list(letters.clone(), "or");
        let expected = |offset, what: String| NotationError::malformed_position(text, offset, what);
        let (board, side) = text.trim_end().rsplit_once(' ').ok_or_else(|| {
            expected(text.len(), format!("a space and the side to move, {either}"))
        })?;
        let mut signs = side.chars();
        let mover = signs.next().and_then(|sign| self.seat_of(sign));
        let mover = mover
            .filter(|_| signs.next().is_none())
            .ok_or_else(|| expected(board.len() + 1, format!("the side to move, {either}")))?;
        let size = [self.width, self.height];
        let known = letters.collect::<Vec<_>>().join(", ");
        let board = Board::parse_rows(text, board.len(), size, &known, |sign| self.seat_of(sign))?;
        Ok((board, mover))
    }

    /// The seat with this letter.
    fn seat_of(&self, letter: char) -> Option<Seat> {
        let index = self.letters.iter().position(|known| letter.to_ascii_lowercase() == *known);
        index.map(Seat::new)
    }
}
