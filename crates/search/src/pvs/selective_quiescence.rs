//! The ends of lines, where static evaluations can be trusted.

use board_engine::{Deterministic, Status, ZeroSum};

use super::Technique;
use super::frame::{self, PvsFrame};
use super::table::Entry;
use super::value::{Basis, Value};
use super::worker::Worker;
use crate::limits::Stopped;
use crate::walk::Node;
use crate::window::Window;
use crate::{Evaluator, Hints, Margins};

/// Which quiet moves are searched at the end of a line.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum QuietMoves {
    /// Those that give check.
    Checks,
    /// None.
    None,
}

/// The depth that entries of the ends of lines have in the table.
const ENTRY_DEPTH: u8 = 0;

impl<G: ZeroSum + Deterministic, E: Evaluator<G> + ?Sized, H: Hints<G>> Worker<'_, G, E, H> {
    /// The value of a node at the end of a line for its mover, by noisy moves that may lift it above alpha and lose no
    /// exchange (<https://www.chessprogramming.org/Delta_Pruning>), at the first ply by checks as well, and in check by all
    /// moves.
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
        if let Some(value) = known.and_then(|entry| self.decided(entry, window, 0)) {
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
        let score =
            if is_in_check { stand_pat.score } else { self.corrected(node, stand_pat.score) };
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
            let entry = Entry {
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
