//! One thread's search: its current line, its learned state, and the inputs of all its parts.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};

use board_engine::{Deterministic, Outcome, Repetition, ZeroSum, zobrist};

use super::frame::{Basis, PLIES_MAX, Path, PvsFrame, StackEntry, Value};
use super::history::LearnedState;
use super::shared_state::{Allowance, Underway};
use super::table::{PROVEN, TableEntry};
use super::{Technique, Techniques, TranspositionTable, frame};
use crate::limits::{StopSignal, Stopped};
use crate::score::Window;
use crate::walk::Node;
use crate::{Evaluator, Hints, PayoffBounds, Score, SolvedPayoff, Statistics, Task, walk};

/// State shared by the threads of one search.
#[derive(Debug)]
pub(super) struct SharedState<'a, H> {
    pub(super) hints: &'a H,
    pub(super) table: &'a TranspositionTable,
    pub(super) techniques: Techniques,
    /// The node budget for all threads.
    pub(super) allowance: Allowance,
    /// All threads' published statistics.
    pub(super) totals: Totals,
    /// The moves being searched.
    pub(super) underway: Underway,
    /// `true` if all threads must end.
    pub(super) is_stopped: AtomicBool,
    /// `true` if the search probes the hints' tablebases.
    pub(super) uses_tables: bool,
}

/// All threads' published work.
#[derive(Debug, Default)]
pub(super) struct Totals {
    nodes: AtomicU64,
    evaluations: AtomicU64,
    cutoffs: AtomicU64,
}

impl Totals {
    pub(super) fn sum(&self) -> Statistics {
        Statistics {
            nodes: self.nodes.load(Relaxed),
            evaluations: self.evaluations.load(Relaxed),
            cutoffs: self.cutoffs.load(Relaxed),
        }
    }
}

/// One thread's search.
pub(super) struct Worker<'a, G: Deterministic, E: ?Sized, H> {
    pub(super) game: &'a G,
    pub(super) evaluator: &'a E,
    pub(super) shared: &'a SharedState<'a, H>,
    pub(super) learned: LearnedState,
    /// The stack entries of the current line, by ply.
    pub(super) stack: Vec<StackEntry>,
    pub(super) statistics: Statistics,
    /// `true` when searching for a proof, which uses neither unproven table entries nor shallower searches.
    pub(super) is_proof: bool,
    /// Maximum length of a line so far, in plies.
    pub(super) selective_depth: usize,
    stop: StopSignal<'a>,
    /// The node count at the next limit check.
    check_at: u64,
    /// The part of the statistics already published.
    published: Statistics,
    /// The positions up to the current one, if repetition matters in the game.
    pub(super) path: Option<Path>,
    repetition: Repetition,
    /// `true` if a win found at any depth is final. This is `false` in games where repetition wins, because that
    /// depends on the path.
    pub(super) wins_last: bool,
}

