//! Signals to a child: it runs during a request, and is stopped as soon as it has answered.
//!
//! So it can't think in its opponent's time, whatever its threads do. For a hundredth of that time it is left running
//! and its processor time is measured: this shows whether it would think on, which its author should know.

use std::process::ExitStatus;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use process_pool::Cores;
use rustix::process::{Pid, Signal, kill_process_group};

use super::own_process::OwnProcess;
use super::processor_time::processor_time;
use crate::sandbox::IdleUsage;

/// The delay of a sample after the answer. Threads that end with the answer have ended by then; the
/// system accounts the time of running threads only at every tick, 10 ms at most.
const SETTLING_TIME: Duration = Duration::from_millis(10);

/// The duration of a sample.
const SAMPLE_TIME: Duration = Duration::from_millis(25);

/// After a sample a child stays stopped for this many times its length before the next sample.
const STOPPED_SHARE: u32 = 100;

/// The process group of one child. Signals go to the whole group, and are not sent once the child
/// has ended: its number may be reused then.
#[derive(Debug)]
pub(super) struct ProcessGroup {
    leader: Pid,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    phase: Phase,
    /// The number of answered calls.
    answers: u64,
    /// The remaining time stopped until the next sample.
    owed: Duration,
    idle_usage: IdleUsage,
    /// Unknown at first: another thread has started it.
    cores: Cores,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// A request is being carried out.
    Busy,
    /// It has answered and is left running for a sample.
    Unstopped {
        since: Instant,
    },
    Stopped {
        since: Instant,
    },
    Ended,
}

impl ProcessGroup {
    /// For a process that has just been started as the leader of its group.
    pub(super) fn new(leader: Pid) -> Self {
        let (owed, idle_usage) = (Duration::ZERO, IdleUsage::default());
        let (answers, cores) = (0, Cores::default());
        let state = State { phase: Phase::Busy, answers, owed, idle_usage, cores };
        Self { leader, state: Mutex::new(state) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets the child run: a request is about to be sent.
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

    /// The child has answered. It is stopped, or left running for the returned sample if one is due and `may_sample`.
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

    /// Moves the child to the cores of this thread.
    pub(super) fn follow_this_thread(&self) {
        let mut state = self.state();
        if state.phase != Phase::Ended {
            state.cores.follow_this_thread(self.leader.as_raw_nonzero().get().unsigned_abs());
        }
    }

    /// Kills the child and all that it has started.
    pub(super) fn kill(&self) {
        let mut state = self.state();
        if state.phase != Phase::Ended {
            self.signal(Signal::KILL);
            state.phase = Phase::Ended;
        }
    }

    /// Waits this long for the end of `child`, the leader, and kills the whole group then. The exit status, if the child
    /// has ended by itself.
    pub(super) fn end(&self, child: &mut impl OwnProcess, time: Duration) -> Option<ExitStatus> {
        let begun = Instant::now();
        let status = loop {
            match child.try_wait() {
                Ok(None) if begun.elapsed() < time => thread::sleep(Duration::from_millis(1)),
                Ok(status) => break status,
                Err(_unknown) => break None,
            }
        };
        // Processes that the child has started, if it could, end with it.
        self.kill();
        // It has been killed, so this waits only until the system has freed its memory.
        child.reap();
        status
    }

    /// The processor time that it has used between its calls, in samples.
    pub(super) fn idle_usage(&self) -> IdleUsage {
        self.state().idle_usage
    }

    /// Whether it is left running after this answer.
    fn is_unstopped(state: &State, answer: u64) -> bool {
        matches!(state.phase, Phase::Unstopped { .. }) && state.answers == answer
    }

    /// The processor time that it has used in total, if there was no request since.
    fn begin_sample(&self, answer: u64) -> Option<Duration> {
        let is_unstopped = Self::is_unstopped(&self.state(), answer);
        is_unstopped.then(|| processor_time(self.leader)).flatten()
    }

    /// Stops it, if there was no request since, and adds what it has used since `before`.
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
        // A dead child that is not yet reaped keeps its number.
        let _dead = kill_process_group(self.leader, signal);
    }
}

/// Adds what was used in one sample. Of a sample that lasted too long because the processor was busy, only a part
/// counts.
fn add(idle_usage: &mut IdleUsage, used: Duration, lasted: Duration) {
    let counted = lasted.min(SAMPLE_TIME);
    let share = counted.as_secs_f64() / lasted.as_secs_f64().max(f64::MIN_POSITIVE);
    idle_usage.used += used.mul_f64(share);
    idle_usage.sampled += counted;
}

/// A sample of the processor time of a child that has answered and is left running.
#[derive(Debug)]
pub(super) struct Sample {
    group: Weak<ProcessGroup>,
    /// The number of the answer after which it is taken.
    answer: u64,
    due: Instant,
    /// When the sample began, and the child's processor time then; none before it has begun.
    begun: Option<(Instant, Option<Duration>)>,
}

impl Sample {
    /// When the next step is due.
    pub(super) const fn due(&self) -> Instant {
        self.due
    }

    /// Begins or ends it. Returns whether it continues.
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
