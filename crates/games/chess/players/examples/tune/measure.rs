//! Plays games between two evaluations to compare their strength.

#![expect(clippy::cast_precision_loss, reason = "counts of games")]

use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use board_engine::{Game, KeyHistory, Seat, Status, zobrist};
use chess::{Chess, Position};
use chess_players::{ChessEntry, ChessHints, ChessNetwork};
use clap::Args;
use game_family::CatalogEntry;
use search::{Algorithm, Depth, Evaluator, Limits, Pvs, PvsOptions, Task};

#[derive(Debug, Args)]
pub(crate) struct Measure {
    /// One side's evaluation: the name of an evaluator, or a weight file.
    one: String,
    /// The name of the opponent.
    other: String,
    /// The number of game pairs, each from its own opening.
    #[arg(long, default_value = "100")]
    pairs: u64,
    /// The number of nodes per move.
    #[arg(long, default_value = "5000")]
    nodes: u64,
    /// Milliseconds per move, instead of nodes.
    #[arg(long)]
    ms: Option<u64>,
    /// The first opening.
    #[arg(long, default_value = "1")]
    seed: u64,
}

/// The number of random plies at the start of a game.
const RANDOM_PLIES: u64 = 8;
/// The maximum imbalance of a starting position; others are skipped.
const START_MAX: i32 = 100;
/// Maximum length of a game; a longer game is a draw.
const PLIES_MAX: usize = 300;

type Evaluation = Box<dyn Evaluator<Chess>>;

impl Measure {
    pub(crate) fn run(self, out: &mut impl Write) -> anyhow::Result<()> {
        let sides = [evaluation(&self.one)?, evaluation(&self.other)?];
        let (mut pairs, mut counts) = (Vec::new(), [0; 3]);
        let mut seed = self.seed << 32;
        while (pairs.len() as u64) < self.pairs {
            seed += 1;
            let Some(start) = start(seed) else { continue };
            let results = [0, 1].map(|seat| self.play(&sides, &start, seat));
            for result in results {
                counts[usize::try_from(1 - result).unwrap_or(1)] += 1;
            }
            pairs.push(f64::from(results[0] + results[1] + 2) / 4.0);
            if pairs.len() % 25 == 0 || pairs.len() as u64 == self.pairs {
                writeln!(out, "{}", line(&pairs, counts))?;
                out.flush()?;
            }
        }
        Ok(())
    }

    /// The first side's result in this seat.
    fn play(&self, sides: &[Evaluation; 2], start: &Position, seat: usize) -> i16 {
        let game = Chess::default();
        let options = PvsOptions { hash_mebibytes: 16, ..PvsOptions::default() };
        let mut searches = [0, 1].map(|_| Pvs::with_hints(options, ChessHints));
        let (mut position, mut moves) = (start.clone(), Vec::new());
        let mut history = KeyHistory::starting_at(&game, start);
        for _ in 0..PLIES_MAX {
            let status = game.legal_moves(&position, &mut moves);
            if let Some(outcome) = status.outcome().or_else(|| history.outcome(&game)) {
                return outcome.payoff(Seat::new(seat));
            }
            debug_assert_eq!(status, Status::Ongoing);
            let side = usize::from(position.mover().index() != seat);
            let began = Instant::now();
            let is_over = || self.ms.is_some_and(|ms| began.elapsed() >= Duration::from_millis(ms));
            let nodes = self.ms.is_none().then_some(self.nodes);
            let limits = Limits { depth: Depth::MAX, nodes, stop: Some(&is_over) };
            let evaluator = &*sides[side];
            let task =
                Task { game: &game, evaluator, position: &position, history: Some(&history) };
            let Some(best) = searches[side].search(&task, &limits).best else { return 0 };
            history.play(&game, &mut position, best);
        }
        0
    }
}

fn evaluation(name: &str) -> anyhow::Result<Evaluation> {
    if let Some(evaluator) = ChessEntry::evaluator(name) {
        return Ok(Box::new(evaluator));
    }
    let bytes = system::packed::read(Path::new(name))
        .with_context(|| format!("\"{name}\" is neither an evaluator nor a readable file"))?;
    match ChessNetwork::from_bytes(&bytes) {
        Some(network) => Ok(Box::new(network)),
        None => bail!("{name} contains no weights for a network of this size"),
    }
}

/// A position after random moves, in which both sides have chances.
fn start(seed: u64) -> Option<Position> {
    let game = Chess::default();
    let (mut position, mut moves) = (game.start(), Vec::new());
    for ply in 0..RANDOM_PLIES {
        if game.legal_moves(&position, &mut moves) != Status::Ongoing {
            return None;
        }
        let number = zobrist::mix(&[seed, ply]) % moves.len() as u64;
        game.play(&mut position, moves[usize::try_from(number).ok()?]);
    }
    if game.legal_moves(&position, &mut moves) != Status::Ongoing {
        return None;
    }
    let evaluator = &ChessEntry::evaluator("standard")?;
    let task = Task { game: &game, evaluator, position: &position, history: None };
    let mut search =
        Pvs::with_hints(PvsOptions { hash_mebibytes: 1, ..PvsOptions::default() }, ChessHints);
    let report = search.search(&task, &Limits::to_depth(Depth::new(6)));
    (report.score.value().abs() <= START_MAX).then_some(position)
}

/// The first side's result with a 95 % interval over the pairs, and the corresponding Elo difference.
fn line(pairs: &[f64], counts: [u32; 3]) -> String {
    let count = pairs.len() as f64;
    let mean = pairs.iter().sum::<f64>() / count;
    let variance = pairs.iter().map(|pair| (pair - mean).powi(2)).sum::<f64>() / count;
    let error = 1.96 * (variance / count).sqrt();
    let elo = |share: f64| {
        let share = share.clamp(0.001, 0.999);
        400.0 * (share / (1.0 - share)).log10()
    };
    let [won, drawn, lost] = counts;
    format!(
        "+{won} ={drawn} -{lost}, {:.1} % ({:.1} to {:.1}), Elo {:+.0} ({:+.0} to {:+.0})",
        100.0 * mean,
        100.0 * (mean - error),
        100.0 * (mean + error),
        elo(mean),
        elo(mean - error),
        elo(mean + error)
    )
}
