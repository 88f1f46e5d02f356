//! The host for a player that serves another program.

use std::io::Write;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use games_package::{AskError, Host, Prompt, TableGame, Thinking, Urgency};
use plain_protocol::{FromProgram, Info, StopReason, duration};

use super::commands::Shared;
use crate::lock::lock;

/// A player that is still running this long after a stop counts as hung.
const HANG_TIMEOUT: Duration = Duration::from_secs(2);

/// The time for a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct QuestionTime {
    pub(super) left: Option<Duration>,
    pub(super) budget: Option<Duration>,
}

impl QuestionTime {
    /// Times in seconds.
    pub(super) fn of(left: Option<f64>, budget: Option<f64>) -> Self {
        Self { left: left.map(duration), budget: budget.map(duration) }
    }

    /// For a player that began thinking without a clock and so can't manage one: only the budget counts.
    fn without_clock(self) -> Self {
        let limit = [self.left, self.budget].into_iter().flatten().min();
        Self { left: limit, budget: limit }
    }
}

/// The time limits for a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mode {
    /// The other program is waiting for the answer and allows this time.
    Asked(QuestionTime),
    /// The other program doesn't wait for an answer before a ponder hit.
    Pondering,
}

/// Replaces the table as the player's host.
pub(super) struct ThinkingHost<'a, W> {
    pub(super) shared: &'a Shared<W>,
    /// The question's number.
    pub(super) id: u64,
    pub(super) mode: Mode,
    pub(super) begun: Instant,
    /// The position that the question is about.
    pub(super) position: &'a str,
    pub(super) rules: &'a Arc<dyn TableGame>,
    /// The best line that the player has reported so far.
    pub(super) best: Mutex<String>,
}

impl<W> ThinkingHost<'_, W> {
    /// The expected reply to `mv`, according to the player's best reported line.
    pub(super) fn expected(&self, mv: &str) -> Option<String> {
        let best = lock(&self.best);
        let mut moves = best.split_ascii_whitespace();
        moves.next().filter(|first| *first == mv).and_then(|_| moves.next()).map(String::from)
    }

    fn timed_urgency(since: Instant, time: QuestionTime) -> Urgency {
        let elapsed = since.elapsed();
        let is_over = |limit: Option<Duration>| limit.is_some_and(|limit| elapsed >= limit);
        if is_over(time.left) {
            Urgency::MoveNow
        } else if is_over(time.budget) {
            Urgency::BudgetUsed
        } else {
            Urgency::None
        }
    }
}

impl<W: Write + Send> Host for ThinkingHost<'_, W> {
    fn urgency(&self) -> Urgency {
        let is_hung = |since: Instant| since.elapsed() >= HANG_TIMEOUT;
        if let Some(since) = self.shared.quit() {
            return if is_hung(since) { Urgency::TimedOut } else { Urgency::Withdrawn };
        }
        let stopped = match self.shared.stopped(self.id) {
            Some((_, since)) if is_hung(since) => return Urgency::TimedOut,
            Some((stop, _)) => match stop.why {
                StopReason::BudgetUsed => Urgency::BudgetUsed,
                StopReason::MoveNow => Urgency::MoveNow,
                StopReason::Withdrawn => Urgency::Withdrawn,
            },
            None => Urgency::None,
        };
        let timed = match self.mode {
            Mode::Asked(time) => Self::timed_urgency(self.begun, time),
            Mode::Pondering => self.shared.hit(self.id).map_or(Urgency::None, |(hit, since)| {
                let time = QuestionTime::of(hit.time_left, hit.budget);
                Self::timed_urgency(since, time.without_clock())
            }),
        };
        stopped.max(timed)
    }

    fn report(&self, thinking: &Thinking) {
        if thinking.rank == 1 {
            thinking.line.clone_into(&mut lock(&self.best));
        }
        // A closed output will be noticed at the next answer.
        let _unread = self.shared.send(&FromProgram::Info(Info::from(thinking)));
    }

    fn ask(&self, _prompt: &Prompt) -> Result<String, AskError> {
        Err(AskError::Nobody)
    }

    fn resolve(&self, text: &str) -> Result<String, String> {
        let state = self.rules.open(Some(self.position)).map_err(|error| error.reason())?;
        state.resolve(text).map_err(|error| error.reason())
    }

    fn rules(&self) -> Option<Arc<dyn TableGame>> {
        Some(Arc::clone(self.rules))
    }

    fn log(&self, text: &str) {
        tracing::info!(text, "player message");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn after_pondering_the_move_is_due_when_the_budget_runs_out() {
        let check = |left, budget, asked: Urgency, pondered: Urgency| {
            let time = QuestionTime::of(left, budget);
            let urgency = |time| ThinkingHost::<'_, Vec<u8>>::timed_urgency(Instant::now(), time);
            assert_eq!((urgency(time), urgency(time.without_clock())), (asked, pondered));
        };
        check(Some(100.0), Some(0.0), Urgency::BudgetUsed, Urgency::MoveNow);
        check(Some(0.0), None, Urgency::MoveNow, Urgency::MoveNow);
        check(Some(100.0), Some(50.0), Urgency::None, Urgency::None);
        check(None, None, Urgency::None, Urgency::None);
    }
}
