//! What is counted, and in which order the weights stand.

use cozy_chess::{Piece, Square};

/// The number of a weight.
pub(super) type Term = usize;

/// What is made of the terms of a position while they are counted.
pub(super) trait Terms {
    /// The term counts `times` times more for the side that is looked at.
    fn add(&mut self, term: Term, times: i32);
}

/// A piece on one of 32 squares: the left half of the board is a mirror of the right one.
const PLACES: usize = 32;

/// A piece by its place.
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
/// A knight, a bishop guarded by a pawn on the other half of the board where no pawn can drive it away.
pub(super) const KNIGHT_OUTPOST: Term = BISHOP_PAWNS + 1;
pub(super) const BISHOP_OUTPOST: Term = KNIGHT_OUTPOST + 1;
/// A rook on a file without pawns, and without own ones.
pub(super) const ROOK_ON_OPEN_FILE: Term = BISHOP_OUTPOST + 1;
pub(super) const ROOK_ON_HALF_OPEN_FILE: Term = ROOK_ON_OPEN_FILE + 1;
/// A rook behind an own passed pawn.
pub(super) const ROOK_BEHIND_PASSED: Term = ROOK_ON_HALF_OPEN_FILE + 1;

/// A pawn with another one before it.
pub(super) const DOUBLED: Term = ROOK_BEHIND_PASSED + 1;
/// A pawn without others on the files beside it; on a file that the other side's pawns don't close.
pub(super) const ISOLATED: Term = DOUBLED + 1;
pub(super) const ISOLATED_OPEN: Term = ISOLATED + 1;
/// A pawn that can't go on safely and that no other can come to guard; on an open file.
pub(super) const BACKWARD: Term = ISOLATED_OPEN + 1;
pub(super) const BACKWARD_OPEN: Term = BACKWARD + 1;
/// A pawn beside another one, or guarded by one, by rank.
pub(super) const PHALANX: Term = BACKWARD_OPEN + 1;
pub(super) const GUARDED: Term = PHALANX + 8;
/// A pawn that no other side's pawn can stop, by rank; where it is blocked; where one of its own guards it.
pub(super) const PASSED: Term = GUARDED + 8;
pub(super) const PASSED_BLOCKED: Term = PASSED + 8;
pub(super) const PASSED_GUARDED: Term = PASSED_BLOCKED + 8;
/// The squares before it are free of attacks.
pub(super) const PASSED_FREE: Term = PASSED_GUARDED + 8;
/// How far the kings are from the square before it, for pawns from the fourth rank on.
pub(super) const PASSED_OWN_KING: Term = PASSED_FREE + 8;
pub(super) const PASSED_OTHER_KING: Term = PASSED_OWN_KING + 8;

/// The own pawn that is nearest before the king, by rank, none being 0; on its file, on those beside it.
pub(super) const SHELTER: Term = PASSED_OTHER_KING + 8;
/// The other side's pawn that is nearest before the king, in the same way.
pub(super) const STORM: Term = SHELTER + 16;
/// How strongly the other king is attacked.
pub(super) const KING_DANGER: Term = STORM + 16;
pub(super) const KING_DANGER_MAX: usize = 39;

/// A pawn attacks a piece of this kind.
pub(super) const PAWN_ATTACKS: Term = KING_DANGER + KING_DANGER_MAX + 1;
/// A knight or bishop attacks a piece of this kind.
pub(super) const MINOR_ATTACKS: Term = PAWN_ATTACKS + 6;
/// A rook attacks a piece of this kind.
pub(super) const ROOK_ATTACKS: Term = MINOR_ATTACKS + 6;
/// A piece of the other side is attacked and not guarded.
pub(super) const HANGING: Term = ROOK_ATTACKS + 6;
/// A square that a pawn could attack a piece from by a safe step.
pub(super) const PAWN_THREAT: Term = HANGING + 1;
/// A safe square in the center behind or between the own pawns.
pub(super) const SPACE: Term = PAWN_THREAT + 1;

/// How many weights there are.
pub(super) const COUNT: usize = SPACE + 1;
