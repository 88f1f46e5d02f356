//! Negamax.

use board_engine::{Deterministic, PerfectInformation, ZeroSum};

use crate::frame::{self, PlyFrame};
use crate::limits::Stopped;
use crate::walk::{self, Node, Walk};
use crate::window::View;
use crate::{Algorithm, Evaluator, Limits, Listener, Report, Score, Task};

/// Minimax for two seats whose payoffs cancel: the score of a position for one is the negative of its score for
/// the other, so that one function looks from the mover's side at every ply.
///
/// The sign changes only where the mover does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Negamax;

impl<G: ZeroSum + Deterministic + PerfectInformation> Algorithm<G> for Negamax {
    fn search_with<E: Evaluator<G> + ?Sized>(
        &mut self,
        task: &Task<'_, G, E>,
        limits: &Limits<'_>,
        listener: Listener<'_, G::Move>,
    ) -> Report<G::Move> {
        walk::run(task, limits, listener, negamax)
    }
}

fn negamax<G: ZeroSum + Deterministic, E: Evaluator<G> + ?Sized>(
    walk: &mut Walk<'_, G, E>,
    node: &Node<G>,
    frames: &mut [PlyFrame<G::Move>],
) -> Result<Score, Stopped> {
    let (here, below) = frame::split(frames);
    if let Some(score) = walk.leaf_score(node, here, below)? {
        return Ok(score);
    }
    for &mv in &here.moves {
        let mut child = node.clone();
        walk.play(mv, &mut child);
        let view = View::between(node.mover, child.mover);
        let score = view.score(negamax(walk, &child, below)?);
        walk.take_back();
        here.best.offer(mv, score, below);
    }
    Ok(here.best.score)
}
