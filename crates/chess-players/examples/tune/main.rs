//! Fits the weights of the evaluation `standard` to games (Texel's tuning method,
//! <https://www.chessprogramming.org/Texel%27s_Tuning_Method>), and learns those of `network`.
//!
//! ```text
//! cargo run --release -p chess-players --example tune -- games --seed 1 --count 14000 > games.txt
//! cargo run --release -p chess-players --example tune -- fit games.txt
//! cargo run --release -p chess-players --example tune -- learn games.txt --out weights.bin
//! cargo run --release -p chess-players --example tune -- measure weights.bin standard
//! ```
//!
//! The output of the second command is in `src/evaluation/standard/weights.rs`. The network corrects that evaluation, so it is
//! learned after it; the output of the third is in `src/evaluation/network/weights.bin`. The first three always do the
//! same, and so does the last one with a limit of nodes.

mod adam;
mod fit;
mod games;
mod learn;
mod measure;
mod rows;

use clap::{Parser, Subcommand};

use crate::fit::Fit;
use crate::games::Games;
use crate::learn::Learn;
use crate::measure::Measure;

/// Fits the weights of the evaluation of chess to games.
#[derive(Debug, Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Plays quick games of the strong search against itself, and writes their quiet positions with the results.
    Games(Games),
    /// Finds the weights that predict the results of such positions best, and prints them.
    Fit(Fit),
    /// Finds the weights of the network, and writes them into a file.
    Learn(Learn),
    /// Plays two evaluations against each other.
    Measure(Measure),
}

fn main() -> anyhow::Result<()> {
    match Arguments::parse().command {
        Command::Games(games) => games.run(),
        Command::Fit(fit) => fit.run(),
        Command::Learn(learn) => learn.run(),
        Command::Measure(measure) => measure.run(),
    }
}
