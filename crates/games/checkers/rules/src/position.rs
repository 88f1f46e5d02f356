//! The types for positions and moves.

use board_engine::{Bitboard, Color, Piece, Word};

/// The pieces, the side to move, and the draw counters.
///
/// The sets hold one bit per square, in the variant's [`Layout`](crate::Layout).
#[derive(Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position<W: Word> {
    pub(crate) pieces: [Bitboard<W>; 2],
    pub(crate) kings: Bitboard<W>,
    pub(crate) turn: Color,
    pub(crate) counters: Counters,
}

/// Copies the whole value at once. The derived implementation can't do that because of the type parameter, and perft
/// spends most of its time copying.
#[expect(clippy::expl_impl_clone_on_copy, reason = "the derived one copies field by field")]
impl<W: Word> Clone for Position<W> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

/// The draw counters. If a variant lacks a draw rule, the rule's counter stays at zero.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Counters {
    /// Plies since a man moved or a piece was captured, while the rules count them.
    pub(crate) king_plies: u8,
    /// Plies in the current ending, while the rules count them.
    pub(crate) ending_plies: u8,
    /// Consecutive plies with the current ending's weak side on the main road, while the rules count them.
    pub(crate) main_road_plies: u8,
    /// Per color, the king that moved last and its consecutive moves, if such moves are limited.
    pub(crate) runs: [Run; 2],
}

/// Maximum number of consecutive moves by one king, if they are limited.
pub(crate) const KING_RUN_MAX: u8 = 3;

/// Consecutive moves by one king.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Run {
    /// The king's bit; 0 without moves.
    pub(crate) bit: u8,
    /// The number of moves, `0..=3`.
    pub(crate) moves: u8,
}

/// A piece's role.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Role {
    /// An uncrowned piece.
    Man,
    /// A crowned piece.
    King,
}

impl<W: Word> Position<W> {
    /// The empty board.
    pub(crate) fn empty(turn: Color) -> Self {
        Self {
            pieces: [Bitboard::EMPTY; 2],
            kings: Bitboard::EMPTY,
            turn,
            counters: Counters::default(),
        }
    }

    /// The position with White's and Black's `pieces`, kings on `kings`, and draw counters at zero.
    /// The two sets must be disjoint, on the board, and contain all of `kings`.
    #[inline]
    pub fn new(pieces: [Bitboard<W>; 2], kings: Bitboard<W>, turn: Color) -> Self {
        debug_assert!(!pieces[0].meets(pieces[1]), "two pieces on a square");
        debug_assert!((kings - pieces[0] - pieces[1]).is_empty(), "a king that is not a piece");
        Self { pieces, kings, turn, counters: Counters::default() }
    }

    /// Puts a piece on the empty square of this bit.
    pub(crate) fn put(&mut self, bit: u32, piece: Piece<Role>) {
        self.pieces[piece.color.index()] |= Bitboard::single(bit);
        if piece.role == Role::King {
            self.kings |= Bitboard::single(bit);
        }
    }

    /// The piece on the square of this bit.
    pub fn piece_on(&self, bit: u32) -> Option<Piece<Role>> {
        let color = Color::ALL.into_iter().find(|&color| self.pieces(color).contains(bit))?;
        Some(Piece::new(color, if self.kings.contains(bit) { Role::King } else { Role::Man }))
    }

    /// One color's pieces.
    #[inline]
    pub const fn pieces(&self, color: Color) -> Bitboard<W> {
        self.pieces[color.index()]
    }

    /// One color's men.
    #[inline]
    pub fn men(&self, color: Color) -> Bitboard<W> {
        self.pieces(color) - self.kings
    }

    /// One color's kings.
    #[inline]
    pub fn kings(&self, color: Color) -> Bitboard<W> {
        self.pieces(color) & self.kings
    }

    /// Both colors' pieces.
    #[inline]
    pub fn occupied(&self) -> Bitboard<W> {
        self.pieces[0] | self.pieces[1]
    }

    /// The side to move.
    #[inline]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// The same board with the other side to move: a null move.
    #[inline]
    #[must_use]
    pub fn passed(self) -> Self {
        Self { turn: !self.turn, ..self }
    }

    /// Plies since a man moved or a piece was captured, while the variant's draw rules count them.
    pub const fn king_plies(&self) -> u8 {
        self.counters.king_plies
    }

    /// The bit of this color's king that must rest because it has made its maximum of consecutive
    /// moves; `None` if the variant has no such rule or the king may move.
    pub fn tired_king(&self, color: Color) -> Option<u32> {
        let run = self.counters.runs[color.index()];
        (run.moves >= KING_RUN_MAX).then(|| run.bit.into())
    }

    /// Number of plies for which the current ending has lasted, while the variant's draw rules count them.
    pub const fn ending_plies(&self) -> u8 {
        self.counters.ending_plies
    }

    /// Number of consecutive plies for which the current ending's weak side has been on the main road, while the
    /// variant's draw rules count them.
    pub const fn main_road_plies(&self) -> u8 {
        self.counters.main_road_plies
    }
}

/// One whole move: start, end and captured pieces. Routes that agree in all three are one move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move<W: Word> {
    taken: Bitboard<W>,
    from: u8,
    to: u8,
}

impl<W: Word> Move<W> {
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "bits of a word of at most 128 bits")]
    pub(crate) const fn new(from: u32, to: u32, taken: Bitboard<W>) -> Self {
        Self { taken, from: from as u8, to: to as u8 }
    }

    /// A pass by a side without moves, if the rules let it pass.
    pub(crate) const PASS: Self = Self::new(0, 0, Bitboard::EMPTY);

    /// The bit of the square that the piece leaves.
    #[inline]
    pub fn from(self) -> u32 {
        self.from.into()
    }

    /// The bit of the square on which the piece ends.
    #[inline]
    pub fn to(self) -> u32 {
        self.to.into()
    }

    /// [`to`](Self::to) as stored in positions.
    #[inline]
    pub(crate) const fn to_bit(self) -> u8 {
        self.to
    }

    /// The bits of the captured pieces.
    #[inline]
    pub const fn taken(self) -> Bitboard<W> {
        self.taken
    }

    /// Returns `true` if the move captures pieces.
    #[inline]
    pub fn is_capture(self) -> bool {
        !self.taken.is_empty()
    }

    /// Returns `true` if the side to move passes, as in `parlour`.
    #[inline]
    pub fn is_pass(self) -> bool {
        self.from == self.to && self.taken.is_empty()
    }
}
