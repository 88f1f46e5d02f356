//! The commands about the library of matches.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::parse_number;

const MATCHES_EXAMPLES: &str = "\
Examples:
  rival matches
  rival matches --game checkers --page 2
  rival matches import games.pdn more/         every match of these files, once
  rival matches search --player tinsley --result 0-1
  rival matches search --game checkers --after \"11-15 23-19\"
  rival matches search --game chess --opening \"Queen's Gambit\"
  rival matches explore checkers --after 11-15 what was played next, and how it ended
  rival matches export games --to pdn          every match to a file of the folder
  rival matches delete match-3 match-7
  rival matches delete --finished";

#[derive(Debug, Args)]
#[command(after_help = MATCHES_EXAMPLES, args_conflicts_with_subcommands = true)]
pub(crate) struct MatchesArguments {
    /// Only matches of this game; without a variant, of all its variants
    #[arg(long, value_name = "GAME")]
    pub(crate) game: Option<String>,
    #[command(flatten)]
    pub(crate) page: PageArguments,
    /// One JSON object per match
    #[arg(long)]
    pub(crate) json: bool,
    #[command(subcommand)]
    pub(crate) command: Option<MatchesCommand>,
}

/// Which part of a list.
#[derive(Debug, Args)]
pub(crate) struct PageArguments {
    /// The most matches on a page, the newest first
    #[arg(long, value_name = "N", default_value = "50", value_parser = parse_number)]
    pub(crate) limit: usize,
    /// Which page
    #[arg(long = "page", value_name = "N", default_value = "1", value_parser = parse_number)]
    pub(crate) number: usize,
}

#[derive(Debug, Subcommand)]
pub(crate) enum MatchesCommand {
    /// Add the matches of files: PDN, PGN, .mat, records
    Import(ImportArguments),
    /// Find matches by player, result, position or material
    Search(SearchArguments),
    /// Show what was played in a position, and how it ended
    Explore(ExploreArguments),
    /// Delete matches that are not being played
    Delete(DeleteArguments),
    /// Write every match to a file of its own
    Export(ExportArguments),
}

const IMPORT_EXAMPLES: &str = "\
Examples:
  rival matches import games.pdn
  rival matches import a.pgn b.pgn             several files
  rival matches import games/                  the files of a folder, and of those in it, that are in a notation
  rival matches import old.pdn --rules checkers:russian

Matches of which there is a copy are left out, so that an import that was interrupted can be started again.";

#[derive(Debug, Args)]
#[command(after_help = IMPORT_EXAMPLES)]
pub(crate) struct ImportArguments {
    /// Files with matches, or folders with such files
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// The game of matches in files that don't say which game they are of
    #[arg(long, value_name = "GAME")]
    pub(crate) rules: Option<String>,
    /// How many threads read matches; by default as many as there are cores
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZeroUsize>,
}

const SEARCH_EXAMPLES: &str = "\
Examples:
  rival matches search --player tinsley --opponent lafferty
  rival matches search --player tinsley --seat 1 --result 1-0
  rival matches search --game checkers --after \"11-15 23-19\"
  rival matches search --game checkers --position \"W:WK15,K18:BK1\" --reversed
  rival matches search --game checkers --position \"W:WK15,K18:BK1\" --material
  rival matches search --player tinsley --export tinsley.pdn

What is found can be named by other commands: rival analyze --record match-123";

#[derive(Debug, Args)]
#[command(after_help = SEARCH_EXAMPLES)]
pub(crate) struct SearchArguments {
    /// Only matches of this game; without a variant, of all its variants. A position needs it
    #[arg(long, value_name = "GAME")]
    pub(crate) game: Option<String>,
    /// What the name of a player contains
    #[arg(long, value_name = "TEXT")]
    pub(crate) player: Option<String>,
    /// The seat of this player, from 1
    #[arg(long, value_name = "SEAT", requires = "player", value_parser = clap::value_parser!(u8).range(1..=2))]
    pub(crate) seat: Option<u8>,
    /// What the name of the other player contains
    #[arg(long, value_name = "TEXT")]
    pub(crate) opponent: Option<String>,
    /// How it ended; the first number is that of the side that moves first
    #[arg(long, value_name = "RESULT")]
    pub(crate) result: Option<ResultArgument>,
    #[command(flatten)]
    pub(crate) place: PlaceArguments,
    /// An opening by its code or a part of its name, in games that have a list of them: B90, Najdorf
    #[arg(long, value_name = "NAME", requires = "game")]
    pub(crate) opening: Option<String>,
    /// The position may also occur with the colors reversed
    #[arg(long, conflicts_with = "material")]
    pub(crate) reversed: bool,
    /// Not the position, but each side's pieces in it, wherever they stand
    #[arg(long)]
    pub(crate) material: bool,
    /// Write all that is found to this file, in the notation that its name says: games.pdn, games.pgn
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    pub(crate) export: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) page: PageArguments,
    /// One JSON object per match
    #[arg(long)]
    pub(crate) json: bool,
}

/// A position of a game.
#[derive(Debug, Args)]
pub(crate) struct PlaceArguments {
    /// A position in the game's notation; by default the start of the game
    #[arg(long, value_name = "POSITION")]
    pub(crate) position: Option<String>,
    /// Moves from there, separated by blanks
    #[arg(long, value_name = "MOVES")]
    pub(crate) after: Option<String>,
}

/// A result of a match between two.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ResultArgument {
    /// The first player has won.
    #[value(name = "1-0")]
    FirstWins,
    /// The second player has won.
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
    /// The game
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    #[command(flatten)]
    pub(crate) place: PlaceArguments,
    /// One JSON object per move
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ExportArguments {
    /// The folder of the files, which is made if there is none
    #[arg(value_name = "FOLDER")]
    pub(crate) folder: PathBuf,
    /// The format: pdn for games of the draughts family, pgn for all others, mat for backgammon too; a record keeps all of a match
    #[arg(long, value_name = "FORM", default_value = "record", value_parser = ["record", "pdn", "pgn", "mat"])]
    pub(crate) to: String,
    /// Only matches of this game; without a variant, of all its variants
    #[arg(long, value_name = "GAME")]
    pub(crate) game: Option<String>,
}

#[derive(Debug, Args)]
#[group(id = "which", required = true, multiple = false)]
pub(crate) struct DeleteArguments {
    /// The matches, by their names in the list or the numbers in these
    #[arg(value_name = "NAME")]
    pub(crate) names: Vec<String>,
    /// All finished matches
    #[arg(long)]
    pub(crate) finished: bool,
    /// All matches
    #[arg(long)]
    pub(crate) all: bool,
}
