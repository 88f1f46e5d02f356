//! Learns the networks of backgammon from games of the networks against themselves, by temporal differences.
//!
//! ```text
//! cargo run --release -p backgammon-players --example train -- learn weights.net
//! cargo run --release -p backgammon-players --example train -- measure weights.net earlier.net
//! cargo run --release -p backgammon-players --example train -- write weights.net weights.bin.gz
//! ```
//!
//! What the last one writes stands in `src/evaluation/learned`. The first one plays about 1,000 games a second.

#![expect(clippy::print_stdout, reason = "a program that reports")]

use std::path::PathBuf;

use anyhow::Result;
use clap::Parser;

mod games;
mod learning;
mod measure;
mod weights;

/// Learns the networks of backgammon from games against themselves, and writes them for the program.
#[derive(Parser)]
enum Command {
    /// Plays games and learns from each, until it is stopped or has played enough; keeps the weights in a file.
    Learn(learning::Arguments),
    /// Plays two weights against each other.
    Measure(measure::Arguments),
    /// Writes weights in the form that the program holds.
    Write {
        /// The weights of `learn`.
        weights: PathBuf,
        /// Where the small file goes.
        file: PathBuf,
    },
}

fn main() -> Result<()> {
    match Command::parse() {
        Command::Learn(arguments) => learning::run(&arguments),
        Command::Measure(arguments) => measure::run(&arguments),
        Command::Write { weights, file } => weights::write_small(&weights, &file),
    }
}
