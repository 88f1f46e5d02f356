//! Time limits for answers.

use std::time::{Duration, Instant};

use games_package::{Failure, FailureKind, MoveLimit, Request, Setup, Urgency};

/// The interval at which the table is polled while a question is open.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// The time from a deadline until the program is ended. By then, the table has declared that the program lost on time.
const AFTER_DEADLINE: Duration = Duration::from_millis(50);

/// Maximum time to wait if there is no limit.
const LONGEST: Duration = Duration::from_hours(24 * 365);

/// Time limits for a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeLimits {
    /// The time from the program's start to its hello.
    pub ready: Duration,
    /// The time for a move in a match without a clock, in addition to the match's own limit; `None` for no limit.
    pub unlimited_move: Option<Duration>,
    /// The time for an answer that is no longer needed. Afterwards, the program is ended without blame.
    pub withdrawal: Duration,
}

impl Default for TimeLimits {
    /// Defaults to ten seconds to be ready, ten minutes for a move without a clock, and 0.2 s to stop.
    fn default() -> Self {
        Self {
            ready: Duration::from_secs(10),
            unlimited_move: Some(Duration::from_mins(10)),
            withdrawal: Duration::from_millis(200),
        }
    }
}

/// The match's time limits besides the clocks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoveLimits {
    /// The tolerated delay for a move.
    margin: Duration,
    /// The time limit for a move without a clock.
    move_limit: MoveLimit,
}

impl Default for MoveLimits {
    fn default() -> Self {
        Self { margin: Duration::ZERO, move_limit: MoveLimit::NONE }
    }
}

impl From<&Setup> for MoveLimits {
    fn from(setup: &Setup) -> Self {
        Self { margin: setup.margin, move_limit: setup.move_limit }
    }
}

/// The wait for a single answer.
#[derive(Debug)]
pub(crate) struct Wait {
    begun: Instant,
    limit: Option<Duration>,
    budget: Option<Duration>,
    withdrawal: Duration,
    /// The highest urgency that was sent to the program.
    urgency: Urgency,
    /// The time at which the request was withdrawn.
    withdrawn: Option<Instant>,
}

impl Wait {
    /// The wait for the answer to `request`.
    pub(crate) fn for_move(request: &Request, limits: TimeLimits, of_match: MoveLimits) -> Self {
        let of_move = of_match.move_limit.duration().into_iter().chain(limits.unlimited_move).min();
        let limit = request.time_left.or(of_move);
        let limit = limit.map(|limit| limit.saturating_add(of_match.margin));
        Self { budget: request.budget, ..Self::of(limit, limits) }
    }

    /// Waits for an answer for at most `limit`.
    pub(crate) fn of(limit: Option<Duration>, limits: TimeLimits) -> Self {
        Self {
            begun: Instant::now(),
            limit,
            budget: None,
            withdrawal: limits.withdrawal,
            urgency: Urgency::None,
            withdrawn: None,
        }
    }

    /// Records the answer's urgency. Returns the urgency if it must be sent to the program.
    pub(crate) fn note(&mut self, urgency: Urgency) -> Option<Urgency> {
        if urgency >= Urgency::Withdrawn && self.withdrawn.is_none() {
            self.withdrawn = Some(Instant::now());
        }
        let is_news = urgency > self.urgency;
        self.urgency = self.urgency.max(urgency);
        is_news.then_some(urgency)
    }

    /// Checks that time remains.
    ///
    /// # Errors
    /// [`Failure`] if the answer is late.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        let after = self.begun.elapsed();
        if let Some(limit) = self.limit
            && (self.urgency == Urgency::TimedOut || after >= limit.saturating_add(AFTER_DEADLINE))
        {
            let (after, limit) = (after.as_secs_f64(), limit.as_secs_f64());
            let text = format!("was killed after {after:.2} s: its limit was {limit:.2} s");
            return Err(Failure::new(FailureKind::TimedOut, text));
        }
        match self.withdrawn.map(|since| since.elapsed()) {
            Some(after) if after >= self.withdrawal => {
                let after = after.as_secs_f64();
                let text = format!(
                    "was killed {after:.2} s after it was sent \"stop\", which it should read while it thinks"
                );
                Err(Failure::new(FailureKind::Error, text))
            }
            _ => Ok(()),
        }
    }

    /// The time at which the wait ends.
    pub(crate) fn end(&self) -> Instant {
        let limit = self.limit.map_or(LONGEST, |limit| limit.saturating_add(AFTER_DEADLINE));
        self.begun + limit.min(LONGEST)
    }

    /// The time of the next check whether the table still wants the answer.
    pub(crate) fn next_poll(&self) -> Instant {
        let now = Instant::now();
        let budget = self.budget.and_then(|budget| self.begun.checked_add(budget));
        let budget = budget.filter(|moment| *moment > now);
        (now + POLL_INTERVAL).min(self.end()).min(budget.unwrap_or(now + POLL_INTERVAL))
    }
}

#[cfg(test)]
mod tests {
    use board_engine::Seat;

    use super::*;

    /// Checks the longest wait for a move with this many seconds left, a margin of 2 s, and this move limit.
    fn check(time_left: Option<u64>, move_limit: &str, expected: Option<u64>) {
        let request = Request {
            seat: Seat::FIRST,
            start: String::new(),
            moves: String::new(),
            position: String::new(),
            legal_moves: Vec::new(),
            time_left: time_left.map(Duration::from_secs),
            budget: None,
            draw_offer: None,
            clocks: Vec::new(),
        };
        let of_match =
            MoveLimits { margin: Duration::from_secs(2), move_limit: move_limit.parse().unwrap() };
        let limits = TimeLimits { unlimited_move: None, ..TimeLimits::default() };
        let wait = Wait::for_move(&request, limits, of_match);
        assert_eq!(wait.limit, expected.map(Duration::from_secs), "{time_left:?}, {move_limit}");
    }

    #[test]
    fn a_program_is_killed_only_after_the_margin() {
        check(Some(5), "1m", Some(7));
        check(None, "1m", Some(62));
        check(None, "none", None);
    }
}
