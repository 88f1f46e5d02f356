//! Trains the backgammon networks in self-play, by temporal-difference learning.
//!
//! ```text
//! cargo run --release -p backgammon-players --example train -- learn weights.net
//! cargo run --release -p backgammon-players --example train -- measure weights.net earlier.net
//! cargo run --release -p backgammon-players --example train -- write weights.net weights.bin.gz
//! ```
//!
//! The last command writes `src/evaluation/learned`. The first command plays about 1,000 games per second.

#![expect(clippy::print_stdout, reason = "a program that reports")]

use std::path::PathBuf;

use anyhow::Result;
use backgammon::Board;
use board_engine::Seat;
use clap::{Args, Parser};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

mod games;
mod learning;

/// Trains the backgammon networks in self-play, and writes them for the program.
#[derive(Parser)]
enum Command {
    /// Play games and learn from each until the limit or an interrupt; save the weights in a file.
    Learn(learning::Arguments),
    /// Plays two sets of weights against each other.
    Measure(Arguments),
    /// Writes weights in the program's format.
    Write {
        /// The weights written by `learn`.
        weights: PathBuf,
        /// The output file, in its packed form.
        file: PathBuf,
    },
}

fn main() -> Result<()> {
    match Command::parse() {
        Command::Learn(arguments) => learning::run(&arguments),
        Command::Measure(arguments) => run(&arguments),
        Command::Write { weights, file } => games::write_small(&weights, &file),
    }
}

#[derive(Args)]
pub(crate) struct Arguments {
    /// One side's weights.
    one: PathBuf,
    /// The opponent's weights.
    other: PathBuf,
    /// The number of games, half of them with the other side first.
    #[arg(long, default_value_t = 2_000)]
    games: u32,
    /// The seed for the dice.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let [one, other] = [games::read(&arguments.one)?, games::read(&arguments.other)?];
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
