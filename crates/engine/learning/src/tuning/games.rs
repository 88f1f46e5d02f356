//! Quick self-play of the strong search, which writes positions.

use std::io::Write;
use std::num::NonZeroU64;
use std::ops::{ControlFlow, RangeInclusive};

use anyhow::Context;
use board_engine::{
    Deterministic, Game, KeyHistory, Notation, PerfectInformation, Seat, Turn, ZeroSum,
};
use clap::Args;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use search::{Algorithm, Depth, Evaluator, Hints, Limits, Pvs, PvsOptions, Report, Task, Tension};

use super::stored_position::SampledEvaluator;
use super::{Linear, StoredPosition};

/// Plays quick games between the strong search and itself, and writes their quiet positions with the results.
#[derive(Clone, Debug, Args)]
#[group(skip)]
pub struct Games {
    /// The number of games.
    #[arg(long = "games", default_value_t = 1_000)]
    pub count: u64,
    /// The number of nodes per move.
    #[arg(long, default_value_t = 1_500)]
    pub nodes: u64,
    /// The evaluator for both sides, if not the game's first one.
    #[arg(long)]
    pub evaluator: Option<String>,
    /// The number of the first game, which determines the opening and all random numbers.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// The sampling interval for positions that the searches evaluate; sampled positions have no result.
    #[arg(long)]
    pub asked: Option<NonZeroU64>,
}

/// The self-play settings for training games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SelfPlay {
    /// The range for the number of random plies in an opening.
    pub opening_plies: RangeInclusive<u32>,
    /// A side's largest deficit after the opening, in hundredths of the game's unit; other openings are skipped.
    pub opening_score_max: i32,
    /// One move in this many is random; 0 for none.
    pub random_move_in: u32,
    /// A longer game is a draw.
    pub plies_max: u32,
    /// The lead, in hundredths of the game's unit, that ends a game after six plies.
    pub decided: i32,
}

impl SelfPlay {
    /// The default settings: games start with five to ten random plies, one move in forty is random, a game has at most
    /// 240 plies, and games are played to their ends.
    pub const DEFAULT: Self = Self {
        opening_plies: 5..=10,
        opening_score_max: i32::MAX,
        random_move_in: 40,
        plies_max: 240,
        decided: i32::MAX,
    };
}

impl Default for SelfPlay {
    /// [`DEFAULT`](Self::DEFAULT).
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// The number of plies for which a side must be ahead before the game counts as decided.
const DECIDED_PLIES: u32 = 6;
/// The search's hash table size, in MiB.
const HASH: usize = 1;

impl Games {
    /// Writes the quiet positions of all games, one per line ([`StoredPosition`]), and after each game the positions
    /// sampled from its searches.
    ///
    /// # Errors
    /// If the positions can't be written.
    ///
    /// # Panics
    /// If the range for the number of opening plies is empty.
    pub fn run<G, E, H, L>(
        &self,
        (game, evaluator): (&G, &E),
        new_hints: &dyn Fn() -> H,
        linear: &L,
        way: &SelfPlay,
        out: &mut impl Write,
    ) -> anyhow::Result<()>
    where
        G: Notation + ZeroSum + Deterministic + PerfectInformation,
        E: Evaluator<G>,
        H: Hints<G>,
        L: Linear<G>,
    {
        let options = PvsOptions { hash_mebibytes: HASH, ..PvsOptions::default() };
        for number in self.seed..self.seed.saturating_add(self.count) {
            let played = Played {
                game,
                evaluator: SampledEvaluator::new(evaluator, number, self.asked),
                hints: new_hints(),
                search: Pvs::with_hints(options, new_hints()),
                nodes: self.nodes,
                way,
                chance: ChaCha8Rng::seed_from_u64(number),
                kept: Vec::new(),
            };
            let is_usual = |position: &_| linear.is_usual(game, position);
            let Some(Finished { payoff, kept, asked }) = played.finished(is_usual) else {
                continue;
            };
            let asked = asked.into_iter().filter(is_usual).map(|position| (position, None, None));
            let kept = kept.into_iter().map(|(position, found)| (position, Some(payoff), found));
            for (position, payoff, found) in kept.chain(asked) {
                let position = game.format_position(&position);
                let kept = StoredPosition { game: number, payoff, found, position };
                writeln!(out, "{kept}").context("can't write the positions")?;
            }
        }
        out.flush().context("can't write the positions")
    }
}

/// A position, with the search score for the first seat.
type Judged<G> = (<G as Game>::Position, Option<i32>);

/// The result of a game.
struct Finished<G: Game> {
    /// The first seat's payoff.
    payoff: i16,
    /// The game's quiet positions.
    kept: Vec<Judged<G>>,
    /// Sampled positions that the game's searches evaluated.
    asked: Vec<G::Position>,
}

/// A game in progress.
struct Played<'a, G: Game, E, H> {
    game: &'a G,
    evaluator: SampledEvaluator<'a, G, E>,
    hints: H,
    search: Pvs<H>,
    nodes: u64,
    way: &'a SelfPlay,
    chance: ChaCha8Rng,
    kept: Vec<Judged<G>>,
}

