//! A separate search for each move, as in home-computer programs.

use std::fmt;
use std::ops::ControlFlow;

use board_engine::{Game, KeyHistory, Seat, Turn};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use search::{Depth, Limits, Line, Listener, Progress, Report, Score, Statistics};

use crate::AnySearch;

/// Searches each move separately, like home-computer programs. Each search has an open window, so equal moves are
/// recognized as equal. If the search is stopped early, the best of the searched moves is played.
pub struct EachMove<G: Game> {
    search: Box<dyn AnySearch<G>>,
    ties: Ties,
    win_preference: WinPreference,
    rng: ChaCha8Rng,
}

/// The rule for choosing among equal moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ties {
    /// The first move in the rules' order.
    First,
    /// A random move; all are equally likely.
    ByChance,
}

/// The preference between near and distant wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WinPreference {
    /// The sooner a win, the better; the later a loss, the better.
    Faster,
    /// All wins are equally good.
    Any,
}

impl<G: Game> fmt::Debug for EachMove<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("EachMove");
        shown.field("ties", &self.ties).field("win_preference", &self.win_preference);
        shown.finish_non_exhaustive()
    }
}

impl<G: Game> EachMove<G> {
    /// Searches the position after each move with `search`. Uses seed 0 until another seed is set.
    pub fn new(search: Box<dyn AnySearch<G>>, ties: Ties, win_preference: WinPreference) -> Self {
        Self { search, ties, win_preference, rng: ChaCha8Rng::seed_from_u64(0) }
    }

    /// The legal moves, in order of preference among equal moves.
    fn moves(&mut self, game: &G, position: &G::Position) -> Vec<G::Move> {
        let mut moves = Vec::new();
        game.legal_moves(position, &mut moves);
        if self.ties == Ties::ByChance {
            moves.shuffle(&mut self.rng);
        }
        moves
    }

    /// Searches the position after `mv` within the remaining limits. The line starts with `mv`, and the score is for
    /// the position before it.
    fn search_after(
        &mut self,
        mv: G::Move,
        (game, position): (&G, &G::Position),
        history: Option<&KeyHistory>,
        limits: &Limits<'_>,
        spent: u64,
    ) -> (Line<G::Move>, Report<G::Move>) {
        let mut history =
            history.cloned().unwrap_or_else(|| KeyHistory::starting_at(game, position));
        let mut after = position.clone();
        history.play(game, &mut after, mv);
        let nodes = limits.nodes.map(|nodes| nodes.saturating_sub(spent).max(1));
        let plies = u32::try_from(limits.depth.plies()).unwrap_or(u32::MAX);
        let depth = Depth::new(plies.saturating_sub(1));
        let limits = Limits { depth, nodes, ..*limits };
        let mut listener = |_: &_| ControlFlow::Continue(());
        let report = self.search.search(game, &after, Some(&history), &limits, &mut listener);
        let is_same = game.turn(position) == game.turn(&after);
        let score = self.score_before(if is_same { report.score } else { -report.score });
        let moves = [mv].into_iter().chain(report.line.iter().copied()).collect();
        (Line { score, moves }, report)
    }

    /// The score of a move that leads to a position with this score.
    fn score_before(&self, score: Score) -> Score {
        let plies = score.plies_to_end().map(|plies| match self.win_preference {
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

impl<G: Game> AnySearch<G> for EachMove<G> {
    /// Each move is searched at least one ply deep, and the first move is searched regardless of the limits.
    fn search(
        &mut self,
        game: &G,
        position: &G::Position,
        history: Option<&KeyHistory>,
        limits: &Limits<'_>,
        listener: Listener<'_, G::Move>,
    ) -> Report<G::Move> {
        let mut best: Option<Line<G::Move>> = None;
        let mut statistics = Statistics::default();
        let mut completed = true;
        for mv in self.moves(game, position) {
            let is_spent = limits.nodes.is_some_and(|nodes| statistics.nodes >= nodes);
            if best.is_some() && is_spent {
                completed = false;
                break;
            }
            let spent = statistics.nodes;
            let (line, report) = self.search_after(mv, (game, position), history, limits, spent);
            statistics += report.statistics;
            completed &= report.completed;
            if !report.completed && best.is_some() {
                break;
            }
            if best.as_ref().is_none_or(|best| line.score > best.score) {
                best = Some(line);
            }
        }
        let Some(best) = best else { return game_over(game, position) };
        let depth = limits.depth.max(Depth::ONE);
        let lines = vec![best.clone()];
        let (selective_depth, table_per_mille) = (None, None);
        // The search is over, so there is nothing to stop.
        let _: ControlFlow<()> =
            listener(&Progress { depth, selective_depth, statistics, table_per_mille, lines });
        let Line { score, moves: line } = best;
        Report { best: line.first().copied(), score, line, statistics, completed }
    }

    fn unit(&self) -> i32 {
        self.search.unit()
    }

    fn has_depth(&self) -> bool {
        self.search.has_depth()
    }

    fn forget(&mut self) {
        self.search.forget();
    }

    fn reseed(&mut self, seed: u64) {
        self.rng = ChaCha8Rng::seed_from_u64(seed);
        self.search.reseed(seed);
    }
}

/// The report for a position without a move.
fn game_over<G: Game>(game: &G, position: &G::Position) -> Report<G::Move> {
    let status = game.legal_moves(position, &mut Vec::new());
    let seat = match game.turn(position) {
        Turn::Seat(seat) => seat,
        Turn::Chance => Seat::FIRST,
    };
    let payoff = status.outcome().map_or(0, |outcome| outcome.payoff(seat));
    let (score, statistics) = (Score::of_payoff(payoff, 0), Statistics::default());
    Report { best: None, score, line: Vec::new(), statistics, completed: true }
}
