//! The command line.

mod book;
mod engine;
mod learn;
mod lists;
mod matches;
mod position;
mod projects;
mod puzzles;
mod records;
mod tablebase;

use std::path::PathBuf;
use std::time::Duration;

use app_context::{CommonArguments, Limits, ManArguments};
use board_engine::PERFT_DEPTH_MAX;
use clap::{Args, Parser, Subcommand};
use games_package::{MoveLimit, ThinkingLimits, TimeControl, TimeControlError, parse_duration};
use tui::typed_clock;

pub(crate) use self::book::{
    BookBuildArguments, BookCommand, BookExportArguments, BookShowArguments, BookVerifyArguments,
};
pub(crate) use self::engine::{
    CheckEngineArguments, DxpArguments, DxpRole, EngineArguments, Protocol, Side,
};
pub(crate) use self::learn::LearnArguments;
pub(crate) use self::lists::{
    CompletionsArguments, GamesArguments, ListArguments, PlayersArguments,
};
pub(crate) use self::matches::{
    DeleteArguments, ExploreArguments, ExportArguments, ImportArguments, MatchesArguments,
    MatchesCommand, PageArguments, PlaceArguments, ResultArgument, SearchArguments,
};
pub(crate) use self::position::PositionArguments;
use self::position::parse_position;
pub(crate) use self::projects::{
    CheckArguments, GameCommand, NewArguments, PluginCommand, ProjectArguments, TrustArguments,
};
pub(crate) use self::puzzles::{
    MakeArguments, PuzzleDeleteArguments, PuzzleExportArguments, PuzzleFilterArguments,
    PuzzleImportArguments, PuzzleListArguments, PuzzlesArguments, PuzzlesCommand,
};
pub(crate) use self::records::{
    AnalyzeArguments, ConvertArguments, ReplayArguments, SourceArguments,
};
pub(crate) use self::tablebase::{
    BuildArguments, FolderArgument, ShowArguments, TablebaseCommand, TablesArguments,
    VerifyArguments,
};

const EXAMPLES: &str = "\
Examples:
  rival                                        open the menu
  rival play checkers                          play the default opponent
  rival play checkers club                     against a stronger opponent
  rival play tic-tac-toe --second --seat 1=minimax
  rival watch checkers:international alpha-beta:depth=6 minimal/first --time 1s
  rival perft checkers 9
  rival compare tic-tac-toe --depth 9
  rival plugin new lucky

GAME is name or name:variant; PLAYER is name, name:key=value,key=value or PLUGIN/name, or an external engine: \
engine:hub:COMMAND, engine:uci:COMMAND, engine:xboard:COMMAND, engine:plain:COMMAND or engine:dxp:HOST:PORT. Engines named in a file \
start only with --allow-engines.
Exit codes: 0 ok, 1 failed, 2 usage, 3 bad input file or position, 4 a player failed, 130 interrupted.";

/// Play, watch and compare computer players of turn-based board games.
#[derive(Debug, Parser)]
#[command(name = "rival", version, after_help = EXAMPLES, max_term_width = 100)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) common: CommonArguments,
    /// Use a plain-text menu instead of the full screen
    #[arg(long)]
    pub(crate) plain: bool,
    /// Use a plain-text menu and describe boards in words, for screen readers
    #[arg(long)]
    pub(crate) words: bool,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Play a game against a program or another person
    Play(PlayArguments),
    /// Analyze positions, matches and files
    #[command(aliases = ["analyse", "study", "open", "view"])]
    Analyze(AnalyzeArguments),
    /// Watch programs play each other
    Watch(WatchArguments),
    /// Step through a recorded match and check it against the rules
    Replay(ReplayArguments),
    /// List, search, import, export and delete saved matches
    Matches(MatchesArguments),
    /// Solve puzzles and generate them from matches
    #[command(alias = "puzzle")]
    Puzzles(PuzzlesArguments),
    /// Convert matches to records, PDN, PGN, SVG or JSON
    Convert(ConvertArguments),
    /// List the legal moves in a position
    Moves(MovesArguments),
    /// Build, verify and query tablebases
    #[command(subcommand)]
    Tablebase(TablebaseCommand),
    /// Build, list, show, verify and export opening books
    #[command(subcommand)]
    Book(BookCommand),
    /// Learn a game by self-play, or resume learning it
    Learn(LearnArguments),
    /// Solve a position: find the result of perfect play and the distance to it
    Solve(SolveArguments),
    /// Count the leaves of the game tree
    Perft(PerftArguments),
    /// Compare search algorithms on a position, or two players over whole games
    Compare(CompareArguments),
    /// Run a player as an engine for another program (Hub, UCI, XBoard, JSON lines, DXP)
    Engine(EngineArguments),
    /// Check that an engine follows its protocol
    CheckEngine(CheckEngineArguments),
    /// List the games, or explain one
    Games(GamesArguments),
    /// List the players
    Players(PlayersArguments),
    /// List the plugins
    Plugins(ListArguments),
    /// Print a shell completion script
    Completions(CompletionsArguments),
    /// Write manual pages to a folder
    Man(ManArguments),
    /// Create, check and trust plugins
    #[command(subcommand)]
    Plugin(PluginCommand),
    /// Create a game project
    #[command(subcommand)]
    Game(GameCommand),
}

