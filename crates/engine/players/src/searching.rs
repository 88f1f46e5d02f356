//! The player that searches.

use std::fmt;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use board_engine::Notation;
use games_package::{
    Host, Player, PlayerError, PonderRequest, Reply, Request, Setup, Thinking, ThinkingLimits,
    TimeControl, Urgency, Valuation,
};
use search::{
    Algorithm, Certainty, ClockState, Depth, Evaluator, Limits, Progress, Report, Score, TimePlan,
};

use crate::{AnySearch, Tracker, any_search};

/// A delay before a move that users don't notice.
const UNNOTICED: Duration = Duration::from_millis(250);

/// Plays the best move that a search finds. The search reuses its results from one move in a match to the next.
pub struct SearchPlayer<G: Notation> {
    name: String,
    tracker: Tracker<G>,
    search: Box<dyn AnySearch<G>>,
    options: SearchOptions,
    /// The match limits.
    allowed: ThinkingLimits,
    time_control: TimeControl,
    /// The maximum time of a search without a clock.
    move_time_max: Option<Duration>,
    seed: u64,
}

impl<G: Notation> fmt::Debug for SearchPlayer<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("SearchPlayer");
        shown.field("name", &self.name).field("options", &self.options).finish_non_exhaustive()
    }
}

impl<G: Notation> SearchPlayer<G> {
    /// A player with this name that follows a match with `tracker`, and searches with this
    /// algorithm and evaluator. The player uses seed 0 until a match provides another seed.
    pub fn new<E, A>(
        name: impl Into<String>,
        tracker: Tracker<G>,
        evaluator: E,
        algorithm: A,
        options: SearchOptions,
    ) -> Self
    where
        E: Evaluator<G> + 'static,
        A: Algorithm<G> + Send + 'static,
    {
        Self::by(name.into(), tracker, any_search(evaluator, algorithm), options)
    }

    /// The same player with any search.
    pub fn by(
        name: String,
        tracker: Tracker<G>,
        search: Box<dyn AnySearch<G>>,
        options: SearchOptions,
    ) -> Self {
        Self {
            name,
            tracker,
            search,
            options,
            allowed: ThinkingLimits::default(),
            time_control: TimeControl::Unlimited,
            move_time_max: None,
            seed: 0,
        }
    }

    /// Returns `true` if a position with a single legal move is searched too.
    fn looks_at_single_moves(&self) -> bool {
        let is_short = |time| time <= UNNOTICED;
        self.options.looks_at_single_moves
            && self.options.nodes.is_none()
            && self.allowed == ThinkingLimits::default()
            && matches!(self.time_control, TimeControl::PerMove(time) if is_short(time))
    }

    /// Searches the tracker's position.
    fn search(&mut self, budget: Budget, host: &dyn Host) -> Report<G::Move> {
        let began = Instant::now();
        let is_past =
            |moment: Option<Duration>| moment.is_some_and(|moment| began.elapsed() >= moment);
        let (game, position) = (self.tracker.game(), self.tracker.position());
        let history = Some(self.tracker.history());
        let unit = self.search.unit();
        let hard = budget.time.map(|plan| plan.hard).or(self.move_time_max);
        let stop = || host.urgency() >= Urgency::MoveNow || is_past(hard);
        let limits = Limits { depth: budget.depth, nodes: budget.nodes, stop: Some(&stop) };
        let mut certainty = Certainty::default();
        self.search.search(game, position, history, &limits, &mut |progress| {
            report(game, position, progress, unit, host);
            note(&mut certainty, progress);
            let soft = budget.time.map(|plan| plan.soft_if(&certainty));
            // If payoffs above 1 are possible, a deeper search may find a larger win.
            let is_decided = game.payoff_max() == 1 && progress.is_decided();
            if is_decided || is_past(soft) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })
    }
}

/// Records the best known move.
fn note<M: Copy + PartialEq>(certainty: &mut Certainty<M>, progress: &Progress<M>) {
    if let Some(best) = progress.lines.first()
        && let Some(&mv) = best.moves.first()
    {
        certainty.note(mv, best.score);
    }
}

