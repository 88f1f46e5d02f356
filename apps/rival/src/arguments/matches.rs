//! The commands about the match library.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::parse_number;

const MATCHES_EXAMPLES: &str = "\
Examples:
  rival matches
  rival matches --game checkers --page 2
  rival matches import games.pdn more/         import these files, skip duplicates
  rival matches search --player tinsley --result 0-1
  rival matches search --game checkers --after \"11-15 23-19\"
  rival matches search --game chess --opening \"Queen's Gambit\"
  rival matches explore checkers --after 11-15   moves played next, with results
  rival matches export games --to pdn          one file per match
  rival matches export games.pgn               all matches in one file
  rival matches delete match-3 match-7
  rival matches delete --finished";

#[derive(Debug, Default, Args)]
#[command(after_help = MATCHES_EXAMPLES, args_conflicts_with_subcommands = true)]
pub(crate) struct MatchesArguments {
    /// Only matches of this game, in all variants unless one is given
    #[arg(long, value_name = "GAME")]
    pub(crate) game: Option<String>,
    #[command(flatten)]
    pub(crate) page: PageArguments,
    /// Print one JSON object per match
    #[arg(long)]
    pub(crate) json: bool,
    #[command(subcommand)]
    pub(crate) command: Option<MatchesCommand>,
}

/// One page of a list.
#[derive(Debug, Args)]
pub(crate) struct PageArguments {
    /// Matches per page, newest first
    #[arg(long, value_name = "N", default_value = "50", value_parser = parse_number)]
    pub(crate) limit: usize,
    /// Page number
    #[arg(long = "page", value_name = "N", default_value = "1", value_parser = parse_number)]
    pub(crate) number: usize,
}

impl Default for PageArguments {
    fn default() -> Self {
        Self { limit: 50, number: 1 }
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum MatchesCommand {
    /// Import matches from PDN, PGN, .mat or record files
    Import(ImportArguments),
    /// Search matches by player, result, opening, position or material
    Search(SearchArguments),
    /// Show the moves played in a position and their results
    Explore(ExploreArguments),
    /// Delete matches that are not in progress
    Delete(DeleteArguments),
    /// Export each match to its own file, or all matches to one file
    Export(ExportArguments),
}

const IMPORT_EXAMPLES: &str = "\
Examples:
  rival matches import games.pdn
  rival matches import a.pgn b.pgn             several files
  rival matches import games/                  all notation files in a folder, recursively
  rival matches import old.pdn --rules checkers:russian

Duplicates are skipped, so an interrupted import can simply be repeated.";

#[derive(Debug, Args)]
#[command(after_help = IMPORT_EXAMPLES)]
pub(crate) struct ImportArguments {
    /// Match files, or folders of match files
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Game to assume if the file doesn't name one
    #[arg(long, value_name = "GAME")]
    pub(crate) rules: Option<String>,
    /// Number of threads [default: number of cores]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZeroUsize>,
    /// Reject damaged matches instead of keeping their readable parts
    #[arg(long)]
    pub(crate) strict: bool,
}

const SEARCH_EXAMPLES: &str = "\
Examples:
  rival matches search --player tinsley --opponent lafferty
  rival matches search --player tinsley --seat 1 --result 1-0
  rival matches search --game checkers --after \"11-15 23-19\"
  rival matches search --game checkers --position \"W:WK15,K18:BK1\" --reversed
  rival matches search --game checkers --position \"W:WK15,K18:BK1\" --material
  rival matches search --player tinsley --export tinsley.pdn

Other commands accept the names in the list: rival analyze --record match-123";

#[derive(Debug, Args)]
#[command(after_help = SEARCH_EXAMPLES)]
pub(crate) struct SearchArguments {
    /// Only matches of this game; required with a position
    #[arg(long, value_name = "GAME")]
    pub(crate) game: Option<String>,
    /// Only matches with a player whose name contains TEXT
    #[arg(long, value_name = "TEXT")]
    pub(crate) player: Option<String>,
    /// Seat of --player, 1 or 2
    #[arg(long, value_name = "SEAT", requires = "player", value_parser = clap::value_parser!(u8).range(1..=2))]
    pub(crate) seat: Option<u8>,
    /// Only matches whose opponent's name contains TEXT
    #[arg(long, value_name = "TEXT")]
    pub(crate) opponent: Option<String>,
    /// Only matches with this result
    #[arg(long, value_name = "RESULT")]
    pub(crate) result: Option<ResultArgument>,
    #[command(flatten)]
    pub(crate) place: PlaceArguments,
    /// Only matches with this opening, such as B90 or Najdorf
    #[arg(long, value_name = "NAME", requires = "game")]
    pub(crate) opening: Option<String>,
    /// Also find the position with colors reversed
    #[arg(long, conflicts_with = "material")]
    pub(crate) reversed: bool,
    /// Find the same material on any squares instead of the exact position
    #[arg(long)]
    pub(crate) material: bool,
    /// Export all results to this file (.pdn, .pgn)
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    pub(crate) export: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) page: PageArguments,
    /// Print one JSON object per match
    #[arg(long)]
    pub(crate) json: bool,
}

/// A position in a game.
#[derive(Debug, Args)]
pub(crate) struct PlaceArguments {
    /// Position in the game's notation [default: the start]
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// Space-separated moves from the position
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub(crate) after: Option<String>,
}

/// The result of a two-player match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ResultArgument {
    /// The first player won.
    #[value(name = "1-0")]
    FirstWins,
    /// The second player won.
    #[value(name = "0-1")]
    SecondWins,
    /// A draw.
    #[value(name = "1/2-1/2", alias = "draw")]
    Draw,
}

const EXPLORE_EXAMPLES: &str = "\
Examples:
  rival matches explore checkers
  rival matches explore checkers --after \"11-15 23-19\"
  rival matches explore chess --position \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\" --json";

#[derive(Debug, Args)]
#[command(after_help = EXPLORE_EXAMPLES)]
pub(crate) struct ExploreArguments {
    /// Game
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    #[command(flatten)]
    pub(crate) place: PlaceArguments,
    /// Print one JSON object per move
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ExportArguments {
    /// Output folder, created if missing, or a file for all matches (.pdn, .pgn, .ggf)
    #[arg(value_name = "FOLDER")]
    pub(crate) folder: PathBuf,
    /// Output format
    #[arg(long, value_name = "FORM", default_value = "record", value_parser = ["record", "pdn", "pgn", "mat", "ggf"])]
    pub(crate) to: String,
    /// Only matches of this game, in all variants unless one is given
    #[arg(long, value_name = "GAME")]
    pub(crate) game: Option<String>,
}

#[derive(Debug, Args)]
#[group(id = "which", required = true, multiple = false)]
pub(crate) struct DeleteArguments {
    /// Match names from the list, or just their numbers
    #[arg(value_name = "NAME")]
    pub(crate) names: Vec<String>,
    /// Delete all finished matches
    #[arg(long)]
    pub(crate) finished: bool,
    /// Delete all matches
    #[arg(long)]
    pub(crate) all: bool,
}
