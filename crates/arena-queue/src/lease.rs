//! How long a worker may be silent, and the times that depend on it.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// How long the queue waits for a sign of life from a worker before it gives its pair to another one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Lease(Duration);

impl Lease {
    /// The shortest lease.
    pub const MIN: Duration = Duration::from_secs(2);
    /// The longest lease.
    pub const MAX: Duration = Duration::from_hours(1);

    /// A lease of this length, within [`Self::MIN`] and [`Self::MAX`].
    pub fn new(length: Duration) -> Self {
        Self(length.clamp(Self::MIN, Self::MAX))
    }

    /// Its length.
    pub fn length(self) -> Duration {
        // It may have been received in a message.
        self.0.clamp(Self::MIN, Self::MAX)
    }

    /// How often a worker extends its leases and sends a heartbeat.
    pub fn heartbeat(self) -> Duration {
        self.length() / 3
    }

    /// After how long without a report a pair counts as lost. This is longer than the queue needs to give it to another
    /// worker, and that worker to report it.
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
