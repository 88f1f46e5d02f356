//! Trains the networks by temporal-difference learning.

use std::fmt;
use std::path::PathBuf;

use anyhow::Result;
use backgammon::Board;
use backgammon_players::{Chances, Networks};
use board_engine::Seat;
use clap::Args;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::games;

/// The number of games between reports. The weights are saved after each report.
const GAMES_BETWEEN_REPORTS: u32 = 5_000;

#[derive(Args)]
pub(crate) struct Arguments {
    /// The weight file. If the file exists, training resumes from it.
    weights: PathBuf,
    /// The number of games.
    #[arg(long, default_value_t = 300_000)]
    games: u32,
    /// The learning rate at the start.
    #[arg(long, default_value_t = 0.03)]
    rate: f32,
    /// The learning rate at the end.
    #[arg(long, default_value_t = 0.003)]
    rate_end: f32,
    /// The initial trace decay λ of TD(λ); it falls to 0 at the end.
    #[arg(long, default_value_t = 0.7)]
    lambda: f32,
    /// The seed for the dice.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let mut rng = ChaCha8Rng::seed_from_u64(arguments.seed);
    let mut networks = if arguments.weights.exists() {
        games::read(&arguments.weights)?
    } else {
        Networks::random(|| rng.random_range(-1.0..1.0))
    };
    let mut played = GameStatistics::default();
    for number in 0..arguments.games {
        let progress = f64::from(number) / f64::from(arguments.games);
        let Rates { rate, lambda } = arguments.rates(progress);
        let mut boards = Vec::new();
        let judge = |board: &Board, seat| networks.chances(board, seat);
        let (winner, factor) = games::play([&judge, &judge], &mut rng, &mut |board, seat| {
            boards.push((*board, seat));
        });
        played.add(boards.len(), factor);
        learn(&mut networks, &boards, Chances::won(factor), winner, &Rates { rate, lambda });
        if (number + 1) % GAMES_BETWEEN_REPORTS == 0 {
            games::keep(&networks, &arguments.weights)?;
            println!("{} games, {played}, rate {rate:.4}", number + 1);
            played = GameStatistics::default();
        }
    }
    games::keep(&networks, &arguments.weights)
}

/// The learning rates.
struct Rates {
    rate: f32,
    lambda: f32,
}

impl Arguments {
    /// The rates after this fraction of the games. The learning rate falls exponentially, and λ falls to 0 halfway
    /// through.
    #[expect(clippy::cast_possible_truncation, reason = "numbers near 1")]
    fn rates(&self, progress: f64) -> Rates {
        let progress = progress as f32;
        let rate = self.rate * (self.rate_end / self.rate).powf(progress);
        Rates { rate, lambda: self.lambda * (1.0 - 2.0 * progress).max(0.0) }
    }
}

/// Statistics on the games since the last report.
#[derive(Default)]
struct GameStatistics {
    games: u32,
    plies: u32,
    gammons: u32,
}

impl GameStatistics {
    fn add(&mut self, plies: usize, factor: u8) {
        self.games += 1;
        self.plies += u32::try_from(plies).unwrap_or(u32::MAX);
        self.gammons += u32::from(factor > 1);
    }
}

impl fmt::Display for GameStatistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let a_game = |count: u32| f64::from(count) / f64::from(self.games.max(1));
        write!(f, "{:.1} plies and {:.3} gammons each", a_game(self.plies), a_game(self.gammons))
    }
}

/// Replays a game backward: each position learns from its successors (TD(λ), Sutton, "Learning to Predict by the
/// Methods of Temporal Differences", 1988).
fn learn(
    networks: &mut Networks,
    boards: &[(Board, Seat)],
    won: Chances,
    winner: Seat,
    rates: &Rates,
) {
    let Rates { rate, lambda } = *rates;
    let Some(((_, last), before)) = boards.split_last() else { return };
    // The later estimate or result, from the point of view of the side that is about to roll.
    let mut later = if *last == winner { won } else { won.turned() };
    for (board, seat) in before.iter().rev() {
        let target = later.turned();
        networks.learn(board, *seat, target, rate);
        let now = networks.chances(board, *seat).to_array();
        let mixed = target.to_array().into_iter().zip(now);
        let mixed: Vec<f32> =
            mixed.map(|(later, now)| lambda * later + (1.0 - lambda) * now).collect();
        later = Chances::from_array(mixed.try_into().expect("five chances"));
    }
}
