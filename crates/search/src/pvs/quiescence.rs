//! The ends of lines.

use board_engine::{Deterministic, Status, ZeroSum};

use super::Technique;
use super::frame::{self, PvsFrame};
use super::selective_quiescence::QuietMoves;
use super::value::Value;
use super::worker::Worker;
use crate::limits::Stopped;
use crate::walk::Node;
use crate::window::{View, Window};
use crate::{Evaluator, Hints, Tension};

/// Which moves are searched at the end of a line.
enum Selection {
    /// All: the mover has no better choice.
    All,
    /// The noisy ones; the mover may also stand pat.
    Noisy,
    /// None: the static evaluation is enough.
    None,
}

impl<G: ZeroSum + Deterministic, E: Evaluator<G> + ?Sized, H: Hints<G>> Worker<'_, G, E, H> {
    /// The value of a node at the end of a line for its mover.
    ///
    /// A static evaluation can be trusted only where nothing is left to capture, so noisy moves are searched on until they are
    /// used up (Harris, "The Heuristic Search and the Game of Chess", 1975;
    /// <https://www.chessprogramming.org/Quiescence_Search>). Where captures are compulsory, a side that has to
    /// capture can't stand pat.
    pub(super) fn quiescence(
        &mut self,
        node: &Node<G>,
        window: Window,
        frames: &mut [PvsFrame<G::Move>],
    ) -> Result<Value, Stopped> {
        match H::MARGINS {
            Some(margins) => {
                self.selective_quiescence(margins, QuietMoves::Checks, node, window, frames)
            }
            None => self.full_quiescence(node, window, frames),
        }
    }

    /// The same by all noisy moves.
    fn full_quiescence(
        &mut self,
        node: &Node<G>,
        window: Window,
        frames: &mut [PvsFrame<G::Move>],
    ) -> Result<Value, Stopped> {
        if let Some(value) = self.enter(node, frames)? {
            return Ok(value);
        }
        let (here, below) = frame::split(frames);
        let ply = frame::ply(below);
        if let Some(value) = self.solved(node, window, ply) {
            return Ok(value);
        }
        let is_last = below.is_empty() || !self.has(Technique::Quiescence);
        if self.shared.hints.tension(self.game, &node.position) == Tension::Calm {
            return Ok(self.evaluate(node));
        }
        if let Status::Over(outcome) = self.game.legal_moves(&node.position, &mut here.moves) {
            return Ok(Self::value_of_end(node, ply, &outcome));
        }
        let selection = if is_last { Selection::None } else { self.selection(node, here) };
        match selection {
            Selection::None => Ok(self.evaluate(node)),
            Selection::All => {
                self.order_by_rank(node, here, |_| true);
                self.search_ordered(node, window, Value::NONE, frames, Self::full_quiescence)
            }
            Selection::Noisy => {
                let stand_pat = self.evaluate(node);
                if stand_pat.score >= window.beta {
                    return Ok(stand_pat);
                }
                let (game, hints) = (self.game, self.shared.hints);
                self.order_by_rank(node, here, |mv| hints.is_noisy(game, &node.position, mv));
                self.search_ordered(node, window, stand_pat, frames, Self::full_quiescence)
            }
        }
    }

    fn selection(&self, node: &Node<G>, frame: &PvsFrame<G::Move>) -> Selection {
        let is_noisy = |&&mv: &&G::Move| self.shared.hints.is_noisy(self.game, &node.position, mv);
        match frame.moves.iter().filter(is_noisy).count() {
            0 => Selection::None,
            noisy if noisy == frame.moves.len() => Selection::All,
            _ => Selection::Noisy,
        }
    }

    /// The best of the moves in the frame's order, if it is better than `best`; `search` gives the value of the node after
    /// a move, for its mover.
    #[inline]
    pub(super) fn search_ordered(
        &mut self,
        node: &Node<G>,
        window: Window,
        mut best: Value,
        frames: &mut [PvsFrame<G::Move>],
        search: impl Fn(&mut Self, &Node<G>, Window, &mut [PvsFrame<G::Move>]) -> Result<Value, Stopped>,
    ) -> Result<Value, Stopped> {
        let (here, below) = frame::split(frames);
        while let Some(index) = here.next() {
            let mv = here.moves[index];
            let mut child = node.clone();
            self.play(node, mv, &mut child);
            if H::MARGINS.is_some() {
                self.prefetch(&child);
            }
            let view = View::between(node.mover, child.mover);
            let matters = view.window(window.above(best.score));
            let Value { score, basis } = search(self, &child, matters, below)?.seen(view);
            self.take_back();
            best.basis = best.basis.max(basis);
            if score > best.score {
                best.score = score;
                if score >= window.beta {
                    self.statistics.cutoffs += 1;
                    break;
                }
                if score > window.alpha {
                    here.set_line(mv, below);
                }
            }
        }
        Ok(best)
    }
}
