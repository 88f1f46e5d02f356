//! Counts the terms for pawns and king safety.

use cozy_chess::{BitBoard, File, Piece, Square, get_bishop_moves, get_king_moves, get_rook_moves};

use super::terms::{self, Attacks, Terms};
use super::view::{Set, View, count, down, left, rank, right, squares, up};

/// Pawn data for the piece terms.
#[derive(Clone, Copy)]
pub(super) struct Pawns {
    /// The squares attacked by the side's pawns.
    pub(super) attacks: Set,
    /// The squares attacked by the other side's pawns.
    pub(super) other_attacks: Set,
    /// The squares that the other side's pawns attack now or can attack later.
    pub(super) other_reach: Set,
    /// The side's passed pawns.
    pub(super) passed: Set,
}

/// Both sides' pawns, in the side's view.
#[inline]
pub(super) fn pawns(view: &View) -> Pawns {
    let (own, other) = (view.own(Piece::Pawn), view.other(Piece::Pawn));
    let other_attacks = view.other_pawn_attacks();
    let other_reach = down(other_attacks);
    let stopped = down(other >> 8) | other_reach | down(own >> 8);
    Pawns { attacks: view.pawn_attacks(), other_attacks, other_reach, passed: own & !stopped }
}

/// Counts the pawn structure.
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

/// Counts the passed pawns. `attacked` contains the squares that the other side attacks.
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

/// The number of king moves between two squares, `0..=7`.
fn distance(from: Square, to: Square) -> usize {
    let files = (from.file() as usize).abs_diff(to.file() as usize);
    files.max((from.rank() as usize).abs_diff(to.rank() as usize))
}

/// The squares around and in front of the other king.
#[inline]
pub(super) fn zone(view: &View) -> Set {
    let near = get_king_moves(view.other_king).0 | 1 << view.other_king as u32;
    near | near >> 8
}

/// Counts the pawns in front of the side's king.
#[inline]
pub(super) fn count_shelter(view: &View, sum: &mut impl Terms) {
    let king = view.king;
    let before = up(super::view::rank(king.rank() as u32));
    let middle = (king.file() as usize).clamp(1, 6);
    for file in middle - 1..=middle + 1 {
        let squares = File::index(file).bitboard().0 & before;
        let beside = 8 * usize::from(file != king.file() as usize);
        let nearest = |pawns: Set| match pawns & squares {
            0 => 0,
            found => found.trailing_zeros() as usize / 8,
        };
        sum.add(terms::SHELTER + beside + nearest(view.own(Piece::Pawn)), 1);
        sum.add(terms::STORM + beside + nearest(view.other(Piece::Pawn)), 1);
    }
}

/// Counts the attacks by a side's pieces on the other king; `guards` contains the squares that the other side attacks.
#[inline]
pub(super) fn count_danger(view: &View, attacks: &Attacks, guards: &Attacks, sum: &mut impl Terms) {
    if attacks.on_king == 0 {
        return;
    }
    let occupied = BitBoard(view.occupied);
    let (diagonal, straight) = (
        get_bishop_moves(view.other_king, occupied).0,
        get_rook_moves(view.other_king, occupied).0,
    );
    let knight = cozy_chess::get_knight_moves(view.other_king).0;
    let safe = !view.own_all & (!guards.all | attacks.twice & guards.king_alone());
    let of = |piece: Piece| attacks.by_piece[piece as usize] & safe;
    let checks = [
        (of(Piece::Knight) & knight, 3),
        (of(Piece::Bishop) & diagonal, 2),
        (of(Piece::Rook) & straight, 4),
        (of(Piece::Queen) & (diagonal | straight), 3),
    ];
    let by_checks: i32 = checks.into_iter().filter(|(set, _)| *set != 0).map(|(_, by)| by).sum();
    let weak = zone(view) & attacks.all & guards.king_alone();
    let has_queen = if view.own(Piece::Queen) == 0 { 0 } else { 3 };
    let danger = attacks.on_king + by_checks + count(weak) + has_queen;
    let danger = usize::try_from(danger).unwrap_or(0).min(terms::KING_DANGER_MAX);
    sum.add(terms::KING_DANGER + danger, 1);
}
