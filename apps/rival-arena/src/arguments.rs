//! The command line.

#[cfg(feature = "queue")]
mod queue;
mod rules;
mod tournament;

use std::num::NonZeroU64;
use std::path::PathBuf;
use std::time::Duration;

use app_context::{CommonArguments, ManArguments};
use arena::run_folder::joint::Anchor;
use arena::statistics::EloModel;
use clap::{Args, Parser, Subcommand, ValueEnum};
use games_package::parse_duration;

#[cfg(feature = "queue")]
pub(crate) use self::queue::{QueueArguments, WorkerArguments};
pub(crate) use self::rules::RuleArguments;
pub(crate) use self::tournament::{FormatName, TournamentArguments, UnstartableName};

const EXAMPLES: &str = "Examples:
  rival-arena match checkers alpha-beta:depth=4 greedy --pairs 50
  rival-arena match checkers mine/engine alpha-beta --pairs 20 --time 100ms --openings random:6
  rival-arena sprt tic-tac-toe minimax random --elo0 0 --elo1 50
  rival-arena tournament checkers alpha-beta greedy random --pairs 10 --out spring
  rival-arena tournament spring.toml --concurrency 4
  rival-arena tournament checkers --all-plugins --except mine --plugins hand-ins --pairs 2
  rival-arena resume spring
  rival-arena resume spring --pairs 50
  rival-arena table spring
  rival-arena rate spring summer --anchor greedy=1200
  rival-arena report spring
  rival-arena report v1 v2 v3 --follow mine --out progress.html
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
GAME is name or name:variant; PLAYER is name, name:key=value,key=value or PLUGIN/name, or an external engine: \
engine:hub:COMMAND, engine:uci:COMMAND, engine:xboard:COMMAND, engine:plain:COMMAND or engine:dxp:HOST:PORT. Engines named in a file \
start only with --allow-engines.
Exit codes: 0 ok, 1 failed, 2 usage, 3 bad input file, 4 a player can't start, 130 interrupted.
sprt, and resume of an sprt: 0 if H1 is accepted, 10 if H0 is accepted, 11 if all pairs are played without a decision.";

fn help_end() -> String {
    [EXAMPLES, QUEUE_EXAMPLES, "\n", NOTES].concat()
}

/// The maximum rating of an anchor.
const ANCHOR_MAX: f64 = 100_000.0;

/// Minimum time between two reports.
const EVERY_MIN: Duration = Duration::from_millis(100);

/// Maximum time between two reports.
const EVERY_MAX: Duration = Duration::from_hours(24);

/// Run matches and tournaments between programs and measure their strength.
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
    /// Play a match of game pairs with swapped seats
    Match(MatchArguments),
    /// Test whether a new player is stronger (SPRT)
    Sprt(SprtArguments),
    /// Play a tournament
    Tournament(TournamentArguments),
    /// Resume an interrupted run exactly where it stopped, or extend it
    Resume(ResumeArguments),
    /// Show the standings and crosstable of a run
    Table(TableArguments),
    /// Rate the players of several runs together
    Rate(RateArguments),
    /// Play a player against itself to generate training games
    Selfplay(SelfplayArguments),
    /// Export positions with scores and results as training data
    Training(TrainingArguments),
    /// Generate a file of balanced openings
    Openings(OpeningsArguments),
    /// Write an HTML report of a run with all games, or a comparison of several runs
    Report(ReportArguments),
    /// Export games as PDN, PGN or MAT with depth, score and time per move
    Games(GamesArguments),
    /// Check a run's journal and replay every game by the rules
    Verify(VerifyArguments),
    /// Write manual pages to a folder
    Man(ManArguments),
    /// Play games from a queue until stopped
    #[cfg(feature = "queue")]
    Worker(WorkerArguments),
}

#[derive(Debug, Args)]
pub(crate) struct MatchArguments {
    /// Game, such as checkers, checkers:international or tic-tac-toe
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// Players
    #[arg(value_name = "PLAYER", num_args = 2..=8, required = true)]
    pub(crate) players: Vec<String>,
    #[command(flatten)]
    pub(crate) rules: RuleArguments,
    #[command(flatten)]
    pub(crate) running: RunArguments,
}

