//! The arguments of `rival tablebase`.

use std::path::PathBuf;

use clap::builder::NonEmptyStringValueParser;
use clap::{Args, Subcommand};

use super::parse_position;

/// `rival tablebase …`.
#[derive(Debug, Subcommand)]
pub(crate) enum TablebaseCommand {
    /// Build tablebases; keep finished ones and resume unfinished ones
    Build(BuildArguments),
    /// Check random positions against the rules
    Verify(VerifyArguments),
    /// List the tablebases for one game or for all games
    List(TablesArguments),
    /// Show the tablebase value of a position and of each legal move
    Show(ShowArguments),
}

/// The folder of tablebases.
#[derive(Debug, Args)]
pub(crate) struct FolderArgument {
    /// Tablebase folder [default: rival/tables in the user's data folder]
    #[arg(long, value_name = "DIR")]
    pub(crate) folder: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct BuildArguments {
    /// Game, such as checkers or checkers:international; chess tablebases must be downloaded
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// Maximum number of pieces, both sides together
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=8))]
    pub(crate) pieces: u8,
    /// Build only this table and its dependencies, such as 2k1m-1k
    #[arg(long, value_name = "PIECES", value_parser = NonEmptyStringValueParser::new())]
    pub(crate) material: Option<String>,
    /// Also store distance to win, not only win/draw/loss
    #[arg(long)]
    pub(crate) distance: bool,
    /// Number of threads [default: number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: Option<u16>,
    /// Memory limit in MiB [default: a quarter of the machine's memory]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(16..=1 << 24))]
    pub(crate) memory: Option<u64>,
    /// Only print the tables to build, their sizes and the estimated time
    #[arg(long)]
    pub(crate) dry_run: bool,
    #[command(flatten)]
    pub(crate) folder: FolderArgument,
}

#[derive(Debug, Args)]
pub(crate) struct VerifyArguments {
    /// Game
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// Number of positions to check
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) samples: u64,
    /// Random seed for sampling
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) folder: FolderArgument,
}

#[derive(Debug, Args)]
pub(crate) struct TablesArguments {
    /// Game [default: all games with tablebases]
    #[arg(value_name = "GAME")]
    pub(crate) game: Option<String>,
    #[command(flatten)]
    pub(crate) folder: FolderArgument,
}

#[derive(Debug, Args)]
pub(crate) struct ShowArguments {
    /// Game
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// Position in the game's notation; "-" reads positions from standard input, one per line
    #[arg(value_name = "POSITION", allow_hyphen_values = true, value_parser = parse_position)]
    pub(crate) position: String,
    /// Print a JSON object
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) folder: FolderArgument,
}
