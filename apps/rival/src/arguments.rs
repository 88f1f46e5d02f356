//! The command line.

mod book;
mod check_engine;
mod engine;
mod matches;
mod move_time;
mod projects;
mod puzzles;
mod records;
mod tablebase;

use std::path::PathBuf;
use std::time::Duration;

use board_engine::PERFT_DEPTH_MAX;
use clap::{Args, Parser, Subcommand};
use games_package::{ThinkingLimits, TimeControl, parse_duration};
use house::{CommonArguments, Limits};

pub(crate) use self::book::{
    BookBuildArguments, BookCommand, BookShowArguments, BookVerifyArguments,
};
pub(crate) use self::check_engine::{CheckEngineArguments, CheckedProtocol};
pub(crate) use self::engine::{DxpArguments, DxpRole, EngineArguments, Protocol, Side};
pub(crate) use self::matches::{
    DeleteArguments, ExploreArguments, ExportArguments, ImportArguments, MatchesArguments,
    MatchesCommand, PageArguments, PlaceArguments, ResultArgument, SearchArguments,
};
use self::move_time::parse_move_time;
pub(crate) use self::projects::{
    CheckArguments, GameCommand, NewArguments, PluginCommand, ProjectArguments,
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
  rival                                        a menu, and a game
  rival play checkers                          you against the default opponent
  rival play checkers --level club
  rival play tic-tac-toe --second --seat 1=minimax
  rival watch checkers:international alpha-beta:depth=6 minimal/first --time 1s
  rival perft checkers 9
  rival compare tic-tac-toe --depth 9
  rival plugin new lucky

GAME is name or name:variant; PLAYER is name, name:key=value,key=value or PLUGIN/name, or an engine of another \
program: engine:hub:COMMAND, engine:uci:COMMAND, engine:plain:COMMAND or engine:dxp:HOST:PORT. One that stands in a file is \
started only with --allow-engines.
Exit codes: 0 ok, 1 failed, 2 usage, 3 bad input file or position, 4 a player failed, 130 interrupted.";

/// Play, watch and compare artificial players of turn-based board games.
#[derive(Debug, Parser)]
#[command(name = "rival", version, after_help = EXAMPLES, disable_help_subcommand = true, max_term_width = 100)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) common: CommonArguments,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Play a game yourself
    Play(PlayArguments),
    /// Analyze positions with a player
    #[command(alias = "analyse")]
    Analyze(AnalyzeArguments),
    /// Let players play against each other
    Watch(WatchArguments),
    /// Show a recorded match again, and check it against the rules
    Replay(ReplayArguments),
    /// List the matches that are kept, or delete some
    Matches(MatchesArguments),
    /// Solve puzzles, and find them in matches
    Puzzles(PuzzlesArguments),
    /// Convert matches to records, PDN, PGN or JSON
    Convert(ConvertArguments),
    /// List the legal moves of a position
    Moves(MovesArguments),
    /// Build, check and show endgame tables
    #[command(subcommand)]
    Tablebase(TablebaseCommand),
    /// Build, list, show and check opening books
    #[command(subcommand)]
    Book(BookCommand),
    /// Solve a position: who wins under perfect play, and how soon
    Solve(SolveArguments),
    /// Count the leaves of the game tree
    Perft(PerftArguments),
    /// Compare search algorithms on a position, or two players over whole games
    Compare(CompareArguments),
    /// Run a player as an engine for another program: Hub, UCI, JSON lines or DXP
    Engine(EngineArguments),
    /// Check whether another program's engine obeys its protocol
    CheckEngine(CheckEngineArguments),
    /// List the games
    Games(ListArguments),
    /// List the players
    Players(PlayersArguments),
    /// List the plugins
    Plugins(ListArguments),
    /// Print a shell completion script
    Completions(CompletionsArguments),
    /// Write the manual pages to a folder
    Man(ManArguments),
    /// Create or check a plugin of your own
    #[command(subcommand)]
    Plugin(PluginCommand),
    /// Create a game of your own
    #[command(subcommand)]
    Game(GameCommand),
}

