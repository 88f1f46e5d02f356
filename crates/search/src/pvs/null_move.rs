//! Null moves.

use board_engine::{Deterministic, ZeroSum};

use super::Technique;
use super::frame::{self, PvsFrame};
use super::node_search::NodeSearch;
use super::value::{Basis, Value};
use super::worker::Worker;
use crate::limits::Stopped;
use crate::walk::{self, Node};
use crate::window::View;
use crate::{Evaluator, Hints, Score};

/// The least depth at which it is tried.
const DEPTH_MIN: i32 = 2;
/// How many plies less the search after the pass has at least.
const PLIES_LESS: i32 = 4;
/// One ply less for this many plies of depth.
const DEPTH_PER_PLY: i32 = 3;
/// One ply less for each time that the static evaluation passes beta by this, in hundredths, but at most three.
const SCORE_PER_PLY: i32 = 200;

impl<G: ZeroSum + Deterministic, E: Evaluator<G> + ?Sized, H: Hints<G>> Worker<'_, G, E, H> {
    /// A bound of the node's value, if the mover can pass and a shallow search still finds the position good enough for a
    /// cut: most often some move is better than none (Donninger, "Null Move and Deep Search", 1993;
    /// <https://www.chessprogramming.org/Null_Move_Pruning>). A game says by [`Hints::null_move`] where that holds.
    ///
    /// `score` is the [reliable score](Self::reliable_score).
    pub(super) fn null_move_cut(
        &mut self,
        search: &NodeSearch<'_, G>,
        score: Score,
        frames: &mut [PvsFrame<G::Move>],
    ) -> Result<Option<Value>, Stopped> {
        let NodeSearch { node, window, depth, .. } = *search;
        let (_, below) = frame::split(frames);
        let ply = frame::ply(below);
        if depth < DEPTH_MIN || score < window.beta || self.outlooks[ply].is_after_pass {
            return Ok(None);
        }
        if below.is_empty() || !self.has(Technique::NullMove) {
            return Ok(None);
        }
        let Some(position) = self.shared.hints.null_move(self.game, &node.position) else {
            return Ok(None);
        };
        let child = Node { mover: walk::mover(self.game, &position), position };
        let surplus = score.value() - window.beta.value();
        let less = PLIES_LESS + depth / DEPTH_PER_PLY + (surplus / SCORE_PER_PLY).min(3);
        let view = View::between(node.mover, child.mover);
        self.outlooks[ply + 1].is_after_pass = true;
        self.outlooks[ply + 1].led_by = None;
        self.outlooks[ply + 1].expects_cut = !self.outlooks[ply].expects_cut;
        self.pass();
        let found = self.search(&child, view.window(window), depth - less, below);
        self.take_back();
        self.outlooks[ply + 1].is_after_pass = false;
        let found = found?.seen(view);
        if found.score < window.beta {
            return Ok(None);
        }
        // A win after a pass isn't one before it.
        let score = if found.score.is_decided() { window.beta } else { found.score };
        Ok(Some(Value { score, basis: Basis::Evaluation }))
    }
}
