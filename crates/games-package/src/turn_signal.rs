//! What is decided about one request, and by whom.

use std::time::Duration;

use crate::Urgency;
use crate::sync::atomic::{AtomicU8, Ordering};

/// What the Moderator and a seat's thread have to agree on about one request at once.
#[derive(Debug)]
pub(crate) struct TurnSignal {
    /// How the player is told to come to an end: not yet, [`HURRY`] or [`WITHDRAWN`].
    stopped: AtomicU8,
    budget_end: Option<Duration>,
    /// What came first, the answer or the end of the time for it: [`OPEN`], [`ANSWERED`] or [`EXPIRED`].
    decided: AtomicU8,
}

const HURRY: u8 = 1;
const WITHDRAWN: u8 = 2;

const OPEN: u8 = 0;
const ANSWERED: u8 = 1;
const EXPIRED: u8 = 2;

impl TurnSignal {
    /// Says stop by itself at `budget_end`, in the table's time.
    pub(crate) fn new(budget_end: Option<Duration>) -> Self {
        Self { stopped: AtomicU8::new(0), budget_end, decided: AtomicU8::new(OPEN) }
    }

    /// The player has answered, and its answer is on its way. The time of the answer is to be read after this: where
    /// the time has expired before, it is later than the deadline then.
    pub(crate) fn answer(&self) {
        let _expired = self.decide(ANSWERED);
    }

    /// The deadline has passed. Whether there is no answer before it: one that is on its way is to be waited for, since
    /// it may have been given in time.
    pub(crate) fn expire(&self) -> bool {
        self.decide(EXPIRED) != ANSWERED
    }

    /// What is decided, now or before.
    fn decide(&self, decision: u8) -> u8 {
        let (success, failure) = (Ordering::AcqRel, Ordering::Acquire);
        self.decided
            .compare_exchange(OPEN, decision, success, failure)
            .map_or_else(|decided| decided, |_open| decision)
    }

    /// The player should answer at once.
    pub(crate) fn hurry(&self) {
        self.stopped.fetch_max(HURRY, Ordering::Relaxed);
    }

    /// The answer is not wanted any more.
    pub(crate) fn withdraw(&self) {
        self.stopped.fetch_max(WITHDRAWN, Ordering::Relaxed);
    }

    /// Whether the answer is not wanted any more.
    pub(crate) fn is_withdrawn(&self) -> bool {
        self.stopped.load(Ordering::Relaxed) == WITHDRAWN
    }

    /// How urgently the answer is wanted at `now`.
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
