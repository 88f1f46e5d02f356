//! The arguments of `rival book`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgGroup, Args, Subcommand};
use games_package::{Valuation, parse_duration};
use opening_book::BookSettings;

/// `rival book …`.
#[derive(Debug, Subcommand)]
pub(crate) enum BookCommand {
    /// Build an opening book, or extend an existing one
    Build(BookBuildArguments),
    /// List your opening books and the shipped ones
    List,
    /// Show the book moves for a position
    Show(BookShowArguments),
    /// Export a book in a format that other programs read (Polyglot for chess)
    Export(BookExportArguments),
    /// Check a book's moves and search a sample of its positions again
    Verify(BookVerifyArguments),
}

/// The largest margin of an export, in hundredths of the game's unit.
const MARGIN_MAX: u16 = 1_000;

const BUILD_EXAMPLES: &str = "\
Examples:
  rival book build checkers --positions 2000
  rival book build checkers:international --time 10m --nodes 50000 --out mine.book
Press Ctrl-C to stop; run the same command again to continue.";

#[derive(Debug, Args)]
#[command(
    after_help = BUILD_EXAMPLES,
    group = ArgGroup::new("end").args(["positions", "time"]).multiple(true).required(true)
)]
pub(crate) struct BookBuildArguments {
    /// Game, such as checkers or checkers:international
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// Stop once this many positions have moves
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub(crate) positions: Option<u32>,
    /// Stop after this time, such as 90s, 10m or 8h
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub(crate) time: Option<Duration>,
    /// Nodes to search per book position
    #[arg(
        long, value_name = "NODES", default_value_t = 20_000,
        value_parser = clap::value_parser!(u64).range(1_000..),
    )]
    pub(crate) nodes: u64,
    /// Cost per ply; a lower cost makes a deeper, narrower book [default: 0.10]
    #[arg(long, value_name = "SCORE", value_parser = parse_ply_cost)]
    pub(crate) ply_cost: Option<u32>,
    /// Also start from all balanced positions after this many plies
    #[arg(
        long, value_name = "PLIES",
        value_parser = clap::value_parser!(u8).range(0..=i64::from(BookSettings::BALLOT_PLIES_MAX)),
    )]
    pub(crate) ballots: Option<u8>,
    /// Random seed for breaking ties between positions
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// Number of threads [default: number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: Option<u16>,
    /// Output file [default: your book for the game, which book=auto uses]
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

/// Parses units as hundredths.
fn parse_margin(text: &str) -> Result<u16, String> {
    let margin = match text.parse() {
        Ok(Valuation::Centi(margin)) => u16::try_from(margin).ok(),
        _ => None,
    };
    let margin = margin.filter(|margin| *margin <= MARGIN_MAX);
    margin.ok_or_else(|| "expected a number from 0 to 10 with at most two decimals".into())
}

/// Parses a positive number of units as hundredths.
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
    /// Book file (for chess, also Polyglot .bin); or a game, to use your book or the shipped one
    #[arg(value_name = "FILE|GAME")]
    pub(crate) book: String,
    /// Play these moves first
    #[arg(value_name = "MOVE")]
    pub(crate) moves: Vec<String>,
    /// Position in the game's notation [default: the start]
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// Print a JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct BookExportArguments {
    /// Book file; or a game, to use your book or the shipped one
    #[arg(value_name = "FILE|GAME")]
    pub(crate) book: String,
    /// Write to this file, replacing an existing one
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Include moves that are at most this much worse than the best one, in the game's unit
    #[arg(long, value_name = "SCORE", default_value = "0.05", value_parser = parse_margin)]
    pub(crate) margin: u16,
}

#[derive(Debug, Args)]
pub(crate) struct BookVerifyArguments {
    /// Book file; or a game, to use your book or the shipped one
    #[arg(value_name = "FILE|GAME")]
    pub(crate) book: String,
    /// Number of positions to search again
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub(crate) samples: u32,
    /// Random seed for sampling
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
}
