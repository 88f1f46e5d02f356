//! The command line.

#[cfg(feature = "queue")]
mod queue;

use std::num::NonZeroU64;
use std::path::PathBuf;
use std::time::Duration;

use arena::settings::{DrawRule, WinRule};
use arena::statistics::EloModel;
use clap::{Args, Parser, Subcommand, ValueEnum};
use games_package::{TimeControl, parse_duration};
use house::CommonArguments;
use tablebase::PIECES_MAX;

#[cfg(feature = "queue")]
pub(crate) use self::queue::{QueueArguments, WorkerArguments};

const EXAMPLES: &str = "Examples:
  rival-arena match checkers alpha-beta:depth=4 greedy --pairs 50
  rival-arena match checkers mine/engine alpha-beta --pairs 20 --time 100ms --openings random:6
  rival-arena sprt tic-tac-toe minimax random --elo0 0 --elo1 50
  rival-arena tournament checkers alpha-beta greedy random --pairs 10 --out spring
  rival-arena tournament spring.toml --concurrency 4
  rival-arena resume spring
  rival-arena resume spring --pairs 50
  rival-arena table spring
  rival-arena rate spring summer --anchor greedy=1200
  rival-arena report spring
  rival-arena games spring --out spring.pdn
  rival-arena verify spring
  rival-arena openings checkers --plies 3 --out ballots.txt
  rival-arena selfplay checkers pvs --nodes 2000 --openings ballots.txt --games 10000 --out lessons";

#[cfg(feature = "queue")]
const QUEUE_EXAMPLES: &str = "
  rival-arena match checkers alpha-beta greedy --pairs 500 --queue nats://host:4222
  rival-arena worker nats://host:4222";

#[cfg(not(feature = "queue"))]
const QUEUE_EXAMPLES: &str = "";

const NOTES: &str = "
GAME is name or name:variant; PLAYER is name, name:key=value,key=value or PLUGIN/name, or an engine of another \
program: engine:hub:COMMAND, engine:uci:COMMAND, engine:plain:COMMAND or engine:dxp:HOST:PORT. One that stands in a file is \
started only with --allow-engines.
Exit codes: 0 ok, 1 failed, 2 usage, 3 bad input file, 4 a player can't start, 130 interrupted.
A sprt, begun or resumed, ends with 0 if H1 is accepted, 10 if H0 is accepted, 11 if all pairs are played and neither is.";

fn help_end() -> String {
    [EXAMPLES, QUEUE_EXAMPLES, "\n", NOTES].concat()
}

/// The largest rating that an anchor can have.
const ANCHOR_MAX: f64 = 100_000.0;

/// The shortest time between two reports.
const EVERY_MIN: Duration = Duration::from_millis(100);

/// The longest time between two reports.
const EVERY_MAX: Duration = Duration::from_hours(24);

/// Matches and tournaments of artificial players of turn-based board games.
#[derive(Debug, Parser)]
#[command(name = "rival-arena", version, after_help = help_end(), disable_help_subcommand = true, max_term_width = 100)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) common: CommonArguments,
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Play a match of two players: pairs of games with the seats swapped
    Match(MatchArguments),
    /// Play two players until one of two hypotheses is accepted (SPRT)
    Sprt(SprtArguments),
    /// Play a tournament of many players
    Tournament(TournamentArguments),
    /// Continue an interrupted run exactly where it stopped, or play more pairs
    Resume(ResumeArguments),
    /// Show the tables of a run
    Table(TableArguments),
    /// Rate the players of several runs together
    Rate(RateArguments),
    /// Play one player against itself, to generate training games
    Selfplay(SelfplayArguments),
    /// Export the positions of a run with scores and results, as training data
    Training(TrainingArguments),
    /// Create a file of balanced openings
    Openings(OpeningsArguments),
    /// The old name of openings
    #[command(hide = true)]
    Book(OldNameArguments),
    /// Write an HTML page with tables, plots and every move of a run
    Report(ReportArguments),
    /// Export the games of a run with the depth, score and time of each move, for other programs
    Games(GamesArguments),
    /// Check the journal of a run: every line, and every game by the rules
    Verify(VerifyArguments),
    /// Play games of runs from a queue until stopped
    #[cfg(feature = "queue")]
    Worker(WorkerArguments),
}

