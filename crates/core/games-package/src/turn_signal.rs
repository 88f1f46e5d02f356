//! The state of one request, shared by the Moderator and a seat's thread.

use std::time::Duration;

use crate::Urgency;
use crate::sync::atomic::{AtomicU8, Ordering};

/// The state of one request. The Moderator and a seat's thread must agree on this state atomically.
#[derive(Debug)]
pub(crate) struct TurnSignal {
    /// Whether the player must stop: 0, [`HURRY`] or [`WITHDRAWN`].
    stopped: AtomicU8,
    budget_end: Option<Duration>,
    /// The state of the race between the answer and the deadline: [`OPEN`], [`ANSWERED`] or [`EXPIRED`].
    decided: AtomicU8,
}

const HURRY: u8 = 1;
const WITHDRAWN: u8 = 2;

const OPEN: u8 = 0;
const ANSWERED: u8 = 1;
const EXPIRED: u8 = 2;

impl TurnSignal {
    /// A signal that by itself requests the move at `budget_end`, in table time.
    pub(crate) fn new(budget_end: Option<Duration>) -> Self {
        Self { stopped: AtomicU8::new(0), budget_end, decided: AtomicU8::new(OPEN) }
    }

    /// Records that the player has answered and that its answer is in transit. Read the time of the answer only after
    /// this call: if the deadline has already expired, that time is then later than the deadline.
    pub(crate) fn answer(&self) {
        let _expired = self.decide(ANSWERED);
    }

    /// Records that the deadline has passed. Returns `false` if an answer is in transit; the caller must wait for the
    /// answer, because it may be in time.
    pub(crate) fn expire(&self) -> bool {
        self.decide(EXPIRED) != ANSWERED
    }

    /// Makes this decision unless an earlier decision exists, and returns the decision in force.
    fn decide(&self, decision: u8) -> u8 {
        let (success, failure) = (Ordering::AcqRel, Ordering::Acquire);
        self.decided
            .compare_exchange(OPEN, decision, success, failure)
            .map_or_else(|decided| decided, |_open| decision)
    }

    /// Tells the player to answer immediately.
    pub(crate) fn hurry(&self) {
        self.stopped.fetch_max(HURRY, Ordering::Relaxed);
    }

    /// Marks the answer as no longer needed.
    pub(crate) fn withdraw(&self) {
        self.stopped.fetch_max(WITHDRAWN, Ordering::Relaxed);
    }

    /// Returns `true` if the answer is no longer needed.
    pub(crate) fn is_withdrawn(&self) -> bool {
        self.stopped.load(Ordering::Relaxed) == WITHDRAWN
    }

    /// The urgency of the answer at `now`.
    pub(crate) fn urgency(&self, now: impl FnOnce() -> Duration) -> Urgency {
        if self.decided.load(Ordering::Acquire) == EXPIRED {
            Urgency::TimedOut
        } else if self.is_withdrawn() {
            Urgency::Withdrawn
        } else if self.stopped.load(Ordering::Relaxed) == HURRY {
            Urgency::MoveNow
        } else if self.budget_end.is_some_and(|end| now() >= end) {
            Urgency::BudgetUsed
        } else {
            Urgency::None
        }
    }
}
