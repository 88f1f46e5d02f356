//! Games between searches.

use std::ops::ControlFlow;

use board_engine::{Game, KeyHistory, Seat, Status, Turn};
use players::AnySearch;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use search::{Depth, Limits, Score};

use crate::evaluator::Sampler;
use crate::{LearningInputs, active_inputs};

/// A game's length limit, in plies. A longer game is a draw.
const PLIES_MAX: usize = 400;
/// Maximum number of attempts to find an opening that leaves the game unfinished.
const ATTEMPTS_MAX: u32 = 100;

/// The start of a game: random moves.
#[derive(Debug)]
pub(crate) struct Opening<G: Game> {
    position: G::Position,
    history: KeyHistory,
    moves: Vec<u16>,
}

impl<G: Game> Clone for Opening<G> {
    fn clone(&self) -> Self {
        let (position, history) = (self.position.clone(), self.history.clone());
        Self { position, history, moves: self.moves.clone() }
    }
}

impl<G: Game> Opening<G> {
    /// An opening of up to `plies_max` random moves; the start of the game if too many attempts finish the game.
    pub(crate) fn random(game: &G, plies_max: u32, rng: &mut ChaCha8Rng) -> Self {
        for _ in 0..ATTEMPTS_MAX {
            let plies = rng.random_range(0..=plies_max);
            if let Some(opening) = Self::attempt(game, plies, rng) {
                return opening;
            }
        }
        Self::at_start(game)
    }

    fn at_start(game: &G) -> Self {
        let position = game.start();
        Self { history: KeyHistory::starting_at(game, &position), position, moves: Vec::new() }
    }

    /// A random opening; `None` if the game is over after its moves.
    fn attempt(game: &G, plies: u32, rng: &mut ChaCha8Rng) -> Option<Self> {
        let mut opening = Self::at_start(game);
        let mut moves = Vec::new();
        for left in (0..=plies).rev() {
            let status = game.legal_moves(&opening.position, &mut moves);
            if status != Status::Ongoing || opening.history.outcome(game).is_some() {
                return None;
            }
            if left > 0 {
                let index = rng.random_range(0..moves.len());
                opening.moves.extend(u16::try_from(index));
                opening.history.play(game, &mut opening.position, *moves.get(index)?);
            }
        }
        Some(opening)
    }
}

/// A game as stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PlayedGame {
    /// The random moves at the start.
    pub(crate) opening_plies: usize,
    /// Each move's index in the list of legal moves.
    pub(crate) moves: Vec<u16>,
    /// The search score before each move after the opening, for its mover.
    pub(crate) scores: Vec<Score>,
    /// The first seat's result: 1, 0 or −1.
    pub(crate) result: i8,
    /// Positions that the searches evaluated.
    pub(crate) sampled: Vec<SampledPosition>,
}

/// A position that a search evaluated, with the score from a separate search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SampledPosition {
    pub(crate) inputs: Vec<u16>,
    pub(crate) score: Score,
}

/// Takes one position from each search.
pub(crate) struct Sampling<'a, G: Game> {
    pub(crate) sampler: &'a Sampler<G>,
    pub(crate) inputs: &'a dyn LearningInputs<G>,
}

/// Plays a game. The game ends early if a search proves a win or a loss. `search_of` provides each seat's search.
pub(crate) fn play<G: Game>(
    game: &G,
    opening: &Opening<G>,
    nodes: u64,
    searches: &mut [Box<dyn AnySearch<G>>],
    search_of: [usize; 2],
    sampling: Option<&Sampling<'_, G>>,
) -> PlayedGame {
    for search in &mut *searches {
        search.forget();
    }
    let Opening { mut position, mut history, moves } = opening.clone();
    let opening_plies = moves.len();
    let (scores, sampled) = (Vec::new(), Vec::new());
    let mut played = PlayedGame { opening_plies, moves, scores, result: 0, sampled };
    let mut legal = Vec::new();
    let limits = Limits { depth: Depth::MAX, nodes: Some(nodes), stop: None };
    while played.moves.len() < PLIES_MAX {
        let status = game.legal_moves(&position, &mut legal);
        if let Some(outcome) = status.outcome().or_else(|| history.outcome(game)) {
            played.result = sign(outcome.payoff(Seat::FIRST).into());
            return played;
        }
        let Turn::Seat(mover) = game.turn(&position) else { return played };
        let search = &mut searches[search_of[mover.index().min(1)]];
        let mut listener = |_: &_| ControlFlow::Continue(());
        let report = search.search(game, &position, Some(&history), &limits, &mut listener);
        let best = report.best.and_then(|best| legal.iter().position(|&mv| mv == best));
        let Some((index, mv)) = best.and_then(|at| Some((u16::try_from(at).ok()?, legal[at])))
        else {
            return played;
        };
        let sampled = sampling.and_then(|sampling| {
            let position = sampling.sampler.take()?;
            let report = search.search(game, &position, None, &limits, &mut listener);
            sampling.sampler.take();
            let Turn::Seat(mover) = game.turn(&position) else { return None };
            let (mut inputs, score) = (Vec::new(), report.score);
            active_inputs(sampling.inputs, game, &position, mover, &mut inputs);
            Some(SampledPosition { inputs, score })
        });
        played.sampled.extend(sampled);
        played.moves.push(index);
        played.scores.push(report.score);
        if report.score.is_win() || report.score.is_loss() {
            let result = if report.score.is_win() { 1 } else { -1 };
            played.result = if mover == Seat::FIRST { result } else { -result };
            return played;
        }
        history.play(game, &mut position, mv);
    }
    played
}

/// The sign of a payoff: 1, 0 or −1.
pub(crate) fn sign(payoff: i32) -> i8 {
    i8::try_from(payoff.signum()).unwrap_or(0)
}
