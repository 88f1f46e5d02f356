//! The signals to a child: it runs while it is asked for something, and is stopped as soon as it has answered.
//!
//! So it can't think in its opponent's time, whatever its threads do. For a hundredth of that time it is not stopped,
//! and its processor time is measured: that says whether it would think on, which its author should know.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};

use super::processor_time::processor_time;
use crate::sandbox::IdleUsage;

/// A sample begins so long after the answer. Threads that end with it have ended by then; the system counts the time of
/// those that run only at every tick, 10 ms at most.
const SETTLING_TIME: Duration = Duration::from_millis(10);

/// How long a sample lasts.
const SAMPLE_TIME: Duration = Duration::from_millis(25);

/// A child that was not stopped after an answer is stopped for so many times that time before the next sample.
const STOPPED_SHARE: u32 = 100;

/// The process group of one child. Signals go to its whole group, and to nobody once it has ended: its number may
/// be somebody else's then.
#[derive(Debug)]
pub(super) struct ProcessGroup {
    leader: Pid,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    phase: Phase,
    /// How many calls have been answered.
    answers: u64,
    /// How long it must still be stopped before the next sample.
    owed: Duration,
    idle_usage: IdleUsage,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// It is asked for something.
    Busy,
    /// It has answered and runs on, for a sample.
    Unstopped {
        since: Instant,
    },
    Stopped {
        since: Instant,
    },
    Ended,
}

impl ProcessGroup {
    /// Of a process that has just been started, and that leads a group of its own.
    pub(super) fn new(leader: Pid) -> Self {
        let (owed, idle_usage) = (Duration::ZERO, IdleUsage::default());
        let state = State { phase: Phase::Busy, answers: 0, owed, idle_usage };
        Self { leader, state: Mutex::new(state) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets the child run: it is about to be asked for something.
    pub(super) fn resume(&self) {
        let mut state = self.state();
        match state.phase {
            Phase::Stopped { since } => {
                self.signal(Signal::CONT);
                state.owed = state.owed.saturating_sub(since.elapsed());
            }
            Phase::Unstopped { since } => {
                state.owed = since.elapsed().min(SETTLING_TIME + SAMPLE_TIME) * STOPPED_SHARE;
            }
            Phase::Busy => {}
            Phase::Ended => return,
        }
        state.phase = Phase::Busy;
    }

    /// The child has answered. It is stopped, or runs on for the sample that is returned, if it is time for one and
    /// `may_sample`.
    pub(super) fn suspend(self: &Arc<Self>, may_sample: bool) -> Option<Sample> {
        let mut state = self.state();
        if state.phase != Phase::Busy {
            return None;
        }
        let since = Instant::now();
        state.answers += 1;
        if may_sample && state.owed.is_zero() {
            state.phase = Phase::Unstopped { since };
            let due = since + SETTLING_TIME;
            Some(Sample { group: Arc::downgrade(self), answer: state.answers, due, begun: None })
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

    /// The processor time that it has used between its calls, in samples.
    pub(super) fn idle_usage(&self) -> IdleUsage {
        self.state().idle_usage
    }

    /// Whether it runs on after this answer.
    fn is_unstopped(state: &State, answer: u64) -> bool {
        matches!(state.phase, Phase::Unstopped { .. }) && state.answers == answer
    }

    /// The processor time that it has used in all, if nothing was asked since.
    fn begin_sample(&self, answer: u64) -> Option<Duration> {
        let is_unstopped = Self::is_unstopped(&self.state(), answer);
        is_unstopped.then(|| processor_time(self.leader)).flatten()
    }

    /// Stops it, if nothing was asked since, and notes what it has used since it had used `before`.
    fn end_sample(&self, answer: u64, before: Option<Duration>, lasted: Duration) {
        let mut state = self.state();
        if !Self::is_unstopped(&state, answer) {
            return;
        }
        self.signal(Signal::STOP);
        if let Some((before, now)) = before.zip(processor_time(self.leader)) {
            add(&mut state.idle_usage, now.saturating_sub(before), lasted);
        }
        state.owed = (SETTLING_TIME + SAMPLE_TIME) * STOPPED_SHARE;
        state.phase = Phase::Stopped { since: Instant::now() };
    }

    fn signal(&self, signal: Signal) {
        // A child that is dead already is not yet reaped, so that its number is still its own.
        let _dead = kill_process_group(self.leader, signal);
    }
}

/// Adds what was used in one sample. Of a sample that lasted too long, for want of a processor, only a part counts.
fn add(idle_usage: &mut IdleUsage, used: Duration, lasted: Duration) {
    let counted = lasted.min(SAMPLE_TIME);
    let share = counted.as_secs_f64() / lasted.as_secs_f64().max(f64::MIN_POSITIVE);
    idle_usage.used += used.mul_f64(share);
    idle_usage.sampled += counted;
}

/// A sample of the processor time of a child that has answered and runs on.
#[derive(Debug)]
pub(super) struct Sample {
    group: Weak<ProcessGroup>,
    /// After which of its answers.
    answer: u64,
    due: Instant,
    /// When the sample began, and what the child had used then; none before.
    begun: Option<(Instant, Option<Duration>)>,
}

impl Sample {
    /// When there is something to do.
    pub(super) const fn due(&self) -> Instant {
        self.due
    }

    /// Begins or ends it. Whether it goes on.
    pub(super) fn go_on(&mut self, now: Instant) -> bool {
        let Some(group) = self.group.upgrade() else { return false };
        match self.begun {
            None => self.begun = Some((now, group.begin_sample(self.answer))),
            Some((begun, before)) => {
                group.end_sample(self.answer, before, now.saturating_duration_since(begun));
                return false;
            }
        }
        self.due = now + SAMPLE_TIME;
        true
    }

    /// Stops the child without a sample.
    pub(super) fn give_up(self) {
        if let Some(group) = self.group.upgrade() {
            group.end_sample(self.answer, None, Duration::ZERO);
        }
    }
}
