//! Games between two weights.

use std::path::PathBuf;

use anyhow::Result;
use backgammon::Board;
use board_engine::Seat;
use clap::Args;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::{games, weights};

#[derive(Args)]
pub(crate) struct Arguments {
    /// The weights of one side.
    one: PathBuf,
    /// Those of the other.
    other: PathBuf,
    /// How many games are played, half of them with the other side first.
    #[arg(long, default_value_t = 2_000)]
    games: u32,
    /// The seed of the dice.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let [one, other] = [weights::read(&arguments.one)?, weights::read(&arguments.other)?];
    let mut rng = ChaCha8Rng::seed_from_u64(arguments.seed);
    let (mut sum, mut squares) = (0.0, 0.0);
    for _ in 0..arguments.games {
        let one_plays = |board: &Board, seat| one.chances(board, seat);
        let other_plays = |board: &Board, seat| other.chances(board, seat);
        let (winner, factor) = games::play([&one_plays, &other_plays], &mut rng, &mut |_, _| {});
        let points = if winner == Seat::FIRST { f64::from(factor) } else { -f64::from(factor) };
        sum += points;
        squares += points * points;
    }
    let games = f64::from(arguments.games);
    let mean = sum / games;
    let error = ((squares / games - mean * mean) / games).sqrt();
    println!("{mean:+.3} points a game, standard error {error:.3}");
    Ok(())
}
