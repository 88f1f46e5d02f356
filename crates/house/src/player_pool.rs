//! Processes that outlive their players.

use engine_protocols::plain::ProgramPool;
use plugin_host::ProcessPool;

/// Processes of plugins and of other programs that are reused for the players of many games, one player after another.
/// Clones share the same processes, which end with the last clone.
///
/// The [default](Self::default) keeps none: every player gets a new process.
#[derive(Clone, Debug, Default)]
pub struct PlayerPool {
    pub(crate) plugins: ProcessPool,
    pub(crate) engines: ProgramPool,
}

impl PlayerPool {
    /// Keeps at most `idle_max` idle processes of each kind; beyond that the ones that have been idle for longest are ended.
    pub fn with_capacity(idle_max: usize) -> Self {
        Self {
            plugins: ProcessPool::with_capacity(idle_max),
            engines: ProgramPool::with_capacity(idle_max),
        }
    }

    /// Ends the idle processes, and cancels players that are being made or are starting a match: see [`ProcessPool::close`].
    pub fn close(&self) {
        self.plugins.close();
        self.engines.close();
    }
}
