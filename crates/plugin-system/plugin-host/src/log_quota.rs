//! A player's log quota.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Maximum number of bytes to accept in log lines per call. Each line counts [`LINE_BYTES`] extra.
const CALL_BYTES_MAX: usize = 64 << 10;

/// Maximum number of bytes to accept in log lines per child process or, for players in this process, per player. Each
/// line counts [`LINE_BYTES`] extra.
const BYTES_MAX: usize = 4 << 20;

/// The overhead in bytes that each line adds to the log: time, level and player.
const LINE_BYTES: usize = 100;

/// The used part of the quota, in bytes.
#[derive(Debug, Default)]
pub(crate) struct LogQuota(AtomicUsize);

/// The quota for one call.
#[derive(Debug)]
pub(crate) struct CallQuota<'a> {
    share: &'a LogQuota,
    bytes: AtomicUsize,
    is_full: AtomicBool,
}

impl<'a> CallQuota<'a> {
    /// The quota for a new call.
    pub(crate) const fn of(share: &'a LogQuota) -> Self {
        Self { share, bytes: AtomicUsize::new(0), is_full: AtomicBool::new(false) }
    }

    /// Returns `true` if the line fits. The first time that a line doesn't fit, logs this fact with the player's name.
    pub(crate) fn takes(&self, line: &str, player: &str) -> bool {
        let bytes = line.len() + LINE_BYTES;
        if fill(&self.bytes, bytes, CALL_BYTES_MAX) && fill(&self.share.0, bytes, BYTES_MAX) {
            return true;
        }
        if !self.is_full.swap(true, Ordering::Relaxed) {
            tracing::warn!(player, "logs too much; further lines are dropped");
        }
        false
    }
}

/// Adds `bytes` if the sum is at most `most`.
fn fill(filled: &AtomicUsize, bytes: usize, most: usize) -> bool {
    let more = |filled: usize| filled.checked_add(bytes).filter(|filled| *filled <= most);
    filled.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_and_processes_have_separate_quotas() {
        let share = LogQuota::default();
        let line = "x".repeat(924);
        let mut calls = 0;
        loop {
            let log = CallQuota::of(&share);
            let accepted = (0..100).filter(|_| log.takes(&line, "lucky")).count();
            if accepted == 0 {
                break;
            }
            assert_eq!(accepted * (line.len() + LINE_BYTES), CALL_BYTES_MAX);
            calls += 1;
        }
        assert_eq!(calls * CALL_BYTES_MAX, BYTES_MAX);
    }
}
