//! Motifs in draughts puzzles.

use board_engine::{Game, Status, Turn, Word};
use checkers::{AnyVariant, Move, Position};

/// Maximum number of pieces on each side in an ending that the opposition decides.
const PIECES_MAX: u32 = 4;

/// A side gets the opposition: with equal numbers of pieces it threatens nothing, but every move by the other side
/// loses a piece, or the other side can't move at all.
pub(crate) const OPPOSITION: &str = "opposition";

/// Returns `true` if these moves are the solution of such a puzzle: see [`OPPOSITION`].
pub(crate) fn is_opposition<W: Word, T: Send + Sync + 'static>(
    game: &AnyVariant<W, T>,
    start: &Position<W>,
    moves: &[Move<W>],
) -> bool {
    let own = start.turn();
    let count = start.pieces(own).count();
    let is_even = count == start.pieces(!own).count() && count <= PIECES_MAX;
    if !is_even || moves.iter().any(|mv| mv.is_capture()) {
        return false;
    }
    let mut after = *start;
    for &mv in moves {
        game.play(&mut after, mv);
    }
    if after.turn() == own || game.can_capture(&after.passed()) || game.can_capture(&after) {
        return false;
    }
    let mut replies = Vec::new();
    match game.legal_moves(&after, &mut replies) {
        Status::Over(outcome) => {
            replies.is_empty()
                && matches!(game.turn(start), Turn::Seat(seat) if outcome.payoff(seat) > 0)
        }
        Status::Ongoing => replies.into_iter().all(|reply| {
            let mut next = after;
            game.play(&mut next, reply);
            game.can_capture(&next)
        }),
    }
}