/// Time and other limits of a match.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct LimitArguments {
    /// Time for each move of a computer player, like 250ms, 2s or 1m; people have no limit
    #[arg(long, value_name = "TIME", conflicts_with = "clock", value_parser = parse_move_time)]
    pub(crate) time: Option<TimeControl>,
    /// A clock for every player, people too, like 1m+1s (time and increment) or 40/5m (moves and time)
    #[arg(long, value_name = "CLOCK")]
    pub(crate) clock: Option<TimeControl>,
    /// Depth limit of players that search, in plies
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub(crate) depth: Option<u32>,
    /// Limit of positions per move of players that search
    #[arg(long, value_name = "NODES", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,
    /// Let players think while others are to move
    #[arg(long)]
    pub(crate) ponder: bool,
}

impl LimitArguments {
    /// The limits in the form that a match setup takes.
    pub(crate) fn limits(&self) -> Limits {
        Limits {
            time: self.time.or(self.clock),
            thinking: ThinkingLimits { depth: self.depth, nodes: self.nodes },
            pondering: self.ponder,
        }
    }
}

const PLAY_EXAMPLES: &str = "\
Examples:
  rival play checkers --level club
  rival play tic-tac-toe --second --seat 1=minimax --save game.toml
  rival play kuhn-poker human human            two people at one screen
  rival play --resume                          continue a kept match: the newest, or one of a list
  rival play --continue games.pdn --game 3 --from 20 --seat 1=human --seat 2=pvs
While you play, help lists the words that you can type.";

#[derive(Debug, Default, Args)]
#[command(after_help = PLAY_EXAMPLES)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub(crate) struct PlayArguments {
    /// The game, like checkers, checkers:international or tic-tac-toe
    #[arg(value_name = "GAME", required_unless_present_any = ["resume", "continued"])]
    pub(crate) game: Option<String>,
    /// The players, in seat order: `human` or another PLAYER; by default you and an opponent
    #[arg(value_name = "PLAYER", conflicts_with_all = ["seats", "first", "second", "level"])]
    pub(crate) players: Vec<String>,
    /// The player of seat N: `human` or another PLAYER
    #[arg(long = "seat", value_name = "N=PLAYER")]
    pub(crate) seats: Vec<SeatArgument>,
    /// You move first
    #[arg(long, conflicts_with_all = ["second", "resume"])]
    pub(crate) first: bool,
    /// You move second
    #[arg(long, conflicts_with = "resume")]
    pub(crate) second: bool,
    /// How strong your opponent is: beginner, novice, casual, club, expert or master
    #[arg(long, value_name = "LEVEL", conflicts_with = "resume")]
    pub(crate) level: Option<String>,
    #[command(flatten)]
    pub(crate) limits: LimitArguments,
    /// Plain text, line by line, instead of the full screen of a terminal
    #[arg(long)]
    pub(crate) plain: bool,
    /// Plain text that describes the board in words, for screen readers
    #[arg(long)]
    pub(crate) words: bool,
    /// Show what players think
    #[arg(long)]
    pub(crate) thinking: bool,
    /// The position to start from, in the game's notation
    #[arg(long, value_name = "POSITION", conflicts_with = "resume")]
    pub(crate) position: Option<String>,
    /// Save the record to this file after every move; by default it is kept for --resume
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
    /// Continue the match in this record, or the kept match of this name; without FILE, one of the kept matches: see rival matches
    #[arg(long, value_name = "FILE", conflicts_with = "game")]
    #[expect(
        clippy::option_option,
        reason = "clap's form of an option whose value may be left out"
    )]
    pub(crate) resume: Option<Option<PathBuf>>,
    /// Play on from the match in this file, which is not changed; .pdn and .pgn are notation files
    #[arg(
        long = "continue",
        id = "continued",
        value_name = "FILE",
        conflicts_with_all = ["game", "resume", "position", "level", "first", "second"]
    )]
    pub(crate) continued: Option<PathBuf>,
    /// Play on after this number of plies; by default after the last one
    #[arg(long, value_name = "PLY", requires = "continued")]
    pub(crate) from: Option<usize>,
    #[command(flatten)]
    pub(crate) source: SourceArguments,
    /// The seed of all randomness, for repeatable results
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
}

