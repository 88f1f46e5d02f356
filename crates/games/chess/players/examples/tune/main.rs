//! Fits the weights of the `standard` evaluation to games (Texel's tuning method,
//! <https://www.chessprogramming.org/Texel%27s_Tuning_Method>), and trains the weights of `network`.
//!
//! ```text
//! cargo run --release -p chess-players --example tune_chess -- games --evaluator standard --games 14000 > games.txt
//! cargo run --release -p chess-players --example tune_chess -- fit games.txt
//! cargo run --release -p chess-players --example tune_chess -- teach nn-ad9b42354671.nnue --games 48000 --out asked.bin
//! cargo run --release -p chess-players --example tune_chess -- teach nn-ad9b42354671.nnue --quiet --games 230000 --out quiet.bin
//! cargo run --release -p chess-players --example tune_chess -- learn asked.bin quiet.bin --onward --rounds 3 --step 0.0005 --out weights.bin.gz
//! cargo run --release -p chess-players --example tune_chess -- measure weights.bin.gz standard
//! ```
//!
//! The second command outputs `src/evaluation/standard/weights.rs`, and the fifth
//! `src/evaluation/network/weights.bin.gz`. The third and fourth commands read Stockfish 15.1's network, as written by
//! its `export_net`. All commands except the last are deterministic; the last is deterministic with a node limit.

mod learn;
mod learner;
mod measure;
mod packed;
mod teach;
mod teacher;

use std::io::{self, Write};
use std::path::PathBuf;

use chess::Chess;
use chess_players::{ChessEntry, ChessTerms};
use clap::{Args, Parser, Subcommand};
use game_family::CatalogEntry;
use learning::tuning::{FeatureSamples, Games, Rescoring, SelfPlay, StoredPosition};

use self::learn::Learn;
use self::measure::Measure;
use self::packed::Counted;
use self::teach::Teach;

/// Fits the weights of the chess evaluation to games.
#[derive(Debug, Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Plays quick self-play games with the strong search, and writes their quiet positions with the results.
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
    /// Plays games with a Stockfish network, and writes their positions with the network's evaluations.
    Teach(Teach),
    /// Trains the network's weights, and writes them to a file.
    Learn(Learn),
    /// Plays two evaluations against each other.
    Measure(Measure),
}

#[derive(Debug, Args)]
struct Fit {
    /// The position files.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    options: learning::tuning::Fit,
}

/// The self-play settings for training games.
const WAY: SelfPlay = SelfPlay {
    opening_plies: 8..=8,
    opening_score_max: 300,
    random_move_in: 0,
    plies_max: 300,
    decided: 1300,
};

impl Fit {
    fn run(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let files =
            self.files.iter().map(StoredPosition::open).collect::<anyhow::Result<Vec<_>>>()?;
        let (game, per_game) = (Chess::default(), self.options.per_game);
        let mut samples = FeatureSamples::read(&game, &mut Counted, files.into_iter(), per_game)?;
        let fitted = self.options.run(&mut samples);
        let losses: Vec<String> = fitted.losses.iter().map(|loss| format!("{loss:.5}")).collect();
        writeln!(out, "// {} positions, losses {}", samples.count(), losses.join(", "))?;
        writeln!(out, "TEMPO: {:.0}", fitted.term(Counted::TEMPO, 0))?;
        for number in 0..ChessTerms::COUNT {
            let [middlegame, endgame] = [1, 0].map(|knot| fitted.term(number, knot));
            writeln!(out, "    [{middlegame:.0}, {endgame:.0}],")?;
        }
        Ok(())
    }
}

fn main() -> anyhow::Result<()> {
    let (game, out) = (Chess::default(), &mut io::stdout().lock());
    match Arguments::parse().command {
        Command::Games(games) => {
            let evaluator = ChessEntry::evaluator_or_default(games.evaluator.as_deref())?;
            let new_hints = <ChessEntry as CatalogEntry>::Hints::default;
            games.run((&game, &evaluator), &new_hints, &Counted, &WAY, out)
        }
        Command::Rescore { file, rescoring } => {
            let Rescoring { evaluator, tables, folder, .. } = &rescoring;
            let evaluator = ChessEntry::evaluator_or_default(evaluator.as_deref())?;
            let hints = ChessEntry::hints_up_to(&game, *tables, folder.as_deref())?;
            rescoring.run((&game, &evaluator, hints), StoredPosition::open(file)?, out)
        }
        Command::Fit(fit) => fit.run(out),
        Command::Teach(teach) => teach.run(out),
        Command::Learn(learn) => learn.run(out),
        Command::Measure(measure) => measure.run(out),
    }
}