/// Time and other limits of a match.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct LimitArguments {
    /// Time per move for computer players, such as 250ms, 2s or 1m
    #[arg(long, value_name = "TIME", conflicts_with = "clock", value_parser = parse_move_time)]
    pub(crate) time: Option<TimeControl>,
    /// Clock for every player, such as 5m, 1m+1s (time and increment) or 40/5m; 5 is 5m, 5+3 is 5m+3s
    #[arg(long, value_name = "CLOCK", value_parser = parse_clock)]
    pub(crate) clock: Option<TimeControl>,
    /// Search depth limit in plies
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub(crate) depth: Option<u32>,
    /// Search limit in nodes per move
    #[arg(long, value_name = "NODES", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,
    /// Let players think on the opponent's time
    #[arg(long)]
    pub(crate) ponder: bool,
    /// Time limit for a program's move if there is no clock [default: 1m]
    #[arg(long, value_name = "TIME")]
    pub(crate) move_limit: Option<MoveLimit>,
}

impl LimitArguments {
    /// Converts the limits to the form that a match setup takes.
    pub(crate) fn limits(&self) -> Limits {
        Limits {
            time: self.time.or(self.clock),
            thinking: ThinkingLimits { depth: self.depth, nodes: self.nodes },
            pondering: self.ponder,
            move_limit: self.move_limit,
        }
    }
}

const PLAY_EXAMPLES: &str = "\
Examples:
  rival play checkers --level club
  rival play tic-tac-toe --second --seat 1=minimax --save game.toml
  rival play kuhn-poker human human            two people at one screen
  rival play --resume                          resume a saved match
  rival play --continue games.pdn --game 3 --from 20 --seat 1=human --seat 2=pvs
During a match, type help to list the commands.";

#[derive(Debug, Default, Args)]
#[command(after_help = PLAY_EXAMPLES)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub(crate) struct PlayArguments {
    /// Game, such as checkers, checkers:international or tic-tac-toe [default: choose from a menu]
    #[arg(value_name = "GAME")]
    pub(crate) game: Option<String>,
    /// Opponent, or all players in seat order: human, a level or a PLAYER [default: you and an
    /// opponent]
    #[arg(value_name = "PLAYER", conflicts_with_all = ["seats", "level"])]
    pub(crate) players: Vec<String>,
    /// Player in seat N: human or a PLAYER; repeatable
    #[arg(long = "seat", value_name = "N=PLAYER")]
    pub(crate) seats: Vec<SeatArgument>,
    /// Move first
    #[arg(long, conflicts_with_all = ["second", "resume"])]
    pub(crate) first: bool,
    /// Move second
    #[arg(long, conflicts_with = "resume")]
    pub(crate) second: bool,
    /// Play the side with this name, such as black
    #[arg(
        long, alias = "side", value_name = "SIDE",
        conflicts_with_all = ["first", "second", "resume"]
    )]
    pub(crate) color: Option<String>,
    /// Opponent's strength: beginner, novice, casual, club, expert, master or 1 to 6
    #[arg(long, value_name = "LEVEL", conflicts_with = "resume")]
    pub(crate) level: Option<String>,
    #[command(flatten)]
    pub(crate) limits: LimitArguments,
    /// Print plain text instead of using the full screen
    #[arg(long)]
    pub(crate) plain: bool,
    /// Print plain text that describes the board in words, for screen readers
    #[arg(long)]
    pub(crate) words: bool,
    /// Show the players' scores and best lines
    #[arg(long)]
    pub(crate) thinking: bool,
    /// Start from this position, in the game's notation
    #[arg(
        long,
        alias = "fen",
        value_name = "POSITION",
        allow_hyphen_values = true,
        conflicts_with = "resume"
    )]
    pub(crate) position: Option<String>,
    /// Save the match to this file after every move, not to the library
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
    /// Resume this record or saved match; without FILE, pick one
    #[arg(long, value_name = "FILE", conflicts_with = "game")]
    #[expect(
        clippy::option_option,
        reason = "clap's form of an option whose value may be left out"
    )]
    pub(crate) resume: Option<Option<PathBuf>>,
    /// Continue a copy of the match in this file (record, .pdn or .pgn)
    #[arg(
        long = "continue",
        id = "continued",
        value_name = "FILE",
        conflicts_with_all = ["game", "resume", "position", "level", "first", "second", "color"]
    )]
    pub(crate) continued: Option<PathBuf>,
    /// Continue after this many plies [default: all]
    #[arg(long, value_name = "PLY", requires = "continued")]
    pub(crate) from: Option<usize>,
    #[command(flatten)]
    pub(crate) source: SourceArguments,
    /// Random seed, for repeatable results
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
}

