//! The commands about puzzles.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use puzzles::Motif;

use crate::puzzle_making::NODES_DEFAULT;

const PUZZLES_EXAMPLES: &str = "\
Examples:
  rival puzzles make games.pdn                 find the puzzles in these matches
  rival puzzles                                solve them
  rival puzzles --game checkers --motif shot
  rival puzzles list
  rival puzzles export shots.toml --motif shot
  rival puzzles import shots.toml";

#[derive(Debug, Args)]
#[command(after_help = PUZZLES_EXAMPLES, args_conflicts_with_subcommands = true)]
pub(crate) struct PuzzlesArguments {
    #[command(flatten)]
    pub(crate) filter: PuzzleFilterArguments,
    /// Plain text, line by line, not on the full screen
    #[arg(long)]
    pub(crate) plain: bool,
    #[command(subcommand)]
    pub(crate) command: Option<PuzzlesCommand>,
}

/// Which puzzles.
#[derive(Debug, Args)]
pub(crate) struct PuzzleFilterArguments {
    /// Only puzzles of this game; without a variant, of all its variants
    #[arg(long, value_name = "GAME")]
    pub(crate) game: Option<String>,
    /// Only puzzles about this: finish, shot, breakthrough, gain, ending, other, or what a game states itself: fork, opposition
    #[arg(long, value_name = "MOTIF", value_parser = parse_motif)]
    pub(crate) motif: Option<Motif>,
}

/// A motif that there can be in some game.
fn parse_motif(text: &str) -> Result<Motif, String> {
    let mut known: Vec<String> = Motif::ALL.iter().map(Motif::to_string).collect();
    known.extend(game_catalog::motifs().into_iter().map(str::to_owned));
    let found = text.parse().ok().filter(|_| known.iter().any(|name| name == text));
    found.ok_or_else(|| format!("no motif \"{text}\": there are {}", known.join(", ")))
}

#[derive(Debug, Subcommand)]
pub(crate) enum PuzzlesCommand {
    /// Find the positions of matches in which only one move is found to win
    Make(MakeArguments),
    /// List the puzzles
    List(PuzzleListArguments),
    /// Write puzzles to a file
    Export(PuzzleExportArguments),
    /// Add the puzzles of a file
    Import(PuzzleImportArguments),
    /// Delete puzzles
    Delete(PuzzleDeleteArguments),
}

const MAKE_EXAMPLES: &str = "\
Examples:
  rival puzzles make games.pdn
  rival puzzles make games/                    the files of a folder
  rival puzzles make match-3 match-7           matches of the library
  rival puzzles make games.pgn --nodes 200000 --proven
  rival puzzles make games.pdn --out puzzles.toml

Each position is searched with a tenth of the nodes, and what seems to be a puzzle with all of them, move by move.
After Ctrl-C the same command goes on with the matches that were not searched.";

#[derive(Debug, Args)]
#[command(after_help = MAKE_EXAMPLES)]
pub(crate) struct MakeArguments {
    /// Files with matches, folders with such files, or names of kept matches
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// The game of matches in files that don't say which game they are of
    #[arg(long, value_name = "GAME")]
    pub(crate) rules: Option<String>,
    /// How many positions are looked at for each move of a puzzle
    #[arg(long, value_name = "N", default_value_t = NODES_DEFAULT, value_parser = clap::value_parser!(u64).range(100..))]
    pub(crate) nodes: u64,
    /// Only wins that are proven to the end of the game, not those by a decisive lead
    #[arg(long)]
    pub(crate) proven: bool,
    /// How many matches are searched at the same time; by default as many as there are cores
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZeroUsize>,
    /// Search once more what was searched before with these limits
    #[arg(long)]
    pub(crate) again: bool,
    /// Write them to this file, not to the library
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct PuzzleListArguments {
    #[command(flatten)]
    pub(crate) filter: PuzzleFilterArguments,
    /// One JSON object per puzzle
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct PuzzleExportArguments {
    /// The file
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) filter: PuzzleFilterArguments,
}

#[derive(Debug, Args)]
pub(crate) struct PuzzleImportArguments {
    /// A file that `rival puzzles export` or `make --out` wrote
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
}

#[derive(Debug, Args)]
#[group(id = "which_puzzles", required = true, multiple = false)]
pub(crate) struct PuzzleDeleteArguments {
    /// The puzzles, by their numbers in the list
    #[arg(value_name = "NUMBER")]
    pub(crate) numbers: Vec<i64>,
    /// All puzzles
    #[arg(long)]
    pub(crate) all: bool,
}
