//! The host's view of a child: sends requests and ends the process.

use std::io;
use std::os::fd::OwnedFd;
use std::process::Child;
use std::sync::Arc;
use std::time::{Duration, Instant};

use games_package::Urgency;
use plugin_abi::message::{ToHost, decode};
use process_pool::{ProcessBaseline, ProcessMemory};
use rustix::buffer::spare_capacity;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::net::{RecvFlags, SendFlags, recv, send};

use super::call_host::RemoteHost;
use super::frame::{self, Arrived, Frame, Kind, Stop};
use super::process_group::ProcessGroup;
use super::stderr_pipe::StderrPipe;
use super::supervisor::{self, POLL_INTERVAL, Started};
use super::verdict::{End, Fault};
use crate::Isolation;
use crate::log_quota::LogQuota;
use crate::sandbox::{IdleUsage, Timeouts};
use crate::wire;

/// Time limit for a child to exit after its connection is closed. Waiting provides the child's exit status.
const EXIT_TIME_MAX: Duration = Duration::from_millis(500);

/// Maximum number of notes per call. Further notes are dropped, because they would fill up the log.
const NOTES_MAX: usize = 100_000;

/// Maximum number of bytes to queue for the next request. The events between two of a player's moves need less.
const WAITING_BYTES_MAX: usize = 64 << 10;

/// If a child answers immediately, its standard error is read only once in this many requests, which is often enough to
/// keep the pipe from filling up and blocking the child.
const READ_STDERR_EVERY: u32 = 16;

/// Whether to sample a child after its answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sampling {
    /// Stop the child immediately, because no other player is about to think.
    Never,
    /// Let the child run for a sample if one is due.
    WhenDue,
}

/// A child process.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    group: Arc<ProcessGroup>,
    connection: OwnedFd,
    control: OwnedFd,
    stderr: StderrPipe,
    arrived: Arrived,
    /// The message that is being sent or is queued for the next request.
    outgoing: Vec<u8>,
    /// The number of the newest request.
    number: u32,
    /// Maximum wait for an obsolete answer.
    withdrawal_time_max: Duration,
    /// The child's address space before the first player was created.
    baseline: ProcessBaseline,
    log: Arc<LogQuota>,
    /// Whether the log already states that the child thinks between calls.
    has_warned: bool,
}

impl Process {
    /// Starts a child, which waits for its first request.
    ///
    /// # Errors
    /// The system's error.
    pub(super) fn start(isolation: &Isolation, memory_bytes_max: u64) -> io::Result<Self> {
        let started = supervisor::start(&isolation.child_program)?;
        let Started { child, group, connection, control, stderr } = started;
        Ok(Self {
            child,
            group,
            connection,
            control,
            stderr: StderrPipe::new(stderr),
            arrived: Arrived::default(),
            outgoing: Vec::new(),
            number: 0,
            withdrawal_time_max: isolation.withdrawal_time_max,
            baseline: ProcessBaseline::new(memory_bytes_max),
            log: Arc::default(),
            has_warned: false,
        })
    }

    /// Records the child's address space before the first player is created.
    pub(super) fn record_baseline(&mut self) {
        self.baseline.record(|| address_space_bytes(&self.child));
    }

    /// Returns `true` if the child is as good as new for the next player and has enough memory and time left.
    pub(super) fn is_reusable(&self) -> bool {
        !self.idle_usage().is_notable()
            && self.baseline.is_as_new(|| address_space_bytes(&self.child))
    }

    /// The child's log quota.
    pub(super) fn log(&self) -> Arc<LogQuota> {
        Arc::clone(&self.log)
    }

    /// The CPU time that the child has used between calls.
    pub(super) fn idle_usage(&self) -> IdleUsage {
        self.group.idle_usage()
    }

    /// Moves the child to this thread's cores.
    pub(super) fn follow_this_thread(&self) {
        self.group.follow_this_thread();
    }

    /// Discards the program's previous standard error, which belongs to a finished game.
    pub(super) fn discard_stderr(&mut self) {
        self.stderr.discard();
    }

    /// Queues a message for the next request, which wakes up the child only once. Returns `false` if the queue is full.
    pub(super) fn tell(&mut self, payload: &[u8]) -> bool {
        let before = self.outgoing.len();
        let appended = frame::append(&mut self.outgoing, Kind::Notify, self.number + 1, payload);
        let is_queued = appended.is_ok() && self.outgoing.len() <= WAITING_BYTES_MAX;
        if !is_queued {
            self.outgoing.truncate(before);
        }
        is_queued
    }

