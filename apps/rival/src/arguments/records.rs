//! The commands about matches in files.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use games_package::{TimeControl, parse_duration};

use super::move_time::parse_move_time;
use super::parse_number;

/// Which match of a file.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct SourceArguments {
    /// The number of the match, if the file has several; by default they are listed
    #[arg(long = "game", value_name = "N", value_parser = parse_number)]
    pub(crate) number: Option<usize>,
    /// The game of matches in files that don't say which game they are of
    #[arg(long, value_name = "GAME")]
    pub(crate) rules: Option<String>,
}

const REPLAY_EXAMPLES: &str = "\
Examples:
  rival replay match.toml                      in a terminal on the full screen: arrows, mistakes, variations, help
  rival replay match.toml --plain              step by step: Enter, back, ply 20, play, lines, mistakes, help
  rival replay match.toml --interactive        the same by words from a pipe
  rival replay match.toml --from 20 --delay 1s
  rival replay games.pdn --game 3
  rival replay match.toml | less               all of it at once";

#[derive(Debug, Args)]
#[command(after_help = REPLAY_EXAMPLES)]
pub(crate) struct ReplayArguments {
    /// A record, or a file in the notation of its game (.pdn, .pgn, .mat)
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) source: SourceArguments,
    /// Begin after this number of plies
    #[arg(long, value_name = "PLY", default_value_t = 0)]
    pub(crate) from: usize,
    /// All of it as text, with a pause after each move, like 1s
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub(crate) delay: Option<Duration>,
    /// Plain text, line by line, not on the full screen
    #[arg(long)]
    pub(crate) plain: bool,
    /// Step by step by the words of the standard input, also where that is no terminal; help lists them
    #[arg(long, conflicts_with = "delay")]
    pub(crate) interactive: bool,
}

const CONVERT_EXAMPLES: &str = "\
Examples:
  rival convert match.toml --to pdn            on the standard output
  rival convert match.toml --to json
  rival convert games.pdn --game 3 --to record --out third.toml
  rival convert match.toml --to svg --out match.svg
  rival convert match-3 --to pgn               a kept match
  rival convert old.pdn --rules checkers:russian --to pdn";

#[derive(Debug, Args)]
#[command(after_help = CONVERT_EXAMPLES)]
pub(crate) struct ConvertArguments {
    /// A record, a file in the notation of its game (.pdn, .pgn, .mat), or the name of a kept match
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// The format to write: pdn for games of the draughts family, pgn for all others, mat for backgammon too, svg for a picture that moves
    #[arg(long, value_name = "FORM", value_parser = ["record", "pdn", "pgn", "mat", "svg", "json"])]
    pub(crate) to: String,
    /// Only the match with this number; by default all of them
    #[arg(long = "game", value_name = "N", value_parser = parse_number)]
    pub(crate) number: Option<usize>,
    /// The game of matches in files that don't say which game they are of
    #[arg(long, value_name = "GAME")]
    pub(crate) rules: Option<String>,
    /// Write to this file, completely or not at all; by default to the standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

const ANALYZE_EXAMPLES: &str = "\
Examples:
  rival analyze checkers                       in a terminal: the full screen, to walk, try moves and see the best lines
  rival analyze checkers --plain               the same line by line; help lists the words
  rival analyze checkers --depth 15 --lines 3
  rival analyze --record match.toml            in a terminal: walk through a match
  rival analyze --record match.toml --time 1s  every ply, its mistakes and the course of the score
  rival analyze --record match.toml --nodes 100000 --json
  rival analyze --record games.pdn --game 2 --time 1s --save marked.pdn";

#[derive(Debug, Args)]
#[command(after_help = ANALYZE_EXAMPLES)]
pub(crate) struct AnalyzeArguments {
    /// The game; a record says its own
    #[arg(value_name = "GAME", required_unless_present = "record")]
    pub(crate) game: Option<String>,
    /// `-`: positions from the standard input, one on a line
    #[arg(value_name = "-", value_parser = ["-"], conflicts_with_all = ["position", "record"])]
    pub(crate) positions: Option<String>,
    /// The position, in the game's notation
    #[arg(long, value_name = "POSITION")]
    pub(crate) position: Option<String>,
    /// Every position of the match in this record, or file in the notation of its game
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    pub(crate) record: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) source: SourceArguments,
    /// The player that analyzes; by default the strongest one
    #[arg(long, value_name = "PLAYER")]
    pub(crate) player: Option<String>,
    /// Time for each position, like 250ms, 2s or 1m
    #[arg(long, value_name = "TIME", value_parser = parse_move_time)]
    pub(crate) time: Option<TimeControl>,
    /// How many plies to look ahead
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub(crate) depth: Option<u32>,
    /// How many positions to look at
    #[arg(long, value_name = "NODES", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,
    /// Number of best lines to show for each position, if the player supports it
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) lines: Option<u16>,
    /// Number of threads, if the player supports it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: Option<u16>,
    /// Explore the match or the position; the default in a terminal where no limit is given
    #[arg(long, conflicts_with_all = ["json", "positions", "save", "to"])]
    pub(crate) interactive: bool,
    /// Explore line by line, not on the full screen
    #[arg(long)]
    pub(crate) plain: bool,
    /// Write the match with scores, marks and better lines to this file; .pdn and .pgn are notation files
    #[arg(long, value_name = "FILE", requires = "record")]
    pub(crate) save: Option<PathBuf>,
    /// Write the match with scores, marks and better lines to the standard output, instead of the report
    #[arg(long, value_name = "FORM", value_parser = ["record", "pdn", "pgn", "mat"], requires = "record", conflicts_with = "json")]
    pub(crate) to: Option<String>,
    /// The seed of all randomness, for repeatable results
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// One JSON object per completed depth, the last one with `"final":true`; of a record, one per ply
    #[arg(long)]
    pub(crate) json: bool,
}
