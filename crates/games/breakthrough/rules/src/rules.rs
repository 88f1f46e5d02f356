//! The rules of Breakthrough.

use board_engine::{
    Bitboard, Deterministic, Game, Outcome, PerfectInformation, Repetition, Seat, Status, Turn,
    ZeroSum, zobrist,
};
use thiserror::Error;

use crate::{Move, Position};

/// The number of columns and rows of the usual board.
pub const SIZE_DEFAULT: u8 = 8;

/// The smallest board, with one free row between the sides.
pub const SIZE_MIN: u8 = 5;

/// The largest board.
pub const SIZE_MAX: u8 = 8;

/// The distance between the bits of adjacent squares in a column.
pub(crate) const STRIDE: u32 = 8;

/// Breakthrough on a square board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Breakthrough {
    size: u8,
    squares: Bitboard<u64>,
    /// The squares that are not in column a.
    not_left: Bitboard<u64>,
    /// The squares that are not in the last column.
    not_right: Bitboard<u64>,
}

/// An unsupported board size.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the board size must be {SIZE_MIN} to {SIZE_MAX}, not {0}")]
pub struct SizeError(pub u8);

/// The game on 8×8.
impl Default for Breakthrough {
    fn default() -> Self {
        Self::new(SIZE_DEFAULT).expect("the default size is supported")
    }
}

/// The squares to which a side's pawns can move, by direction.
#[derive(Clone, Copy)]
struct Targets {
    left: Bitboard<u64>,
    forward: Bitboard<u64>,
    right: Bitboard<u64>,
}

impl Targets {
    fn count(&self) -> u32 {
        self.left.count() + self.forward.count() + self.right.count()
    }
}

impl Breakthrough {
    /// The game on a board with `size` columns and rows.
    ///
    /// # Errors
    /// [`SizeError`] if the size is not 5 to 8.
    pub fn new(size: u8) -> Result<Self, SizeError> {
        if !(SIZE_MIN..=SIZE_MAX).contains(&size) {
            return Err(SizeError(size));
        }
        let lines = 0..u32::from(size);
        let column = |column: u32| lines.clone().map(move |row| STRIDE * row + column);
        let squares: Bitboard<u64> = lines.clone().flat_map(column).collect();
        let left: Bitboard<u64> = column(0).collect();
        let right: Bitboard<u64> = column(u32::from(size) - 1).collect();
        Ok(Self { size, squares, not_left: squares - left, not_right: squares - right })
    }

    /// The number of columns and rows.
    pub const fn size(&self) -> u8 {
        self.size
    }

    /// All squares.
    pub const fn squares(&self) -> Bitboard<u64> {
        self.squares
    }

    /// The squares in a row, counted from 0 at the bottom.
    fn row(&self, row: u8) -> Bitboard<u64> {
        (0..u32::from(self.size)).map(|column| STRIDE * u32::from(row) + column).collect()
    }

    /// The row that a seat's pawns must reach.
    #[inline]
    pub fn goal(&self, seat: Seat) -> Bitboard<u64> {
        let row = if seat == Seat::FIRST { self.size - 1 } else { 0 };
        let first_row = Bitboard::<u64>(u64::MAX >> (64 - u32::from(self.size)));
        first_row.shifted((STRIDE * u32::from(row)).cast_signed())
    }

    /// The two rows in which a seat's pawns start.
    fn home(&self, seat: Seat) -> Bitboard<u64> {
        let last = self.size - 1;
        let rows = if seat == Seat::FIRST { [0, 1] } else { [last, last - 1] };
        self.row(rows[0]) | self.row(rows[1])
    }

