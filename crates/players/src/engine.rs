//! The strong player.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use board_engine::{Deterministic, Notation, PerfectInformation, ZeroSum};
use games_package::{
    Host, Player, PlayerError, PonderRequest, Reply, Request, Setup, Thinking, ThinkingLimits,
    TimeControl, Urgency,
};
use search::{
    Certainty, ClockState, Depth, Evaluator, Limits, Line, Progress, Pvs, PvsOptions, Report, Task,
    TimePlan,
};

use crate::Tracker;
use crate::searching::NODES_DEFAULT;
use crate::telling::thinking;

/// Plays the move that principal variation search finds best. It keeps its table from move to move of a match, and
/// thinks on while others are to move, if the match allows it.
#[derive(Debug)]
pub struct EnginePlayer<G: Notation, E> {
    name: String,
    tracker: Tracker<G>,
    evaluator: E,
    options: EngineOptions,
    /// Made when it is first needed, since its table is large.
    search: Option<Pvs>,
    /// What the match allows.
    allowed: ThinkingLimits,
    time_control: TimeControl,
}

/// How an [`EnginePlayer`] plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EngineOptions {
    /// How many plies it looks ahead, if that is limited.
    pub depth: Option<u32>,
    /// How many positions it looks at for a move, if that is limited. Then it doesn't ponder.
    pub nodes: Option<u64>,
    /// Whether it thinks while others are to move, where the match allows it.
    pub ponders: bool,
    /// How it searches.
    pub search: PvsOptions,
}

/// How far to look for one move.
struct Budget {
    depth: Depth,
    nodes: Option<u64>,
    time: Option<TimePlan>,
}

impl<G, E> EnginePlayer<G, E>
where
    G: Notation + ZeroSum + Deterministic + PerfectInformation,
    E: Evaluator<G>,
{
    /// A player of `game` that calls itself `name`. If neither the match nor the options limit it, it looks at
    /// [`NODES_DEFAULT`] positions for a move.
    pub fn new(name: &str, game: G, evaluator: E, options: EngineOptions) -> Self {
        Self {
            name: name.into(),
            tracker: Tracker::new(game),
            evaluator,
            options,
            search: None,
            allowed: ThinkingLimits::default(),
            time_control: TimeControl::Unlimited,
        }
    }

    /// How far to look: what the match says goes over the player's own limits, and these over all else.
    fn budget(&self, request: &Request) -> Budget {
        let (depth, nodes) =
            (self.allowed.depth.or(self.options.depth), self.allowed.nodes.or(self.options.nodes));
        let time = self.plan(request);
        let is_told = depth.is_some() || nodes.is_some() || time.is_some();
        Budget {
            depth: depth.map_or(Depth::MAX, Depth::new),
            nodes: if is_told { nodes } else { Some(NODES_DEFAULT) },
            time,
        }
    }

    /// What its clock shows is shared out by itself. Where the match counts no time and the table yet gives some for
    /// the move, all of that is for the move.
    fn plan(&self, request: &Request) -> Option<TimePlan> {
        let left = request.time_left?;
        let (increment, moves_to_go) = match self.time_control {
            TimeControl::Unlimited => {
                let budget = request.budget.unwrap_or(left);
                return Some(TimePlan { soft: budget, hard: budget });
            }
            TimeControl::PerMove(_) => (Duration::ZERO, Some(1)),
            TimeControl::Increment { increment, .. } => (increment, None),
            TimeControl::Period { .. } => (Duration::ZERO, request.moves_to_go()),
        };
        Some(ClockState { left, increment, moves_to_go, overhead: overhead(left) }.plan())
    }

    /// Searches the position that the tracker is at.
    fn think(&mut self, budget: &Budget, host: &dyn Host) -> Report<G::Move> {
        let began = Instant::now();
        let is_past =
            |moment: Option<Duration>| moment.is_some_and(|moment| began.elapsed() >= moment);
        let hard = budget.time.map(|plan| plan.hard);
        let mut certainty = Certainty::default();
        let (game, position) = (self.tracker.game(), self.tracker.position());
        let history = Some(self.tracker.history());
        let task = Task { game, evaluator: &self.evaluator, position, history };
        let stop = || host.urgency() >= Urgency::MoveNow || is_past(hard);
        let limits = Limits { depth: budget.depth, nodes: budget.nodes, stop: Some(&stop) };
        let search = self.search.get_or_insert_with(|| Pvs::new(self.options.search));
        search.search(&task, &limits, &mut |progress| {
            for (rank, line) in (1..).zip(&progress.lines) {
                host.report(&told(game, position, progress, rank, line));
            }
            if let [best, ..] = &progress.lines[..] {
                certainty.note(best.moves[0], best.score);
            }
            let soft = budget.time.map(|plan| plan.soft_if(&certainty));
            if progress.is_decided() || is_past(soft) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })
    }
}

/// What the way to the table and back may take of what is left: a system with other things to do may let a thread wait for
/// some milliseconds. Where less is left than that, half of it.
fn overhead(left: Duration) -> Duration {
    (left / 20).clamp(Duration::from_millis(4), Duration::from_millis(50)).min(left / 2)
}

/// What is told of one line of a completed depth.
fn told<G: Notation>(
    game: &G,
    position: &G::Position,
    progress: &Progress<G::Move>,
    rank: u32,
    line: &Line<G::Move>,
) -> Thinking {
    let Progress { depth, selective_depth, statistics, table_per_mille, .. } = progress;
    Thinking {
        selective_depth: u32::try_from(*selective_depth).ok(),
        table_use: Some(*table_per_mille),
        rank,
        ..thinking(game, position, *depth, line.score, &line.moves, *statistics)
    }
}

impl<G, E> Player for EnginePlayer<G, E>
where
    G: Notation + ZeroSum + Deterministic + PerfectInformation,
    E: Evaluator<G>,
{
    fn name(&self) -> String {
        self.name.clone()
    }

    fn start(&mut self, setup: &Setup) -> Result<(), PlayerError> {
        self.allowed = setup.thinking;
        self.time_control = setup.time_control;
        match &mut self.search {
            Some(search) => search.forget(),
            None => self.search = Some(Pvs::new(self.options.search)),
        }
        Ok(())
    }

    fn choose_move(&mut self, request: &Request, host: &dyn Host) -> Result<Reply, PlayerError> {
        if let [only] = request.legal_moves.as_slice() {
            return Ok(Reply::play(only));
        }
        self.tracker.follow(request)?;
        let best = self.think(&self.budget(request), host).best;
        self.tracker.reply(best)
    }

    /// Searches the position in which the others are to move, so that the table knows their moves and the answers. Not
    /// where the match limits how far a move may be thought about, or the player's own options count positions: what
    /// was pondered would come on top. It looks no deeper than for a move of its own.
    fn ponder(&mut self, request: &PonderRequest, host: &dyn Host) {
        let is_limited = self.allowed != ThinkingLimits::default() || self.options.nodes.is_some();
        if self.options.ponders
            && !is_limited
            && self.tracker.go_to(&request.start, &request.moves).is_ok()
        {
            let depth = self.options.depth.map_or(Depth::MAX, Depth::new);
            self.think(&Budget { depth, nodes: None, time: None }, host);
        }
    }
}
