//! Time sources.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The table's clock. The clock is a parameter, so tests can control it and records can be replayed.
pub trait TimeSource: Send + Sync {
    /// The time since some fixed moment. This clock never goes back.
    fn now(&self) -> Duration;
}

/// The machine's monotonic clock, which starts at zero when this program first reads it.
#[derive(Clone, Copy, Debug, Default)]
pub struct MonotonicTime;

/// The time when the clock was first read.
static FIRST_READ: OnceLock<Instant> = OnceLock::new();

impl TimeSource for MonotonicTime {
    fn now(&self) -> Duration {
        FIRST_READ.get_or_init(Instant::now).elapsed()
    }
}

/// A clock that moves only on command.
#[derive(Debug, Default)]
pub struct ManualTime(AtomicU64);

impl ManualTime {
    /// Advances the time, to at most 2⁶⁴ nanoseconds (584 years).
    pub fn advance(&self, by: Duration) {
        let by = u64::try_from(by.as_nanos()).unwrap_or(u64::MAX);
        let _moved = self
            .0
            .fetch_update(Ordering::SeqCst, Ordering::SeqCst, |now| Some(now.saturating_add(by)));
    }
}

impl TimeSource for ManualTime {
    fn now(&self) -> Duration {
        Duration::from_nanos(self.0.load(Ordering::SeqCst))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manual_clock_never_runs_backward() {
        let time = ManualTime::default();
        time.advance(Duration::from_secs(1));
        time.advance(Duration::MAX);
        assert_eq!(time.now(), Duration::from_nanos(u64::MAX));
    }
}
