//! Counts the terms for pieces: placement, mobility and threats.

use cozy_chess::{Piece, Square};

use super::pawns::{Pawns, zone};
use super::terms::{self, Attacks, Term, Terms};
use super::view::{DARK, Set, View, count, down, rank, squares, up};

/// Points for each kind of piece that attacks squares around the other king: for the piece itself, and for each
/// attacked square.
const ON_KING: [(i32, i32); 6] = [(0, 0), (2, 1), (2, 1), (2, 1), (3, 1), (0, 0)];

/// Counts the pieces, their placement and their mobility.
#[inline]
pub(super) fn count_pieces(view: &View, pawns: &Pawns, sum: &mut impl Terms) -> Attacks {
    let mut attacks = Attacks::default();
    attacks.add(Piece::Pawn, pawns.attacks);
    attacks.add(Piece::King, view.attacks(Piece::King, view.king));
    for square in squares(view.own(Piece::Pawn)) {
        sum.add(terms::place(Piece::Pawn, square), 1);
    }
    sum.add(terms::place(Piece::King, view.king), 1);
    let blocked = view.own(Piece::Pawn) & (view.occupied >> 8 | rank(1));
    let area = !(blocked | view.own(Piece::King) | pawns.other_attacks);
    let zone = zone(view);
    for (piece, mobility) in [
        (Piece::Knight, terms::KNIGHT_MOBILITY),
        (Piece::Bishop, terms::BISHOP_MOBILITY),
        (Piece::Rook, terms::ROOK_MOBILITY),
        (Piece::Queen, terms::QUEEN_MOBILITY),
    ] {
        for square in squares(view.own(piece)) {
            count_piece(view, piece, square, (area, mobility), zone, &mut attacks, sum);
        }
    }
    count_minor(view, pawns, sum);
    count_rooks(view, pawns, sum);
    attacks
}

#[inline]
fn count_piece(
    view: &View,
    piece: Piece,
    square: Square,
    (area, mobility): (Set, Term),
    zone: Set,
    attacks: &mut Attacks,
    sum: &mut impl Terms,
) {
    let set = view.attacks(piece, square);
    sum.add(terms::place(piece, square), 1);
    sum.add(mobility + (set & area).count_ones() as usize, 1);
    if set & zone != 0 {
        let (by_piece, by_square) = ON_KING[piece as usize];
        attacks.on_king += by_piece + by_square * count(set & zone);
    }
    attacks.add(piece, set);
}

#[inline]
fn count_minor(view: &View, pawns: &Pawns, sum: &mut impl Terms) {
    let (knights, bishops) = (view.own(Piece::Knight), view.own(Piece::Bishop));
    let outposts = pawns.attacks & !pawns.other_reach & (rank(3) | rank(4) | rank(5));
    sum.add(terms::KNIGHT_OUTPOST, count(knights & outposts));
    sum.add(terms::BISHOP_OUTPOST, count(bishops & outposts));
    sum.add(terms::BISHOP_PAIR, i32::from(count(bishops) >= 2));
    let own = view.own(Piece::Pawn);
    let (dark, light) = (count(bishops & DARK), count(bishops & !DARK));
    sum.add(terms::BISHOP_PAWNS, dark * count(own & DARK) + light * count(own & !DARK));
}

#[inline]
fn count_rooks(view: &View, pawns: &Pawns, sum: &mut impl Terms) {
    let rooks = view.own(Piece::Rook);
    let (own, other) = (view.own(Piece::Pawn), view.other(Piece::Pawn));
    let half_open = !up(down(own));
    let open = half_open & !up(down(other));
    sum.add(terms::ROOK_ON_OPEN_FILE, count(rooks & open));
    sum.add(terms::ROOK_ON_HALF_OPEN_FILE, count(rooks & half_open & !open));
    sum.add(terms::ROOK_BEHIND_PASSED, count(rooks & down(pawns.passed)));
}

/// Counts the attacks by the side's pieces; `guards` has the other side's attacks.
#[inline]
pub(super) fn count_threats(
    view: &View,
    pawns: &Pawns,
    attacks: &Attacks,
    guards: &Attacks,
    sum: &mut impl Terms,
) {
    let minor = attacks.by_piece[Piece::Knight as usize] | attacks.by_piece[Piece::Bishop as usize];
    let rook = attacks.by_piece[Piece::Rook as usize];
    for piece in [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen] {
        let others = view.other(piece);
        let number = piece as usize;
        sum.add(terms::PAWN_ATTACKS + number, count(others & pawns.attacks));
        // A piece guarded by a pawn is not a target for a piece of such low value.
        let targets =
            if number < Piece::Rook as usize { others & !pawns.other_attacks } else { others };
        sum.add(terms::MINOR_ATTACKS + number, count(targets & minor));
        sum.add(terms::ROOK_ATTACKS + number, count(targets & rook));
    }
    sum.add(terms::HANGING, count(view.other_all & attacks.all & !guards.all));
    let steps = (view.own(Piece::Pawn) << 8) & !view.occupied;
    let steps = steps | ((steps & rank(2)) << 8) & !view.occupied;
    let safe_steps = steps & !pawns.other_attacks & (!guards.all | attacks.all);
    let after = super::view::left(safe_steps << 8) | super::view::right(safe_steps << 8);
    let targets = view.other_all & !view.other(Piece::Pawn);
    sum.add(terms::PAWN_THREAT, count(after & targets & !pawns.attacks));
    let center = (super::view::FILE_A << 2
        | super::view::FILE_A << 3
        | super::view::FILE_A << 4
        | super::view::FILE_A << 5)
        & (rank(1) | rank(2) | rank(3));
    let behind = down(view.own(Piece::Pawn) >> 8);
    let safe = center & !view.own(Piece::Pawn) & !pawns.other_attacks;
    sum.add(terms::SPACE, count(safe) + count(safe & behind));
}
