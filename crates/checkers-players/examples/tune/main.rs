//! Fits the weights of the evaluations of draughts to games (Texel's tuning method,
//! <https://www.chessprogramming.org/Texel%27s_Tuning_Method>).
//!
//! ```text
//! cargo run --release -p checkers-players --example tune -- games english > english.txt
//! cargo run --release -p checkers-players --example tune -- fit english english.txt
//! cargo run --release -p checkers-players --example tune -- fit english english.txt --patterns english.bin
//! ```
//!
//! What the second prints stands in `src/checkers/standard/weights/variants.rs`; what the third prints and writes, in
//! `src/checkers/patterns/learned`. Both files say with which options. All always do the same.

mod fit;
mod games;
mod patterns;
mod positions;
mod regression;

use anyhow::Context;
use checkers::{Variant, VariantVisitor, with_variant};
use clap::{Parser, Subcommand};

use crate::fit::Fit;
use crate::games::Games;

/// Fits the weights of the evaluations of draughts to games.
#[derive(Debug, Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Plays quick games of the strong search against itself, and writes their quiet positions with the results.
    Games(Games),
    /// Finds the weights that foretell the results of such positions best, and prints them.
    Fit(Fit),
}

impl VariantVisitor for Command {
    type Output = anyhow::Result<()>;

    fn visit<V: Variant>(self) -> anyhow::Result<()> {
        match self {
            Self::Games(games) => games.run::<V>(),
            Self::Fit(fit) => fit.run::<V>(),
        }
    }
}

fn main() -> anyhow::Result<()> {
    let command = Arguments::parse().command;
    let (Command::Games(Games { variant, .. }) | Command::Fit(Fit { variant, .. })) = &command;
    let variant = variant.clone();
    with_variant(&variant, command)
        .with_context(|| format!("there is no variant of draughts called \"{variant}\""))?
}
