//! The arguments of `rival book`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgGroup, Args, Subcommand};
use games_package::{Valuation, parse_duration};
use opening_book::BookSettings;

/// `rival book …`.
#[derive(Debug, Subcommand)]
pub(crate) enum BookCommand {
    /// Build an opening book; one that is there already goes on
    Build(BookBuildArguments),
    /// List the books that there are: yours, and those that come with Rival
    List,
    /// Show the moves that a book knows of a position
    Show(BookShowArguments),
    /// Check a book: its moves by the rules, and the scores of some positions by searching them again
    Verify(BookVerifyArguments),
}

const BUILD_EXAMPLES: &str = "\
Examples:
  rival book build checkers --positions 2000
  rival book build checkers:international --time 10m --nodes 50000 --out mine.book
The same command again goes on from the file, also after Ctrl-C.";

#[derive(Debug, Args)]
#[command(
    after_help = BUILD_EXAMPLES,
    group = ArgGroup::new("end").args(["positions", "time"]).multiple(true).required(true)
)]
pub(crate) struct BookBuildArguments {
    /// The game, like checkers or checkers:international
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// End when the book knows the moves of this number of positions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub(crate) positions: Option<u32>,
    /// End after this time, like 90s, 10m or 8h
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub(crate) time: Option<Duration>,
    /// How many positions the strong search looks at for each position that comes in
    #[arg(
        long, value_name = "NODES", default_value_t = 20_000,
        value_parser = clap::value_parser!(u64).range(1_000..),
    )]
    pub(crate) nodes: u64,
    /// What a ply costs, in the game's unit: less makes deeper books with fewer moves; 0.10 in a new book
    #[arg(long, value_name = "SCORE", value_parser = parse_ply_cost)]
    pub(crate) ply_cost: Option<u32>,
    /// Start also from all positions after so many plies in which neither side is ahead; in a new book as is usual in the
    /// game: 3 in English draughts, else 0
    #[arg(
        long, value_name = "PLIES",
        value_parser = clap::value_parser!(u8).range(0..=i64::from(BookSettings::BALLOT_PLIES_MAX)),
    )]
    pub(crate) ballots: Option<u8>,
    /// The seed, which decides which of equally good positions come first
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// How many threads search; by default one for each processor. The book is the same for any number
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: Option<u16>,
    /// The file of the book; by default the one in your folder for data that `book=auto` finds
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

/// A positive number of units, in hundredths.
fn parse_ply_cost(text: &str) -> Result<u32, String> {
    let cost = match text.parse() {
        Ok(Valuation::Centi(cost)) => u32::try_from(cost).ok(),
        _ => None,
    };
    let cost = cost.filter(|cost| (1..=1_000).contains(cost));
    cost.ok_or_else(|| "expected a number from 0.01 to 10 with at most two decimals".into())
}

#[derive(Debug, Args)]
pub(crate) struct BookShowArguments {
    /// The file of a book, or a game: your book of it, or the one that comes with Rival
    #[arg(value_name = "FILE|GAME")]
    pub(crate) book: String,
    /// Moves to play first
    #[arg(value_name = "MOVE")]
    pub(crate) moves: Vec<String>,
    /// The position, in the game's notation; by default the start
    #[arg(long, value_name = "POSITION")]
    pub(crate) position: Option<String>,
    /// A JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct BookVerifyArguments {
    /// The file of a book, or a game: your book of it, or the one that comes with Rival
    #[arg(value_name = "FILE|GAME")]
    pub(crate) book: String,
    /// How many positions are searched again
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub(crate) samples: u32,
    /// The seed that decides which positions these are
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
}
