//! How long an answer is waited for.

use std::time::{Duration, Instant};

use games_package::{Failure, FailureKind, Request, Urgency};

/// How often the table is asked whether it still needs the answer.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// How long after its deadline a program is ended: the table has declared its loss by then.
const AFTER_DEADLINE: Duration = Duration::from_millis(50);

/// A wait without a limit ends after this time.
const LONGEST: Duration = Duration::from_hours(24 * 365);

/// How long a program may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeLimits {
    /// From its start to its hello.
    pub ready: Duration,
    /// For a move in a match without a clock, if there is a limit.
    pub unlimited_move: Option<Duration>,
    /// For its answer when that is no longer needed. Then it is ended, which is not its fault.
    pub withdrawal: Duration,
}

impl Default for TimeLimits {
    /// Ten seconds to be ready, ten minutes for a move without a clock, 0.2 s to stop.
    fn default() -> Self {
        Self {
            ready: Duration::from_secs(10),
            unlimited_move: Some(Duration::from_mins(10)),
            withdrawal: Duration::from_millis(200),
        }
    }
}

/// The wait for one answer.
#[derive(Debug)]
pub(crate) struct Wait {
    begun: Instant,
    limit: Option<Duration>,
    budget: Option<Duration>,
    withdrawal: Duration,
    /// The highest urgency that the program knows of.
    urgency: Urgency,
    /// Since when the answer is no longer needed.
    withdrawn: Option<Instant>,
}

impl Wait {
    /// For the answer to `request`.
    pub(crate) fn for_move(request: &Request, limits: TimeLimits) -> Self {
        let limit = request.time_left.or(limits.unlimited_move);
        Self { budget: request.budget, ..Self::of(limit, limits) }
    }

    /// For an answer within `limit`.
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

    /// Notes how urgently the table needs the answer. Returns that if the program doesn't know it yet.
    pub(crate) fn note(&mut self, urgency: Urgency) -> Option<Urgency> {
        if urgency >= Urgency::Withdrawn && self.withdrawn.is_none() {
            self.withdrawn = Some(Instant::now());
        }
        let is_news = urgency > self.urgency;
        self.urgency = self.urgency.max(urgency);
        is_news.then_some(urgency)
    }

    /// Checks that there is time left.
    ///
    /// # Errors
    /// [`Failure`] if the answer is late.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        let after = self.begun.elapsed();
        if let Some(limit) = self.limit
            && (self.urgency == Urgency::TimedOut || after >= limit.saturating_add(AFTER_DEADLINE))
        {
            let (after, limit) = (after.as_secs_f64(), limit.as_secs_f64());
            let text = format!("was ended after {after:.2} s: its limit was {limit:.2} s");
            return Err(Failure::new(FailureKind::TimedOut, text));
        }
        match self.withdrawn.map(|since| since.elapsed()) {
            Some(after) if after >= self.withdrawal => {
                let after = after.as_secs_f64();
                let text = format!(
                    "was ended {after:.2} s after it was sent \"stop\", which it should read while it thinks"
                );
                Err(Failure::new(FailureKind::Error, text))
            }
            _ => Ok(()),
        }
    }

    /// When the wait is over.
    pub(crate) fn end(&self) -> Instant {
        let limit = self.limit.map_or(LONGEST, |limit| limit.saturating_add(AFTER_DEADLINE));
        self.begun + limit.min(LONGEST)
    }

    /// When the table is asked the next time.
    pub(crate) fn next_poll(&self) -> Instant {
        let now = Instant::now();
        let budget = self.budget.and_then(|budget| self.begun.checked_add(budget));
        let budget = budget.filter(|moment| *moment > now);
        (now + POLL_INTERVAL).min(self.end()).min(budget.unwrap_or(now + POLL_INTERVAL))
    }
}