#[derive(Debug, Args)]
pub(crate) struct WatchArguments {
    /// The game
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// The players, in seat order
    #[arg(value_name = "PLAYER", required = true)]
    pub(crate) players: Vec<String>,
    #[command(flatten)]
    pub(crate) limits: LimitArguments,
    /// A pause after each move, like 500ms; without it, none in plain text and 400ms on a full screen
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub(crate) delay: Option<Duration>,
    /// Plain text, line by line, instead of the full screen of a terminal
    #[arg(long)]
    pub(crate) plain: bool,
    /// One JSON object per event
    #[arg(long)]
    pub(crate) json: bool,
    /// Show what players think; --json always shows it
    #[arg(long)]
    pub(crate) thinking: bool,
    /// The position to start from, in the game's notation
    #[arg(long, value_name = "POSITION")]
    pub(crate) position: Option<String>,
    /// Save the record here
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
    /// The seed of all randomness, for repeatable results
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
}

#[derive(Debug, Args)]
pub(crate) struct MovesArguments {
    /// The game
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// The position, in the game's notation
    #[arg(long, value_name = "POSITION")]
    pub(crate) position: Option<String>,
    /// Moves to play first, separated by blanks, with the cards that are dealt and the numbers that are rolled
    #[arg(long, value_name = "MOVES", default_value = "")]
    pub(crate) after: String,
    /// Each move with its value by the endgame tables, best first; these know no rules that count moves
    #[arg(long)]
    pub(crate) table: bool,
    /// Write a picture of the position to this file, completely or not at all
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// A JSON object
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
    /// The game
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// The position, in the game's notation; by default the start
    #[arg(value_name = "POSITION")]
    pub(crate) position: Option<String>,
    /// Moves to play first, separated by blanks
    #[arg(long, value_name = "MOVES", default_value = "")]
    pub(crate) after: String,
    /// Also the value of each move, best first
    #[arg(long)]
    pub(crate) moves: bool,
    /// A JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct PerftArguments {
    /// The game
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// Depth in plies
    #[arg(
        value_name = "DEPTH",
        value_parser = clap::value_parser!(u32).range(0..=i64::from(PERFT_DEPTH_MAX))
    )]
    pub(crate) depth: u32,
    /// The position, in the game's notation
    #[arg(long, value_name = "POSITION")]
    pub(crate) position: Option<String>,
    /// Also count the leaves of each move
    #[arg(long)]
    pub(crate) divide: bool,
    /// Play the moves of the last ply instead of only counting them
    #[arg(long)]
    pub(crate) no_bulk: bool,
    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: u16,
    /// A JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct CompareArguments {
    /// The game
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// Two players to compare over whole games; by default all search algorithms on one position
    #[arg(value_name = "PLAYER", num_args = 2)]
    pub(crate) players: Vec<String>,
    /// Depth in plies
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub(crate) depth: Option<u32>,
    /// Number of games; each player moves first in half of them
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) games: Option<u32>,
    /// The position, in the game's notation
    #[arg(long, value_name = "POSITION")]
    pub(crate) position: Option<String>,
    /// Begin each pair of games with this number of random moves, the same for both; the seed decides which
    #[arg(
        long, value_name = "PLIES", requires = "games", conflicts_with = "position",
        value_parser = clap::value_parser!(u32).range(1..=100),
    )]
    pub(crate) openings: Option<u32>,
    /// The static evaluation: one of the game's evaluators
    #[arg(long, value_name = "NAME")]
    pub(crate) evaluator: Option<String>,
    /// Time for each move, like 250ms or 2s
    #[arg(long, value_name = "TIME", value_parser = parse_move_time)]
    pub(crate) time: Option<TimeControl>,
    /// The seed of all randomness, for repeatable results
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// One JSON object per row
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct CompletionsArguments {
    /// The shell
    #[arg(value_name = "SHELL")]
    pub(crate) shell: clap_complete::Shell,
}

#[derive(Debug, Args)]
pub(crate) struct ManArguments {
    /// The folder; it is created if it doesn't exist
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct ListArguments {
    /// One JSON object per row
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct PlayersArguments {
    /// Only players of this game, with the options that they have there
    #[arg(value_name = "GAME")]
    pub(crate) game: Option<String>,
    /// One JSON object per row
    #[arg(long)]
    pub(crate) json: bool,
}

/// `N=PLAYER`: the player of a seat.
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
    number.ok_or_else(|| "expected a number, from 1".into())
}
