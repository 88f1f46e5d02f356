//! A turn's elapsed time. The elapsed time is saved with the match, so clocks are right even after the server is
//! killed.

use std::time::{Duration, Instant};

use match_library::ProgramRun;
use serde::{Deserialize, Serialize};

/// The elapsed time of the current turn in a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct TurnTime {
    /// The time elapsed before the last interruption.
    used: Duration,
    /// The start of the running period; `None` while the turn is interrupted.
    since: Option<Instant>,
}

impl TurnTime {
    /// A turn that was interrupted after `used`.
    pub(crate) const fn interrupted(used: Duration) -> Self {
        Self { used, since: None }
    }

    /// A turn that begins now.
    pub(crate) const fn new(now: Instant) -> Self {
        Self { used: Duration::ZERO, since: Some(now) }
    }

    /// Interrupts the turn.
    pub(crate) fn interrupt(&mut self, now: Instant) {
        if let Some(since) = self.since.take() {
            self.used += now.duration_since(since);
        }
    }

    /// Resumes the turn.
    pub(crate) fn go_on(&mut self, now: Instant) {
        self.since.get_or_insert(now);
    }

    /// The form to save for the turn after `plies`. This server run began at `start`.
    pub(crate) fn saved(self, run: ProgramRun, start: Instant, plies: usize) -> SavedTurn {
        SavedTurn {
            run: run.number(),
            plies,
            used_ms: milliseconds(self.used),
            since_ms: self.since.map(|since| milliseconds(since.duration_since(start))),
        }
    }
}

/// A turn's saved elapsed time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct SavedTurn {
    /// The ID of the server run.
    run: i64,
    /// The number of plies before the turn.
    plies: usize,
    used_ms: u64,
    /// The time when the turn was resumed, in milliseconds since the server's start; `None` if the turn is interrupted.
    since_ms: Option<u64>,
}

impl SavedTurn {
    /// Formats the turn as JSON.
    pub(crate) fn text(self) -> String {
        // All keys are strings, so serialization can't fail.
        serde_json::to_string(&self).unwrap_or_default()
    }

    /// Parses the output of [`text`](Self::text). Returns `None` for anything else.
    pub(crate) fn from_text(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }

    /// The server run that saved the turn.
    pub(crate) const fn run(self) -> ProgramRun {
        ProgramRun::new(self.run)
    }

    /// The turn's elapsed time when the server was last alive, `run_time` after its start. `None` if this is not the
    /// turn after `plies`.
    pub(crate) fn elapsed(self, plies: usize, run_time: Option<Duration>) -> Option<Duration> {
        if self.plies != plies {
            return None;
        }
        let went_on = self
            .since_ms
            .zip(run_time)
            .map(|(since, run_time)| run_time.saturating_sub(Duration::from_millis(since)));
        Some(Duration::from_millis(self.used_ms) + went_on.unwrap_or_default())
    }
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn a_turn_is_counted_until_the_server_was_last_alive() {
        let start = Instant::now();
        let mut turn = TurnTime::new(start + seconds(10));
        let saved = |turn: TurnTime| {
            let text = turn.saved(ProgramRun::new(7), start, 3).text();
            SavedTurn::from_text(&text).unwrap()
        };
        let elapsed = |turn, run_time| saved(turn).elapsed(3, Some(seconds(run_time)));
        assert_eq!(elapsed(turn, 14), Some(seconds(4)));
        assert_eq!(elapsed(turn, 9), Some(Duration::ZERO), "it was written before the turn");
        turn.interrupt(start + seconds(13));
        assert_eq!(elapsed(turn, 99), Some(seconds(3)));
        turn.go_on(start + seconds(20));
        assert_eq!(elapsed(turn, 22), Some(seconds(5)));
        assert_eq!(saved(turn).elapsed(3, None), Some(seconds(3)), "the run is not known");
        assert_eq!(saved(turn).elapsed(4, Some(seconds(22))), None, "it is another turn");
        assert_eq!(SavedTurn::from_text("{}"), None);
    }
}