    /// Sends a request and waits for its answer: the first frame that is neither `Ask` nor `Note`. Afterwards stops the
    /// child, or samples it if a sample is due.
    ///
    /// # Errors
    /// The child's fault. The child was killed.
    pub(super) fn exchange(
        &mut self,
        kind: Kind,
        payload: &[u8],
        sampling: Sampling,
        call_host: &RemoteHost<'_>,
        timeouts: Timeouts,
    ) -> Result<Frame, Fault> {
        self.number += 1;
        if self.number.is_multiple_of(READ_STDERR_EVERY) {
            self.stderr.read();
        }
        self.group.resume();
        self.check_idle_usage(call_host)?;
        let mut waiting = AnswerWait::begin(timeouts, self.withdrawal_time_max);
        let answer = self
            .send(kind, payload, call_host, &mut waiting)
            .and_then(|()| self.receive(call_host, &mut waiting));
        match answer {
            Ok(frame) => {
                let sample = self.group.suspend(sampling == Sampling::WhenDue);
                sample.into_iter().for_each(supervisor::sample);
                Ok(frame)
            }
            Err(ExchangeError::Closed) => Err(self.kill_and_reap(EXIT_TIME_MAX)),
            Err(ExchangeError::Fault(fault)) => {
                self.kill_and_reap(Duration::ZERO);
                Err(fault)
            }
        }
    }

    /// Logs once that the child thinks between calls. Ends a child that does so repeatedly.
    fn check_idle_usage(&mut self, call_host: &RemoteHost<'_>) -> Result<(), Fault> {
        let idle_usage = self.group.idle_usage();
        if idle_usage.used > IdleUsage::USED_MAX {
            self.kill_and_reap(Duration::ZERO);
            return Err(Fault::BusyWhileIdle(idle_usage));
        }
        if idle_usage.is_notable() && !self.has_warned {
            self.has_warned = true;
            tracing::warn!(
                player = call_host.label(),
                "thinks on its opponent's time: {idle_usage}"
            );
        }
        Ok(())
    }

    fn receive(
        &mut self,
        call_host: &RemoteHost<'_>,
        waiting: &mut AnswerWait,
    ) -> Result<Frame, ExchangeError> {
        loop {
            let Some(frame) = self.arrived.take().map_err(malformed)? else {
                self.await_bytes(call_host, waiting)?;
                continue;
            };
            waiting.check()?;
            match frame.kind {
                // One of the plugin's threads may send a note after the call has ended.
                Kind::Note if frame.number < self.number => {}
                _ if frame.number != self.number => {
                    return Err(malformed("an answer without a request"));
                }
                Kind::Note => {
                    waiting.notes += 1;
                    if waiting.notes <= NOTES_MAX {
                        call_host.note(&frame.payload);
                    }
                }
                Kind::Ask => {
                    let begun = Instant::now();
                    let answer = call_host.ask(&frame.payload);
                    if matches!(decode(&frame.payload), Ok(ToHost::AskV1(_))) {
                        waiting.pause(begun.elapsed());
                    }
                    self.send(Kind::HostAnswer, &answer, call_host, waiting)?;
                }
                _ => return Ok(frame),
            }
        }
    }

    /// Receives the next bytes. If none arrive for a while, polls the table. If the child answers immediately, this
    /// blocks in `recv`, which saves a system call.
    fn await_bytes(
        &mut self,
        call_host: &RemoteHost<'_>,
        waiting: &mut AnswerWait,
    ) -> Result<(), ExchangeError> {
        if waiting.has_just_begun() {
            return self.read(RecvFlags::empty());
        }
        self.poll_host(call_host, waiting)?;
        self.wait(PollFlags::IN, waiting)?;
        self.read(RecvFlags::DONTWAIT)
    }

    /// Sends the answer's urgency to the child. Gives up if the answer is no longer needed.
    fn poll_host(
        &mut self,
        call_host: &RemoteHost<'_>,
        waiting: &mut AnswerWait,
    ) -> Result<(), ExchangeError> {
        waiting.check()?;
        let urgency = call_host.urgency();
        if urgency > waiting.urgency {
            waiting.urgency = urgency;
            let stop = Stop { number: self.number, urgency: wire::urgency_v1(urgency) };
            // If a child doesn't read these messages, sending more is pointless.
            let _full = send(&self.control, &stop.to_bytes(), SendFlags::NOSIGNAL);
        }
        if waiting.withdrawn.is_none() && urgency == Urgency::Withdrawn {
            waiting.withdrawn = Some(Instant::now());
        }
        waiting.check()
    }

    fn send(
        &mut self,
        kind: Kind,
        payload: &[u8],
        call_host: &RemoteHost<'_>,
        waiting: &mut AnswerWait,
    ) -> Result<(), ExchangeError> {
        let appended = frame::append(&mut self.outgoing, kind, self.number, payload);
        appended.map_err(|error| ExchangeError::Fault(Fault::Host(io::Error::other(error))))?;
        let mut sent = 0;
        while let Some(rest) = self.outgoing.get(sent..).filter(|rest| !rest.is_empty()) {
            match send(&self.connection, rest, SendFlags::NOSIGNAL | SendFlags::DONTWAIT) {
                Ok(count) => sent += count,
                Err(Errno::AGAIN) => {
                    self.poll_host(call_host, waiting)?;
                    self.wait(PollFlags::OUT, waiting)?;
                }
                Err(Errno::INTR) => {}
                Err(_closed) => return Err(ExchangeError::Closed),
            }
        }
        self.outgoing.clear();
        Ok(())
    }

