//! The safety of the kings.

use cozy_chess::{BitBoard, File, Piece, get_bishop_moves, get_king_moves, get_rook_moves};

use super::attacks::Attacks;
use super::terms::{self, Terms};
use super::view::{Set, View, count, up};

/// The squares around the other king, and those that lie before it.
#[inline]
pub(super) fn zone(view: &View) -> Set {
    let near = get_king_moves(view.other_king).0 | 1 << view.other_king as u32;
    near | near >> 8
}

/// Counts the pawns before the own king.
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

/// Counts how strongly the own pieces attack the other king; `guards` is what the other side attacks.
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
