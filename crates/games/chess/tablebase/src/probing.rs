//! Determines a position's value from the tables and from its captures.
//!
//! If a position has a capture that is at least as good as the other moves, a table can store any value that compresses
//! well. Tables also ignore en passant captures. A probe therefore searches the captures.

use cozy_chess::{BitBoard, Board, Move, Piece};

use crate::table::Distance;
use crate::wdl::Wdl;

/// The values of positions, ignoring captures.
pub(crate) trait Lookup {
    /// The value in the WDL table; `None` without a table.
    fn wdl(&self, board: &Board) -> Option<Wdl>;

    /// The distance in the DTZ table for a decided position with this value; `None` without a table.
    fn distance(&self, board: &Board, value: Wdl) -> Option<Distance>;

    /// Records that the tables for this material contradict each other.
    fn note_contradiction(&self, board: &Board);
}

/// A value, and whether a capture or a pawn move leads to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Best {
    value: Wdl,
    /// `true` if the best move is a capture or pawn move, for which the DTZ table stores no distance.
    is_by_zeroing: bool,
}

/// The moves that a probe searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Followed {
    Captures,
    /// Captures and pawn moves.
    Zeroing,
}

/// The value of a position; `None` if a table is missing.
pub(crate) fn wdl(tables: &impl Lookup, board: &Board) -> Option<Wdl> {
    Some(best(tables, board, Followed::Captures)?.value)
}

/// The plies to the next capture or pawn move, or to the end, under best play. The number is negative if the side to
/// move loses, 0 for a draw, and 100 more for cursed wins and blessed losses. `None` if a table is missing.
pub(crate) fn distance(tables: &impl Lookup, board: &Board) -> Option<i32> {
    match direct_distance(tables, board)? {
        (_, Distance::Plies(plies)) => Some(plies),
        (value, Distance::OtherSide) => distance_by_moves(tables, board, value),
    }
}

/// The legal moves.
pub(crate) fn legal_moves(board: &Board) -> Vec<Move> {
    let mut moves = Vec::new();
    board.generate_moves(|of_piece| {
        moves.extend(of_piece);
        false
    });
    moves
}

/// The position after a legal move.
pub(crate) fn after(board: &Board, mv: Move) -> Board {
    let mut after = board.clone();
    after.play_unchecked(mv);
    after
}

/// Returns `true` if a legal move captures or moves a pawn.
pub(crate) fn is_zeroing(board: &Board, mv: Move) -> bool {
    board.pieces(Piece::Pawn).has(mv.from) || is_capture(board, mv)
}

/// Returns `true` if a legal move captures. Castling is not possible in a table position.
fn is_capture(board: &Board, mv: Move) -> bool {
    let is_in_passing = || board.pieces(Piece::Pawn).has(mv.from) && mv.from.file() != mv.to.file();
    board.occupied().has(mv.to) || is_in_passing()
}

fn best(tables: &impl Lookup, board: &Board, followed: Followed) -> Option<Best> {
    if board.occupied().len() == 2 {
        return Some(Best { value: Wdl::Draw, is_by_zeroing: false });
    }
    let (mut found, mut is_any_left, mut is_any_followed) = (Wdl::Loss, false, false);
    let targets = capture_targets(board);
    for mv in legal_moves(board) {
        let is_followed = match followed {
            Followed::Captures => targets.has(mv.to) && is_capture(board, mv),
            Followed::Zeroing => is_zeroing(board, mv),
        };
        if !is_followed {
            is_any_left = true;
            continue;
        }
        is_any_followed = true;
        let value = best(tables, &after(board, mv), Followed::Captures)?.value.reverse();
        found = found.max(value);
        if found == Wdl::Win {
            return Some(Best { value: found, is_by_zeroing: true });
        }
    }
    let are_all_followed = is_any_followed && !is_any_left;
    let by_table = if are_all_followed { found } else { tables.wdl(board)? };
    let is_by_moves = found >= by_table;
    Some(Best {
        value: found.max(by_table),
        is_by_zeroing: is_by_moves && (found > Wdl::Draw || are_all_followed),
    })
}

/// The squares on which a capture can end.
fn capture_targets(board: &Board) -> BitBoard {
    let enemies = board.colors(!board.side_to_move());
    match board.en_passant() {
        Some(_) => enemies | !board.occupied(),
        None => enemies,
    }
}

/// The value and the distance, if the DTZ table contains positions with this side to move.
fn direct_distance(tables: &impl Lookup, board: &Board) -> Option<(Wdl, Distance)> {
    let Best { value, is_by_zeroing } = best(tables, board, Followed::Zeroing)?;
    let distance = if value == Wdl::Draw {
        Distance::Plies(0)
    } else if is_by_zeroing {
        Distance::Plies(value.distance_before_zeroing())
    } else {
        tables.distance(board, value)?
    };
    Some((value, distance))
}

/// A position's distance, computed from the distances after its moves.
fn distance_by_moves(tables: &impl Lookup, board: &Board, value: Wdl) -> Option<i32> {
    let after_quiet = |next: &Board| match direct_distance(tables, next)? {
        (_, Distance::Plies(plies)) => Some(plies),
        (_, Distance::OtherSide) => {
            tables.note_contradiction(next);
            None
        }
    };
    let mut least = None;
    for mv in legal_moves(board) {
        let next = after(board, mv);
        let distance = if is_zeroing(board, mv) {
            distance_of_zeroing(tables, &next)?
        } else {
            distance_before(after_quiet(&next)?, &next)
        };
        if distance.signum() == value.sign() && least.is_none_or(|least| distance < least) {
            least = Some(distance);
        }
    }
    // Without legal moves, this is mate.
    Some(least.unwrap_or(-1))
}

/// The distance from the position before a capture or pawn move to this one.
pub(crate) fn distance_of_zeroing(tables: &impl Lookup, next: &Board) -> Option<i32> {
    Some(wdl(tables, next)?.reverse().distance_before_zeroing())
}

/// The distance from the position before a move that neither captures nor moves a pawn, given the distance after it.
pub(crate) fn distance_before(plies: i32, next: &Board) -> i32 {
    let is_mate = plies == -1 && !next.checkers().is_empty() && !next.generate_moves(|_| true);
    if is_mate { 1 } else { -plies - plies.signum() }
}
