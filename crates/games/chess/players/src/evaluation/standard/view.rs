//! The board in one side's view.

use cozy_chess::{
    BitBoard, Board, Color, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_rook_moves,
};

/// A set of squares.
pub(super) type Set = u64;

pub(super) const FILE_A: Set = 0x0101_0101_0101_0101;
pub(super) const FILE_H: Set = FILE_A << 7;
/// The squares with the color of a1.
pub(super) const DARK: Set = 0xAA55_AA55_AA55_AA55;

/// The rank with this number, `0..=7`.
pub(super) const fn rank(number: u32) -> Set {
    0xFF << (8 * number)
}

/// Both sides' pieces, with the viewing side at the bottom, so its pawns move up. Code is therefore written only for
/// the lower side.
#[derive(Clone, Copy)]
pub(super) struct View {
    own: [Set; 6],
    other: [Set; 6],
    pub(super) own_all: Set,
    pub(super) other_all: Set,
    pub(super) occupied: Set,
    pub(super) king: Square,
    pub(super) other_king: Square,
}

impl View {
    /// `color`'s view.
    #[inline]
    pub(super) fn of(board: &Board, color: Color) -> Self {
        let turned = |set: BitBoard| match color {
            Color::White => set.0,
            Color::Black => set.0.swap_bytes(),
        };
        let pieces = |color| Piece::ALL.map(|piece| turned(board.colored_pieces(color, piece)));
        let (own, other) = (pieces(color), pieces(!color));
        let (own_all, other_all) = (turned(board.colors(color)), turned(board.colors(!color)));
        Self {
            own,
            other,
            own_all,
            other_all,
            occupied: own_all | other_all,
            king: board.king(color).relative_to(color),
            other_king: board.king(!color).relative_to(color),
        }
    }

    /// The pieces of this kind.
    #[inline]
    pub(super) const fn own(&self, piece: Piece) -> Set {
        self.own[piece as usize]
    }

    /// The other side's pieces.
    #[inline]
    pub(super) const fn other(&self, piece: Piece) -> Set {
        self.other[piece as usize]
    }

    /// The squares that a piece on `square` attacks; none for a pawn.
    #[inline]
    pub(super) fn attacks(&self, piece: Piece, square: Square) -> Set {
        let occupied = BitBoard(self.occupied);
        let set = match piece {
            Piece::Knight => get_knight_moves(square),
            Piece::Bishop => get_bishop_moves(square, occupied),
            Piece::Rook => get_rook_moves(square, occupied),
            Piece::Queen => get_bishop_moves(square, occupied) | get_rook_moves(square, occupied),
            Piece::King => get_king_moves(square),
            Piece::Pawn => BitBoard::EMPTY,
        };
        set.0
    }

    /// The squares that the side's pawns attack.
    #[inline]
    pub(super) const fn pawn_attacks(&self) -> Set {
        let up = self.own(Piece::Pawn) << 8;
        left(up) | right(up)
    }

    /// The squares that the other side's pawns attack.
    #[inline]
    pub(super) const fn other_pawn_attacks(&self) -> Set {
        let down = self.other(Piece::Pawn) >> 8;
        left(down) | right(down)
    }
}

/// The squares in a set.
#[inline]
pub(super) fn squares(set: Set) -> impl Iterator<Item = Square> {
    BitBoard(set).into_iter()
}

/// The number of squares.
#[inline]
pub(super) const fn count(set: Set) -> i32 {
    set.count_ones().cast_signed()
}

/// The set one file to the left.
#[inline]
pub(super) const fn left(set: Set) -> Set {
    (set & !FILE_A) >> 1
}

/// The set one file to the right.
#[inline]
pub(super) const fn right(set: Set) -> Set {
    (set & !FILE_H) << 1
}

/// The set and all squares above it.
#[inline]
pub(super) const fn up(mut set: Set) -> Set {
    set |= set << 8;
    set |= set << 16;
    set | set << 32
}

/// The set and all squares below it.
#[inline]
pub(super) const fn down(mut set: Set) -> Set {
    set |= set >> 8;
    set |= set >> 16;
    set | set >> 32
}
