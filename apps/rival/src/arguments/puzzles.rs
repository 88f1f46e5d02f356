//! The commands about puzzles.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use analysis::puzzles::Motif;
use clap::{Args, Subcommand};
use match_library::puzzle_making::NODES_DEFAULT;

const PUZZLES_EXAMPLES: &str = "\
Examples:
  rival puzzles make games.pdn                 generate puzzles from these matches
  rival puzzles                                solve puzzles
  rival puzzles --game checkers --motif shot
  rival puzzles list
  rival puzzles export shots.toml --motif shot
  rival puzzles import shots.toml";

#[derive(Debug, Default, Args)]
#[command(after_help = PUZZLES_EXAMPLES, args_conflicts_with_subcommands = true)]
pub(crate) struct PuzzlesArguments {
    /// Only puzzles for this game; same as --game
    #[arg(value_name = "GAME", conflicts_with = "game")]
    pub(crate) of_game: Option<String>,
    #[command(flatten)]
    pub(crate) filter: PuzzleFilterArguments,
    /// Print plain text instead of using the full screen
    #[arg(long)]
    pub(crate) plain: bool,
    /// Print plain text that describes the board in words, for screen readers
    #[arg(long)]
    pub(crate) words: bool,
    #[command(subcommand)]
    pub(crate) command: Option<PuzzlesCommand>,
}

/// A puzzle filter.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct PuzzleFilterArguments {
    /// Only puzzles for this game, for all variants unless one is given
    #[arg(long, value_name = "GAME")]
    pub(crate) game: Option<String>,
    /// Only puzzles with this motif, such as finish, shot, gain or fork
    #[arg(long, value_name = "MOTIF", value_parser = parse_motif)]
    pub(crate) motif: Option<Motif>,
}

/// Parses a motif that occurs in at least one game.
fn parse_motif(text: &str) -> Result<Motif, String> {
    let mut known: Vec<String> = Motif::ALL.iter().map(Motif::to_string).collect();
    known.extend(game_catalog::motifs().into_iter().map(str::to_owned));
    let found = text.parse().ok().filter(|_| known.iter().any(|name| name == text));
    found.ok_or_else(|| format!("unknown motif \"{text}\": expected one of {}", known.join(", ")))
}

#[derive(Debug, Subcommand)]
pub(crate) enum PuzzlesCommand {
    /// Generate puzzles: match positions with exactly one winning move
    Make(MakeArguments),
    /// List the puzzles
    List(PuzzleListArguments),
    /// Export puzzles to a file
    Export(PuzzleExportArguments),
    /// Import puzzles from a file
    Import(PuzzleImportArguments),
    /// Delete puzzles
    Delete(PuzzleDeleteArguments),
}

const MAKE_EXAMPLES: &str = "\
Examples:
  rival puzzles make games.pdn
  rival puzzles make games/                    all match files in a folder
  rival puzzles make match-3 match-7           saved matches
  rival puzzles make games.pgn --nodes 200000 --proven
  rival puzzles make games.pdn --out puzzles.toml

Positions are first searched with a tenth of the nodes; candidates then get the full number per move.
Press Ctrl-C to stop; run the same command again to continue with the remaining matches.";

#[derive(Debug, Args)]
#[command(after_help = MAKE_EXAMPLES)]
pub(crate) struct MakeArguments {
    /// Match files, folders of match files, or names of saved matches
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Game to assume if the file doesn't name one
    #[arg(long, value_name = "GAME")]
    pub(crate) rules: Option<String>,
    /// Nodes to search per puzzle move
    #[arg(long, value_name = "N", default_value_t = NODES_DEFAULT, value_parser = clap::value_parser!(u64).range(100..))]
    pub(crate) nodes: u64,
    /// Generate puzzles only from proven wins, not from decisive advantages
    #[arg(long)]
    pub(crate) proven: bool,
    /// Number of matches to search at once [default: number of cores]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZeroUsize>,
    /// Also search matches that were already searched with these limits
    #[arg(long)]
    pub(crate) again: bool,
    /// Write the puzzles to this file instead of the library
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct PuzzleListArguments {
    #[command(flatten)]
    pub(crate) filter: PuzzleFilterArguments,
    /// Print one JSON object per puzzle
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct PuzzleExportArguments {
    /// Output file
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) filter: PuzzleFilterArguments,
}

#[derive(Debug, Args)]
pub(crate) struct PuzzleImportArguments {
    /// File written by rival puzzles export or make --out
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
}

#[derive(Debug, Args)]
#[group(id = "which_puzzles", required = true, multiple = false)]
pub(crate) struct PuzzleDeleteArguments {
    /// Puzzle numbers from the list
    #[arg(value_name = "NUMBER")]
    pub(crate) numbers: Vec<i64>,
    /// Delete all puzzles
    #[arg(long)]
    pub(crate) all: bool,
}
