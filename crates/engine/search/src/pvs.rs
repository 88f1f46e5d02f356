//! The strong search: principal variation search with pruning, reductions, extensions and other techniques.
//!
//! The textbook algorithms in this crate compute the exact value for a depth. This search is built to win: it spends
//! its time where it matters and prunes lines that hardly matter, so its value for a given depth is not exact. Each
//! part is a module that cites its source, and a [`Technique`] that can be switched off:
//!
//! | file | content |
//! |---|---|
//! | `root` | iterative deepening with aspiration windows, several best lines |
//! | `node` | node search: principal variation search |
//! | `quiescence` | the ends of lines |
//! | `ordering`, `history` | move ordering, and the counts it uses |
//! | `extensions` | extensions for forced and singular moves |
//! | `reductions` | reductions for late moves and for nodes without a hash move |
//! | `pruning` | null moves, probcut, enhanced transposition cutoffs, futility |
//! | `static_score` | corrected static evaluations |
//! | `table` | the transposition table |
//! | `endgame_tables` | positions with a known tablebase value |
//! | `worker`, `frame` | per-thread and per-ply state |
//! | `sharing`, `shared_state` | threads that share one table, and their shared state |
//! | `technique` | the parts that can be switched off |
//!
//! Knowledge about a game beyond the rules comes from the [`Evaluator`] and from [`Hints`].

mod endgame_tables;
mod extensions;
mod frame;
mod history;
mod node;
mod ordering;
mod pruning;
mod quiescence;
mod reductions;
mod root;
mod shared_state;
mod sharing;
mod static_score;
mod table;
mod technique;
mod worker;

use std::sync::atomic::AtomicBool;

use board_engine::{Deterministic, Game, PerfectInformation, Status, ZeroSum};

use self::history::LearnedState;
use self::root::{End, Root};
use self::shared_state::{Allowance, Underway};
use self::worker::{SharedState, Totals, Worker};
use crate::limits::StopOnDrop;
use crate::walk::Node;
use crate::{
    Algorithm, Depth, Evaluator, Hints, Limits, Line, Listener, NoHints, Progress, Report, Score,
    Task, walk,
};

pub use self::table::TranspositionTable;
pub use self::technique::{Technique, Techniques};

/// Options for a [`Pvs`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PvsOptions {
    /// The table size, in MiB; the table has at least one 64-byte bucket.
    pub hash_mebibytes: usize,
    /// The number of threads, at least one. With one thread, a search limited by depth or nodes is
    /// deterministic.
    pub threads: usize,
    /// The number of best lines, at least one.
    pub lines: usize,
    /// The enabled parts of the search.
    pub techniques: Techniques,
}

impl PvsOptions {
    /// The default options: 64 MiB, one thread, one line, all techniques on.
    pub const DEFAULT: Self =
        Self { hash_mebibytes: 64, threads: 1, lines: 1, techniques: Techniques::ALL };
}

impl Default for PvsOptions {
    /// [`DEFAULT`](Self::DEFAULT).
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// Principal variation search with a transposition table that persists between searches. A table
/// belongs to one game and one evaluator; [`forget`](Self::forget) empties it.
#[derive(Debug)]
pub struct Pvs<H = NoHints> {
    options: PvsOptions,
    hints: H,
    /// The transposition table, which is allocated when first needed, because it is large.
    table: Option<TranspositionTable>,
    /// History and corrections from the last search, if reused.
    learned: Option<LearnedState>,
}

impl Pvs {
    /// A search without hints.
    pub const fn new(options: PvsOptions) -> Self {
        Self::with_hints(options, NoHints)
    }
}

impl<H> Pvs<H> {
    /// A search with these hints and without any learned state. The search's table is allocated by the first search or
    /// by [`forget`](Self::forget).
    pub const fn with_hints(options: PvsOptions, hints: H) -> Self {
        Self { options, hints, table: None, learned: None }
    }

    /// The search options.
    pub const fn options(&self) -> &PvsOptions {
        &self.options
    }

    /// The search hints.
    pub const fn hints(&self) -> &H {
        &self.hints
    }

