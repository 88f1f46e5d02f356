//! The evaluation terms, in the order of the weights, and the attacks that they count.

use cozy_chess::{Piece, Square};

use super::view::Set;

/// A weight's index.
pub(super) type Term = usize;

/// A receiver for a position's terms.
pub(super) trait Terms {
    /// Adds `times` to the term's count for the viewing side.
    fn add(&mut self, term: Term, times: i32);
}

/// The number of squares distinguished for a piece: the left half of the board mirrors the right half.
const PLACES: usize = 32;

/// A piece by its square.
pub(super) const fn place(piece: Piece, square: Square) -> Term {
    let file = square as usize % 8;
    let from_edge = if file < 4 { file } else { 7 - file };
    piece as usize * PLACES + square as usize / 8 * 4 + from_edge
}

pub(super) const KNIGHT_MOBILITY: Term = 6 * PLACES;
pub(super) const BISHOP_MOBILITY: Term = KNIGHT_MOBILITY + 9;
pub(super) const ROOK_MOBILITY: Term = BISHOP_MOBILITY + 14;
pub(super) const QUEEN_MOBILITY: Term = ROOK_MOBILITY + 15;
/// Two bishops or more.
pub(super) const BISHOP_PAIR: Term = QUEEN_MOBILITY + 28;
/// Own pawns on squares of a bishop's color.
pub(super) const BISHOP_PAWNS: Term = BISHOP_PAIR + 1;
/// A minor piece guarded by a pawn on the other half of the board, where no pawn can drive it away.
pub(super) const KNIGHT_OUTPOST: Term = BISHOP_PAWNS + 1;
pub(super) const BISHOP_OUTPOST: Term = KNIGHT_OUTPOST + 1;
/// A rook on a file without pawns; a rook on a file without its own side's pawns.
pub(super) const ROOK_ON_OPEN_FILE: Term = BISHOP_OUTPOST + 1;
pub(super) const ROOK_ON_HALF_OPEN_FILE: Term = ROOK_ON_OPEN_FILE + 1;
/// A rook behind its own side's passed pawn.
pub(super) const ROOK_BEHIND_PASSED: Term = ROOK_ON_HALF_OPEN_FILE + 1;

/// A pawn behind another pawn of its side.
pub(super) const DOUBLED: Term = ROOK_BEHIND_PASSED + 1;
/// A pawn without friendly pawns on adjacent files; the same on a half-open file.
pub(super) const ISOLATED: Term = DOUBLED + 1;
pub(super) const ISOLATED_OPEN: Term = ISOLATED + 1;
/// A pawn that can't advance safely and can't be guarded by a friendly pawn; the same on an open file.
pub(super) const BACKWARD: Term = ISOLATED_OPEN + 1;
pub(super) const BACKWARD_OPEN: Term = BACKWARD + 1;
/// A pawn next to another pawn, or guarded by one, by rank.
pub(super) const PHALANX: Term = BACKWARD_OPEN + 1;
pub(super) const GUARDED: Term = PHALANX + 8;
/// A passed pawn by rank; blocked; guarded by a friendly pawn.
pub(super) const PASSED: Term = GUARDED + 8;
pub(super) const PASSED_BLOCKED: Term = PASSED + 8;
pub(super) const PASSED_GUARDED: Term = PASSED_BLOCKED + 8;
/// A passed pawn whose path is free of attacks.
pub(super) const PASSED_FREE: Term = PASSED_GUARDED + 8;
/// The distances of both kings from the square in front of a passed pawn, from the fourth rank on.
pub(super) const PASSED_OWN_KING: Term = PASSED_FREE + 8;
pub(super) const PASSED_OTHER_KING: Term = PASSED_OWN_KING + 8;

/// The nearest own pawn in front of the king, by rank (0 if there is none), on the king's file and on adjacent files.
pub(super) const SHELTER: Term = PASSED_OTHER_KING + 8;
/// The other side's nearest pawn in front of the king, in the same way.
pub(super) const STORM: Term = SHELTER + 16;
/// The strength of the attack on the other king.
pub(super) const KING_DANGER: Term = STORM + 16;
pub(super) const KING_DANGER_MAX: usize = 39;

/// A pawn attacks a piece of this kind.
pub(super) const PAWN_ATTACKS: Term = KING_DANGER + KING_DANGER_MAX + 1;
/// A knight or bishop attacks a piece of this kind.
pub(super) const MINOR_ATTACKS: Term = PAWN_ATTACKS + 6;
/// A rook attacks a piece of this kind.
pub(super) const ROOK_ATTACKS: Term = MINOR_ATTACKS + 6;
/// An enemy piece that is attacked and unguarded.
pub(super) const HANGING: Term = ROOK_ATTACKS + 6;
/// A square from which a pawn could attack a piece after a safe step.
pub(super) const PAWN_THREAT: Term = HANGING + 1;
/// A safe square in the center behind or between the side's pawns.
pub(super) const SPACE: Term = PAWN_THREAT + 1;

/// The number of weights.
pub(super) const COUNT: usize = SPACE + 1;

/// One side's attacks, in its view of the board.
#[derive(Clone, Copy, Default)]
pub(super) struct Attacks {
    pub(super) by_piece: [Set; 6],
    /// The squares that any piece attacks.
    pub(super) all: Set,
    /// The squares attacked twice or more.
    pub(super) twice: Set,
    /// Points for pieces near the other king.
    pub(super) on_king: i32,
}

impl Attacks {
    #[inline]
    pub(super) fn add(&mut self, piece: Piece, set: Set) {
        self.by_piece[piece as usize] |= set;
        self.twice |= self.all & set;
        self.all |= set;
    }

    /// The same attacks in the other side's view.
    #[inline]
    pub(super) fn flip(&self) -> Self {
        Self {
            by_piece: self.by_piece.map(Set::swap_bytes),
            all: self.all.swap_bytes(),
            twice: self.twice.swap_bytes(),
            ..*self
        }
    }

    /// The squares that only the king attacks.
    #[inline]
    pub(super) const fn king_alone(&self) -> Set {
        self.by_piece[Piece::King as usize] & !self.twice
    }
}
