//! Tablebases, near the root and far from it.
//!
//! A certain value ends the line, just as the end of the game does. A value that a move-count rule could turn into a
//! draw, or whose distance is unknown, counts as a very good or very bad evaluation: the search aims for it but never
//! treats it as proven. Values without a distance only count after an irreversible move; otherwise a search could not
//! distinguish progress from shuffling.

use board_engine::{Deterministic, Game, KeyHistory, Status, ZeroSum};

use super::frame::{Basis, Value};
use super::root::Root;
use super::worker::Worker;
use super::{Technique, Techniques};
use crate::walk::Node;
use crate::{
    Evaluator, Hints, Line, Progress, RootByTables, Score, TableValue, Task, Validity, walk,
};

/// The evaluation of an uncertain table win: more than the value of all pieces together, for an evaluator in hundredths
/// of a piece. A win with a known distance is worth one less per ply.
const WIN: i32 = 20_000;

/// Maximum adjustment by the static evaluation if the distance is unknown.
const EVALUATION_MAX: i32 = 5_000;

impl<G: ZeroSum + Deterministic, E: Evaluator<G> + ?Sized, H: Hints<G>> Worker<'_, G, E, H> {
    /// The value of a node below the root, if the position is in a table.
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
        if !self.path.as_ref().is_none_or(super::frame::Path::has_left_root) {
            return None;
        }
        let score = without_distance(payoff.signum().into(), self.evaluate(node).score);
        Some(Value { score, basis: Basis::Evaluation })
    }
}

/// The score of a win or loss at an unknown distance, adjusted by this evaluation.
fn without_distance(sign: i32, evaluation: Score) -> Score {
    let evaluation = evaluation.value().clamp(-EVALUATION_MAX, EVALUATION_MAX);
    Score::new(sign * (WIN - EVALUATION_MAX) + evaluation)
}

/// The table result for the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct AtRoot {
    /// `true` if positions below the root are probed. These positions are not probed if the root is a draw that every
    /// remaining move preserves: the tables can't distinguish these moves, so a search without tables chooses among
    /// them.
    pub(super) uses_tables: bool,
    /// The root's score, if certain.
    score: Option<Score>,
    /// The sign of the payoff if the root is certainly won or lost, but its score is unknown; 0 otherwise.
    decided: i32,
}

impl AtRoot {
    /// The root's score, given the search's score. A decided root scores at least as much as a win or loss at an
    /// unknown distance.
    pub(super) fn score(self, found: Score) -> Score {
        let is_shown =
            found.is_decided() || found.value() * self.decided >= WIN - 2 * EVALUATION_MAX;
        self.score.unwrap_or_else(|| match self.decided {
            0 => found,
            _ if is_shown => found,
            sign => without_distance(sign, found),
        })
    }

    /// Corrects the scores of a progress report's lines in the same way.
    pub(super) fn correct<M>(self, mut progress: Progress<M>) -> Progress<M> {
        for line in &mut progress.lines {
            line.score = self.score(line.score);
        }
        progress
    }
}

/// Probes the root. If only one line is requested, removes the moves that don't preserve the root's value.
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
    let probing = AtRoot { uses_tables: is_asked, score: None, decided: 0 };
    // If several lines are requested, each line needs its own value.
    if !is_asked || root.lines > 1 {
        return probing;
    }
    let moves: Vec<G::Move> = root.moves.iter().map(|line| line.moves[0]).collect();
    let recommended = hints.root_by_tables(task.game, task.position, &moves, has_repeated(task));
    if let Some(RootByTables { payoff, keeps }) = recommended {
        return keep_recommended(root, payoff, &keeps);
    }
    let Some(TableValue { payoff, plies, validity }) = hints.table_value(task.game, task.position)
    else {
        return probing;
    };
    let keeps = |line: &Line<G::Move>| {
        let found = payoff_after(task, hints, line.moves[0]);
        found.is_some_and(|found| found.signum() == payoff.signum())
    };
    // If the table for the next position is missing, the move may still preserve the value.
    if !root.moves.iter().any(keeps) {
        return probing;
    }
    root.moves.retain(keeps);
    if payoff == 0 {
        return AtRoot { uses_tables: false, score: Some(Score::ZERO), decided: 0 };
    }
    let plies = plies.filter(|_| validity != Validity::Likely);
    AtRoot { score: plies.map(|plies| Score::of_payoff(payoff, plies as usize)), ..probing }
}

/// Keeps the moves recommended by tables that know the distance to the next irreversible move.
fn keep_recommended<G: Game>(root: &mut Root<G>, payoff: i16, keeps: &[bool]) -> AtRoot {
    let mut keeps = keeps.iter().copied();
    root.moves.retain(|_| keeps.next().unwrap_or(false));
    AtRoot {
        uses_tables: payoff != 0,
        score: (payoff == 0).then_some(Score::ZERO),
        decided: payoff.signum().into(),
    }
}

/// Returns `true` if a position has occurred twice since the last irreversible move.
fn has_repeated<G: Deterministic, E: ?Sized>(task: &Task<'_, G, E>) -> bool {
    let history = walk::history(task);
    let mut keys: Vec<u64> = history.iter().flat_map(KeyHistory::keys_since_cut).collect();
    keys.sort_unstable();
    keys.windows(2).any(|pair| pair[0] == pair[1])
}

/// The payoff of this move for the mover, if the rules or the tables decide it.
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
