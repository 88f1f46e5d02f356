//! What the rest of the crate knows of plugins in processes of their own, whatever the system is.

use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use games_package::{Failure, Host};

use super::ProcessPool;
use crate::{Confinement, Isolation, PluginError};

/// What a plugin gave, or the `FromPlayer` with which it refused.
pub(crate) type Given = Result<Vec<u8>, Vec<u8>>;

/// Loads the plugin in `file`, of which `copy` is the private copy,
/// in a process of its own, and asks it for its manifest.
pub(crate) type Load = fn(
    file: &Path,
    copy: &Path,
    isolation: &Arc<Isolation>,
) -> Result<(Arc<dyn SandboxedPlugin>, Given), PluginError>;

/// A plugin whose code never runs in this process.
pub(crate) trait SandboxedPlugin: fmt::Debug + Send + Sync {
    /// How well its processes are confined.
    fn confinement(&self) -> &Confinement;

    /// Makes the player of a `NewPlayer`, called `label`, in a process of its own: one of
    /// `pool` if there is one for it.
    fn new_player(
        self: Arc<Self>,
        order: Vec<u8>,
        pool: &ProcessPool,
        label: &str,
    ) -> Result<Box<dyn SandboxedPlayer>, Failure>;
}

/// Processes that outlive their players, for those that are made in the same way.
pub(crate) trait Pool: Clone + Default + fmt::Debug {
    /// Keeps at most `kept_max` processes without a player.
    fn keeping(kept_max: usize) -> Self;

    /// Ends them, and gives up on players that are being made.
    fn close(&self);
}

/// A player in a process of its own.
pub(crate) trait SandboxedPlayer: fmt::Debug + Send {
    /// The longest that it may think about a move where no time is counted.
    fn move_time_max(&self) -> Option<Duration>;

    /// What its process has used of the processors between its calls; none where it has no process.
    fn idle_usage(&self) -> Option<IdleUsage>;

    /// The `FromPlayer` that answers a `ToPlayer`.
    fn call(&mut self, call: &Call<'_>) -> Result<Vec<u8>, Failure>;

    /// Sends a `ToPlayer` with the next call, whose answer reports what goes wrong. Whether there was room for it;
    /// where the process has ended there is nothing to send.
    fn tell(&mut self, message: &[u8]) -> bool;

    /// Leaves the process to the next player. Nothing has gone wrong in it, and the player has been closed.
    fn leave(&mut self);
}

/// A message to a player in a process of its own.
pub(crate) struct Call<'a> {
    pub(crate) purpose: Purpose,
    /// The encoded `ToPlayer`.
    pub(crate) message: &'a [u8],
    pub(crate) patience: Patience,
    /// The plugin and the player: "lucky/seventh".
    pub(crate) label: &'a str,
    /// What the player calls itself.
    pub(crate) name: &'a str,
    /// The table, during a turn.
    pub(crate) host: Option<&'a dyn Host>,
    /// What the player is doing, for the report on its failure: "at move 3 in W:W1".
    pub(crate) when: &'a dyn Fn() -> String,
}

/// What a message to a player is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    /// It begins a match.
    Start,
    /// It asks for a move.
    Choose,
    /// It needs no answer: a player whose process has ended need not get it.
    Tell,
}

/// How long an answer may take.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Patience {
    /// The answer is late after this.
    pub(crate) limit: Option<Duration>,
    /// So long after the limit the process is killed.
    pub(crate) grace: Duration,
    /// After this the table says that it wants an answer; it is asked just then.
    pub(crate) budget: Option<Duration>,
}

impl Patience {
    /// So long and no longer.
    pub(crate) const fn of(limit: Duration) -> Self {
        Self { limit: Some(limit), grace: Duration::ZERO, budget: None }
    }
}

/// The processor time that a player's process has used between its calls, in samples in which it was not stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct IdleUsage {
    /// The processor time that it used, of all cores.
    pub used: Duration,
    /// How long the samples were.
    pub sampled: Duration,
}

impl IdleUsage {
    /// The most that may be used in all. A thread that never sleeps has used more at the third sample.
    pub const USED_MAX: Duration = Duration::from_millis(60);

    /// Whether it is more than a process needs to fall asleep.
    pub fn is_notable(&self) -> bool {
        self.used > Duration::from_millis(5)
    }
}

/// "27 ms of processor time in 25 ms between its moves".
impl fmt::Display for IdleUsage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (used, sampled) = (self.used.as_millis(), self.sampled.as_millis());
        write!(f, "{used} ms of processor time in {sampled} ms between its moves")
    }
}
