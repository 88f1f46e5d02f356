//! Fits the weights of Othello's `patterns` evaluation to games.
//!
//! ```text
//! cargo run --release -p othello-players --example tune_othello -- games --games 20000 > games.txt
//! cargo run --release -p othello-players --example tune_othello -- fit games.txt --patterns learned.bin.gz
//! ```
//!
//! The output of the second command is `src/evaluation/patterns/learned.rs`, with its data file
//! next to it. Every command is deterministic.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use board_engine::Seat;
use clap::{Args, Parser, Subcommand};
use game_family::CatalogEntry;
use learning::tuning::{
    FeatureSamples, Features, Fitted, Games, Linear, Predicted, Rescoring, SelfPlay, StoredPosition,
};
use othello::{Goal, Othello, Position};
use othello_players::{OthelloEntry, OthelloEvaluator, OthelloPatterns};
use search::Evaluator;

/// Fits the weights of the Othello evaluation to games.
#[derive(Debug, Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Plays quick self-play games with the strong search, and writes their positions with the results.
    Games(Games),
    /// Scores the positions in a file with a deeper search.
    Rescore {
        /// The position file.
        file: PathBuf,
        #[command(flatten)]
        rescoring: Rescoring,
    },
    /// Finds the weights that best predict the results of these positions, and prints the weights.
    Fit(Fit),
}

#[derive(Debug, Args)]
struct Fit {
    /// The position files.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The file for the pattern weights, compressed by gzip.
    #[arg(long)]
    patterns: PathBuf,
    #[command(flatten)]
    options: learning::tuning::Fit,
}

/// The evaluation terms for the mover, negated if the mover is the second seat.
struct Counted;

impl Linear<Othello> for Counted {
    const KNOTS: usize = OthelloPatterns::KNOTS;
    const TARGET: Predicted = Predicted::Payoff;

    fn count(&mut self, game: &Othello, position: &Position, features: &mut Features) {
        let is_first = position.mover() == Seat::FIRST;
        let sign = if is_first { 1 } else { -1 };
        let terms = OthelloPatterns::terms(game, position).map(|times| sign * times);
        let small = |times: i32| f32::from(i16::try_from(times).unwrap_or(i16::MAX));
        features.terms.extend((0..).zip(terms.map(small)).filter(|&(_, times)| times != 0.0));
        let list = if is_first { &mut features.own } else { &mut features.other };
        let numbers = OthelloPatterns::numbers(position);
        list.extend(numbers.map(OthelloPatterns::without_mirrors));
        features.stage = OthelloPatterns::stage(game, position);
    }

    fn reference(&self, game: &Othello, position: &Position) -> i32 {
        OthelloEvaluator::Standard.evaluate(game, position, Seat::FIRST).value()
    }
}

fn main() -> anyhow::Result<()> {
    let game = Othello::new(8, Goal::Discs)?;
    let out = &mut io::stdout().lock();
    match Arguments::parse().command {
        Command::Games(games) => {
            let way = SelfPlay { opening_plies: 6..=14, ..SelfPlay::DEFAULT };
            let evaluator = OthelloEntry::evaluator_or_default(games.evaluator.as_deref())?;
            let new_hints = <OthelloEntry as CatalogEntry>::Hints::default;
            games.run((&game, &evaluator), &new_hints, &Counted, &way, out)
        }
        Command::Rescore { file, rescoring } => {
            let Rescoring { evaluator, tables, folder, .. } = &rescoring;
            let evaluator = OthelloEntry::evaluator_or_default(evaluator.as_deref())?;
            let hints = OthelloEntry::hints_up_to(&game, *tables, folder.as_deref())?;
            rescoring.run((&game, &evaluator, hints), StoredPosition::open(file)?, out)
        }
        Command::Fit(Fit { files, patterns, options }) => {
            let files =
                files.iter().map(StoredPosition::open).collect::<anyhow::Result<Vec<_>>>()?;
            let mut samples =
                FeatureSamples::read(&game, &mut Counted, files.into_iter(), options.per_game)?;
            let fitted = options.run(&mut samples);
            system::packed::write(&patterns, &bytes(&fitted))?;
            write_terms(&fitted, samples.count(), out).context("can't write the weights")
        }
    }
}

/// The weights for all patterns at all knots, each clipped to one byte.
fn bytes(fitted: &Fitted) -> Vec<u8> {
    let patterns = 0..u32::try_from(OthelloPatterns::CONTENTS).unwrap_or(u32::MAX);
    let of = |pattern: u32| {
        let learned = OthelloPatterns::without_mirrors(pattern) as usize;
        (0..OthelloPatterns::KNOTS).map(move |knot| fitted.pattern(learned, knot))
    };
    #[expect(clippy::cast_possible_truncation, reason = "a float is cut to what fits")]
    let byte = |weight: f64| (weight.round() as i8).cast_unsigned();
    patterns.flat_map(of).map(byte).collect()
}

fn write_terms(fitted: &Fitted, positions: usize, out: &mut impl Write) -> io::Result<()> {
    let losses: Vec<String> = fitted.losses.iter().map(|loss| format!("{loss:.3}")).collect();
    writeln!(out, "// {positions} positions, losses {}", losses.join(", "))?;
    for knot in 0..OthelloPatterns::KNOTS {
        let weights = (0..OthelloPatterns::TERMS).map(|term| 10.0 * fitted.term(term, knot));
        let weights: Vec<String> = weights.map(|weight| format!("{weight:.0}")).collect();
        writeln!(out, "    [{}],", weights.join(", "))?;
    }
    Ok(())
}
