//! Fits the weights of the evaluation `standard` to games (Texel's tuning method,
//! <https://www.chessprogramming.org/Texel%27s_Tuning_Method>).
//!
//! ```text
//! cargo run --release -p chess-players --example tune -- games --seed 1 --count 6000 > games.txt
//! cargo run --release -p chess-players --example tune -- fit games.txt
//! ```
//!
//! The output of the second command is in `src/evaluation/standard/weights.rs`. Both commands are deterministic.

mod fit;
mod games;

use clap::{Parser, Subcommand};

use crate::fit::Fit;
use crate::games::Games;

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
}

fn main() -> anyhow::Result<()> {
    match Arguments::parse().command {
        Command::Games(games) => games.run(),
        Command::Fit(fit) => fit.run(),
    }
}
