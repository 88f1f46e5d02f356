//! A player that plays many games in its head.

use board_engine::{Notation, PerfectInformation};
use games_package::{Host, Player, PlayerError, Reply, Request, Setup, ThinkingLimits};
use search::{Depth, Limits, MonteCarlo, MonteCarloOptions, Report, Statistics, Task, Zero};

use crate::Tracker;
use crate::telling::thinking;

/// Plays the move that Monte Carlo tree search tries most often. What it has seen below the position that is reached stays
/// with it for the next move.
#[derive(Debug)]
pub struct MonteCarloPlayer<G: Notation + PerfectInformation> {
    tracker: Tracker<G>,
    options: MonteCarloOptions,
    search: MonteCarlo<G>,
    /// How many games it plays in its head for a move, if nothing but this limits it.
    playouts: Option<u64>,
    /// What the match allows.
    allowed: ThinkingLimits,
}

/// How many games the player plays in its head for one move that is told neither a number nor a time.
pub const PLAYOUTS_DEFAULT: u64 = 20_000;

/// After how many games it first says what it thinks; then after twice as many each time.
const PLAYOUTS_TO_REPORT: u64 = 1_000;

impl<G: Notation + PerfectInformation> MonteCarloPlayer<G> {
    /// A player of `game` that plays `playouts` games in its head for each move, or, without a number, as many as the
    /// time of the match or else [`PLAYOUTS_DEFAULT`] allow. The match's seed is added to that of the options.
    pub fn new(game: G, options: MonteCarloOptions, playouts: Option<u64>) -> Self {
        Self {
            tracker: Tracker::new(game),
            options,
            search: MonteCarlo::new(options),
            playouts,
            allowed: ThinkingLimits::default(),
        }
    }

    /// What the match says goes over the player's own number, and that over all else.
    fn playouts(&self, request: &Request) -> u64 {
        let told = self.allowed.nodes.or(self.playouts);
        told.unwrap_or(if request.time_left.is_some() { u64::MAX } else { PLAYOUTS_DEFAULT })
    }

    /// Searches on in the same trees, and reports now and then.
    fn think(&mut self, playouts: u64, host: &dyn Host) -> Report<G::Move> {
        let (game, position) = (self.tracker.game(), self.tracker.position());
        let history = Some(self.tracker.history());
        let task = Task { game, evaluator: &Zero, position, history };
        let stop = || host.is_stopped();
        let mut statistics = Statistics::default();
        loop {
            let more = statistics.nodes.max(PLAYOUTS_TO_REPORT).min(playouts - statistics.nodes);
            let limits = Limits { depth: Depth::MAX, nodes: Some(more), stop: Some(&stop) };
            let report = self.search.search(&task, &limits);
            statistics += report.statistics;
            let depth = Depth::new(u32::try_from(report.line.len()).unwrap_or(u32::MAX));
            let mut told = thinking(game, position, depth, report.score, &report.line, statistics);
            told.table_use = Some(self.search.table_use());
            host.report(&told);
            // It also makes fewer playouts than it may when everything is proven.
            if report.statistics.nodes < more || statistics.nodes >= playouts {
                return report;
            }
        }
    }
}

impl<G: Notation + PerfectInformation> Player for MonteCarloPlayer<G> {
    fn name(&self) -> String {
        "monte-carlo".into()
    }

    fn start(&mut self, setup: &Setup) -> Result<(), PlayerError> {
        self.allowed = setup.thinking;
        let seed = self.options.seed ^ setup.seed;
        self.search = MonteCarlo::new(MonteCarloOptions { seed, ..self.options });
        Ok(())
    }

    fn choose_move(&mut self, request: &Request, host: &dyn Host) -> Result<Reply, PlayerError> {
        if let [only] = request.legal_moves.as_slice() {
            return Ok(Reply::play(only));
        }
        self.tracker.follow(request)?;
        let best = self.think(self.playouts(request), host).best;
        self.tracker.reply(best)
    }
}
