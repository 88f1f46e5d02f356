//! What puzzles of draughts can be about.

use board_engine::{Game, Status};
use checkers::{Checkers, Variant};

/// So few pieces of each side are an ending in which the opposition decides.
const PIECES_MAX: u32 = 4;

/// A side gets the opposition: with as many pieces on both sides it threatens nothing, but whatever the other one moves loses a
/// piece, or it can't move at all.
pub(crate) const OPPOSITION: &str = "opposition";

/// Whether these moves are such a puzzle's solution: see [`OPPOSITION`].
#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the type is that of the motifs of all games"
)]
pub(crate) fn is_opposition<V: Variant>(
    game: &Checkers<V>,
    start: &<Checkers<V> as Game>::Position,
    moves: &[<Checkers<V> as Game>::Move],
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
    if after.turn() == own
        || Checkers::<V>::can_capture(&after.passed())
        || Checkers::<V>::can_capture(&after)
    {
        return false;
    }
    let mut replies = Vec::new();
    match game.legal_moves(&after, &mut replies) {
        Status::Over(outcome) => {
            replies.is_empty() && outcome.payoff(Checkers::<V>::seat_of(own)) > 0
        }
        Status::Ongoing => replies.into_iter().all(|reply| {
            let mut next = after;
            game.play(&mut next, reply);
            Checkers::<V>::can_capture(&next)
        }),
    }
}
