//! Players that look ahead.

use board_engine::Notation;
use games_package::{Host, Player, PlayerError, Reply, Request, Setup, ThinkingLimits};
use search::{Algorithm, Depth, Evaluator, Limits, Report, Statistics, Task, iterative_deepening};

use crate::Tracker;
use crate::telling::thinking;

/// Plays the move that a search finds best: deeper and deeper, until its depth, its time or the match's limits end it.
#[derive(Debug)]
pub struct SearchPlayer<G: Notation, E, A> {
    name: String,
    tracker: Tracker<G>,
    evaluator: E,
    algorithm: A,
    depth: Option<u32>,
    /// What the match allows.
    allowed: ThinkingLimits,
}

/// How many positions a player looks at for one move that is told neither a depth nor a time: a fraction of a second
/// for most games, and the same moves on every machine.
pub const NODES_DEFAULT: u64 = 300_000;

impl<G: Notation, E: Evaluator<G>, A: Algorithm<G>> SearchPlayer<G, E, A> {
    /// A player of `game` that looks `depth` plies ahead, or, without a depth, as deep as the time of the match or
    /// else [`NODES_DEFAULT`] positions allow. It calls itself by `name` and depth.
    pub fn new(name: &str, game: G, evaluator: E, algorithm: A, depth: Option<u32>) -> Self {
        Self {
            name: depth.map_or_else(|| name.into(), |depth| format!("{name} {depth}")),
            tracker: Tracker::new(game),
            evaluator,
            algorithm,
            depth,
            allowed: ThinkingLimits::default(),
        }
    }

    /// How far to look: what the match says goes over the player's own depth, and that over all else.
    fn limits(&self, request: &Request) -> (Depth, Option<u64>) {
        let ThinkingLimits { depth, nodes } = self.allowed;
        let is_timed = request.time_left.is_some();
        let is_told = depth.is_some() || nodes.is_some() || self.depth.is_some() || is_timed;
        let depth = depth.or(self.depth).map_or(Depth::MAX, Depth::new);
        (depth, if is_told { nodes } else { Some(NODES_DEFAULT) })
    }

    fn search(&self, request: &Request, host: &dyn Host) -> Report<G::Move> {
        let (game, position) = (self.tracker.game(), self.tracker.position());
        let history = Some(self.tracker.history());
        let task = Task { game, evaluator: &self.evaluator, position, history };
        let (depth, nodes) = self.limits(request);
        let limits = Limits { depth, nodes, stop: Some(&|| host.is_stopped()) };
        let mut statistics = Statistics::default();
        iterative_deepening(&self.algorithm, &task, &limits, |depth, report| {
            statistics += report.statistics;
            host.report(&thinking(game, position, depth, report.score, &report.line, statistics));
        })
    }
}

impl<G, E, A> Player for SearchPlayer<G, E, A>
where
    G: Notation,
    E: Evaluator<G>,
    A: Algorithm<G> + Send,
{
    fn name(&self) -> String {
        self.name.clone()
    }

    fn start(&mut self, setup: &Setup) -> Result<(), PlayerError> {
        self.allowed = setup.thinking;
        Ok(())
    }

    fn choose_move(&mut self, request: &Request, host: &dyn Host) -> Result<Reply, PlayerError> {
        if let [only] = request.legal_moves.as_slice() {
            return Ok(Reply::play(only));
        }
        self.tracker.follow(request)?;
        let best = self.search(request, host).best;
        self.tracker.reply(best)
    }
}
