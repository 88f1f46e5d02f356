//! The signals to a child: it runs while it is asked for something, and is stopped as soon as it has answered.
//!
//! So it can't think in its opponent's time, whatever its threads do. For a hundredth of its rest it is left alone and
//! looked at: what it uses then says whether it would think on, which its author should know.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};

use super::processor_time::processor_time;
use crate::sandbox::RestUse;

/// A look begins so long after the answer. Threads that end with it have ended by then; the system counts the time of
/// those that run only at every tick, 10 ms at most.
const SETTLING_TIME: Duration = Duration::from_millis(10);

/// How long a child is looked at.
const LOOK_TIME: Duration = Duration::from_millis(25);

/// A child that was left alone is stopped for so many times that time before it is left alone again.
const STOPPED_SHARE: u32 = 100;

/// What keeps one child where it belongs. Signals go to its whole group, and to nobody once it has ended: its number may
/// be somebody else's then.
#[derive(Debug)]
pub(super) struct Leash {
    group: Pid,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    phase: Phase,
    /// How many calls have been answered.
    rests: u64,
    /// How long it must still be stopped before it is left alone again.
    owed: Duration,
    rest_use: RestUse,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// It is asked for something.
    Busy,
    /// It has answered and is left alone.
    Alone {
        since: Instant,
    },
    Stopped {
        since: Instant,
    },
    Ended,
}

impl Leash {
    /// Of a process that has just been started, and that leads a group of its own.
    pub(super) fn of(group: Pid) -> Self {
        let (owed, rest_use) = (Duration::ZERO, RestUse::default());
        let state = State { phase: Phase::Busy, rests: 0, owed, rest_use };
        Self { group, state: Mutex::new(state) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets the child run: it is about to be asked for something.
    pub(super) fn wake(&self) {
        let mut state = self.state();
        match state.phase {
            Phase::Stopped { since } => {
                self.signal(Signal::CONT);
                state.owed = state.owed.saturating_sub(since.elapsed());
            }
            Phase::Alone { since } => {
                state.owed = since.elapsed().min(SETTLING_TIME + LOOK_TIME) * STOPPED_SHARE;
            }
            Phase::Busy => {}
            Phase::Ended => return,
        }
        state.phase = Phase::Busy;
    }

    /// The child has answered. It is stopped, or left alone for the look that is given back, if it is time for one and
    /// `may_look`.
    pub(super) fn rest(self: &Arc<Self>, may_look: bool) -> Option<Look> {
        let mut state = self.state();
        if state.phase != Phase::Busy {
            return None;
        }
        let since = Instant::now();
        state.rests += 1;
        if may_look && state.owed.is_zero() {
            state.phase = Phase::Alone { since };
            let due = since + SETTLING_TIME;
            Some(Look { leash: Arc::downgrade(self), rest: state.rests, due, begun: None })
        } else {
            self.signal(Signal::STOP);
            state.phase = Phase::Stopped { since };
            None
        }
    }

    /// Ends the child and whatever it has started.
    pub(super) fn kill(&self) {
        let mut state = self.state();
        if state.phase != Phase::Ended {
            self.signal(Signal::KILL);
            state.phase = Phase::Ended;
        }
    }

    /// What it has used between its calls.
    pub(super) fn rest_use(&self) -> RestUse {
        self.state().rest_use
    }

    /// Whether it is left alone, in this rest.
    fn is_alone(state: &State, rest: u64) -> bool {
        matches!(state.phase, Phase::Alone { .. }) && state.rests == rest
    }

    /// The processor time that it has used in all, if this rest is not over.
    fn begin_look(&self, rest: u64) -> Option<Duration> {
        let is_alone = Self::is_alone(&self.state(), rest);
        is_alone.then(|| processor_time(self.group)).flatten()
    }

    /// Stops it, if this rest is not over, and notes what it has used since it had used `before`.
    fn end_look(&self, rest: u64, before: Option<Duration>, lasted: Duration) {
        let mut state = self.state();
        if !Self::is_alone(&state, rest) {
            return;
        }
        self.signal(Signal::STOP);
        if let Some((before, now)) = before.zip(processor_time(self.group)) {
            add(&mut state.rest_use, now.saturating_sub(before), lasted);
        }
        state.owed = (SETTLING_TIME + LOOK_TIME) * STOPPED_SHARE;
        state.phase = Phase::Stopped { since: Instant::now() };
    }

    fn signal(&self, signal: Signal) {
        // A child that is dead already is not yet buried, so that its number is still its own.
        let _dead = kill_process_group(self.group, signal);
    }
}

/// Adds what was used in one look. Of a look that lasted too long, for want of a processor, only a part counts.
fn add(rest_use: &mut RestUse, used: Duration, lasted: Duration) {
    let counted = lasted.min(LOOK_TIME);
    let share = counted.as_secs_f64() / lasted.as_secs_f64().max(f64::MIN_POSITIVE);
    rest_use.used += used.mul_f64(share);
    rest_use.looked_at += counted;
}

/// A look at a child that has answered and is left alone.
#[derive(Debug)]
pub(super) struct Look {
    leash: Weak<Leash>,
    /// Which of its rests it is.
    rest: u64,
    due: Instant,
    /// When the look began, and what the child had used then; none before.
    begun: Option<(Instant, Option<Duration>)>,
}

impl Look {
    /// When there is something to do.
    pub(super) const fn due(&self) -> Instant {
        self.due
    }

    /// Begins or ends it. Whether it goes on.
    pub(super) fn go_on(&mut self, now: Instant) -> bool {
        let Some(leash) = self.leash.upgrade() else { return false };
        match self.begun {
            None => self.begun = Some((now, leash.begin_look(self.rest))),
            Some((begun, before)) => {
                leash.end_look(self.rest, before, now.saturating_duration_since(begun));
                return false;
            }
        }
        self.due = now + LOOK_TIME;
        true
    }

    /// Stops the child without a look.
    pub(super) fn give_up(self) {
        if let Some(leash) = self.leash.upgrade() {
            leash.end_look(self.rest, None, Duration::ZERO);
        }
    }
}
