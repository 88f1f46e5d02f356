//! The player that searches.

use std::fmt;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use board_engine::Notation;
use games_package::{
    Host, Player, PlayerError, PonderRequest, Reply, Request, Setup, ThinkingLimits, TimeControl,
    Urgency,
};
use search::{Algorithm, Certainty, Evaluator, Limits, Progress, Report};

use crate::budget::Budget;
use crate::{AnySearch, SearchOptions, Tracker, any_search, reporting};

/// Nobody notices that a move takes as long as this.
const UNNOTICED: Duration = Duration::from_millis(250);

/// Plays the move that a search finds best. What the search has learned stays with it from move to move of a match.
pub struct SearchPlayer<G: Notation> {
    name: String,
    tracker: Tracker<G>,
    search: Box<dyn AnySearch<G>>,
    options: SearchOptions,
    /// What the match allows.
    allowed: ThinkingLimits,
    time_control: TimeControl,
    seed: u64,
}

impl<G: Notation> fmt::Debug for SearchPlayer<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("SearchPlayer");
        shown.field("name", &self.name).field("options", &self.options).finish_non_exhaustive()
    }
}

impl<G: Notation> SearchPlayer<G> {
    /// A player with this name that follows a match by `tracker`, and searches by this algorithm with this evaluator. Its
    /// random numbers are those of seed 0 until a match gives it another.
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

    /// The same by any search.
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
            seed: 0,
        }
    }

    /// Whether a single legal move is searched as well.
    fn looks_at_single_moves(&self) -> bool {
        let is_short = |time| time <= UNNOTICED;
        self.options.looks_at_single_moves
            && self.options.nodes.is_none()
            && self.allowed == ThinkingLimits::default()
            && matches!(self.time_control, TimeControl::PerMove(time) if is_short(time))
    }

    /// Searches the position that the tracker is at.
    fn search(&mut self, budget: Budget, host: &dyn Host) -> Report<G::Move> {
        let began = Instant::now();
        let is_past =
            |moment: Option<Duration>| moment.is_some_and(|moment| began.elapsed() >= moment);
        let (game, position) = (self.tracker.game(), self.tracker.position());
        let history = Some(self.tracker.history());
        let unit = self.search.unit();
        let hard = budget.time.map(|plan| plan.hard);
        let stop = || host.urgency() >= Urgency::MoveNow || is_past(hard);
        let limits = Limits { depth: budget.depth, nodes: budget.nodes, stop: Some(&stop) };
        let mut certainty = Certainty::default();
        self.search.search(game, position, history, &limits, &mut |progress| {
            reporting::report(game, position, progress, unit, host);
            note(&mut certainty, progress);
            let soft = budget.time.map(|plan| plan.soft_if(&certainty));
            // Where more can be won than a game, a deeper search may find a higher win.
            let is_decided = game.payoff_max() == 1 && progress.is_decided();
            if is_decided || is_past(soft) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })
    }
}

/// Notes the best move that is known.
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
        // Another seed for each move, and the same one when the move is asked for again.
        self.search.reseed(self.seed ^ (request.moves.len() as u64).rotate_left(32));
        let Self { time_control, allowed, options, .. } = self;
        let budget = Budget::of(request, *time_control, *allowed, options, self.search.has_depth());
        let best = self.search(budget, host).best;
        self.tracker.reply(best)
    }

    /// Searches the position in which the others are to move, so that the search knows their moves and the answers. Not
    /// where the match limits how far a move may be searched, or the player's own options count positions: what was
    /// pondered would come on top. It looks no deeper than for a move of its own.
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
