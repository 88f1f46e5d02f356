//! Fits the weights of the draughts evaluations to games.
//!
//! ```text
//! cargo run --release -p checkers-players --example tune_draughts -- games english --games 15000 > english.txt
//! cargo run --release -p checkers-players --example tune_draughts -- fit english english.txt
//! cargo run --release -p checkers-players --example tune_draughts -- fit english english.txt --patterns english.bin.gz > english.terms
//! cargo run --release -p checkers-players --example tune_draughts -- games english --games 15000 --nodes 600 --asked 120 > asked.txt
//! cargo run --release -p checkers-players --example tune_draughts -- rescore english asked.txt --nodes 600 --tables 4 > scored.txt
//! cargo run --release -p checkers-players --example tune_draughts -- learn english scored.txt --kings --patterns english.bin.gz --terms english.terms
//! ```
//!
//! The output of the second command is in `src/evaluation/standard/weights/variants.rs`. The outputs of the third and
//! the last command are in `src/evaluation/patterns/learned`; the last command continues from these files.
//! `crates/engine/learning/learned/MANIFEST.toml` lists the options for each file. Every command is deterministic.

mod counted;
mod fit;
mod learn;
mod printed;

use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use checkers::{Checkers, Variant, VariantVisitor, with_variant};
use checkers_players::CheckersEntry;
use clap::{Parser, Subcommand};
use game_family::CatalogEntry;
use learning::tuning::{Games, Rescoring, SelfPlay, StoredPosition};

use crate::counted::Counted;
use crate::fit::Fit;
use crate::learn::Learn;

/// Fits the weights of the draughts evaluations to games.
#[derive(Debug, Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Plays quick self-play games with the strong search, and writes their quiet positions with the results.
    Games {
        /// The variant.
        variant: String,
        #[command(flatten)]
        games: Games,
    },
    /// Scores the positions in a file with a deeper search.
    Rescore {
        /// The variant.
        variant: String,
        /// The position file.
        file: PathBuf,
        #[command(flatten)]
        rescoring: Rescoring,
    },
    /// Finds the weights that best predict the results of these positions, and prints the weights.
    Fit(Fit),
    /// Continues training from the weights in the source tree, with any number of such positions.
    Learn(Learn),
}

impl Command {
    fn variant(&self) -> &str {
        match self {
            Self::Games { variant, .. } | Self::Rescore { variant, .. } => variant,
            Self::Fit(fit) => &fit.variant,
            Self::Learn(learn) => &learn.variant,
        }
    }
}

impl VariantVisitor for Command {
    type Output = anyhow::Result<()>;

    fn visit<V: Variant>(self) -> anyhow::Result<()> {
        let game = Checkers::<V>::new();
        let out = &mut io::stdout().lock();
        match self {
            Self::Games { games, .. } => {
                let evaluator =
                    CheckersEntry::<V>::evaluator_or_default(games.evaluator.as_deref())?;
                let new_hints = <CheckersEntry<V> as CatalogEntry>::Hints::default;
                let counted = Counted::<V>::without(&[]);
                games.run((&game, &evaluator), &new_hints, &counted, &SelfPlay::DEFAULT, out)
            }
            Self::Rescore { file, rescoring, .. } => {
                let Rescoring { evaluator, tables, folder, .. } = &rescoring;
                let evaluator = CheckersEntry::<V>::evaluator_or_default(evaluator.as_deref())?;
                let hints = CheckersEntry::<V>::hints_up_to(&game, *tables, folder.as_deref())?;
                rescoring.run((&game, &evaluator, hints), StoredPosition::open(file)?, out)
            }
            Self::Fit(fit) => fit.run::<V>(),
            Self::Learn(learn) => learn.run::<V>(out),
        }
    }
}

/// Checks that a file's folder exists, because the file is written only at the end, possibly after hours.
fn check_folder_of(path: &Path) -> anyhow::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    match folder.filter(|folder| !folder.is_dir()) {
        Some(folder) => {
            bail!("can't write {}: there is no folder {}", path.display(), folder.display())
        }
        None => Ok(()),
    }
}

fn main() -> anyhow::Result<()> {
    let command = Arguments::parse().command;
    let variant = command.variant().to_owned();
    with_variant(&variant, command)
        .with_context(|| format!("there is no variant of draughts called \"{variant}\""))?
}