    /// The reason why this seat has won; `None` if it has not won.
    #[inline]
    pub(crate) fn win(&self, position: &Position, seat: Seat) -> Option<&'static str> {
        if position.pawns(seat).meets(self.goal(seat)) {
            Some("a pawn reached the last row")
        } else if position.pawns(seat.opponent()).is_empty() {
            Some("all pawns are captured")
        } else {
            None
        }
    }

    #[inline]
    fn targets(&self, position: &Position) -> Targets {
        let mover = position.mover();
        let own = position.pawns(mover);
        let (step, left, right) = if mover == Seat::FIRST { (8, 7, 9) } else { (-8, -9, -7) };
        let free = self.squares - own;
        Targets {
            left: (own & self.not_left).shifted(left) & free,
            forward: own.shifted(step) & (self.squares - position.occupied()),
            right: (own & self.not_right).shifted(right) & free,
        }
    }

    /// The side to move's move to a target square in a direction: −1 to the left, 0 straight, 1 to the right.
    #[inline]
    fn move_to(position: &Position, to: u32, direction: i32) -> Move {
        let up = if position.mover() == Seat::FIRST { 8 } else { -8 };
        Move::new(to.wrapping_add_signed(-up - direction), to)
    }
}

/// The set bit at this position, counted from 0 at the lowest.
fn bit_at(set: Bitboard<u64>, number: u32) -> u32 {
    let mut rest = set.0;
    for _ in 0..number {
        rest &= rest.wrapping_sub(1);
    }
    rest.trailing_zeros()
}

impl Game for Breakthrough {
    type Position = Position;
    type Move = Move;

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> Position {
        Position::new([Seat::FIRST, Seat::SECOND].map(|seat| self.home(seat)), Seat::FIRST)
    }

    #[inline]
    fn turn(&self, position: &Position) -> Turn {
        Turn::Seat(position.mover())
    }

    /// Lists the moves to the left, then straight ahead, then to the right, each group by destination from a1 on.
    #[inline]
    fn legal_moves(&self, position: &Position, moves: &mut Vec<Move>) -> Status {
        moves.clear();
        if let over @ Status::Over(_) = self.status(position, moves) {
            return over;
        }
        let Targets { left, forward, right } = self.targets(position);
        for (targets, direction) in [(left, -1), (forward, 0), (right, 1)] {
            moves.extend(targets.into_iter().map(|to| Self::move_to(position, to, direction)));
        }
        Status::Ongoing
    }

    #[inline]
    fn status(&self, position: &Position, _: &mut Vec<Move>) -> Status {
        let last_mover = position.mover().opponent();
        match self.win(position, last_mover) {
            Some(reason) => Status::Over(Outcome::win(last_mover, reason)),
            None => Status::Ongoing,
        }
    }

    #[inline]
    fn count_moves(&self, position: &Position, scratch: &mut Vec<Move>) -> u64 {
        if self.status(position, scratch) != Status::Ongoing {
            return 0;
        }
        self.targets(position).count().into()
    }

    #[inline]
    fn play(&self, position: &mut Position, mv: Move) {
        position.play(mv);
    }

    /// Draws a target without making a list.
    #[inline]
    fn play_random(
        &self,
        position: &mut Position,
        scratch: &mut Vec<Move>,
        draw: &mut impl FnMut(u32) -> u32,
    ) -> Status {
        let status = self.status(position, scratch);
        if status != Status::Ongoing {
            return status;
        }
        let Targets { left, forward, right } = self.targets(position);
        let mut number = draw((left.count() + forward.count() + right.count()).max(1));
        for (targets, direction) in [(left, -1), (forward, 0), (right, 1)] {
            let count = targets.count();
            if number < count {
                position.play(Self::move_to(position, bit_at(targets, number), direction));
                break;
            }
            number -= count;
        }
        Status::Ongoing
    }

    #[inline]
    fn key(&self, position: &Position) -> u64 {
        let key = zobrist::mix(&[position.pawns(Seat::FIRST).0, position.pawns(Seat::SECOND).0]);
        if position.mover() == Seat::FIRST { key } else { !key }
    }

    /// Pawns only move forward.
    fn irreversible(&self, _: &Position, _: Move) -> bool {
        true
    }

    fn repetition(&self) -> Repetition {
        Repetition::Ignored
    }
}

impl ZeroSum for Breakthrough {}
impl Deterministic for Breakthrough {}
impl PerfectInformation for Breakthrough {}
