//! Signals to a child. A child runs during a request and is suspended as soon as it has answered.
//!
//! A child therefore can't think on its opponent's time, whatever its threads do. For a hundredth of that time, the
//! child keeps running while its CPU time is measured. This shows the author whether the child would continue to think.

use std::process::ExitStatus;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use process_pool::Cores;
use rustix::process::{Pid, Signal, kill_process_group};

use super::own_process::OwnProcess;
use super::processor_time::processor_time;
use crate::sandbox::IdleUsage;

/// The delay between an answer and a sample. The delay gives threads that end with the answer time to do so. The system
/// updates the CPU time of running threads only at every tick, which is at most 10 ms.
const SETTLING_TIME: Duration = Duration::from_millis(10);

/// Duration of a sample.
const SAMPLE_TIME: Duration = Duration::from_millis(25);

/// Before the next sample, the child must be stopped for this many times a sample's duration.
const STOPPED_SHARE: u32 = 100;

/// A child's process group. Signals go to the whole group. Nothing is sent once the child has ended, because its
/// process ID could be reused.
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
    /// The time for which the child must remain stopped before the next sample.
    owed: Duration,
    idle_usage: IdleUsage,
    /// The child's cores; unknown at first, because another thread started the child.
    cores: Cores,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// The child is carrying out a request.
    Busy,
    /// The child has answered and keeps running for a sample.
    Unstopped {
        since: Instant,
    },
    Stopped {
        since: Instant,
    },
    Ended,
}

impl ProcessGroup {
    /// The group led by a newly started process.
    pub(super) fn new(leader: Pid) -> Self {
        let (owed, idle_usage) = (Duration::ZERO, IdleUsage::default());
        let (answers, cores) = (0, Cores::default());
        let state = State { phase: Phase::Busy, answers, owed, idle_usage, cores };
        Self { leader, state: Mutex::new(state) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Resumes the child before a request is sent.
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

    /// Stops the child after its answer. If a sample is due and `may_sample` is set, lets the child run and returns the
    /// sample instead.
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

    /// Moves the child to this thread's cores.
    pub(super) fn follow_this_thread(&self) {
        let mut state = self.state();
        if state.phase != Phase::Ended {
            state.cores.follow_this_thread(self.leader.as_raw_nonzero().get().unsigned_abs());
        }
    }

    /// Kills the child and everything that it has started.
    pub(super) fn kill(&self) {
        let mut state = self.state();
        if state.phase != Phase::Ended {
            self.signal(Signal::KILL);
            state.phase = Phase::Ended;
        }
    }

    /// Waits up to `time` for `child`, the leader, to end, then kills the whole group. Returns the exit status if the
    /// child exited on its own.
    pub(super) fn end(&self, child: &mut impl OwnProcess, time: Duration) -> Option<ExitStatus> {
        let begun = Instant::now();
        let status = loop {
            match child.try_wait() {
                Ok(None) if begun.elapsed() < time => thread::sleep(Duration::from_millis(1)),
                Ok(status) => break status,
                Err(_unknown) => break None,
            }
        };
        // This also ends all processes that the child has started.
        self.kill();
        // The child was killed, so this only waits until the system has freed its memory.
        child.reap();
        status
    }

    /// The CPU time that the child has used between calls, according to samples.
    pub(super) fn idle_usage(&self) -> IdleUsage {
        self.state().idle_usage
    }

    /// Returns `true` if the child is still running after this answer.
    fn is_unstopped(state: &State, answer: u64) -> bool {
        matches!(state.phase, Phase::Unstopped { .. }) && state.answers == answer
    }

    /// The child's total CPU time, unless a request has arrived since `answer`.
    fn begin_sample(&self, answer: u64) -> Option<Duration> {
        let is_unstopped = Self::is_unstopped(&self.state(), answer);
        is_unstopped.then(|| processor_time(self.leader)).flatten()
    }

    /// Stops the child, unless a request has arrived since `answer`, and adds the CPU time that it has used since
    /// `before`.
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
        // A dead child keeps its process ID until it is reaped.
        let _dead = kill_process_group(self.leader, signal);
    }
}

/// Adds the usage from one sample. If the sample lasted too long because the CPU was busy, counts only part of it.
fn add(idle_usage: &mut IdleUsage, used: Duration, lasted: Duration) {
    let counted = lasted.min(SAMPLE_TIME);
    let share = counted.as_secs_f64() / lasted.as_secs_f64().max(f64::MIN_POSITIVE);
    idle_usage.used += used.mul_f64(share);
    idle_usage.sampled += counted;
}

/// A sample of a child's CPU time. The child has answered and keeps running.
#[derive(Debug)]
pub(super) struct Sample {
    group: Weak<ProcessGroup>,
    /// The number of the answer that precedes the sample.
    answer: u64,
    due: Instant,
    /// The start of the sample and the child's CPU time at that moment; `None` before the sample begins.
    begun: Option<(Instant, Option<Duration>)>,
}

impl Sample {
    /// The time at which the next step is due.
    pub(super) const fn due(&self) -> Instant {
        self.due
    }

    /// Begins or ends the sample. Returns whether the sample continues.
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

    /// Stops the child without finishing the sample.
    pub(super) fn give_up(self) {
        if let Some(group) = self.group.upgrade() {
            group.end_sample(self.answer, None, Duration::ZERO);
        }
    }
}
