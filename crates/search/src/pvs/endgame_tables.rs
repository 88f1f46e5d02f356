//! Endgame tables, near the root and far from it.
//!
//! A value that is certain ends the line, like the end of the game. One that a rule which counts moves could turn into a
//! draw, or whose distance is not known, counts as a very good or bad evaluation: it is striven for, and never taken for
//! proven. Of values without distance only those after an irreversible move count, since by them alone a search would see
//! no difference between a move that goes on and one that only keeps what there is.

use board_engine::{Deterministic, Status, ZeroSum};

use super::root::Root;
use super::value::{Basis, Value};
use super::worker::Worker;
use super::{Technique, Techniques};
use crate::walk::{self, Node};
use crate::{Evaluator, Hints, Line, Progress, Score, TableValue, Task, Validity};

/// What a win is as an evaluation that a table knows and that is not certain: more than all pieces together, where an evaluator
/// counts hundredths of a piece. One with a known distance is one less for each ply.
const WIN: i32 = 20_000;

/// How much an evaluation may add to it or take from it where the distance is not known.
const EVALUATION_MAX: i32 = 5_000;

impl<G: ZeroSum + Deterministic, E: Evaluator<G> + ?Sized, H: Hints<G>> Worker<'_, G, E, H> {
    /// The value of a node below the root, if a table knows it.
    #[inline]
    pub(super) fn value_by_table(&mut self, node: &Node<G>, ply: usize) -> Option<Value> {
        if !self.shared.uses_tables {
            return None;
        }
        let TableValue { payoff, plies, validity } =
            self.shared.hints.table_value(self.game, &node.position)?;
        if payoff == 0 {
            return Some(Value { score: Score::ZERO, basis: Basis::Proof });
        }
        match plies {
            Some(plies) if validity == Validity::Always => {
                let score = Score::of_payoff(payoff, ply + plies as usize);
                Some(Value { score, basis: Basis::Proof })
            }
            Some(plies) => {
                let plies = i32::try_from(plies).unwrap_or(WIN).min(WIN / 2);
                let size = WIN - plies - i32::try_from(ply).unwrap_or(0);
                let score = Score::new(i32::from(payoff.signum()) * size);
                Some(Value { score, basis: Basis::Evaluation })
            }
            None => self.value_without_distance(node, payoff),
        }
    }

    fn value_without_distance(&mut self, node: &Node<G>, payoff: i16) -> Option<Value> {
        if !self.path.as_ref().is_none_or(super::path::Path::has_left_root) {
            return None;
        }
        let evaluation = self.evaluate(node).score.value();
        let evaluation = evaluation.clamp(-EVALUATION_MAX, EVALUATION_MAX);
        let score = Score::new(i32::from(payoff.signum()) * (WIN - EVALUATION_MAX) + evaluation);
        Some(Value { score, basis: Basis::Evaluation })
    }
}

/// What the tables say of the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct AtRoot {
    /// Whether positions below the root are looked up. Not in a draw that all moves keep which are left: by the tables they
    /// are all alike, and which of them is best is for a search to say that knows none.
    pub(super) uses_tables: bool,
    /// The score of the root, where it is certain.
    score: Option<Score>,
}

impl AtRoot {
    /// The score of the root, for which the search has found this one.
    pub(super) fn score(self, found: Score) -> Score {
        self.score.unwrap_or(found)
    }

    /// The same for the line of a search for one.
    pub(super) fn corrected<M>(self, mut progress: Progress<M>) -> Progress<M> {
        for line in &mut progress.lines {
            line.score = self.score(line.score);
        }
        progress
    }
}

/// Looks up the root, and leaves only the moves that keep its value if one line is wanted.
pub(super) fn at_root<G, E, H>(
    task: &Task<'_, G, E>,
    hints: &H,
    techniques: Techniques,
    root: &mut Root<G>,
) -> AtRoot
where
    G: ZeroSum + Deterministic,
    E: ?Sized,
    H: Hints<G>,
{
    let is_asked =
        techniques.has(Technique::Endgames) && hints.is_near_tables(task.game, task.position);
    let probing = AtRoot { uses_tables: is_asked, score: None };
    // Of several lines each is to have its own value.
    if !is_asked || root.lines > 1 {
        return probing;
    }
    let Some(TableValue { payoff, plies, validity }) = hints.table_value(task.game, task.position)
    else {
        return probing;
    };
    let keeps = |line: &Line<G::Move>| {
        let found = payoff_after(task, hints, line.moves[0]);
        found.is_some_and(|found| found.signum() == payoff.signum())
    };
    // Where the table of what a move leads to is missing, the move may still be the one that keeps the value.
    if !root.moves.iter().any(keeps) {
        return probing;
    }
    root.moves.retain(keeps);
    if payoff == 0 {
        return AtRoot { uses_tables: false, score: Some(Score::ZERO) };
    }
    let plies = plies.filter(|_| validity != Validity::Likely);
    AtRoot { score: plies.map(|plies| Score::of_payoff(payoff, plies as usize)), ..probing }
}

/// What the mover gets by this move, if the rules or the tables know it.
fn payoff_after<G, E, H>(task: &Task<'_, G, E>, hints: &H, mv: G::Move) -> Option<i16>
where
    G: ZeroSum + Deterministic,
    E: ?Sized,
    H: Hints<G>,
{
    let Task { game, position, .. } = *task;
    let mover = walk::mover(game, position);
    let mut after = position.clone();
    game.play(&mut after, mv);
    match game.legal_moves(&after, &mut Vec::new()) {
        Status::Over(outcome) => Some(outcome.payoff(mover)),
        Status::Ongoing => {
            let value = hints.table_value(game, &after)?;
            let is_same = walk::mover(game, &after) == mover;
            Some(if is_same { value.payoff } else { -value.payoff })
        }
    }
}
