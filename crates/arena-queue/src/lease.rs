//! How long a worker may be silent, and all times that follow from it.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// How long the queue waits for word from a worker before it gives its pair to another one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Lease(Duration);

impl Lease {
    /// The shortest one.
    pub const MIN: Duration = Duration::from_secs(2);
    /// The longest one.
    pub const MAX: Duration = Duration::from_hours(1);

    /// A lease of this length; the nearest that there may be.
    pub fn new(length: Duration) -> Self {
        Self(length.clamp(Self::MIN, Self::MAX))
    }

    /// How long it is.
    pub fn length(self) -> Duration {
        // It may have come over the wire.
        self.0.clamp(Self::MIN, Self::MAX)
    }

    /// How often a worker extends it, and tells the scheduler what it plays.
    pub fn heartbeat(self) -> Duration {
        self.length() / 3
    }

    /// How long nothing must be heard of a pair before the scheduler gives it up for lost: longer than the queue needs
    /// to give it to another worker and that worker to tell.
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
