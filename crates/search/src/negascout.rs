//! Negascout.

use board_engine::{Deterministic, PerfectInformation, ZeroSum};

use crate::frame::{self, PlyFrame};
use crate::limits::Stopped;
use crate::walk::{self, Node, Walk};
use crate::window::{View, Window};
use crate::{Algorithm, Evaluator, Limits, Listener, Report, Score, Task};

/// Alpha-beta that expects the first move to be the best one (Reinefeld, "An Improvement to the Scout Tree Search
/// Algorithm", 1983; also known as principal variation search).
///
/// Of each later move it only asks whether its score is higher than what the mover has already. A *null window*, with no
/// score in it, answers that with more cuts than an open one. If the answer is yes, the move is searched once more to
/// see how much. It gains where moves are well ordered, and loses where they are not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Negascout;

impl<G: ZeroSum + Deterministic + PerfectInformation> Algorithm<G> for Negascout {
    fn search_with<E: Evaluator<G> + ?Sized>(
        &mut self,
        task: &Task<'_, G, E>,
        limits: &Limits<'_>,
        listener: Listener<'_, G::Move>,
    ) -> Report<G::Move> {
        walk::run(task, limits, listener, |walk, root, frames| {
            negascout(walk, root, Window::FULL, frames)
        })
    }
}

fn negascout<G: ZeroSum + Deterministic, E: Evaluator<G> + ?Sized>(
    walk: &mut Walk<'_, G, E>,
    node: &Node<G>,
    window: Window,
    frames: &mut [PlyFrame<G::Move>],
) -> Result<Score, Stopped> {
    let (here, below) = frame::split(frames);
    if let Some(score) = walk.leaf_score(node, here, below)? {
        return Ok(score);
    }
    for (index, &mv) in here.moves.iter().enumerate() {
        let mut child = node.clone();
        walk.play(mv, &mut child);
        let view = View::between(node.mover, child.mover);
        let open = window.above(here.best.score);
        let asked = if index == 0 { open } else { open.null() };
        let mut score = view.score(negascout(walk, &child, view.window(asked), below)?);
        if asked != open && open.contains(score) {
            score = view.score(negascout(walk, &child, view.window(open), below)?);
        }
        walk.take_back();
        if score >= window.beta {
            walk.count_cutoff();
            return Ok(score);
        }
        here.best.offer(mv, score, below);
    }
    Ok(here.best.score)
}
