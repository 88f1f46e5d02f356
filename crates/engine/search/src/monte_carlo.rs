//! Monte Carlo tree search.
//!
//! | module | content | from |
//! |---|---|---|
//! | `tree` | grows a tree where results are good, and reuses the subtree after the played move | Kocsis and Szepesvári, "Bandit based Monte-Carlo Planning", 2006 |
//! | `proof` | proves wins, losses and draws | Winands, Björnsson and Saito, "Monte-Carlo Tree Search Solver", 2008 |
//! | `priors` | starts moves with virtual playouts | Gelly and Silver, "Combining Online and Offline Knowledge in UCT", 2007 |
//! | `pool` | one tree per thread, added up at the root | Chaslot, Winands and van den Herik, "Parallel Monte-Carlo Tree Search", 2008 |
//!
//! This file contains the random playouts (Coulom, "Efficient Selectivity and Backup Operators in Monte-Carlo Tree
//! Search", 2006).

mod pool;
mod priors;
mod proof;
mod tree;

use std::num::NonZeroUsize;
use std::sync::Arc;

use board_engine::{Game, KeyHistory, PerfectInformation, SEATS_MAX, Status};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::Rng;

pub use self::priors::{Prior, Priors};
use self::tree::Tree;
use crate::{Algorithm, Depth, Evaluator, Limits, Listener, Progress, Report, Statistics, Task};

/// UCT with proven values, for any number of seats, with or without chance. The search makes many random playouts, more
/// of them from better positions, and doesn't need an evaluator.
///
/// The trees persist from one search to the next, so the search already knows positions that are reached in play.
/// Without a stop signal, the result is the same on every machine, regardless of the number of processors, until the
/// root is proven: the first thread to prove it ends the search on all threads.
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
/// The search is unsuitable for games with hidden information, because it would see the other hands.
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

/// Options for [`MonteCarlo`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MonteCarloOptions {
    /// The exploration constant of UCB1; 0 or more. 1 suits win–draw–loss games.
    pub exploration: f32,
    /// The memory limit for the trees, in MiB. When the memory is used up, the trees stop growing and the search
    /// continues in the existing trees.
    pub memory_mib: usize,
    /// The number of trees, each grown by its own thread.
    pub threads: NonZeroUsize,
    /// The seed for all random numbers.
    pub seed: u64,
}

impl Default for MonteCarloOptions {
    fn default() -> Self {
        Self { exploration: 1.0, memory_mib: 64, threads: NonZeroUsize::MIN, seed: 0 }
    }
}

/// The number of playouts without limits.
const PLAYOUTS_DEFAULT: u64 = 10_000;

/// The number of playouts before the first call to the listener; it doubles with each call.
const PLAYOUTS_TO_REPORT: u64 = 1_000;

impl<G: PerfectInformation> MonteCarlo<G> {
    /// A search without any knowledge.
    pub fn new(options: MonteCarloOptions) -> Self {
        let bytes = options.memory_mib.saturating_mul(1 << 20) / options.threads;
        let seeds = tree_seeds(options.seed).take(options.threads.get());
        Self { options, trees: seeds.map(|seed| Tree::new(seed, bytes)).collect() }
    }

    /// A search without any knowledge yet, with an author's move priors.
    #[must_use]
    pub fn with_priors(mut self, priors: impl Priors<G> + 'static) -> Self {
        let priors: Arc<dyn Priors<G>> = Arc::new(priors);
        for tree in &mut self.trees {
            tree.set_priors(Arc::clone(&priors));
        }
        self
    }

    /// The used share of the memory limit, in permille.
    pub fn table_use(&self) -> u16 {
        let used = self.trees.iter().map(Tree::fill).sum::<usize>() / self.trees.len().max(1);
        u16::try_from(used).unwrap_or(1_000)
    }

    /// The progress of a search with this report.
    fn progress(&self, report: &Report<G::Move>) -> Progress<G::Move> {
        let depth = Depth::new(u32::try_from(report.line.len()).unwrap_or(u32::MAX));
        Progress { table_per_mille: Some(self.table_use()), ..Progress::of(depth, report) }
    }
}

impl<G: PerfectInformation> Algorithm<G> for MonteCarlo<G> {
    const HAS_DEPTH: bool = false;

    /// Grows the trees within the limits, and reports the most visited move or a proven best move. `limits.nodes`
    /// counts the playouts on all threads; without it and without a stop signal, the search ends after 10,000 playouts.
    /// The search ends early when the root is proven.
    ///
    /// The report's score is the mover's mean payoff, or the proven payoff. The evaluator is only used for its scale: a
    /// payoff of 1 scores its [`payoff_scale`](Evaluator::payoff_scale).
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
            // A proven root ends the search before its playouts are used up.
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

/// The seeds of the trees, one after another.
fn tree_seeds(seed: u64) -> impl Iterator<Item = u64> {
    (0_u64..).map(move |index| seed ^ index.rotate_right(16))
}

/// Each seat's payoff.
type Payoffs = [i16; SEATS_MAX];

/// The length, in plies, at which a playout is truncated and scored as zero for all seats. The limit also ends endless
/// games.
const PLIES_MAX: u32 = 1_000;

/// The end of a playout.
#[derive(Clone, Copy, Debug)]
struct Playout {
    payoffs: Payoffs,
    /// `true` if the game was over before the first move.
    was_over: bool,
}

/// Plays at random from `position`.
#[inline]
fn play<G: Game>(
    game: &G,
    mut position: G::Position,
    scratch: &mut Vec<G::Move>,
    rng: &mut Xoshiro256PlusPlus,
) -> Playout {
    let mut draw = |count| below(count, rng);
    for ply in 0..PLIES_MAX {
        if let Status::Over(outcome) = game.play_random(&mut position, scratch, &mut draw) {
            return Playout { payoffs: payoffs(outcome.payoffs()), was_over: ply == 0 };
        }
        if let Some(outcome) = game.random_outcome(&position, &mut draw) {
            return Playout { payoffs: payoffs(outcome.payoffs()), was_over: false };
        }
    }
    Playout { payoffs: [0; SEATS_MAX], was_over: false }
}

/// The payoffs, with zeros for missing seats.
fn payoffs(given: &[i16]) -> Payoffs {
    let mut payoffs = [0; SEATS_MAX];
    payoffs[..given.len()].copy_from_slice(given);
    payoffs
}

/// A number in `0..count`. The high half of the product is uniform up to one part in 2³² / `count`, and needs no
/// division (Lemire, "Fast Random Integer Generation in an Interval", 2019).
#[inline]
pub(crate) fn below(count: u32, rng: &mut Xoshiro256PlusPlus) -> u32 {
    ((u64::from(rng.next_u32()) * u64::from(count)) >> 32) as u32
}

/// The logarithm of a count, linearly interpolated between the powers of two: fast, and the same on every machine.
#[inline]
#[expect(clippy::cast_precision_loss, reason = "a bound needs no more digits")]
pub(crate) fn logarithm(count: u32) -> f32 {
    let exponent = count.max(1).ilog2();
    let power = 1_u32 << exponent;
    let rest = (count.max(1) - power) as f32 / power as f32;
    (exponent as f32 + rest) * std::f32::consts::LN_2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logarithm_is_accurate_and_monotonic() {
        let counts: Vec<u32> = (1..2_000).chain([1 << 20, u32::MAX]).collect();
        for &count in &counts {
            assert!((f64::from(logarithm(count)) - f64::from(count).ln()).abs() < 0.07, "{count}");
        }
        assert!(counts.windows(2).all(|pair| logarithm(pair[0]) < logarithm(pair[1])));
    }
}