#[derive(Debug, Default, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub(crate) struct WatchArguments {
    /// Game [default: choose from a menu]
    #[arg(value_name = "GAME")]
    pub(crate) game: Option<String>,
    /// Players in seat order [default: the default opponent]
    #[arg(value_name = "PLAYER")]
    pub(crate) players: Vec<String>,
    #[command(flatten)]
    pub(crate) limits: LimitArguments,
    /// Pause after each move [default: 400ms on the full screen]
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub(crate) delay: Option<Duration>,
    /// Print plain text instead of using the full screen
    #[arg(long)]
    pub(crate) plain: bool,
    /// Print plain text that describes the board in words, for screen readers
    #[arg(long)]
    pub(crate) words: bool,
    /// Print one JSON object per event
    #[arg(long)]
    pub(crate) json: bool,
    /// Show the players' scores and best lines; --json always includes them
    #[arg(long)]
    pub(crate) thinking: bool,
    /// Start from this position, in the game's notation
    #[arg(long, alias = "fen", value_name = "POSITION", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// Save the match to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
    /// Random seed, for repeatable results
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
}

#[derive(Debug, Args)]
pub(crate) struct MovesArguments {
    /// Game
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    #[command(flatten)]
    pub(crate) place: PositionArguments,
    /// Play these moves first, separated by spaces, including deals and rolls
    #[arg(long, value_name = "MOVES", default_value = "", allow_hyphen_values = true)]
    pub(crate) after: String,
    /// Print each move's tablebase value, best first
    #[arg(long)]
    pub(crate) table: bool,
    /// Also write the position as an image to this SVG file
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// Print a JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

const SOLVE_EXAMPLES: &str = "\
Examples:
  rival solve tic-tac-toe --moves
  rival solve connect-four --after \"4 4 4 4 4 2\"";

#[derive(Debug, Args)]
#[command(after_help = SOLVE_EXAMPLES)]
pub(crate) struct SolveArguments {
    /// Game
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// Position in the game's notation [default: the start]
    #[arg(value_name = "POSITION", allow_hyphen_values = true, value_parser = parse_position)]
    pub(crate) position: Option<String>,
    /// Play these moves first, separated by spaces
    #[arg(long, value_name = "MOVES", default_value = "", allow_hyphen_values = true)]
    pub(crate) after: String,
    /// Give up after this time
    #[arg(long, value_name = "TIME", default_value = "10m", value_parser = parse_duration)]
    pub(crate) time: Duration,
    /// Also print the value of each move, best first
    #[arg(long)]
    pub(crate) moves: bool,
    /// Print a JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct PerftArguments {
    /// Game
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// Depth in plies
    #[arg(
        value_name = "DEPTH",
        value_parser = clap::value_parser!(u32).range(0..=i64::from(PERFT_DEPTH_MAX))
    )]
    pub(crate) depth: u32,
    #[command(flatten)]
    pub(crate) place: PositionArguments,
    /// Also print the leaf count of each move
    #[arg(long)]
    pub(crate) divide: bool,
    /// Play the moves of the last ply instead of counting them
    #[arg(long)]
    pub(crate) no_bulk: bool,
    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: u16,
    /// Print a JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct CompareArguments {
    /// Game
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// Two players [default: all algorithms on one position]
    #[arg(value_name = "PLAYER", num_args = 2)]
    pub(crate) players: Vec<String>,
    /// Depth in plies
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub(crate) depth: Option<u32>,
    /// Number of games; each player moves first in half of them
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) games: Option<u32>,
    /// Position in the game's notation
    #[arg(long, alias = "fen", value_name = "POSITION", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// Start each pair of games with this many random moves
    #[arg(
        long, value_name = "PLIES", requires = "games", conflicts_with = "position",
        value_parser = clap::value_parser!(u32).range(1..=100),
    )]
    pub(crate) openings: Option<u32>,
    /// Static evaluator of the game
    #[arg(long, value_name = "NAME")]
    pub(crate) evaluator: Option<String>,
    /// Time per move, such as 250ms or 2s
    #[arg(long, value_name = "TIME", value_parser = parse_move_time)]
    pub(crate) time: Option<TimeControl>,
    /// Random seed, for repeatable results
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// Print one JSON object per row
    #[arg(long)]
    pub(crate) json: bool,
}

