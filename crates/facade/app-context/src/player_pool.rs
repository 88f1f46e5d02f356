//! Reuses plugin and engine processes for players in many games.

use std::time::Duration;

use engine_protocols::{EnginePool, Timeouts};
use plugin_host::ProcessPool;

/// Plugin and engine processes, reused for players in many games, one player at a time. Clones share the same
/// processes, which end when the last clone is dropped.
///
/// The [default](Self::default) pool doesn't reuse processes: every player gets a new one.
#[derive(Clone, Debug, Default)]
pub struct PlayerPool {
    pub(crate) plugins: ProcessPool,
    pub(crate) engines: EnginePool,
    /// The engine timeouts.
    pub(crate) timeouts: Timeouts,
}

impl PlayerPool {
    /// A pool with at most `idle_max` idle processes of each kind. Beyond that, it ends the processes that have been
    /// idle the longest.
    pub fn with_capacity(idle_max: usize) -> Self {
        Self {
            plugins: ProcessPool::with_capacity(idle_max),
            engines: EnginePool::with_capacity(idle_max),
            timeouts: Timeouts::default(),
        }
    }

    /// The same pool, with this time limit for starting an engine.
    #[must_use]
    pub fn with_startup_limit(mut self, limit: Duration) -> Self {
        self.timeouts.ready = limit;
        self
    }

    /// A pool with the same settings that gives each player a new process.
    #[must_use]
    pub fn without_reuse(&self) -> Self {
        Self { timeouts: self.timeouts, ..Self::default() }
    }

    /// Ends the idle processes, and cancels players that are being created or are starting a match; see
    /// [`ProcessPool::close`].
    pub fn close(&self) {
        self.plugins.close();
        self.engines.close();
    }
}