#[derive(Debug, Args)]
pub(crate) struct MatchArguments {
    /// The game, like checkers, checkers:international or tic-tac-toe
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// The players
    #[arg(value_name = "PLAYER", num_args = 2..=8, required = true)]
    pub(crate) players: Vec<String>,
    #[command(flatten)]
    pub(crate) rules: RuleArguments,
    #[command(flatten)]
    pub(crate) running: RunArguments,
}

#[derive(Debug, Args)]
pub(crate) struct SprtArguments {
    /// The game
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// The new player and the old one
    #[arg(value_name = "PLAYER", num_args = 2, required = true)]
    pub(crate) players: Vec<String>,
    /// The null hypothesis: the new player is stronger by this
    #[arg(long, value_name = "ELO", allow_negative_numbers = true)]
    pub(crate) elo0: f64,
    /// The alternative
    #[arg(long, value_name = "ELO", allow_negative_numbers = true)]
    pub(crate) elo1: f64,
    /// How often the alternative may be accepted wrongly
    #[arg(long, value_name = "RATE", default_value_t = 0.05)]
    pub(crate) alpha: f64,
    /// How often the null hypothesis may be accepted wrongly
    #[arg(long, value_name = "RATE", default_value_t = 0.05)]
    pub(crate) beta: f64,
    /// The units of elo0 and elo1
    #[arg(long, value_enum, default_value_t = Model::Logistic)]
    pub(crate) model: Model,
    #[command(flatten)]
    pub(crate) rules: RuleArguments,
    #[command(flatten)]
    pub(crate) running: RunArguments,
}

#[derive(Debug, Args)]
pub(crate) struct TournamentArguments {
    /// A tournament file, or the game
    #[arg(value_name = "FILE.toml|GAME")]
    pub(crate) target: String,
    /// The players; in a gauntlet, its heads first
    #[arg(value_name = "PLAYER")]
    pub(crate) players: Vec<String>,
    /// Every player of every plugin that plays the game
    #[arg(long)]
    pub(crate) all_plugins: bool,
    /// The pairings
    #[arg(long, value_enum, default_value_t = FormatName::RoundRobin)]
    pub(crate) format: FormatName,
    /// The rounds of a Swiss
    #[arg(long, value_name = "N", default_value_t = 7)]
    pub(crate) rounds: usize,
    /// Number of players at the head of the gauntlet
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) heads: usize,
    /// Number of groups before the knockout
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub(crate) groups: usize,
    /// Number of players that advance from each group to the knockout
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub(crate) advance: usize,
    #[command(flatten)]
    pub(crate) rules: RuleArguments,
    #[command(flatten)]
    pub(crate) running: RunArguments,
}

#[derive(Debug, Args)]
pub(crate) struct ResumeArguments {
    /// The folder of the run
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// Extend the run to this number of pairs in all
    #[arg(long, value_name = "N")]
    pub(crate) pairs: Option<u32>,
    #[command(flatten)]
    pub(crate) run_options: RunOptions,
    #[command(flatten)]
    pub(crate) queue: QueueArguments,
}

#[derive(Debug, Args)]
pub(crate) struct RateArguments {
    /// The folders of the runs, all of one game
    #[arg(value_name = "DIR", required = true)]
    pub(crate) folders: Vec<PathBuf>,
    /// A player with its known rating; by default the mean of all ratings is 0
    #[arg(long, value_name = "NAME=ELO", value_parser = parse_anchor, allow_hyphen_values = true)]
    pub(crate) anchor: Option<Anchor>,
    /// One JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// A player whose rating is known.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Anchor {
    pub(crate) name: String,
    pub(crate) elo: f64,
}