#[derive(Debug, Args)]
pub(crate) struct SprtArguments {
    /// Game
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// New player, then old player
    #[arg(value_name = "PLAYER", num_args = 2, required = true)]
    pub(crate) players: Vec<String>,
    /// Null hypothesis H0: the new player is this much stronger
    #[arg(long, value_name = "ELO", allow_negative_numbers = true)]
    pub(crate) elo0: f64,
    /// Alternative hypothesis H1: the new player is this much stronger
    #[arg(long, value_name = "ELO", allow_negative_numbers = true)]
    pub(crate) elo1: f64,
    /// Probability of wrongly accepting H1
    #[arg(long, value_name = "RATE", default_value_t = 0.05)]
    pub(crate) alpha: f64,
    /// Probability of wrongly accepting H0
    #[arg(long, value_name = "RATE", default_value_t = 0.05)]
    pub(crate) beta: f64,
    /// Unit of --elo0 and --elo1
    #[arg(long, value_enum, default_value_t = Model::Logistic)]
    pub(crate) model: Model,
    /// Count single games instead of pairs
    #[arg(long)]
    pub(crate) trinomial: bool,
    #[command(flatten)]
    pub(crate) rules: RuleArguments,
    #[command(flatten)]
    pub(crate) running: RunArguments,
}

#[derive(Debug, Args)]
pub(crate) struct ResumeArguments {
    /// Run folder
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// Extend the run to this total number of pairs
    #[arg(long, value_name = "N")]
    pub(crate) pairs: Option<u32>,
    /// Change what happens when a player fails to start
    #[arg(long, value_enum, value_name = "RULE")]
    pub(crate) unstartable: Option<UnstartableName>,
    #[command(flatten)]
    pub(crate) run_options: RunOptions,
    #[command(flatten)]
    pub(crate) game_files: GameFileArguments,
    #[command(flatten)]
    pub(crate) queue: QueueArguments,
}

#[derive(Debug, Args)]
pub(crate) struct RateArguments {
    /// Run folders, all for the same game
    #[arg(value_name = "DIR", required = true)]
    pub(crate) folders: Vec<PathBuf>,
    /// Fix a player's rating; repeatable [default: fix the mean at 0]
    #[arg(long, value_name = "NAME=ELO", value_parser = parse_anchor, allow_hyphen_values = true)]
    pub(crate) anchor: Vec<Anchor>,
    /// Print a JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct TableArguments {
    /// Run folder
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// Also write every game as a record to this new folder
    #[arg(long, value_name = "DIR")]
    pub(crate) records: Option<PathBuf>,
    /// Print a JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ReportArguments {
    /// Run folder; several folders for the same game are compared on one page
    #[arg(value_name = "DIR", required = true)]
    pub(crate) folders: Vec<PathBuf>,
    /// Output file [default: report.html in the run folder; for several runs, comparison.html]
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Compare versions of an engine: the players whose names start with NAME; repeatable
    /// [default: players with the same name are versions of one engine]
    #[arg(long, value_name = "NAME")]
    pub(crate) follow: Vec<String>,
    /// Fix a player's rating when comparing several runs; repeatable [default: fix the mean at 0]
    #[arg(long, value_name = "NAME=ELO", value_parser = parse_anchor, allow_hyphen_values = true)]
    pub(crate) anchor: Vec<Anchor>,
}

