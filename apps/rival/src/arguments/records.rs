//! The commands about match files.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use games_package::{TimeControl, parse_duration};

use super::{parse_move_time, parse_number, parse_position};

/// Selects a match in a file.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct SourceArguments {
    /// Match number, if the file has several
    #[arg(long = "game", value_name = "N", value_parser = parse_number)]
    pub(crate) number: Option<usize>,
    /// Game to assume if the file doesn't name one
    #[arg(long, value_name = "GAME")]
    pub(crate) rules: Option<String>,
}

const REPLAY_EXAMPLES: &str = "\
Examples:
  rival replay match.toml                      full screen in a terminal
  rival replay match.toml --plain              step by step; \"help\" lists the commands
  rival replay match.toml --interactive        step by step, commands from a pipe
  rival replay match.toml --from 20 --delay 1s
  rival replay games.pdn --game 3
  rival replay match.toml | less               print all moves at once";

#[derive(Debug, Default, Args)]
#[command(after_help = REPLAY_EXAMPLES)]
pub(crate) struct ReplayArguments {
    /// Record or notation file (.pdn, .pgn, .mat, .ggf)
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) source: SourceArguments,
    /// Start after this many plies
    #[arg(long, value_name = "PLY", default_value_t = 0)]
    pub(crate) from: usize,
    /// Print all moves, pausing this long after each
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub(crate) delay: Option<Duration>,
    /// Print plain text instead of using the full screen
    #[arg(long)]
    pub(crate) plain: bool,
    /// Print plain text that describes the board in words, for screen readers
    #[arg(long)]
    pub(crate) words: bool,
    /// Read commands from standard input, even from a pipe
    #[arg(long, conflicts_with = "delay")]
    pub(crate) interactive: bool,
}

const CONVERT_EXAMPLES: &str = "\
Examples:
  rival convert match.toml --to pdn            print to standard output
  rival convert match.toml --to json
  rival convert games.pdn --game 3 --to record --out third.toml
  rival convert match.toml --to svg --out match.svg
  rival convert match-3 --to pgn               a saved match
  rival convert old.pdn --rules checkers:russian --to pdn";

#[derive(Debug, Args)]
#[command(after_help = CONVERT_EXAMPLES)]
pub(crate) struct ConvertArguments {
    /// Record, notation file (.pdn, .pgn, .mat, .ggf) or name of a saved match
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Output format; svg is animated
    #[arg(long, value_name = "FORM", value_parser = ["record", "pdn", "pgn", "mat", "ggf", "svg", "json"])]
    pub(crate) to: String,
    /// Convert only this match from the file [default: all]
    #[arg(long = "game", value_name = "N", value_parser = parse_number)]
    pub(crate) number: Option<usize>,
    /// Game to assume if the file doesn't name one
    #[arg(long, value_name = "GAME")]
    pub(crate) rules: Option<String>,
    /// Output file [default: standard output]
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Reject damaged matches instead of keeping their readable parts
    #[arg(long)]
    pub(crate) strict: bool,
}

const ANALYZE_EXAMPLES: &str = "\
Examples:
  rival analyze checkers                       full screen in a terminal: the best lines
  rival analyze checkers --plain               the same line by line; \"help\" lists the commands
  rival analyze checkers --depth 15 --lines 3
  rival analyze --record match.toml            full screen in a terminal: step through a match
  rival analyze --record match.toml --time 1s  every ply, the mistakes and a score graph
  rival analyze --record match.toml --nodes 100000 --json
  rival analyze --record games.pdn --game 2 --time 1s --save marked.pdn";

#[derive(Debug, Default, Args)]
#[command(after_help = ANALYZE_EXAMPLES)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub(crate) struct AnalyzeArguments {
    /// Game, match file or position; a record names its own game
    #[arg(value_name = "GAME")]
    pub(crate) game: Option<String>,
    /// Position; - reads positions from standard input, one per line
    #[arg(
        value_name = "POSITION",
        allow_hyphen_values = true,
        value_parser = parse_position,
        conflicts_with_all = ["position", "record"]
    )]
    pub(crate) positions: Option<String>,
    /// Position in the game's notation
    #[arg(long, alias = "fen", value_name = "POSITION", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// Analyze every position of the match in this record or notation file
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    pub(crate) record: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) source: SourceArguments,
    /// Analyze with this player [default: the strongest]
    #[arg(long, value_name = "PLAYER")]
    pub(crate) player: Option<String>,
    /// Time per position, such as 250ms, 2s or 1m
    #[arg(long, value_name = "TIME", value_parser = parse_move_time)]
    pub(crate) time: Option<TimeControl>,
    /// Search depth in plies
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub(crate) depth: Option<u32>,
    /// Search limit in nodes per position
    #[arg(long, value_name = "NODES", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,
    /// Number of best lines per position, if the player supports it
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) lines: Option<u16>,
    /// Number of threads, if the player supports it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: Option<u16>,
    /// Explore interactively [default in a terminal without a search limit]
    #[arg(long, conflicts_with_all = ["json", "positions", "save", "to"])]
    pub(crate) interactive: bool,
    /// Explore line by line instead of on the full screen
    #[arg(long)]
    pub(crate) plain: bool,
    /// Explore line by line with boards described in words, for screen readers
    #[arg(long)]
    pub(crate) words: bool,
    /// Save the annotated match to this file (record, .pdn, .pgn)
    #[arg(long, value_name = "FILE", requires = "record")]
    pub(crate) save: Option<PathBuf>,
    /// Print the annotated match in this format instead of the report
    #[arg(long, value_name = "FORM", value_parser = ["record", "pdn", "pgn", "mat", "ggf"], requires = "record", conflicts_with = "json")]
    pub(crate) to: Option<String>,
    /// Random seed, for repeatable results
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// Print one JSON object per completed depth, or per ply of a record
    #[arg(long)]
    pub(crate) json: bool,
}