impl<G: Notation> Player for SearchPlayer<G> {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn start(&mut self, setup: &Setup) -> Result<(), PlayerError> {
        self.allowed = setup.thinking;
        self.time_control = setup.time_control;
        // The rest of the time is reserved for the answer.
        self.move_time_max = setup.move_limit.duration().map(|limit| limit / 10 * 9);
        self.seed = setup.seed;
        self.search.forget();
        Ok(())
    }

    fn choose_move(&mut self, request: &Request, host: &dyn Host) -> Result<Reply, PlayerError> {
        if let [only] = request.legal_moves.as_slice()
            && !self.looks_at_single_moves()
        {
            return Ok(Reply::play(only));
        }
        self.tracker.follow(request)?;
        // A different seed for each move, but the same seed for a repeated request.
        self.search.reseed(self.seed ^ (request.moves.len() as u64).rotate_left(32));
        let Self { time_control, allowed, options, .. } = self;
        let budget = Budget::of(request, *time_control, *allowed, options, self.search.has_depth());
        let best = self.search(budget, host).best;
        self.tracker.reply(best)
    }

    /// Searches a position where an opponent is to move so that the search already has results for their moves and for
    /// its own replies. Does nothing if the match limits the search per move, or if the player's own options limit
    /// nodes: pondering would exceed the limit. Doesn't search deeper than for the player's own moves.
    fn ponder(&mut self, request: &PonderRequest, host: &dyn Host) {
        let is_limited = self.allowed != ThinkingLimits::default() || self.options.nodes.is_some();
        if self.options.ponders
            && !is_limited
            && self.tracker.go_to(&request.start, &request.moves).is_ok()
        {
            self.search(Budget::of_pondering(&self.options), host);
        }
    }
}

/// The limits for searching one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Budget {
    pub(crate) depth: Depth,
    pub(crate) nodes: Option<u64>,
    pub(crate) time: Option<TimePlan>,
}

impl Budget {
    /// The smaller of the match's and the player's own limits. If there is neither a limit nor a clock, the player's
    /// default node limit ends the search. `has_depth` is set if a depth limit can end it.
    pub(crate) fn of(
        request: &Request,
        time_control: TimeControl,
        allowed: ThinkingLimits,
        own: &SearchOptions,
        has_depth: bool,
    ) -> Self {
        let depth = smaller(allowed.depth, own.depth);
        let nodes = smaller(allowed.nodes, own.nodes);
        let time = plan(request, time_control);
        let is_limited = (has_depth && depth.is_some()) || nodes.is_some() || time.is_some();
        Self {
            depth: depth.map_or(Depth::MAX, Depth::new),
            nodes: if is_limited { nodes } else { Some(own.nodes_default) },
            time,
        }
    }

    /// The limits for pondering, which continues until it is stopped.
    pub(crate) fn of_pondering(own: &SearchOptions) -> Self {
        Self { depth: own.depth.map_or(Depth::MAX, Depth::new), nodes: None, time: None }
    }
}

fn smaller<T: Ord>(one: Option<T>, other: Option<T>) -> Option<T> {
    one.into_iter().chain(other).min()
}

/// Plans the use of clock time. If the match is untimed but the table limits the time per move, all of that time can be
/// used.
fn plan(request: &Request, time_control: TimeControl) -> Option<TimePlan> {
    let left = request.time_left?;
    let (increment, moves_to_go) = match time_control {
        TimeControl::Unlimited => {
            let budget = request.budget.unwrap_or(left);
            return Some(TimePlan { soft: budget, hard: budget });
        }
        TimeControl::PerMove(_) => (Duration::ZERO, Some(1)),
        TimeControl::Increment { increment, .. } => (increment, None),
        TimeControl::Period { increment, .. } => (increment, request.moves_to_go()),
    };
    Some(ClockState { left, increment, moves_to_go, overhead: overhead(left, time_control) }.plan())
}

