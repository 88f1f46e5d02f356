//! The messages, sent as JSON.

use std::fmt;
use std::time::Duration;

use arena::journal::Entry;
use arena::tournament::{Fingerprint, Job};
use serde::{Deserialize, Serialize};

/// The version of the messages and subjects.
const PROTOCOL: u32 = 1;

/// The ID of a run on the queue: the first 64 bits of the tournament's fingerprint, as hexadecimal digits.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct RunId(String);

/// Number of digits in a [`RunId`].
const RUN_DIGITS: usize = 16;

impl RunId {
    /// The ID of this tournament's run.
    pub fn of(fingerprint: Fingerprint) -> Self {
        Self(fingerprint.to_string().chars().take(RUN_DIGITS).collect())
    }
}

impl fmt::Display for RunId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl TryFrom<String> for RunId {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let is_one = text.len() == RUN_DIGITS && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        if is_one { Ok(Self(text)) } else { Err(format!("invalid run name \"{text}\"")) }
    }
}

impl From<RunId> for String {
    fn from(run: RunId) -> Self {
        run.0
    }
}

/// A program's version. Only programs with the same version play together, because players are part of the program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Build {
    protocol: u32,
    version: String,
}

impl Build {
    /// The build with this version.
    pub fn new(version: &str) -> Self {
        Self { protocol: PROTOCOL, version: version.into() }
    }
}

/// Formats the program version and the message version.
impl fmt::Display for Build {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (queue protocol {})", self.version, self.protocol)
    }
}

/// Announces a run. Schedulers send this message at startup and in response to heartbeats from workers that don't know
/// the run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Announcement {
    /// The run.
    pub run: RunId,
    /// The scheduler's program.
    pub build: Build,
    /// The maximum time that workers can be silent.
    pub lease: Lease,
    /// `true` if workers that know the run should send a heartbeat immediately.
    #[serde(rename = "roll_call")]
    pub wants_heartbeat: bool,
}

/// Everything that a worker needs to play a run's games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Spec {
    /// The settings, as the content of a settings file.
    pub settings: String,
    /// The openings, as the content of an opening file; empty for the initial position.
    pub openings: String,
}

/// A job: the unfinished games in one set. With two players, a set is a pair of games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pair {
    /// The set's index in the tournament. The index identifies the job.
    pub set: usize,
    /// Number of earlier attempts.
    pub attempt: u32,
    /// The round, from 0.
    pub round: usize,
    /// The games.
    pub games: Vec<Game>,
}

/// A game in a pair.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Game {
    /// The game's index in the round, from 0.
    pub number: usize,
    /// The players' indices, in seat order.
    pub players: Vec<usize>,
}

impl Pair {
    /// The games as arena jobs.
    pub fn jobs(&self) -> impl Iterator<Item = Job> {
        self.games.iter().map(|game| Job {
            round: self.round,
            number: game.number,
            set: self.set,
            players: game.players.clone(),
        })
    }
}

/// A report on a pair's result.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Report {
    /// The worker's name.
    pub worker: String,
    /// The pair's set index.
    pub set: usize,
    /// Number of earlier attempts.
    pub attempt: u32,
    /// Its result.
    #[serde(rename = "finding")]
    pub result: PairResult,
}

/// A pair's result.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PairResult {
    /// The games were played, except those with a player that failed to start.
    Played {
        /// The played games.
        entries: Vec<Entry>,
        /// The games with a player that failed to start.
        cant_start: Vec<CantStart>,
    },
    /// An error that isn't a player's fault. Another worker may succeed.
    Fault(String),
}

/// A game with a player that failed to start.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CantStart {
    /// The game's index in its round.
    pub number: usize,
    /// The player's index.
    pub player: usize,
    /// Its name in tables.
    pub name: String,
    /// Its error.
    pub why: String,
}

/// A worker's heartbeat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Heartbeat {
    /// Its name.
    pub worker: String,
    /// Its program.
    pub build: Build,
    /// Number of games that the worker can play at a time.
    pub slots: u32,
    /// The runs that the worker knows.
    pub runs: Vec<RunStatus>,
}

/// A worker's status in a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RunStatus {
    /// The run.
    pub run: RunId,
    /// The reason why the worker can't play the run's games, if any.
    pub refused: Option<String>,
    /// The pairs that the worker is playing or has fetched.
    pub playing: Vec<PairAttempt>,
    /// `true` if the worker found the queue empty.
    pub is_idle: bool,
}

/// An attempt at a pair.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PairAttempt {
    /// The pair's set index.
    pub set: usize,
    /// Number of earlier attempts.
    pub attempt: u32,
}

/// Encodes a message.
pub(crate) fn encode(message: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(message).expect("texts and numbers are JSON")
}

/// Decodes a received message; `None` if it is invalid.
pub(crate) fn decode<T: for<'a> Deserialize<'a>>(payload: &[u8]) -> Option<T> {
    serde_json::from_slice(payload).ok()
}

/// The time without a heartbeat after which the queue gives a worker's pair to another worker.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Lease(Duration);

impl Lease {
    /// The shortest lease.
    pub const MIN: Duration = Duration::from_secs(2);
    /// The longest lease.
    pub const MAX: Duration = Duration::from_hours(1);

    /// A lease with this length, clamped to [`Self::MIN`] and [`Self::MAX`].
    pub fn new(length: Duration) -> Self {
        Self(length.clamp(Self::MIN, Self::MAX))
    }

    /// Its length.
    pub fn length(self) -> Duration {
        // The value can come from a received message, so clamp it again.
        self.0.clamp(Self::MIN, Self::MAX)
    }

    /// The interval between a worker's lease extensions and heartbeats.
    pub fn heartbeat(self) -> Duration {
        self.length() / 3
    }

    /// The time without a report after which a pair counts as lost. Leaves enough time for the queue to give the pair
    /// to another worker and for that worker to report it.
    pub fn silence(self) -> Duration {
        self.length() * 2
    }
}

/// Half a minute.
impl Default for Lease {
    fn default() -> Self {
        Self(Duration::from_secs(30))
    }
}
