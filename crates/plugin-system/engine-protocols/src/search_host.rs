//! The host for a player that serves another program.

use std::io::Write;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use games_package::{AskError, Host, Prompt, Thinking, Urgency, Valuation};
use notation::ProtocolLine;

use crate::control::Control;
use crate::level::MoveTime;
use crate::lock::lock;

/// A player that is still running this long after the end of its search counts as hung.
const HANG_TIMEOUT: Duration = Duration::from_secs(2);

/// The player's host during a search.
pub(crate) struct SearchHost<'a, W> {
    pub(crate) control: &'a Control<W>,
    pub(crate) line: &'a dyn ProtocolLine,
    pub(crate) info: fn(&Thinking, Duration, &str) -> String,
    pub(crate) begun: Instant,
    pub(crate) time: Option<MoveTime>,
    /// Whether the player may manage its own clock. The clock doesn't run while the player ponders.
    pub(crate) manages_clock: bool,
    /// Search number.
    pub(crate) search: u64,
    /// If set, the clock starts only when the other program reports that the expected move was played.
    pub(crate) pondering: bool,
    /// Only lines that start with one of these moves are reported; all lines if empty.
    pub(crate) among: &'a [String],
    pub(crate) best: Mutex<Best>,
}

impl<W: Write> SearchHost<'_, W> {
    /// Returns `true` if the search was stopped or has used up its `limit`.
    fn is_over(&self, limit: impl FnOnce(MoveTime) -> Duration) -> bool {
        let since =
            if self.pondering { self.control.ponder_hit_at(self.search) } else { Some(self.begun) };
        let used_up = |(since, time): (Instant, MoveTime)| since.elapsed() >= limit(time);
        self.control.stopped_at(self.search).is_some() || since.zip(self.time).is_some_and(used_up)
    }

    /// The report to pass on. `None` if its move was not requested, or if it ranks below an earlier report at the same
    /// depth.
    fn passed_on(&self, thinking: &Thinking) -> Option<Thinking> {
        let mut best = lock(&self.best);
        let (depth, rank) = best.place;
        let is_better = thinking.depth > depth || thinking.rank <= rank;
        if self.among.is_empty() {
            if thinking.rank == 1 {
                thinking.line.clone_into(&mut best.line);
                best.valuation = Some(thinking.valuation);
            }
            return Some(thinking.clone());
        }
        let first = thinking.line.split(' ').next().unwrap_or_default();
        let is_asked_for = self.among.iter().any(|mv| mv == first);
        (is_asked_for && is_better).then(|| {
            *best = Best {
                place: (thinking.depth, thinking.rank),
                line: thinking.line.clone(),
                valuation: Some(thinking.valuation),
            };
            Thinking { rank: 1, ..thinking.clone() }
        })
    }
}

/// The best line that the player has reported so far.
#[derive(Default)]
pub(crate) struct Best {
    /// The line's depth and its rank at that depth.
    place: (u32, u32),
    /// The line, in the table's notation.
    pub(crate) line: String,
    /// The line's value; `None` if nothing was reported.
    pub(crate) valuation: Option<Valuation>,
}

impl<W: Write + Send> Host for SearchHost<'_, W> {
    fn urgency(&self) -> Urgency {
        let stopped = self.control.stopped_at(self.search);
        if stopped.is_some_and(|since| since.elapsed() >= HANG_TIMEOUT) {
            Urgency::TimedOut
        } else if self.is_over(|time| if self.manages_clock { time.limit } else { time.budget }) {
            Urgency::MoveNow
        } else if self.is_over(|time| time.budget) {
            Urgency::BudgetUsed
        } else {
            Urgency::None
        }
    }

    fn report(&self, thinking: &Thinking) {
        let Some(thinking) = self.passed_on(thinking) else { return };
        let elapsed = self.begun.elapsed();
        let moves = self.line.moves_to_protocol(&thinking.line).join(" ");
        // A closed output will be noticed at the next answer.
        let _unread = self.control.send(&(self.info)(&thinking, elapsed, &moves));
    }

    fn ask(&self, _prompt: &Prompt) -> Result<String, AskError> {
        Err(AskError::Nobody)
    }

    fn resolve(&self, text: &str) -> Result<String, String> {
        let found = self.line.resolve(text);
        found.map_err(|error| error.reason())
    }

    fn log(&self, text: &str) {
        tracing::info!(text, "player message");
    }
}
