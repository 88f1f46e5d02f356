//! Players of earlier programs: a fixed look-ahead.

use board_engine::{KeyHistory, Notation};
use games_package::{Host, Player, PlayerError, Reply, Request, Setup, ThinkingLimits};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use search::{Algorithm, Depth, Evaluator, Limits, Report, Score, Statistics, Task};

use crate::Tracker;
use crate::telling::thinking;

/// Looks always the same number of plies ahead, as the programs of home computers did, whatever the time. If time runs
/// out all the same, it plays the best of the moves that it has looked at.
#[derive(Debug)]
pub struct FixedDepthPlayer<G: Notation, E, A> {
    name: String,
    tracker: Tracker<G>,
    evaluator: E,
    algorithm: A,
    habits: Habits,
    /// What the match allows.
    allowed: ThinkingLimits,
    chance: ChaCha8Rng,
}

/// How far a [`FixedDepthPlayer`] looks and what it takes for equal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Habits {
    /// How many plies it looks ahead, its own move being the first; at least one.
    pub depth: u32,
    /// Which of equal moves it plays.
    pub ties: Ties,
    /// Whether it tells wins apart.
    pub win_preference: WinPreference,
}

/// Which of several equal moves is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ties {
    /// The first one that the rules list.
    First,
    /// Any, all equally likely.
    ByChance,
}

/// What is thought of wins near and far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WinPreference {
    /// A win is better the sooner it comes, a loss the later.
    Faster,
    /// A win is a win.
    Any,
}

/// What one move is worth, and the search that says so.
struct Tried<M> {
    mv: M,
    score: Score,
    line: Vec<M>,
}

impl<G: Notation, E: Evaluator<G>, A: Algorithm<G>> FixedDepthPlayer<G, E, A> {
    /// A player of `game` that calls itself by this name; its chance is that of seed 0 until a match gives it another.
    pub fn new(name: &str, game: G, evaluator: E, algorithm: A, habits: Habits) -> Self {
        Self {
            name: name.into(),
            tracker: Tracker::new(game),
            evaluator,
            algorithm,
            habits,
            allowed: ThinkingLimits::default(),
            chance: ChaCha8Rng::seed_from_u64(0),
        }
    }

    /// The best move and what was thought of it; `None` if there is none. Moves are tried in the order in which equal
    /// ones are preferred, each with an open window, so that equal ones are known to be equal.
    fn best(&mut self, host: &dyn Host) -> Option<(Tried<G::Move>, Statistics)> {
        let (game, position) = (self.tracker.game(), self.tracker.position());
        let mut moves = Vec::new();
        game.legal_moves(position, &mut moves);
        if self.habits.ties == Ties::ByChance {
            moves.shuffle(&mut self.chance);
        }
        let mut best: Option<Tried<G::Move>> = None;
        let mut statistics = Statistics::default();
        for mv in moves {
            if best.is_some() && self.allowed.nodes.is_some_and(|nodes| statistics.nodes >= nodes) {
                break;
            }
            let report = self.search_after(mv, statistics.nodes, host);
            statistics += report.statistics;
            if !report.completed && best.is_some() {
                break;
            }
            let score = self.score_before(mv, report.score);
            if best.as_ref().is_none_or(|best| score > best.score) {
                let line = [mv].into_iter().chain(report.line).collect();
                best = Some(Tried { mv, score, line });
            }
        }
        best.map(|best| (best, statistics))
    }

    /// Searches what comes after `mv`.
    fn search_after(&self, mv: G::Move, nodes_spent: u64, host: &dyn Host) -> Report<G::Move> {
        let (game, mut position) = (self.tracker.game(), self.tracker.position().clone());
        let mut history: KeyHistory = self.tracker.history().clone();
        history.play(game, &mut position, mv);
        let history = Some(&history);
        let task = Task { game, evaluator: &self.evaluator, position: &position, history };
        let nodes = self.allowed.nodes.map(|nodes| nodes.saturating_sub(nodes_spent).max(1));
        let depth = Depth::new(self.depth() - 1);
        self.algorithm.search(&task, &Limits { depth, nodes, stop: Some(&|| host.is_stopped()) })
    }

    /// What the match says goes over the player's own depth, if it is less.
    fn depth(&self) -> u32 {
        self.allowed.depth.unwrap_or(u32::MAX).min(self.habits.depth).max(1)
    }

    /// What `mv` is worth here, if the position after it is worth `score` to whoever moves there.
    fn score_before(&self, mv: G::Move, score: Score) -> Score {
        let (game, position) = (self.tracker.game(), self.tracker.position());
        let mut after = position.clone();
        game.play(&mut after, mv);
        let score = if game.turn(position) == game.turn(&after) { score } else { -score };
        let plies = score.plies_to_end().map(|plies| match self.habits.win_preference {
            WinPreference::Faster => plies as usize + 1,
            WinPreference::Any => 1,
        });
        match plies {
            Some(plies) if score.is_win() => Score::win_in(plies),
            Some(plies) => Score::loss_in(plies),
            None => score,
        }
    }
}

impl<G, E, A> Player for FixedDepthPlayer<G, E, A>
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
        self.chance = ChaCha8Rng::seed_from_u64(setup.seed);
        Ok(())
    }

    fn choose_move(&mut self, request: &Request, host: &dyn Host) -> Result<Reply, PlayerError> {
        if let [only] = request.legal_moves.as_slice() {
            return Ok(Reply::play(only));
        }
        self.tracker.follow(request)?;
        let best = self.best(host);
        if let Some((Tried { score, line, .. }, statistics)) = &best {
            let (game, position) = (self.tracker.game(), self.tracker.position());
            let depth = Depth::new(self.depth());
            host.report(&thinking(game, position, depth, *score, line, *statistics));
        }
        self.tracker.reply(best.map(|(best, _)| best.mv))
    }
}
