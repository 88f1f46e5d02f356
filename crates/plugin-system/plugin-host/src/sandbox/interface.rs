//! The interface to plugins in separate processes, on any system.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use games_package::{Failure, Host};
use plain_protocol::{IdleProgram, Program};
use process_pool::Closed;
use serde::{Deserialize, Serialize};

use super::ProcessPool;
use crate::data::Data;
use crate::needs::Limits;
use crate::{Confinement, Isolation, PluginError};

/// The value returned by a plugin's function, or its refusal as a `FromPlayer`.
pub(crate) type PluginResult = Result<Vec<u8>, Vec<u8>>;

/// Loads the plugin in `file` in a separate process, and reads its manifest.
pub(crate) type Load = fn(
    file: &Path,
    library: Library,
    isolation: &Arc<Isolation>,
) -> Result<(Arc<dyn SandboxedPlugin>, PluginResult), PluginError>;

/// Starts a program as a player, confined according to the order.
pub(crate) type StartProgram =
    fn(order: &Order, isolation: &Isolation) -> Result<Box<dyn Program>, Failure>;

/// Tests how well a program's process can be confined, without starting the program.
pub(crate) type TryConfinement =
    fn(order: &Order, isolation: &Isolation) -> Result<Confinement, Failure>;

/// A library to load, with its data and limits.
#[derive(Clone, Debug)]
pub(crate) struct Library {
    /// The file's private copy.
    pub(crate) copy: PathBuf,
    /// The data that the player may read. If the child gets a private root folder, the data appears as
    /// [`DATA_FOLDER`](crate::data::DATA_FOLDER).
    pub(crate) data: Option<Data>,
    pub(crate) limits: Limits,
}

/// The program to start and its limits.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Order {
    /// The folder with the program's files. If the child gets a private root folder, this folder appears as
    /// [`Order::FOLDER`].
    pub(crate) folder: PathBuf,
    /// The copy of the plugin's data. If the child gets a private root folder, the data appears as
    /// [`DATA_FOLDER`](crate::data::DATA_FOLDER).
    pub(crate) data: Option<PathBuf>,
    /// The file to start: an absolute path or a path within the folder.
    pub(crate) program: PathBuf,
    /// All words of the command, including the program's name.
    pub(crate) arguments: Vec<String>,
    /// Files and folders that the program may read, besides its own folder and the system libraries.
    pub(crate) reads: Vec<PathBuf>,
    /// Files that the program may read and start.
    pub(crate) runs: Vec<PathBuf>,
    /// Links that lead to these files.
    pub(crate) links: Vec<PathBuf>,
    pub(crate) limits: Limits,
    pub(crate) boundary: Boundary,
}

impl Order {
    /// The path of the program's folder within its private root folder.
    pub(crate) const FOLDER: &str = "/player";
}

/// Identifies the players that can use the same program one after another: the plugin, the options and the game.
#[derive(Clone, Debug)]
pub(crate) struct ProgramKey {
    /// The plugin's order. Different plugins have different orders, even with equal contents.
    pub(crate) order: Arc<Order>,
    pub(crate) game: String,
    pub(crate) options: String,
}

/// Keys are equal if players can share a program.
impl PartialEq for ProgramKey {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.order, &other.order)
            && self.game == other.game
            && self.options == other.options
    }
}

/// Whether a program is confined.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum Boundary {
    Confined,
    /// The user trusts the program.
    Open,
}

/// A plugin that never runs in this process.
pub(crate) trait SandboxedPlugin: fmt::Debug + Send + Sync {
    /// The confinement of the plugin's processes.
    fn confinement(&self) -> &Confinement;

    /// Creates the player that the `NewPlayer` describes, in a process from `pool` or in a new one. `label` is the
    /// player's name in messages.
    fn new_player(
        self: Arc<Self>,
        order: Vec<u8>,
        pool: &ProcessPool,
        label: &str,
    ) -> Result<Box<dyn SandboxedPlayer>, Failure>;
}

