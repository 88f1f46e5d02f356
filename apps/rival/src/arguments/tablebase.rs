//! The arguments of `rival tablebase`.

use std::path::PathBuf;

use clap::builder::NonEmptyStringValueParser;
use clap::{Args, Subcommand};

/// `rival tablebase …`.
#[derive(Debug, Subcommand)]
pub(crate) enum TablebaseCommand {
    /// Build endgame tables; what is there already stays, and what was begun goes on
    Build(BuildArguments),
    /// Check positions drawn at random against the rules
    Verify(VerifyArguments),
    /// List the tables of a game, or of all games
    List(TablesArguments),
    /// Show what the tables know of a position, and of each of its moves
    Show(ShowArguments),
}

/// Where tables are.
#[derive(Debug, Args)]
pub(crate) struct FolderArgument {
    /// The folder of tables; by default `rival/tables` in your folder for data
    #[arg(long, value_name = "DIR")]
    pub(crate) folder: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct BuildArguments {
    /// The game, like checkers or checkers:international
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// The most pieces on the board, of both sides together
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=8))]
    pub(crate) pieces: u8,
    /// Of these, only the table of some pieces, like 2k1m-1k for two kings and a man against a king, and those that it is made
    /// from
    #[arg(long, value_name = "PIECES", value_parser = NonEmptyStringValueParser::new())]
    pub(crate) material: Option<String>,
    /// How many plies the end is away, too, not only who wins
    #[arg(long)]
    pub(crate) distance: bool,
    /// How many threads work; by default one for each processor
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: Option<u16>,
    /// How much memory may be used, in MiB; by default a quarter of the machine's
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(16..=1 << 24))]
    pub(crate) memory: Option<u64>,
    /// Only say what there is to build, how large it will be and how long it may take
    #[arg(long)]
    pub(crate) dry_run: bool,
    #[command(flatten)]
    pub(crate) folder: FolderArgument,
}

#[derive(Debug, Args)]
pub(crate) struct VerifyArguments {
    /// The game
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// How many positions are checked
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) samples: u64,
    /// The seed that decides which positions these are
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) folder: FolderArgument,
}

#[derive(Debug, Args)]
pub(crate) struct TablesArguments {
    /// The game; without one, all that have tables
    #[arg(value_name = "GAME")]
    pub(crate) game: Option<String>,
    #[command(flatten)]
    pub(crate) folder: FolderArgument,
}

#[derive(Debug, Args)]
pub(crate) struct ShowArguments {
    /// The game
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// The position, in the game's notation
    #[arg(value_name = "POSITION")]
    pub(crate) position: String,
    /// A JSON object
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) folder: FolderArgument,
}
