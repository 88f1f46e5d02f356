//! Paranoid search.

use board_engine::{Deterministic, PerfectInformation, Seat};

use crate::limits::Stopped;
use crate::score::{View, Window};
use crate::walk::{Node, PlyFrame, Walk};
use crate::{Algorithm, Evaluator, Limits, Listener, Report, Score, Task, walk};

/// Searches as one seat against all others, which only try to harm it (Sturtevant and Korf, "On Pruning Techniques for
/// Multi-Player Games", 2000).
///
/// This model reduces any number of seats to two sides, so alpha-beta can prune, unlike [`Minimax`](crate::Minimax) for
/// more than two seats. This search reaches a greater depth in the same time, but is too pessimistic. For two seats
/// whose payoffs cancel, it is equivalent to alpha-beta.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Paranoid;

impl<G: Deterministic + PerfectInformation> Algorithm<G> for Paranoid {
    fn search_with<E: Evaluator<G> + ?Sized>(
        &mut self,
        task: &Task<'_, G, E>,
        limits: &Limits<'_>,
        listener: Listener<'_, G::Move>,
    ) -> Report<G::Move> {
        walk::run(task, limits, listener, |walk, root, frames| {
            paranoid(walk, root, root.mover, Window::FULL, frames)
        })
    }
}

/// The node's score for the side to move: the seat `own`, or all others together.
fn paranoid<G: Deterministic, E: Evaluator<G> + ?Sized>(
    walk: &mut Walk<'_, G, E>,
    node: &Node<G>,
    own: Seat,
    window: Window,
    frames: &mut [PlyFrame<G::Move>],
) -> Result<Score, Stopped> {
    let (here, below) = walk::split(frames);
    let view = side_view(own, node.mover);
    here.best.clear();
    let leaf = walk.visit(
        &node.position,
        &mut here.moves,
        below.len(),
        |outcome, ply| Score::of_payoff(outcome.payoff(own), ply),
        |game, evaluator| evaluator.evaluate(game, &node.position, own),
    );
    if let Some(score) = leaf? {
        return Ok(view.score(score));
    }
    for &mv in &here.moves {
        let mut child = node.clone();
        walk.play(mv, &mut child);
        let changes_side = (node.mover == own) != (child.mover == own);
        let view = if changes_side { View::Opposite } else { View::Same };
        let matters = view.window(window.above(here.best.score));
        let score = view.score(paranoid(walk, &child, own, matters, below)?);
        walk.take_back();
        if score >= window.beta {
            walk.count_cutoff();
            return Ok(score);
        }
        here.best.offer(mv, score, below);
    }
    Ok(here.best.score)
}

/// The view of `own`'s score from `mover`'s side.
fn side_view(own: Seat, mover: Seat) -> View {
    if own == mover { View::Same } else { View::Opposite }
}
