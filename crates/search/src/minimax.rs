//! Minimax, for any number of seats.

use board_engine::{Deterministic, PerfectInformation, SEATS_MAX, Seat};

use crate::frame::{self, PlyFrame};
use crate::limits::Stopped;
use crate::walk::{self, Node, Walk};
use crate::{Algorithm, Evaluator, Limits, Listener, Report, Score, Task};

/// Every seat takes the move with the highest score for itself, and expects the others to do the same.
///
/// For two seats whose payoffs cancel this is plain minimax (von Neumann, "Zur Theorie der Gesellschaftsspiele",
/// 1928); for more seats it is maxⁿ (Luckhart and Irani, "An Algorithmic Solution of N-Person Games", 1986). Of moves
/// with the same score for the mover the first is taken. Every line is searched: nothing is cut off.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Minimax;

impl<G: Deterministic + PerfectInformation> Algorithm<G> for Minimax {
    fn search_with<E: Evaluator<G> + ?Sized>(
        &mut self,
        task: &Task<'_, G, E>,
        limits: &Limits<'_>,
        listener: Listener<'_, G::Move>,
    ) -> Report<G::Move> {
        walk::run(task, limits, listener, |walk, root, frames| {
            let scores = minimax(walk, root, frames)?;
            Ok(scores[root.mover.index()])
        })
    }
}

/// The scores of a position for each seat.
type Scores = [Score; SEATS_MAX];

fn minimax<G: Deterministic, E: Evaluator<G> + ?Sized>(
    walk: &mut Walk<'_, G, E>,
    node: &Node<G>,
    frames: &mut [PlyFrame<G::Move>],
) -> Result<Scores, Stopped> {
    let (here, below) = frame::split(frames);
    here.best.clear();
    let leaf = walk.visit(
        &node.position,
        &mut here.moves,
        below.len(),
        |outcome, ply| {
            each_seat(outcome.payoffs().len(), |seat| Score::of_payoff(outcome.payoff(seat), ply))
        },
        |game, evaluator| {
            each_seat(game.seats(), |seat| evaluator.evaluate(game, &node.position, seat))
        },
    );
    if let Some(scores) = leaf? {
        return Ok(scores);
    }
    let mut best = [Score::MIN; SEATS_MAX];
    for &mv in &here.moves {
        let mut child = node.clone();
        walk.play(mv, &mut child);
        let scores = minimax(walk, &child, below)?;
        walk.take_back();
        if here.best.offer(mv, scores[node.mover.index()], below) {
            best = scores;
        }
    }
    Ok(best)
}

fn each_seat(count: usize, score: impl Fn(Seat) -> Score) -> Scores {
    let mut scores = [Score::ZERO; SEATS_MAX];
    for seat in Seat::all(count) {
        scores[seat.index()] = score(seat);
    }
    scores
}