    /// Waits until a socket is ready or until the table must be polled.
    fn wait(&mut self, flags: PollFlags, waiting: &AnswerWait) -> Result<(), ExchangeError> {
        let time = Timespec::try_from(waiting.until_next_poll()).unwrap_or_default();
        let mut watched = vec![PollFd::new(&self.connection, flags)];
        let stderr = self.stderr.pipe();
        watched.extend(stderr.as_ref().map(|pipe| PollFd::new(pipe, PollFlags::IN)));
        match poll(&mut watched, Some(&time)) {
            Ok(0) | Err(Errno::INTR) => return Ok(()),
            Ok(_) => {}
            Err(error) => return Err(ExchangeError::Fault(Fault::Host(error.into()))),
        }
        if watched.get(1).is_some_and(|pipe| !pipe.revents().is_empty()) {
            self.stderr.read();
        }
        Ok(())
    }

    /// Receives the available bytes. Without [`RecvFlags::DONTWAIT`], waits for at most [`POLL_INTERVAL`].
    fn read(&mut self, flags: RecvFlags) -> Result<(), ExchangeError> {
        match recv(&self.connection, spare_capacity(self.arrived.room()), flags) {
            Ok((0, _)) => Err(ExchangeError::Closed),
            Ok(_) | Err(Errno::AGAIN | Errno::INTR) => Ok(()),
            Err(_reset) => Err(ExchangeError::Closed),
        }
    }

    /// Waits for at most `timeouts` until the child exits, then kills it. Returns how the child ended.
    pub(super) fn kill_and_reap(&mut self, timeouts: Duration) -> Fault {
        let status = self.group.end(&mut self.child, timeouts);
        self.stderr.read();
        Fault::Ended {
            end: status.map_or(End::HungUp, End::of),
            stderr_excerpt: self.stderr.excerpt(),
        }
    }
}

/// Dropping this value always ends the child.
impl Drop for Process {
    fn drop(&mut self) {
        self.group.kill();
        let _reaped = self.child.wait();
    }
}

/// A process's address space, or `None` if the system doesn't report it.
fn address_space_bytes(process: &Child) -> Option<u64> {
    ProcessMemory::of(process.id()).map(|memory| memory.address_space)
}

/// The reason why an exchange with the child failed.
#[derive(Debug)]
enum ExchangeError {
    /// The child has ended or has closed its end.
    Closed,
    Fault(Fault),
}

fn malformed(what: impl Into<String>) -> ExchangeError {
    ExchangeError::Fault(Fault::Malformed(what.into()))
}

/// The state of a wait for an answer.
#[derive(Debug)]
struct AnswerWait {
    begun: Instant,
    timeouts: Timeouts,
    withdrawal_time_max: Duration,
    /// The last urgency that was sent to the child.
    urgency: Urgency,
    /// The number of notes received.
    notes: usize,
    /// The time at which the request was withdrawn.
    withdrawn: Option<Instant>,
}

impl AnswerWait {
    fn begin(timeouts: Timeouts, withdrawal_time_max: Duration) -> Self {
        Self {
            begun: Instant::now(),
            timeouts,
            withdrawal_time_max,
            urgency: Urgency::None,
            notes: 0,
            withdrawn: None,
        }
    }

    /// Excludes the time that a human player took to answer.
    fn pause(&mut self, time: Duration) {
        self.begun += time;
    }

    fn check(&self) -> Result<(), ExchangeError> {
        let after = self.begun.elapsed();
        if let Some(limit) = self.timeouts.limit
            && (self.urgency == Urgency::TimedOut || after >= limit)
        {
            return Err(ExchangeError::Fault(Fault::Late { after, limit }));
        }
        match self.withdrawn.map(|since| since.elapsed()) {
            Some(after) if after >= self.withdrawal_time_max => {
                Err(ExchangeError::Fault(Fault::Withdrawn { after }))
            }
            _ => Ok(()),
        }
    }

    /// Returns `true` if this call may block until the table is next polled.
    fn has_just_begun(&self) -> bool {
        self.begun.elapsed() < POLL_INTERVAL && self.until_next_poll() == POLL_INTERVAL
    }

    fn until_next_poll(&self) -> Duration {
        let after = self.begun.elapsed();
        let end = self.timeouts.limit.map(|limit| limit.saturating_add(self.timeouts.grace));
        let moments = [end, self.timeouts.budget].into_iter().flatten();
        let next = moments.filter_map(|moment| moment.checked_sub(after)).min();
        next.map_or(POLL_INTERVAL, |next| next.min(POLL_INTERVAL))
    }
}