#[derive(Debug, Args)]
pub(crate) struct GamesArguments {
    /// Run folder
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// Notation [default: the game's own]
    #[arg(long, value_name = "NOTATION", value_parser = ["pdn", "pgn", "mat", "ggf"])]
    pub(crate) to: Option<String>,
    /// Event tag [default: the folder name]
    #[arg(long, value_name = "TEXT")]
    pub(crate) event: Option<String>,
    /// Site tag
    #[arg(long, value_name = "TEXT", default_value = "?")]
    pub(crate) site: String,
    /// Output file [default: standard output]
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct VerifyArguments {
    /// Run folder
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct SelfplayArguments {
    /// Game
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// Player for all seats
    #[arg(value_name = "PLAYER")]
    pub(crate) player: String,
    /// Minimum number of games, rounded up to complete sets of seatings
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub(crate) games: u32,
    #[command(flatten)]
    pub(crate) rules: RuleArguments,
    #[command(flatten)]
    pub(crate) running: RunArguments,
}

#[derive(Debug, Args)]
pub(crate) struct TrainingArguments {
    /// Run folder
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// Output file [default: training.bin in the run folder]
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    pub(crate) out: Option<PathBuf>,
    /// Print one JSON object per position instead
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct OpeningsArguments {
    /// Game
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// Plies per opening; 3 for three-move checkers ballots
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub(crate) plies: u32,
    /// Number of random openings [default: all]
    #[arg(long, value_name = "M")]
    pub(crate) count: Option<u32>,
    /// Search depth for the balance check, in plies
    #[arg(long, value_name = "PLIES", default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..=60))]
    pub(crate) depth: u32,
    /// Nodes per balance check, instead of --depth
    #[arg(long, value_name = "NODES", conflicts_with = "depth")]
    pub(crate) nodes: Option<NonZeroU64>,
    /// Maximum score of a balanced position, in the game's unit
    #[arg(long, value_name = "SCORE", default_value_t = 0.5)]
    pub(crate) score: f64,
    /// Random seed
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Output file [default: standard output]
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

/// The folder of a run and its execution options.
#[derive(Debug, Args)]
pub(crate) struct RunArguments {
    /// Run folder for settings, openings and journal
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) run_options: RunOptions,
    #[command(flatten)]
    pub(crate) game_files: GameFileArguments,
    #[command(flatten)]
    pub(crate) queue: QueueArguments,
}

/// Files to which finished games are appended.
#[derive(Clone, Debug, Args)]
pub(crate) struct GameFileArguments {
    /// Append each finished game to this PGN or PDN file
    #[arg(long, value_name = "FILE")]
    pub(crate) games_out: Option<PathBuf>,
    /// Append each final position to this EPD file
    #[arg(long, value_name = "FILE")]
    pub(crate) epd_out: Option<PathBuf>,
    /// Event tag of --games-out [default: the folder name]
    #[arg(long, value_name = "TEXT", requires = "games_out")]
    pub(crate) event: Option<String>,
    /// Site tag of --games-out
    #[arg(long, value_name = "TEXT", default_value = "?")]
    pub(crate) site: String,
}

/// No options: this build has no queue.
#[cfg(not(feature = "queue"))]
#[derive(Clone, Debug, Args)]
pub(crate) struct QueueArguments {}

/// Execution options of a run. Results don't depend on these options.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct RunOptions {
    /// Number of games to play at once [default: as many as the cores allow]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) concurrency: Option<u16>,
    /// Pause between games, such as 500ms
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub(crate) wait: Option<Duration>,
    /// Pin each game to its own core
    #[arg(long)]
    pub(crate) pin: bool,
    /// Write logs of games lost through a fault to the bad-games folder
    #[arg(long)]
    pub(crate) log_bad_games: bool,
    /// Print one JSON object per event
    #[arg(long)]
    pub(crate) json: bool,
    /// Time between progress reports outside a terminal [default: 30s]
    #[arg(long, value_name = "TIME", value_parser = parse_every)]
    pub(crate) every: Option<Duration>,
}

impl RunOptions {
    /// The number of concurrent games, if given.
    pub(crate) fn concurrency(self) -> Option<usize> {
        self.concurrency.map(usize::from)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Model {
    Logistic,
    Normalized,
    Bayesian,
}

impl From<Model> for EloModel {
    fn from(model: Model) -> Self {
        match model {
            Model::Logistic => Self::Logistic,
            Model::Normalized => Self::Normalized,
            Model::Bayesian => Self::Bayesian,
        }
    }
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
