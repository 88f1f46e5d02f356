//! The strong search: principal variation search with all that makes it strong.
//!
//! The four textbook algorithms of this crate find the value that a depth gives. This one is made to win: it spends
//! its time where it matters and leaves out what hardly can, so its value of a depth is no longer a theorem. Each
//! of its parts is a file that names its source, and each is a [`Technique`] that can be switched off:
//!
//! | file | what it does |
//! |---|---|
//! | `root` | iterative deepening, several best lines |
//! | `aspiration` | narrow windows around the last score |
//! | `node`, `node_search` | the search of a node: principal variation search |
//! | `table` | positions that were searched before |
//! | `enhanced_cutoffs` | cuts on what the table knows of the positions after the moves |
//! | `ordering`, `history`, `learned` | which moves come first |
//! | `reductions` | late moves are searched less deeply |
//! | `probcut` | cuts on a shallow search |
//! | `null_move` | cuts where even a pass is good enough |
//! | `static_score`, `outlook`, `corrections` | what the static evaluation says of a node |
//! | `futility` | what it decides near the leaves |
//! | `extensions` | single replies and singular moves cost no depth |
//! | `endgame_tables` | positions whose value is known from endgame tables |
//! | `quiescence`, `selective_quiescence` | the ends of lines |
//! | `parallel` | several threads over one table |
//! | `sharing`, `underway` | threads that meet at a node share out its moves |
//!
//! What it knows of a game beyond its rules comes from the [`Evaluator`] and from [`Hints`].

mod allowance;
mod aspiration;
mod corrections;
mod endgame_tables;
mod enhanced_cutoffs;
mod extensions;
mod frame;
mod futility;
mod history;
mod learned;
mod node;
mod node_search;
mod null_move;
mod ordering;
mod outlook;
mod parallel;
mod path;
mod probcut;
mod quiescence;
mod reductions;
mod root;
mod selective_quiescence;
mod sharing;
mod static_score;
mod table;
mod technique;
mod underway;
mod value;
mod worker;

use std::sync::atomic::AtomicBool;

use board_engine::{Deterministic, Game, PerfectInformation, Status, ZeroSum};

use self::allowance::Allowance;
use self::learned::Learned;
use self::root::{End, Root};
pub use self::table::Table;
pub use self::technique::{Technique, Techniques};
use self::underway::Underway;
use self::worker::{Shared, Totals, Worker};
use crate::limits::StopOnDrop;
use crate::walk::{self, Node};
use crate::{
    Algorithm, Depth, Evaluator, Hints, Limits, Line, Listener, NoHints, Progress, Report, Score,
    Task,
};

/// How a [`Pvs`] searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PvsOptions {
    /// The size of the table, in mebibytes; at least one bucket of 64 bytes is made.
    pub hash_mebibytes: usize,
    /// How many threads search, at least one. With one, a search that is limited by depth or nodes always finds the
    /// same.
    pub threads: usize,
    /// How many best lines are found, at least one.
    pub lines: usize,
    /// The parts of the search that are used.
    pub techniques: Techniques,
}

impl PvsOptions {
    /// 64 MiB, one thread, one line, everything on.
    pub const DEFAULT: Self =
        Self { hash_mebibytes: 64, threads: 1, lines: 1, techniques: Techniques::ALL };
}

impl Default for PvsOptions {
    /// [`DEFAULT`](Self::DEFAULT).
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// Principal variation search, with the table that it keeps from one search to the next. A table belongs to one game
/// and one evaluator; [`forget`](Self::forget) empties it.
#[derive(Debug)]
pub struct Pvs<H = NoHints> {
    options: PvsOptions,
    hints: H,
    /// Made when it is first needed: it is large.
    table: Option<Table>,
    /// What the last search has learned, where that is kept.
    learned: Option<Learned>,
}

impl Pvs {
    /// [`with_hints`](Pvs::with_hints) that say nothing.
    pub const fn new(options: PvsOptions) -> Self {
        Self::with_hints(options, NoHints)
    }
}

impl<H> Pvs<H> {
    /// A search that knows these hints and nothing else yet. Its table is made by the first search or by
    /// [`forget`](Self::forget).
    pub const fn with_hints(options: PvsOptions, hints: H) -> Self {
        Self { options, hints, table: None, learned: None }
    }

    /// How it searches.
    pub const fn options(&self) -> &PvsOptions {
        &self.options
    }

    /// What it goes by.
    pub const fn hints(&self) -> &H {
        &self.hints
    }

    /// Empties the table, or makes one; it doesn't take the time to write all of it.
    pub fn forget(&mut self) {
        self.learned = None;
        match &mut self.table {
            Some(table) => table.clear(),
            None => self.table = Some(Table::new(self.options.hash_mebibytes)),
        }
    }
}

impl<G, H> Algorithm<G> for Pvs<H>
where
    G: ZeroSum + Deterministic + PerfectInformation,
    H: Hints<G>,
{
    /// Searches the position deeper and deeper within the limits; a depth of 0 is taken for 1. The listener is called
    /// after each depth.
    ///
    /// It ends early when nothing is left to be found, because all lines that matter were followed to the end of the
    /// game. A draw is proven then as well as a win. A draw that rests on the return of a position or on a rule that
    /// counts moves is never taken for proven: the table knows positions without the path to them, so that the same
    /// position may have another value on another path. Such draws are searched until the limits end it.
    ///
    /// A win is proven as far as the key of its position goes. Where the
    /// [counters' key](board_engine::Game::counters_key) leaves out a count of moves, as that of draughts does below half of
    /// its limit, a win may be found that takes more moves than are left until the count makes a draw. Nor does the
    /// table know how often positions on the way have occurred.
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
        let learned = self.learned.take().unwrap_or_else(learned::<G, H>);
        let table = self.table.get_or_insert_with(|| Table::new(hash_mebibytes));
        table.grow_older();
        let shared = Shared {
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
        let (end, learned) = parallel::with_helpers(task, &shared, threads, (&moves, last), || {
            let _stop = StopOnDrop(&shared.is_stopped);
            let mut worker = Worker::new(task, &shared, limits.stop, learned);
            let end = worker.deepen(&mut root, last, |worker, root, depth| {
                listener(&known.corrected(progress(worker, root, depth)))
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

/// What a thread has learned that has not searched yet.
fn learned<G: Game, H: Hints<G>>() -> Learned {
    if H::MARGINS.is_some() { Learned::lasting() } else { Learned::of_one_search() }
}

/// The root of `task`, where the game goes on.
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

/// What the search knows now.
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

/// The report on a root at which there is nothing to choose.
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