/// `N=PLAYER`: the player for a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SeatArgument {
    /// From 1.
    pub(crate) number: usize,
    pub(crate) player: String,
}

impl std::str::FromStr for SeatArgument {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let expected = || "expected N=PLAYER, like 2=random".to_string();
        let (number, player) = text.split_once('=').ok_or_else(expected)?;
        let number = number.parse().ok().filter(|&number| number > 0).ok_or_else(expected)?;
        if player.is_empty() { Err(expected()) } else { Ok(Self { number, player: player.into() }) }
    }
}

fn parse_number(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|&number| number > 0);
    number.ok_or_else(|| "expected a number of at least 1".into())
}

/// Parses a clock. A duration alone is the time for the whole match; a number alone is in minutes, as in 5+3.
pub(crate) fn parse_clock(text: &str) -> Result<TimeControl, TimeControlError> {
    let is_number = text.parse::<u32>().is_ok();
    let typed = if is_number { typed_clock(&format!("{text}+0")) } else { typed_clock(text) };
    typed.map(TimeControl::for_whole_match)
}

fn parse_move_time(text: &str) -> Result<TimeControl, String> {
    match text.parse() {
        Ok(control @ (TimeControl::PerMove(_) | TimeControl::Unlimited)) => Ok(control),
        Ok(_) => Err("expected a time per move, like 2s; for a clock use --clock".into()),
        Err(TimeControlError { text }) => {
            Err(format!("malformed time \"{text}\": expected a time like 250ms, 2s or 1m"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_positional_position_can_begin_with_a_hyphen() {
        use clap::Parser;
        for command in ["analyze", "solve", "moves"] {
            let words = ["rival", command, "othello", "---- X"];
            assert!(Arguments::try_parse_from(words).is_ok(), "{words:?}");
        }
        assert!(Arguments::try_parse_from(["rival", "perft", "othello", "3", "---- X"]).is_ok());
        let both = ["rival", "moves", "othello", "---- X", "--position", "---- O"];
        assert!(Arguments::try_parse_from(both).is_err());
        assert!(Arguments::try_parse_from(["rival", "moves", "othello", "--jso"]).is_err());
        let show = ["rival", "tablebase", "show", "othello", "---- X"];
        assert!(Arguments::try_parse_from(show).is_ok());
        assert!(Arguments::try_parse_from(["rival", "analyze", "chess", "-"]).is_ok());
        assert!(Arguments::try_parse_from(["rival", "analyze", "chess", "--dept"]).is_err());
    }

    #[test]
    fn only_a_time_per_move_is_accepted() {
        let refused = |text: &str| parse_move_time(text).unwrap_err();
        let malformed = "malformed time \"0s\": expected a time like 250ms, 2s or 1m";
        assert_eq!(refused("0s"), malformed);
        assert_eq!(refused("1m+1s"), "expected a time per move, like 2s; for a clock use --clock");
        assert!(parse_move_time("none").is_ok());
    }
}
