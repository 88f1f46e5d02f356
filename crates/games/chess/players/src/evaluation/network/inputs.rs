//! The network's inputs.

use cozy_chess::{Board, Color, File, Piece, Square};

/// The inputs that are 1; all others are 0. Each piece on the board has one input, given by its color, kind and square
/// from a side's view. Black flips the board vertically, and both sides mirror it so that their king is on files a to
/// d.
#[derive(Clone, Debug)]
pub struct ChessInputs {
    /// The mover's view of the board.
    pub mover: Vec<u16>,
    /// The opponent's view of the board.
    pub opponent: Vec<u16>,
}

/// A side's view of the squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Sight {
    pub(super) color: Color,
    /// The XOR mask for square numbers.
    turn: u8,
}

impl Sight {
    #[inline]
    pub(super) fn of(board: &Board, color: Color) -> Self {
        Self::from_king(color, board.king(color))
    }

    #[inline]
    fn from_king(color: Color, king: Square) -> Self {
        let mirror = if king.file() >= File::E { 7 } else { 0 };
        let flip = if color == Color::White { 0 } else { 56 };
        Self { color, turn: mirror ^ flip }
    }

    /// Returns `true` if left and right are swapped.
    #[inline]
    pub(super) const fn is_mirrored(self) -> bool {
        self.turn & 7 != 0
    }

    /// The input for a piece of `color` on the square with this number.
    #[inline]
    pub(super) fn input(self, color: Color, piece: Piece, square: u32) -> usize {
        let side = usize::from(color != self.color);
        (side * 6 + piece as usize) * 64 + (square as usize & 63 ^ usize::from(self.turn))
    }

    fn inputs(self, pieces: &[(Color, Piece, Square)]) -> Vec<u16> {
        let inputs =
            pieces.iter().map(|&(color, piece, square)| self.input(color, piece, square as u32));
        inputs.filter_map(|input| u16::try_from(input).ok()).collect()
    }
}

/// All kinds of pieces.
pub(super) const KINDS: [(Color, Piece); 12] = [
    (Color::White, Piece::Pawn),
    (Color::White, Piece::Knight),
    (Color::White, Piece::Bishop),
    (Color::White, Piece::Rook),
    (Color::White, Piece::Queen),
    (Color::White, Piece::King),
    (Color::Black, Piece::Pawn),
    (Color::Black, Piece::Knight),
    (Color::Black, Piece::Bishop),
    (Color::Black, Piece::Rook),
    (Color::Black, Piece::Queen),
    (Color::Black, Piece::King),
];

impl ChessInputs {
    /// The number of inputs.
    pub const COUNT: usize = 12 * 64;

    /// The inputs for a position with these pieces and `mover` to move. A side without a king uses the view of a king
    /// on a1.
    pub fn of_pieces(pieces: &[(Color, Piece, Square)], mover: Color) -> Self {
        let of = |own: Color| {
            let king =
                pieces.iter().find(|&&(color, piece, _)| color == own && piece == Piece::King);
            Sight::from_king(own, king.map_or(Square::A1, |&(_, _, square)| square)).inputs(pieces)
        };
        Self { mover: of(mover), opponent: of(!mover) }
    }
}