    /// Empties the table, usually without overwriting it, or allocates it.
    pub fn forget(&mut self) {
        self.learned = None;
        match &mut self.table {
            Some(table) => table.clear(),
            None => self.table = Some(TranspositionTable::new(self.options.hash_mebibytes)),
        }
    }
}

impl<G, H> Algorithm<G> for Pvs<H>
where
    G: ZeroSum + Deterministic + PerfectInformation,
    H: Hints<G>,
{
    /// Searches the position by iterative deepening within the limits; a depth of 0 counts as 1. The listener is called
    /// after each depth.
    ///
    /// The search ends early once all relevant lines reach the end of the game, which proves a draw or a win. A draw by
    /// repetition or by a rule that counts moves never counts as proven: the table stores positions without the path to
    /// them, and the same position may have another value on another path. The search continues in such draws until a
    /// limit ends it.
    ///
    /// The proof of a win is only as exact as the position's key. If the [counters'
    /// key](board_engine::Game::counters_key) omits a move count, as in draughts before half of the limit, a proven win
    /// may take more moves than the draw rule allows. The table doesn't know about repetitions on the path either.
    fn search_with<E: Evaluator<G> + ?Sized>(
        &mut self,
        task: &Task<'_, G, E>,
        limits: &Limits<'_>,
        listener: Listener<'_, G::Move>,
    ) -> Report<G::Move> {
        if walk::first_legal_move(task.game, task.position, walk::history(task).as_ref()).is_none()
        {
            return game_over(task);
        }
        let PvsOptions { hash_mebibytes, threads, lines, techniques } = self.options;
        let mut root = root(task, lines);
        let known = endgame_tables::at_root(task, &self.hints, techniques, &mut root);
        let learned = self.learned.take().unwrap_or_else(learned_state::<G, H>);
        let table = self.table.get_or_insert_with(|| TranspositionTable::new(hash_mebibytes));
        table.grow_older();
        let shared = SharedState {
            hints: &self.hints,
            table,
            techniques,
            allowance: Allowance::new(limits.nodes, threads),
            totals: Totals::default(),
            underway: Underway::new(threads),
            is_stopped: AtomicBool::new(false),
            uses_tables: known.uses_tables,
        };
        let last = limits.depth.max(Depth::ONE);
        let static_score = task.evaluator.evaluate(task.game, task.position, root.node.mover);
        let moves = root.moves.clone();
        let (end, learned) = sharing::with_helpers(task, &shared, threads, (&moves, last), || {
            let _stop = StopOnDrop(&shared.is_stopped);
            let mut worker = Worker::new(task, &shared, limits.stop, learned);
            let end = worker.deepen(&mut root, last, |worker, root, depth| {
                listener(&known.correct(progress(worker, root, depth)))
            });
            worker.publish();
            (end, worker.learned)
        });
        self.learned = H::MARGINS.is_some().then_some(learned);
        let best = &root.moves[0];
        let is_searched = best.score > Score::MIN;
        Report {
            best: Some(best.moves[0]),
            score: known.score(if is_searched { best.score } else { static_score }),
            line: if is_searched { best.moves.clone() } else { Vec::new() },
            statistics: shared.totals.sum(),
            completed: end == End::Complete,
        }
    }

    fn forget(&mut self) {
        Self::forget(self);
    }
}

/// A thread's learned state before its first search.
fn learned_state<G: Game, H: Hints<G>>() -> LearnedState {
    if H::MARGINS.is_some() { LearnedState::lasting() } else { LearnedState::of_one_search() }
}

/// The root for `task`. The game must not be over there.
fn root<G, E>(task: &Task<'_, G, E>, lines: usize) -> Root<G>
where
    G: Deterministic,
    E: ?Sized,
{
    let mut moves = Vec::new();
    task.game.legal_moves(task.position, &mut moves);
    let node =
        Node { position: task.position.clone(), mover: walk::mover(task.game, task.position) };
    let moves: Vec<Line<G::Move>> =
        moves.into_iter().map(|mv| Line { score: Score::MIN, moves: vec![mv] }).collect();
    let lines = lines.clamp(1, moves.len());
    Root { node, moves, lines }
}

/// The current progress.
fn progress<G: ZeroSum + Deterministic, E: Evaluator<G> + ?Sized, H: Hints<G>>(
    worker: &mut Worker<'_, G, E, H>,
    root: &Root<G>,
    depth: Depth,
) -> Progress<G::Move> {
    worker.publish();
    Progress {
        depth,
        selective_depth: Some(worker.selective_depth),
        statistics: worker.shared.totals.sum(),
        table_per_mille: Some(worker.shared.table.use_per_mille()),
        lines: root.moves[..root.lines].to_vec(),
    }
}

/// The report for a root where the game is over.
fn game_over<G: Deterministic, E: ?Sized>(task: &Task<'_, G, E>) -> Report<G::Move> {
    let status = task.game.legal_moves(task.position, &mut Vec::new());
    let by_repetition =
        || walk::history(task).and_then(|history| history.outcome(task.game)).map(Status::Over);
    let status = if status == Status::Ongoing { by_repetition().unwrap_or(status) } else { status };
    let payoff =
        status.outcome().map_or(0, |outcome| outcome.payoff(walk::mover(task.game, task.position)));
    Report {
        best: None,
        score: Score::of_payoff(payoff, 0),
        line: Vec::new(),
        statistics: crate::Statistics::default(),
        completed: true,
    }
}
