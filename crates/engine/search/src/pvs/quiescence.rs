//! The ends of lines: quiescence search.

use board_engine::{Deterministic, Status, ZeroSum};

use super::frame::{Basis, PvsFrame, Value};
use super::table::TableEntry;
use super::worker::Worker;
use super::{Technique, frame};
use crate::limits::Stopped;
use crate::score::{View, Window};
use crate::walk::Node;
use crate::{Evaluator, Hints, Margins, Tension};

/// The moves searched in quiescence.
enum Selection {
    /// All moves: the mover has no alternative.
    All,
    /// Noisy moves; the mover can also stand pat.
    Noisy,
    /// None: the static evaluation suffices.
    None,
}

impl<G: ZeroSum + Deterministic, E: Evaluator<G> + ?Sized, H: Hints<G>> Worker<'_, G, E, H> {
    /// A node's value at the end of a line, for its mover.
    ///
    /// A static evaluation can be trusted only if nothing is left to capture, so noisy moves are
    /// searched until none are left (Harris, "The Heuristic Search and the Game of Chess", 1975;
    /// <https://www.chessprogramming.org/Quiescence_Search>). If captures are compulsory, a side
    /// that must capture can't stand pat.
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

    /// The same search with all noisy moves.
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
        if let Some(value) = self.probe_solution(node, window, ply) {
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

    /// The best move in the frame's order, if it is better than `best`. `search` returns the value of the node after a
    /// move, for its mover.
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
            let Value { score, basis } = search(self, &child, matters, below)?.in_view(view);
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

/// The quiet moves searched in quiescence.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum QuietMoves {
    /// Moves that give check.
    Checks,
    /// None.
    None,
}

/// The depth stored for quiescence entries in the table.
const ENTRY_DEPTH: u8 = 0;

impl<G: ZeroSum + Deterministic, E: Evaluator<G> + ?Sized, H: Hints<G>> Worker<'_, G, E, H> {
    /// A node's value at the end of a line, for its mover. Searches the noisy moves that may raise the value above
    /// alpha and don't lose an exchange (<https://www.chessprogramming.org/Delta_Pruning>), checks at the first ply,
    /// and all moves when in check.
    pub(super) fn selective_quiescence(
        &mut self,
        margins: Margins,
        quiet_moves: QuietMoves,
        node: &Node<G>,
        window: Window,
        frames: &mut [PvsFrame<G::Move>],
    ) -> Result<Value, Stopped> {
        if let Some(value) = self.enter(node, frames)? {
            return Ok(value);
        }
        let (here, below) = frame::split(frames);
        let ply = frame::ply(below);
        let key = self.key(node);
        let known = self.look_up(key, ply);
        if let Some(value) = known.and_then(|entry| self.decided_value(entry, window, 0)) {
            return Ok(value);
        }
        if let Status::Over(outcome) = self.game.status(&node.position, &mut here.moves) {
            return Ok(Self::value_of_end(node, ply, &outcome));
        }
        if below.is_empty() || !self.has(Technique::Quiescence) {
            return Ok(self.evaluate(node));
        }
        let is_in_check = self.shared.hints.is_in_check(self.game, &node.position);
        let stand_pat = if is_in_check { Value::NONE } else { self.evaluate_keyed(node, key) };
        let score = if is_in_check { stand_pat.score } else { self.correct(node, stand_pat.score) };
        let stand_pat = Value { score, ..stand_pat };
        if stand_pat.score >= window.beta {
            return Ok(stand_pat);
        }
        self.game.legal_moves(&node.position, &mut here.moves);
        let (game, hints) = (self.game, self.shared.hints);
        let within_reach = stand_pat.score.value().saturating_add(margins.capture);
        let least_gain = window.alpha.value().saturating_sub(within_reach);
        self.order_by_rank(node, here, |mv| {
            let position = &node.position;
            if is_in_check {
                true
            } else if hints.is_noisy(game, position, mv) {
                hints.gain(game, position, mv) > least_gain
                    && hints.exchange_gains(game, position, mv, 0)
            } else {
                quiet_moves == QuietMoves::Checks
                    && hints.gives_check(game, position, mv)
                    && hints.exchange_gains(game, position, mv, 0)
            }
        });
        let value =
            self.search_ordered(node, window, stand_pat, frames, |this, child, window, below| {
                this.selective_quiescence(margins, QuietMoves::None, child, window, below)
            })?;
        if value.basis != Basis::Proof {
            let entry = TableEntry {
                score: value.score,
                bound: window.bound(value.score),
                depth: ENTRY_DEPTH,
                best: None,
            };
            self.remember(key, ply, entry);
        }
        Ok(value)
    }
}