impl<'a, G, E, H> Worker<'a, G, E, H>
where
    G: ZeroSum + Deterministic,
    E: Evaluator<G> + ?Sized,
    H: Hints<G>,
{
    pub(super) fn new(
        task: &Task<'a, G, E>,
        shared: &'a SharedState<'a, H>,
        stop: StopSignal<'a>,
        learned: LearnedState,
    ) -> Self {
        Self {
            game: task.game,
            evaluator: task.evaluator,
            shared,
            learned,
            stack: vec![StackEntry::default(); PLIES_MAX + 1],
            statistics: Statistics::default(),
            is_proof: false,
            selective_depth: 0,
            stop,
            check_at: 0,
            published: Statistics::default(),
            path: walk::history(task).as_ref().map(Path::from),
            repetition: task.game.repetition(),
            wins_last: wins_last(task.game.repetition()),
        }
    }

    #[inline]
    pub(super) fn has(&self, technique: Technique) -> bool {
        self.shared.techniques.has(technique)
    }

    /// Counts one more node, unless a limit is reached.
    #[inline]
    pub(super) fn count_node(&mut self) -> Result<(), Stopped> {
        if self.statistics.nodes >= self.check_at {
            self.check_limits()?;
        }
        self.statistics.nodes += 1;
        Ok(())
    }

    #[cold]
    fn check_limits(&mut self) -> Result<(), Stopped> {
        self.publish();
        let SharedState { allowance, is_stopped, .. } = self.shared;
        if !is_stopped.load(Relaxed) && !self.stop.is_some_and(|stop| stop()) {
            let nodes = allowance.take();
            if nodes > 0 {
                self.check_at = self.statistics.nodes + nodes;
                return Ok(());
            }
        }
        is_stopped.store(true, Relaxed);
        Err(Stopped)
    }

    /// Adds this thread's new statistics to the totals for all threads.
    pub(super) fn publish(&mut self) {
        let (totals, new, old) = (&self.shared.totals, self.statistics, self.published);
        totals.nodes.fetch_add(new.nodes - old.nodes, Relaxed);
        totals.evaluations.fetch_add(new.evaluations - old.evaluations, Relaxed);
        totals.cutoffs.fetch_add(new.cutoffs - old.cutoffs, Relaxed);
        self.published = new;
    }

    /// Turns `child`, a copy of the node, into the node after `mv`; pairs with a later [`take_back`](Self::take_back).
    ///
    /// If the child were returned instead, it would be copied right after being written, and the copy would have to
    /// wait for the write.
    #[inline]
    pub(super) fn play(&mut self, node: &Node<G>, mv: G::Move, child: &mut Node<G>) {
        self.game.play(&mut child.position, mv);
        if let Some(path) = &mut self.path {
            path.push(self.game, &node.position, mv, &child.position);
        }
        child.mover = walk::mover(self.game, &child.position);
    }

    /// Records a pass by the mover; pairs with a later [`take_back`](Self::take_back).
    pub(super) fn pass(&mut self) {
        if let Some(path) = &mut self.path {
            path.push_pass();
        }
    }

    /// Undoes the last [`play`](Self::play).
    #[inline]
    pub(super) fn take_back(&mut self) {
        if let Some(path) = &mut self.path {
            path.pop();
        }
    }

    /// The node's value, if repetition of its position ends the game.
    ///
    /// With [`Technique::EarlyRepetition`], one recurrence within the search is enough: a side that can do better the
    /// second time could have done so the first time (<https://www.chessprogramming.org/Repetitions>).
    #[inline]
    pub(super) fn value_of_return(&self, node: &Node<G>, ply: usize) -> Option<Value> {
        let last = self.path.as_ref()?.earlier().next()?;
        self.value_of_return_to(last, node, ply)
    }

    #[cold]
    fn value_of_return_to(&self, last: usize, node: &Node<G>, ply: usize) -> Option<Value> {
        let Repetition::Ends { occurrences, outcome } = self.repetition else { return None };
        let path = self.path.as_ref()?;
        let is_early = path.is_within_search(last) && self.has(Technique::EarlyRepetition);
        if !is_early && path.earlier().count() + 1 < usize::from(occurrences) {
            return None;
        }
        let score = Score::of_payoff(outcome.payoff(node.mover), ply);
        Some(Value { score, basis: Basis::Evaluation })
    }

    /// The node's value if the game has ended there.
    pub(super) fn value_of_end(node: &Node<G>, ply: usize, outcome: &Outcome) -> Value {
        let basis = if outcome.is_by_counting() { Basis::Evaluation } else { Basis::Proof };
        Value { score: Score::of_payoff(outcome.payoff(node.mover), ply), basis }
    }

    /// A node's value near the end of the game, if the game's hints can solve it.
    #[inline]
    pub(super) fn probe_solution(
        &mut self,
        node: &Node<G>,
        window: Window,
        ply: usize,
    ) -> Option<Value> {
        if let Some(value) = self.value_by_table(node, ply) {
            return Some(value);
        }
        let hints = self.shared.hints;
        if !hints.is_solvable(self.game, &node.position) || !self.has(Technique::Endgames) {
            return None;
        }
        let key = self.key(node);
        let known = self.look_up(key, ply);
        if let Some(value) = known.and_then(|entry| self.decided_value(entry, window, 1)) {
            return Some(value);
        }
        let lower = window.alpha.payoff_at_most(ply);
        let upper = -(-window.beta).payoff_at_most(ply);
        let bounds = PayoffBounds { lower, upper: upper.max(lower.saturating_add(1)) };
        let SolvedPayoff { payoff, plies, nodes } =
            hints.solve(self.game, &node.position, bounds)?;
        self.statistics.nodes += nodes;
        let score = Score::of_payoff(payoff, ply + plies);
        // The actual payoff may lie beyond the bound; subtracting the delay must not hide this.
        let score = match payoff {
            payoff if payoff >= bounds.upper => score.max(window.beta),
            payoff if payoff <= bounds.lower => score.min(window.alpha),
            _ => score,
        };
        let bound = window.bound(score);
        self.remember(key, ply, TableEntry { score, bound, depth: PROVEN, best: None });
        Some(Value { score, basis: Basis::Proof })
    }

    /// The static evaluation of the node.
    #[inline]
    pub(super) fn evaluate(&mut self, node: &Node<G>) -> Value {
        self.statistics.evaluations += 1;
        let score = self.evaluator.evaluate(self.game, &node.position, node.mover);
        Value { score, basis: Basis::Evaluation }
    }

    /// The static evaluation of a node with this key, cached for the next visit.
    #[inline]
    pub(super) fn evaluate_keyed(&mut self, node: &Node<G>, key: u64) -> Value {
        if let Some(score) = self.learned.evaluation(key) {
            return Value { score, basis: Basis::Evaluation };
        }
        let value = self.evaluate(node);
        self.learned.keep_evaluation(key, value.score);
        value
    }

    /// Records the length of the current line.
    #[inline]
    pub(super) fn reach(&mut self, below: &[PvsFrame<G::Move>]) {
        self.selective_depth = self.selective_depth.max(frame::ply(below));
    }

    /// Counts a node below the root and starts its line. Returns the node's value if repetition of its position ends
    /// the game.
    #[inline]
    pub(super) fn enter(
        &mut self,
        node: &Node<G>,
        frames: &mut [PvsFrame<G::Move>],
    ) -> Result<Option<Value>, Stopped> {
        self.count_node()?;
        let (here, below) = frame::split(frames);
        here.line.clear();
        self.reach(below);
        Ok(self.value_of_return(node, frame::ply(below)))
    }

    /// The node's key in the table.
    #[inline]
    pub(super) fn key(&mut self, node: &Node<G>) -> u64 {
        let key = match &mut self.path {
            Some(path) => path.key(self.game, &node.position),
            None => self.game.key(&node.position),
        };
        self.with_counters(&node.position, key)
    }

    /// The table key for the position with this game key.
    #[inline]
    pub(super) fn with_counters(&self, position: &G::Position, key: u64) -> u64 {
        match self.game.counters_key(position) {
            0 => key,
            counters => key ^ zobrist::scramble(counters),
        }
    }

    /// The key of the node after the last [`play`](Self::play), prefetched for a lookup.
    #[inline]
    pub(super) fn prefetch(&mut self, node: &Node<G>) -> u64 {
        let key = self.key(node);
        if self.has(Technique::TranspositionTable) {
            self.shared.table.prefetch(key);
        }
        key
    }

    /// The table entry for the position with this key, `ply` plies below the root.
    #[inline]
    pub(super) fn look_up(&self, key: u64, ply: usize) -> Option<TableEntry> {
        if !self.has(Technique::TranspositionTable) {
            return None;
        }
        let entry = self.shared.table.get(key)?;
        Some(TableEntry { score: entry.score.seen_from_above(ply), ..entry })
    }

    /// The node's value in a null-window search to this depth, if this entry decides it.
    #[inline]
    pub(super) fn decided_value(
        &self,
        entry: TableEntry,
        window: Window,
        depth: i32,
    ) -> Option<Value> {
        let is_usable = entry.depth == PROVEN || !self.is_proof;
        let decides =
            !window.is_open() && is_usable && entry.decides(window, depth, self.wins_last);
        decides.then(|| entry.value())
    }

    /// Stores the search result for the position with this key in the table.
    #[inline]
    pub(super) fn remember(&self, key: u64, ply: usize, entry: TableEntry) {
        if self.has(Technique::TranspositionTable) {
            let score = entry.score.seen_from_below(ply);
            let entry = TableEntry { score, ..entry };
            if H::MARGINS.is_some() {
                self.shared.table.put_unless_shallow(key, entry);
            } else {
                self.shared.table.put(key, entry);
            }
        }
    }
}

/// See [`Worker::wins_last`].
fn wins_last(repetition: Repetition) -> bool {
    match repetition {
        Repetition::Ignored => true,
        Repetition::Ends { outcome, .. } => outcome.payoffs().iter().all(|&payoff| payoff == 0),
    }
}