/// Processes that outlive their players and serve further players with the same parameters.
pub(crate) trait Pool: Clone + Default + fmt::Debug {
    /// A pool of at most `idle_max` idle processes.
    fn with_capacity(idle_max: usize) -> Self;

    /// Ends the idle processes, and cancels players that are being created.
    fn close(&self);

    /// The pool's closed flag.
    fn closed(&self) -> &Closed;

    /// Takes an idle program for a player with this key.
    fn take_program(&self, key: &ProgramKey) -> Option<IdleProgram>;

    /// Returns an idle program to the pool, for players with this key.
    fn keep_program(&self, key: &ProgramKey, program: IdleProgram);
}

/// A player in a separate process.
pub(crate) trait SandboxedPlayer: fmt::Debug + Send {
    /// Maximum thinking time per move in a match without a clock.
    fn move_time_max(&self) -> Option<Duration>;

    /// The CPU time that its process has used between calls; `None` without a process.
    fn idle_usage(&self) -> Option<IdleUsage>;

    /// Sends a `ToPlayer` message and returns the `FromPlayer` answer.
    fn call(&mut self, call: &Call<'_>) -> Result<Vec<u8>, Failure>;

    /// Queues a `ToPlayer` message for the next call. The answer to that call reports any failure. Returns `false` if
    /// the queue is full. Sends nothing if the process has ended.
    fn tell(&mut self, message: &[u8]) -> bool;

    /// Returns the process to the pool. Requires that no call has failed and the player is closed.
    fn leave(&mut self);
}

/// A message to a player in a separate process.
pub(crate) struct Call<'a> {
    pub(crate) purpose: Purpose,
    /// The encoded `ToPlayer`.
    pub(crate) message: &'a [u8],
    pub(crate) timeouts: Timeouts,
    /// The plugin and the player, such as "lucky/seventh".
    pub(crate) label: &'a str,
    /// The name that the player reports.
    pub(crate) name: &'a str,
    /// The table, during a turn.
    pub(crate) host: Option<&'a dyn Host>,
    /// The player's current action, for error messages, such as "at move 3 in W:W1".
    pub(crate) when: &'a dyn Fn() -> String,
}

/// The kind of message to a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    /// Begins a match.
    Start,
    /// Requests a move.
    Choose,
    /// Expects no answer. Doesn't need to be sent if the player's process has ended.
    Notify,
}

/// The time limits for an answer.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Timeouts {
    /// The time after which an answer is late.
    pub(crate) limit: Option<Duration>,
    /// The time from the limit until the process is killed.
    pub(crate) grace: Duration,
    /// The recommended time. When the budget expires, the table is polled, because it then requests the answer.
    pub(crate) budget: Option<Duration>,
}

impl Timeouts {
    /// A fixed limit without a grace period.
    pub(crate) const fn of(limit: Duration) -> Self {
        Self { limit: Some(limit), grace: Duration::ZERO, budget: None }
    }
}

/// The CPU time that a player's process used between calls, sampled while the process was not stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct IdleUsage {
    /// The CPU time that the process used on all cores.
    pub used: Duration,
    /// The total duration of the samples.
    pub sampled: Duration,
}

impl IdleUsage {
    /// Maximum total usage. A thread that never sleeps exceeds this at the third sample.
    pub const USED_MAX: Duration = Duration::from_millis(60);

    /// Returns `true` if the usage exceeds what a process needs before it goes to sleep.
    pub fn is_notable(&self) -> bool {
        self.used > Duration::from_millis(5)
    }
}

/// Shows "27 ms of CPU time in 25 ms between its moves".
impl fmt::Display for IdleUsage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (used, sampled) = (self.used.as_millis(), self.sampled.as_millis());
        write!(f, "{used} ms of CPU time in {sampled} ms between its moves")
    }
}