/// The part of the remaining time reserved for communication: a busy system may delay a thread by a few milliseconds.
/// This reserve is at most half of the remaining time. With a fixed time per move, the reserve is lost; on a clock, it
/// is saved for later moves.
fn overhead(left: Duration, time_control: TimeControl) -> Duration {
    let [least, of_move, most] = [4, 5, 50].map(Duration::from_millis);
    let part = left / 20;
    let part = match time_control {
        TimeControl::PerMove(_) => part.min(of_move.max(left / 100)),
        _ => part,
    };
    part.clamp(least, most).min(left / 2)
}

/// Reports each line that a search of `position` has found so far. `unit` is the score of one game unit.
pub(crate) fn report<G: Notation>(
    game: &G,
    position: &G::Position,
    progress: &Progress<G::Move>,
    unit: i32,
    host: &dyn Host,
) {
    let Progress { depth, selective_depth, statistics, table_per_mille, lines } = progress;
    for (rank, line) in (1..).zip(lines) {
        host.report(&Thinking {
            depth: u32::try_from(depth.plies()).unwrap_or(u32::MAX),
            selective_depth: selective_depth.and_then(|plies| u32::try_from(plies).ok()),
            nodes: statistics.nodes,
            evaluations: statistics.evaluations,
            cutoffs: statistics.cutoffs,
            table_use: *table_per_mille,
            rank,
            valuation: valuation(line.score.in_units(unit)),
            line: line_text(game, position, &line.moves),
            line_error: None,
        });
    }
}

/// A score in the table's units.
fn valuation(score: Score) -> Valuation {
    match score.plies_to_end() {
        Some(plies) if score.is_win() => Valuation::WinIn(plies),
        Some(plies) => Valuation::LossIn(plies),
        None => Valuation::Centi(score.value()),
    }
}

/// The moves in the line in the game's notation, separated by spaces.
fn line_text<G: Notation>(game: &G, position: &G::Position, line: &[G::Move]) -> String {
    let mut position = position.clone();
    let mut texts = Vec::new();
    for &mv in line {
        texts.push(game.format_move(&position, mv));
        game.play(&mut position, mv);
    }
    texts.join(" ")
}

/// The limits of a [`SearchPlayer`](crate::SearchPlayer). The match may impose stricter limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchOptions {
    /// The maximum depth in plies, if limited.
    pub depth: Option<u32>,
    /// The maximum number of nodes per move, or of playouts in a Monte Carlo search, if limited. A
    /// player with this limit doesn't ponder.
    pub nodes: Option<u64>,
    /// The default for [`nodes`](Self::nodes), used if neither the match, these options nor a clock limits the move.
    pub nodes_default: u64,
    /// `true` if the player ponders on the opponent's time when the match allows it.
    pub ponders: bool,
    /// `true` if the player also searches positions with a single legal move, provided the time per move is so short
    /// that users don't notice the wait. The results help with the next move, and unused time would be lost.
    pub looks_at_single_moves: bool,
}

/// The default node limit per move. This limit takes a fraction of a second in most games, and produces the same moves
/// on every machine.
pub const NODES_DEFAULT: u64 = 300_000;

/// The default number of playouts per move.
pub const PLAYOUTS_DEFAULT: u64 = 20_000;

impl SearchOptions {
    /// The default options: no limits except [`NODES_DEFAULT`], no pondering, and single legal moves are played at
    /// once.
    pub const DEFAULT: Self = Self {
        depth: None,
        nodes: None,
        nodes_default: NODES_DEFAULT,
        ponders: false,
        looks_at_single_moves: false,
    };

    /// [`DEFAULT`](Self::DEFAULT) with this depth.
    pub const fn to_depth(depth: Option<u32>) -> Self {
        Self { depth, ..Self::DEFAULT }
    }
}

impl Default for SearchOptions {
    /// [`DEFAULT`](Self::DEFAULT).
    fn default() -> Self {
        Self::DEFAULT
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_milliseconds_of_the_move_time_are_reserved() {
        let check = |time: u64, expected: u64| {
            let time = Duration::from_millis(time);
            let kept = overhead(time, TimeControl::PerMove(time));
            assert_eq!(kept, Duration::from_millis(expected), "{time:?}");
        };
        check(4, 2);
        check(10, 4);
        check(100, 5);
        check(200, 5);
        check(1_000, 10);
        check(60_000, 50);
    }
}
