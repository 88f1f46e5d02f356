//! Pawns.

use cozy_chess::{Piece, Square};

use super::terms::{self, Terms};
use super::view::{Set, View, count, down, left, rank, right, squares, up};

/// What pieces have to know of the pawns of both sides.
#[derive(Clone, Copy)]
pub(super) struct Pawns {
    /// The squares that they attack.
    pub(super) attacks: Set,
    /// Those that the other side's pawns attack.
    pub(super) other_attacks: Set,
    /// Those that the other side's pawns attack or may come to attack.
    pub(super) other_reach: Set,
    /// The own ones that no pawn can stop.
    pub(super) passed: Set,
}

/// Both sides' pawns, as the side of the view sees them.
#[inline]
pub(super) fn pawns(view: &View) -> Pawns {
    let (own, other) = (view.own(Piece::Pawn), view.other(Piece::Pawn));
    let other_attacks = view.other_pawn_attacks();
    let other_reach = down(other_attacks);
    let stopped = down(other >> 8) | other_reach | down(own >> 8);
    Pawns { attacks: view.pawn_attacks(), other_attacks, other_reach, passed: own & !stopped }
}

/// Counts how the pawns stand to each other.
#[inline]
pub(super) fn count_structure(view: &View, pawns: &Pawns, sum: &mut impl Terms) {
    let (own, other) = (view.own(Piece::Pawn), view.other(Piece::Pawn));
    let open = !down(other >> 8);
    let files = up(down(own));
    let isolated = own & !(left(files) | right(files));
    let reach = up(pawns.attacks);
    let stops_attacked = (own << 8) & pawns.other_attacks & !reach;
    let backward = (stops_attacked >> 8) & !isolated;
    sum.add(terms::DOUBLED, count(own & down(own >> 8)));
    sum.add(terms::ISOLATED, count(isolated & !open));
    sum.add(terms::ISOLATED_OPEN, count(isolated & open));
    sum.add(terms::BACKWARD, count(backward & !open));
    sum.add(terms::BACKWARD_OPEN, count(backward & open));
    let (phalanx, guarded) = (own & (left(own) | right(own)), own & pawns.attacks);
    for number in 1..7 {
        let row = rank(number);
        sum.add(terms::PHALANX + number as usize, count(phalanx & row));
        sum.add(terms::GUARDED + number as usize, count(guarded & row));
    }
}

/// Counts the passed pawns. `attacked` are the squares that the other side attacks.
#[inline]
pub(super) fn count_passed(view: &View, pawns: &Pawns, attacked: Set, sum: &mut impl Terms) {
    for pawn in squares(pawns.passed) {
        let number = pawn.rank() as usize;
        let set = 1 << pawn as u32;
        let stop: Set = set << 8;
        sum.add(terms::PASSED + number, 1);
        sum.add(terms::PASSED_BLOCKED + number, i32::from(view.occupied & stop != 0));
        sum.add(terms::PASSED_GUARDED + number, i32::from(pawns.attacks & set != 0));
        if number < 3 {
            continue;
        }
        let way = up(stop);
        let is_free = (attacked | view.other_all) & way == 0;
        sum.add(terms::PASSED_FREE + number, i32::from(is_free));
        let stop = Square::index(pawn as usize + 8);
        sum.add(terms::PASSED_OWN_KING + distance(view.king, stop), 1);
        sum.add(terms::PASSED_OTHER_KING + distance(view.other_king, stop), 1);
    }
}

/// How many moves a king needs from one square to the other, `0..=7`.
fn distance(from: Square, to: Square) -> usize {
    let files = (from.file() as usize).abs_diff(to.file() as usize);
    files.max((from.rank() as usize).abs_diff(to.rank() as usize))
}
