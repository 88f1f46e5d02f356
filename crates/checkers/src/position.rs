//! Positions.

use board_engine::{Bitboard, Color, Piece, Word};

/// Which piece stands where, whose turn it is, and what the draw rules count.
///
/// The sets hold one bit per square, where [`Layout`](crate::Layout) of the variant says.
#[derive(Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position<W: Word> {
    pub(crate) pieces: [Bitboard<W>; 2],
    pub(crate) kings: Bitboard<W>,
    pub(crate) turn: Color,
    pub(crate) counters: Counters,
}

/// A copy of the whole at once, which the type's parameter keeps the derived one from. Perft is all copies.
#[expect(clippy::expl_impl_clone_on_copy, reason = "the derived one copies field by field")]
impl<W: Word> Clone for Position<W> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

/// What the draw rules count. Variants without a rule leave its counter at zero.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Counters {
    /// Plies since a man moved or a piece was taken, as far as the rules count.
    pub(crate) king_plies: u8,
    /// Plies in the present ending, as far as the rules count.
    pub(crate) ending_plies: u8,
    /// Plies in a row with the weak side of the present ending on the main road, as far as the rules count.
    pub(crate) main_road_plies: u8,
    /// Per color, the king that moved last and how often in a row, where its moves are limited.
    pub(crate) runs: [Run; 2],
}

/// As many moves in a row one king may make where they are limited.
pub(crate) const KING_RUN_MAX: u8 = 3;

/// Moves in a row of one king.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Run {
    /// The bit that the king stands on; 0 if there were no moves.
    pub(crate) bit: u8,
    /// `0..=3`.
    pub(crate) moves: u8,
}

/// What a piece is.
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

    /// The position with White's and Black's `pieces`, of which those on `kings` are kings, and with nothing counted for
    /// the draw rules. The two sets must share no square, lie on the board, and hold all of `kings`.
    #[inline]
    pub fn new(pieces: [Bitboard<W>; 2], kings: Bitboard<W>, turn: Color) -> Self {
        debug_assert!(!pieces[0].meets(pieces[1]), "two pieces on a square");
        debug_assert!((kings - pieces[0] - pieces[1]).is_empty(), "a king that is no piece");
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

    /// The pieces of one color.
    #[inline]
    pub const fn pieces(&self, color: Color) -> Bitboard<W> {
        self.pieces[color.index()]
    }

    /// The men of one color.
    #[inline]
    pub fn men(&self, color: Color) -> Bitboard<W> {
        self.pieces(color) - self.kings
    }

    /// The kings of one color.
    #[inline]
    pub fn kings(&self, color: Color) -> Bitboard<W> {
        self.pieces(color) & self.kings
    }

    /// The pieces of both colors.
    #[inline]
    pub fn occupied(&self) -> Bitboard<W> {
        self.pieces[0] | self.pieces[1]
    }

    /// Whose turn it is.
    #[inline]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// The same board with the turn given to the opponent: a null move.
    #[inline]
    #[must_use]
    pub fn passed(self) -> Self {
        Self { turn: !self.turn, ..self }
    }

    /// Plies since a man moved or a piece was taken, as far as the variant's draw rules count.
    pub const fn king_plies(&self) -> u8 {
        self.counters.king_plies
    }

    /// The bit of the king of this color that must rest now because it has made as many moves in a row as it may;
    /// `None` where the variant's rules don't limit them, or while it may go on.
    pub fn tired_king(&self, color: Color) -> Option<u32> {
        let run = self.counters.runs[color.index()];
        (run.moves >= KING_RUN_MAX).then(|| run.bit.into())
    }

    /// Plies that the present ending has lasted, as far as the variant's draw rules count.
    pub const fn ending_plies(&self) -> u8 {
        self.counters.ending_plies
    }

    /// Plies in a row that the weak side of the present ending has stayed on the main road, as far as the variant's
    /// draw rules count.
    pub const fn main_road_plies(&self) -> u8 {
        self.counters.main_road_plies
    }
}
