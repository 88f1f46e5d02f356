//! Negamax with alpha-beta pruning.

use board_engine::{Deterministic, PerfectInformation, ZeroSum};

use crate::frame::{self, PlyFrame};
use crate::limits::Stopped;
use crate::walk::{self, Node, Walk};
use crate::window::{View, Window};
use crate::{Algorithm, Evaluator, Limits, Listener, Report, Score, Task};

/// Negamax that leaves out the lines that can't change its result (Knuth and Moore, "An Analysis of Alpha-Beta
/// Pruning", 1975).
///
/// Alpha is what the mover has already, by another move here or earlier; beta is what the opponent has already. As
/// soon as the score of a move is beta or more, the opponent will not let this position come about, and the other moves need
/// not be looked at. It is *fail-soft*: a score outside the window is the best bound that was seen, not the window's
/// edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct AlphaBeta;

impl<G: ZeroSum + Deterministic + PerfectInformation> Algorithm<G> for AlphaBeta {
    fn search_with<E: Evaluator<G> + ?Sized>(
        &mut self,
        task: &Task<'_, G, E>,
        limits: &Limits<'_>,
        listener: Listener<'_, G::Move>,
    ) -> Report<G::Move> {
        walk::run(task, limits, listener, |walk, root, frames| {
            alpha_beta(walk, root, Window::FULL, frames)
        })
    }
}

fn alpha_beta<G: ZeroSum + Deterministic, E: Evaluator<G> + ?Sized>(
    walk: &mut Walk<'_, G, E>,
    node: &Node<G>,
    window: Window,
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
        let matters = view.window(window.above(here.best.score));
        let score = view.score(alpha_beta(walk, &child, matters, below)?);
        walk.take_back();
        if score >= window.beta {
            walk.count_cutoff();
            return Ok(score);
        }
        here.best.offer(mv, score, below);
    }
    Ok(here.best.score)
}