impl<G, E, H> Played<'_, G, E, H>
where
    G: ZeroSum + Deterministic + PerfectInformation,
    E: Evaluator<G>,
    H: Hints<G>,
{
    /// Plays a game; `None` if its opening is skipped.
    fn finished(mut self, is_usual: impl Fn(&G::Position) -> bool) -> Option<Finished<G>> {
        let payoff = self.payoff(is_usual)?;
        Some(Finished { payoff, kept: self.kept, asked: self.evaluator.into_positions() })
    }

    /// Plays to the end and returns the first seat's payoff.
    fn payoff(&mut self, is_usual: impl Fn(&G::Position) -> bool) -> Option<i16> {
        let (game, way) = (self.game, self.way);
        let (mut position, mut moves) = (game.start(), Vec::new());
        let mut history = KeyHistory::starting_at(game, &position);
        let opening = self.chance.random_range(way.opening_plies.clone());
        let mut is_opening_over = false;
        // The number of plies for which the first and the second seat have been ahead.
        let mut ahead = [0; 2];
        for ply in 0..way.plies_max {
            let status = game.legal_moves(&position, &mut moves);
            if let Some(outcome) = status.outcome().or_else(|| history.outcome(game)) {
                return Some(outcome.payoff(Seat::FIRST));
            }
            let is_random = ply < opening
                || (way.random_move_in > 0 && self.chance.random_range(0..way.random_move_in) == 0);
            if is_random {
                let mv = moves[self.chance.random_range(0..moves.len())];
                history.play(game, &mut position, mv);
                continue;
            }
            let report = self.search(&position, &history);
            let mv = report.best?;
            let sign = if game.turn(&position) == Turn::Seat(Seat::FIRST) { 1 } else { -1 };
            let score = sign * report.score.in_units(self.evaluator.unit()).value();
            // The first move after the opening may also be random.
            if !is_opening_over && score.abs() > way.opening_score_max {
                return None;
            }
            is_opening_over = true;
            let is_end = report.score.is_win() || report.score.is_loss();
            if is_end && game.payoff_max() == 1 {
                return Some(if score > 0 { 1 } else { -1 });
            }
            for (plies, score) in ahead.iter_mut().zip([score, -score]) {
                *plies = if score > way.decided { *plies + 1 } else { 0 };
            }
            if let Some(winner) = ahead.iter().position(|&plies| plies == DECIDED_PLIES) {
                let payoff = game.payoff_max();
                return Some(if winner == 0 { payoff } else { -payoff });
            }
            let is_quiet = is_quiet(game, &self.hints, &position, mv) && score.abs() <= way.decided;
            if is_quiet && is_usual(&position) {
                self.kept.push((position.clone(), (!is_end).then_some(score)));
            }
            history.play(game, &mut position, mv);
        }
        Some(0)
    }

    fn search(&mut self, position: &G::Position, history: &KeyHistory) -> Report<G::Move> {
        let (game, evaluator, history) = (self.game, &self.evaluator, Some(history));
        search_to(&mut self.search, &Task { game, evaluator, position, history }, self.nodes)
    }
}

/// Searches this many positions, or fewer if the search finds the end of the game.
pub(super) fn search_to<G, E, H>(
    search: &mut Pvs<H>,
    task: &Task<'_, G, E>,
    nodes: u64,
) -> Report<G::Move>
where
    G: ZeroSum + Deterministic + PerfectInformation,
    E: Evaluator<G> + ?Sized,
    H: Hints<G>,
{
    let limits = Limits { nodes: Some(nodes), ..Limits::to_depth(Depth::MAX) };
    search.search_with(task, &limits, &mut |progress| {
        if progress.is_decided() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })
}

/// Returns `true` if a static evaluation makes sense: there is no threat, and the search's best move `mv` changes
/// little immediately.
fn is_quiet<G: Game, H: Hints<G>>(
    game: &G,
    hints: &H,
    position: &G::Position,
    mv: G::Move,
) -> bool {
    hints.tension(game, position) != Tension::Noisy && !hints.is_noisy(game, position, mv)
}
