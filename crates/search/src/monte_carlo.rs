//! Monte Carlo tree search.
//!
//! | module | what it does | from |
//! |---|---|---|
//! | `tree` | grows a tree where it went well | Kocsis and Szepesvári, "Bandit based Monte-Carlo Planning", 2006 |
//! | `playout` | plays to the end at random | Coulom, "Efficient Selectivity and Backup Operators in Monte-Carlo Tree Search", 2006 |
//! | `proof` | proves wins, losses and draws | Winands, Björnsson and Saito, "Monte-Carlo Tree Search Solver", 2008 |
//! | `reuse` | keeps the part of the tree that was played into | |
//! | `pool` | one tree per thread, added up at the root | Chaslot, Winands and van den Herik, "Parallel Monte-Carlo Tree Search", 2008 |

mod playout;
mod pool;
mod proof;
mod reuse;
mod tree;

use std::num::NonZeroUsize;

use board_engine::{KeyHistory, PerfectInformation};

use crate::monte_carlo::tree::Tree;
use crate::{Algorithm, Depth, Evaluator, Limits, Listener, Progress, Report, Statistics, Task};

/// UCT with proven values, for any number of seats, with or without chance: plays many games at random from positions
/// which it reaches the more often the better they turn out, and needs no evaluator.
///
/// Its trees stay from one search to the next, so that a position that was reached by play is known already. Without a
/// stop signal it does the same on every machine, whatever the number of processors, until something is proven of the
/// root: the first thread that finds it ends the search of all.
///
/// ```
/// use board_engine::Notation;
/// use search::{Algorithm, Depth, Limits, MonteCarlo, MonteCarloOptions, Score, Task, Zero};
/// use tic_tac_toe::TicTacToe;
///
/// let game = TicTacToe::default();
/// let position = game.parse_position("xx1/oo1/3 x")?;
/// let task = Task { game: &game, evaluator: &Zero, position: &position, history: None };
/// let limits = Limits { nodes: Some(1_000), ..Limits::to_depth(Depth::MAX) };
///
/// let report = MonteCarlo::new(MonteCarloOptions::default()).search(&task, &limits);
/// let best = report.best.expect("the game is not over");
/// assert_eq!(game.format_move(&position, best), "c3");
/// assert_eq!(report.score, Score::win_in(1));
/// # Ok::<(), board_engine::NotationError>(())
/// ```
///
/// Games with hidden information are not for it: it would look at the other hands.
///
/// ```compile_fail,E0277
/// use board_engine::HiddenInformation;
/// use search::{MonteCarlo, MonteCarloOptions};
///
/// fn peeks<G: HiddenInformation>() -> MonteCarlo<G> {
///     MonteCarlo::new(MonteCarloOptions::default())
/// }
/// ```
#[derive(Debug)]
pub struct MonteCarlo<G: PerfectInformation> {
    options: MonteCarloOptions,
    /// One per thread.
    trees: Vec<Tree<G>>,
}

/// How [`MonteCarlo`] works.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MonteCarloOptions {
    /// How much moves that were seldom tried are favored over those that did well; 0 or more. 1 suits games that are
    /// won, drawn or lost.
    pub exploration: f32,
    /// The most memory that the trees may take, in MiB. When it is used up the trees stop growing, and the search goes
    /// on in them.
    pub memory_mib: usize,
    /// How many trees are grown at the same time, each by its own thread.
    pub threads: NonZeroUsize,
    /// The seed of all random numbers.
    pub seed: u64,
}

impl Default for MonteCarloOptions {
    fn default() -> Self {
        Self { exploration: 1.0, memory_mib: 64, threads: NonZeroUsize::MIN, seed: 0 }
    }
}

/// How many playouts a search without limits makes.
const PLAYOUTS_DEFAULT: u64 = 10_000;

/// After how many playouts the listener is first called; then after twice as many each time.
const PLAYOUTS_TO_REPORT: u64 = 1_000;

impl<G: PerfectInformation> MonteCarlo<G> {
    /// A search that knows nothing yet.
    pub fn new(options: MonteCarloOptions) -> Self {
        let bytes = options.memory_mib.saturating_mul(1 << 20) / options.threads;
        let seeds = tree_seeds(options.seed).take(options.threads.get());
        Self { options, trees: seeds.map(|seed| Tree::new(seed, bytes)).collect() }
    }

    /// How much of the memory that it may take is in use, per mille.
    pub fn table_use(&self) -> u16 {
        let used = self.trees.iter().map(Tree::fill).sum::<usize>() / self.trees.len().max(1);
        u16::try_from(used).unwrap_or(1_000)
    }

    /// What the search knows when it has found this.
    fn progress(&self, report: &Report<G::Move>) -> Progress<G::Move> {
        let depth = Depth::new(u32::try_from(report.line.len()).unwrap_or(u32::MAX));
        Progress { table_per_mille: Some(self.table_use()), ..Progress::of(depth, report) }
    }
}

impl<G: PerfectInformation> Algorithm<G> for MonteCarlo<G> {
    const HAS_DEPTH: bool = false;

    /// Grows the trees within the limits and reports the move that was tried most often, or one that is proven to be
    /// best. `limits.nodes` counts playouts, of all threads together; without it and without a stop signal the search
    /// ends at 10,000 playouts. It ends early when the root is proven.
    ///
    /// The report's score is the mean payoff of the mover, or what is proven. The evaluator is asked for its scale alone:
    /// a payoff of 1 has the score that it [gives](Evaluator::payoff_scale) to one.
    fn search_with<E: Evaluator<G> + ?Sized>(
        &mut self,
        task: &Task<'_, G, E>,
        limits: &Limits<'_>,
        listener: Listener<'_, G::Move>,
    ) -> Report<G::Move> {
        let Task { game, evaluator, position, history } = *task;
        let history = history.cloned().unwrap_or_else(|| KeyHistory::starting_at(game, position));
        for tree in &mut self.trees {
            tree.set_root(game, position, &history);
        }
        let playouts_default = if limits.stop.is_some() { u64::MAX } else { PLAYOUTS_DEFAULT };
        let playouts = limits.nodes.unwrap_or(playouts_default);
        let exploration = self.options.exploration;
        let mut statistics = Statistics::default();
        loop {
            let made = statistics.nodes;
            let more = made.max(PLAYOUTS_TO_REPORT).min(playouts - made);
            let found = pool::search(&mut self.trees, game, exploration, more, limits.stop);
            statistics += found.statistics;
            let score = found.score.of_hundredths(evaluator.payoff_scale());
            let report = Report { score, statistics, ..found };
            let control = listener(&self.progress(&report));
            // Where everything is proven it makes fewer playouts than it may.
            if statistics.nodes - made < more || statistics.nodes >= playouts {
                return report;
            }
            if control.is_break() {
                return Report { completed: false, ..report };
            }
        }
    }

    fn forget(&mut self) {
        self.trees.iter_mut().for_each(Tree::forget);
    }

    fn reseed(&mut self, seed: u64) {
        for (tree, seed) in self.trees.iter_mut().zip(tree_seeds(seed)) {
            tree.reseed(seed);
        }
    }
}

/// The seeds of the trees, one after the other.
fn tree_seeds(seed: u64) -> impl Iterator<Item = u64> {
    (0_u64..).map(move |index| seed ^ index.rotate_right(16))
}