#[derive(Debug, Args)]
pub(crate) struct TableArguments {
    /// The folder of the run
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// Also write every game as a record into this new folder
    #[arg(long, value_name = "DIR")]
    pub(crate) records: Option<PathBuf>,
    /// One JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ReportArguments {
    /// The folder of the run
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// The file to write; by default report.html in the folder of the run
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct GamesArguments {
    /// The folder of the run
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// The notation; by default that of the game
    #[arg(long, value_name = "NOTATION", value_parser = ["pdn", "pgn", "mat"])]
    pub(crate) to: Option<String>,
    /// The tag Event; by default the name of the folder
    #[arg(long, value_name = "TEXT")]
    pub(crate) event: Option<String>,
    /// The tag Site
    #[arg(long, value_name = "TEXT", default_value = "?")]
    pub(crate) site: String,
    /// The file to write; by default the standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct VerifyArguments {
    /// The folder of the run
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct SelfplayArguments {
    /// The game
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// The player, in all seats
    #[arg(value_name = "PLAYER")]
    pub(crate) player: String,
    /// The least number of games; a set of all seatings is always completed
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub(crate) games: u32,
    #[command(flatten)]
    pub(crate) rules: RuleArguments,
    #[command(flatten)]
    pub(crate) running: RunArguments,
}

#[derive(Debug, Args)]
pub(crate) struct TrainingArguments {
    /// The folder of the run
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// The file to write; by default training.bin in the folder of the run
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    pub(crate) out: Option<PathBuf>,
    /// Write one JSON object for each position to the standard output instead
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct OpeningsArguments {
    /// The game
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// Number of moves in an opening: 3 for the three-move ballots of checkers
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub(crate) plies: u32,
    /// Number of openings, drawn at random; by default all of them
    #[arg(long, value_name = "M")]
    pub(crate) count: Option<u32>,
    /// Search depth for deciding whether a position is balanced, in plies
    #[arg(long, value_name = "PLIES", default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..=60))]
    pub(crate) depth: u32,
    /// Instead of a depth, the number of positions that the strong search visits
    #[arg(long, value_name = "NODES", conflicts_with = "depth")]
    pub(crate) nodes: Option<NonZeroU64>,
    /// The greatest advantage that counts as balanced, in the game's unit
    #[arg(long, value_name = "SCORE", default_value_t = 0.5)]
    pub(crate) score: f64,
    /// The seed of the random draw
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// The file to write; by default the standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

/// Whatever stands behind the old name of a command.
#[derive(Debug, Args)]
pub(crate) struct OldNameArguments {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    _ignored: Vec<String>,
}

/// How games are played.
#[derive(PartialEq, Debug, Default, Args)]
pub(crate) struct RuleArguments {
    /// Number of pairs of games per encounter; the maximum in an sprt
    #[arg(long, value_name = "N")]
    pub(crate) pairs: Option<u32>,
    /// Time for each move, like 250ms, 2s or 1m
    #[arg(long, value_name = "TIME", conflicts_with = "clock")]
    pub(crate) time: Option<TimeControl>,
    /// A clock, like 1m+1s (time and increment) or 40/5m (moves and time)
    #[arg(long, value_name = "CLOCK")]
    pub(crate) clock: Option<TimeControl>,
    /// How much later than its time a move may come and still count, like 20ms
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub(crate) margin: Option<Duration>,
    /// Let players think while others are to move
    #[arg(long)]
    pub(crate) ponder: bool,
    /// Start a new process of every sandboxed plugin for each game
    #[arg(long)]
    pub(crate) restart: bool,
    /// Depth limit of players that search, in plies
    #[arg(long, value_name = "PLIES")]
    pub(crate) depth: Option<u32>,
    /// Limit of positions per move of players that search
    #[arg(long, value_name = "NODES")]
    pub(crate) nodes: Option<u64>,
    /// Where games start: `start`, `random:PLIES`, a file with a position or a list of moves a line, or games in PDN or PGN,
    /// like games.pdn or games.pdn:6 for the first 6 plies; by default `random:PLIES` where players would otherwise
    /// play the same game again
    #[arg(long, value_name = "OPENINGS")]
    pub(crate) openings: Option<String>,
    /// The seed of all randomness, for repeatable results
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(..=i64::MAX as u64))]
    pub(crate) seed: Option<u64>,
    /// Adjudicate a draw when both players' scores have been even for their last moves, like 0.1,8 or 0.1,8,40
    #[arg(long, value_name = "SCORE,MOVES[,PLIES]", value_parser = parse_draw)]
    pub(crate) draw: Option<DrawRule>,
    /// Adjudicate a win when both players' scores have agreed on the winner for their last moves, like 5,4
    #[arg(long, value_name = "SCORE,MOVES", value_parser = parse_win)]
    pub(crate) win: Option<WinRule>,
    /// Adjudicate a draw after this number of plies
    #[arg(long, value_name = "PLIES")]
    pub(crate) plies_max: Option<u32>,
    /// Adjudicate by the endgame tables of positions with at most N pieces, which `rival tablebase build` has made
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=i64::from(PIECES_MAX)))]
    pub(crate) tables: Option<u8>,
}

