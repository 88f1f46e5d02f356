//! Fits the weights of the evaluations of draughts to games (Texel's tuning method,
//! <https://www.chessprogramming.org/Texel%27s_Tuning_Method>).
//!
//! ```text
//! cargo run --release -p checkers-players --example tune -- games english > english.txt
//! cargo run --release -p checkers-players --example tune -- fit english english.txt
//! cargo run --release -p checkers-players --example tune -- fit english english.txt --patterns english.bin
//! ```
//!
//! The output of the second command is in `src/evaluation/standard/weights/variants.rs`, that of the third in
//! `src/evaluation/patterns/learned`. These files name the options. Every command is deterministic.

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
    /// Finds the weights that predict the results of such positions best, and prints them.
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