/// Where a run is kept and how it is run.
#[derive(Debug, Args)]
pub(crate) struct RunArguments {
    /// The folder for settings, openings and journal
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) run_options: RunOptions,
    #[command(flatten)]
    pub(crate) queue: QueueArguments,
}

/// There is no queue: the program was built without it.
#[cfg(not(feature = "queue"))]
#[derive(Clone, Debug, Args)]
pub(crate) struct QueueArguments {}

/// How a run is executed. Results don't depend on these options.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct RunOptions {
    /// Number of games played at once; by default as many as the cores can play without sharing one
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) concurrency: Option<u16>,
    /// Pin each game to its own core
    #[arg(long)]
    pub(crate) pin: bool,
    /// Keep a full log of games that a player lost by a fault, in the folder bad-games
    #[arg(long)]
    pub(crate) log_bad_games: bool,
    /// One JSON object per event
    #[arg(long)]
    pub(crate) json: bool,
    /// How often the standings are reported where no terminal shows them; by default 30s, and whenever they change with
    /// --json
    #[arg(long, value_name = "TIME", value_parser = parse_every)]
    pub(crate) every: Option<Duration>,
}

impl RunOptions {
    /// The number of games played at once, if it was given.
    pub(crate) fn concurrency(self) -> Option<usize> {
        self.concurrency.map(usize::from)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Model {
    Logistic,
    Normalized,
}

impl From<Model> for EloModel {
    fn from(model: Model) -> Self {
        match model {
            Model::Logistic => Self::Logistic,
            Model::Normalized => Self::Normalized,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum FormatName {
    RoundRobin,
    Gauntlet,
    Swiss,
    Knockout,
    Groups,
}

fn parse_draw(text: &str) -> Result<DrawRule, String> {
    let wrong =
        || format!("expected SCORE,MOVES or SCORE,MOVES,PLIES, like 0.1,8,40; not \"{text}\"");
    let mut parts = text.split(',');
    let score = parts.next().and_then(|part| part.parse().ok()).ok_or_else(wrong)?;
    let moves = parts.next().and_then(|part| part.parse().ok()).ok_or_else(wrong)?;
    let after = parts.next().map_or(Some(0), |part| part.parse().ok()).ok_or_else(wrong)?;
    if parts.next().is_some() { Err(wrong()) } else { Ok(DrawRule { score, moves, after }) }
}

fn parse_win(text: &str) -> Result<WinRule, String> {
    let parts = text.split_once(',').and_then(|(score, moves)| {
        Some(WinRule { score: score.parse().ok()?, moves: moves.parse().ok()? })
    });
    parts.ok_or_else(|| format!("expected SCORE,MOVES, like 5,4; not \"{text}\""))
}

fn parse_anchor(text: &str) -> Result<Anchor, String> {
    let parsed = text.rsplit_once('=').and_then(|(name, elo)| {
        let elo = elo.parse().ok().filter(|elo: &f64| elo.abs() <= ANCHOR_MAX)?;
        Some(Anchor { name: name.into(), elo })
    });
    parsed.ok_or_else(|| {
        format!(
            "expected NAME=ELO with an Elo from -{ANCHOR_MAX} to {ANCHOR_MAX}, like greedy=1200"
        )
    })
}

fn parse_every(text: &str) -> Result<Duration, String> {
    let parsed = parse_duration(text).ok();
    let every = parsed.filter(|every| (EVERY_MIN..=EVERY_MAX).contains(every));
    every.ok_or_else(|| format!("expected a time from 100ms to 1day, like 30s; not \"{text}\""))
}
