//! A child as its host sees it: a process that is asked, waited for, and ended.

use std::fs;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, ExitStatus};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use games_package::Urgency;
use plugin_abi::message::{ToHost, decode};
use rustix::buffer::spare_capacity;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::net::{RecvFlags, SendFlags, recv, send};
use rustix::param::page_size;
use rustix::process::Pid;

use super::frame::{self, Arrived, Frame, Kind, Stop};
use super::hosting::RemoteHosting;
use super::process_group::ProcessGroup;
use super::supervisor::{self, Started};
use super::verdict::{End, Fault};
use crate::Isolation;
use crate::log_share::LogShare;
use crate::sandbox::{IdleUsage, Patience};
use crate::wire;

/// How often the table is asked whether it still wants an answer.
pub(super) const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// How long a child that has hung up may take to end by itself, so that it is known how.
const DYING_TIME_MAX: Duration = Duration::from_millis(500);

/// How much a child may tell during one call. What is more is not heard: it would fill logs.
const NOTES_MAX: usize = 100_000;

/// How much may wait for the next request, in bytes. A match between two moves of a player has less to tell.
const WAITING_BYTES_MAX: usize = 64 << 10;

/// How many bytes of the standard error stream are kept: the last ones.
const STDERR_TAIL_BYTES_MAX: usize = 2048;

/// How many bytes of the standard error stream are read at once.
const STDERR_READ_BYTES: usize = 16 << 10;

/// The standard error stream is read once in so many requests even if the child answers at once. So the pipe is never
/// full, and the child never waits for it.
const READ_STDERR_EVERY: u32 = 16;

/// How old a child may be that is as good as a new one: what it may compute in all is limited as well.
const AGE_MAX: Duration = Duration::from_mins(1);

/// Which part of all the memory that it may take such a child may have left behind.
const LEFT_BEHIND_MAX: u64 = 8;

/// A child.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    group: Arc<ProcessGroup>,
    connection: OwnedFd,
    control: OwnedFd,
    /// None once the child has closed it.
    stderr: Option<OwnedFd>,
    stderr_tail: Vec<u8>,
    arrived: Arrived,
    /// What is being sent, or goes out with the next request.
    outgoing: Vec<u8>,
    /// Of the newest request.
    number: u32,
    /// How long it has to answer when nobody wants its answer any more.
    withdrawal_time_max: Duration,
    begun: Instant,
    memory_bytes_max: u64,
    log: Arc<LogShare>,
    /// The addresses that it had before any player was in it, in bytes; unknown where the system doesn't tell.
    bytes_as_new: Option<u64>,
    /// Whether the log says that it thinks between its calls.
    has_warned: bool,
}

impl Process {
    /// Starts a child, which waits to be told what to do.
    ///
    /// # Errors
    /// What the system says.
    pub(super) fn start(isolation: &Isolation) -> io::Result<Self> {
        let started = supervisor::start(&isolation.runner)?;
        let Started { child, group, connection, control, stderr } = started;
        Ok(Self {
            child,
            group,
            connection,
            control,
            stderr: Some(stderr),
            stderr_tail: Vec::new(),
            arrived: Arrived::default(),
            outgoing: Vec::new(),
            number: 0,
            withdrawal_time_max: isolation.withdrawal_time_max,
            begun: Instant::now(),
            memory_bytes_max: isolation.memory_bytes_max,
            log: Arc::default(),
            bytes_as_new: None,
            has_warned: false,
        })
    }

    /// No player has been in it so far, and one is about to be.
    pub(super) fn remember_as_new(&mut self) {
        self.bytes_as_new = self.bytes();
    }

    /// Whether the next player in it can tell no difference to a new child: there is as much memory and as much time left.
    pub(super) fn is_as_new(&self) -> bool {
        let left_behind = || Some(self.bytes()?.saturating_sub(self.bytes_as_new?));
        self.begun.elapsed() < AGE_MAX
            && !self.idle_usage().is_notable()
            && left_behind().is_some_and(|bytes| bytes <= self.memory_bytes_max / LEFT_BEHIND_MAX)
    }

    /// What it has filled of the log.
    pub(super) fn log(&self) -> Arc<LogShare> {
        Arc::clone(&self.log)
    }

    /// What it has used of the processors between its calls.
    pub(super) fn idle_usage(&self) -> IdleUsage {
        self.group.idle_usage()
    }

    /// The addresses that it has, in bytes. None where the system doesn't tell.
    fn bytes(&self) -> Option<u64> {
        let numbers = fs::read_to_string(format!("/proc/{}/statm", self.child.id())).ok()?;
        let pages: u64 = numbers.split(' ').next()?.parse().ok()?;
        pages.checked_mul(page_size().try_into().ok()?)
    }

    /// Keeps it to the cores that this thread is kept to: a game that stays on one core doesn't wake another one at every
    /// turn, which takes longer than a quick turn. Threads that the plugin has started before stay where they are.
    pub(super) fn follow_this_thread(&self) {
        // Where it fails, the game is slower and nothing else.
        let _stays = rustix::thread::sched_getaffinity(None).and_then(|cores| {
            rustix::thread::sched_setaffinity(Some(Pid::from_child(&self.child)), &cores)
        });
    }

    /// Drops what it has written to its standard error stream: that belongs to a game that is over.
    pub(super) fn discard_stderr(&mut self) {
        self.read_stderr();
        self.stderr_tail.clear();
    }

    /// Tells something with the next request: a child is woken once for both. Whether there was room.
    pub(super) fn tell(&mut self, payload: &[u8]) -> bool {
        let before = self.outgoing.len();
        let told = frame::append(&mut self.outgoing, Kind::Tell, self.number + 1, payload);
        let is_told = told.is_ok() && self.outgoing.len() <= WAITING_BYTES_MAX;
        if !is_told {
            self.outgoing.truncate(before);
        }
        is_told
    }

    /// Asks for something and waits for the answer, which is of another kind than `Ask` and `Note`.
    ///
    /// # Errors
    /// What the child has done wrong; it has been ended then.
    pub(super) fn exchange(
        &mut self,
        kind: Kind,
        payload: &[u8],
        hosting: &RemoteHosting<'_>,
        patience: Patience,
    ) -> Result<Frame, Fault> {
        self.number += 1;
        if self.number.is_multiple_of(READ_STDERR_EVERY) {
            self.read_stderr();
        }
        self.group.resume();
        self.check_idle_usage(hosting)?;
        let mut waiting = Waiting::begin(patience, self.withdrawal_time_max);
        let answer = self
            .send(kind, payload, hosting, &mut waiting)
            .and_then(|()| self.receive(hosting, &mut waiting));
        match answer {
            Ok(frame) => {
                let may_sample = matches!(kind, Kind::Call | Kind::HurriedCall);
                self.group.suspend(may_sample).into_iter().for_each(supervisor::sample);
                Ok(frame)
            }
            Err(Trouble::HungUp) => Err(self.kill_and_reap(DYING_TIME_MAX)),
            Err(Trouble::Fault(fault)) => {
                self.kill_and_reap(Duration::ZERO);
                Err(fault)
            }
        }
    }

    /// Tells once that it thinks between its calls, and gives up on one that does so again and again.
    fn check_idle_usage(&mut self, hosting: &RemoteHosting<'_>) -> Result<(), Fault> {
        let idle_usage = self.group.idle_usage();
        if idle_usage.used > IdleUsage::USED_MAX {
            self.kill_and_reap(Duration::ZERO);
            return Err(Fault::BusyWhileIdle(idle_usage));
        }
        if idle_usage.is_notable() && !self.has_warned {
            self.has_warned = true;
            tracing::warn!(player = hosting.label(), "thinks in its opponent's time: {idle_usage}");
        }
        Ok(())
    }

    fn receive(
        &mut self,
        hosting: &RemoteHosting<'_>,
        waiting: &mut Waiting,
    ) -> Result<Frame, Trouble> {
        loop {
            let Some(frame) = self.arrived.take().map_err(garbled)? else {
                self.await_bytes(hosting, waiting)?;
                continue;
            };
            waiting.check()?;
            match frame.kind {
                // A thread of the plugin's may tell something when the call is over.
                Kind::Note if frame.number < self.number => {}
                _ if frame.number != self.number => return Err(garbled("an answer to nothing")),
                Kind::Note => {
                    waiting.notes += 1;
                    if waiting.notes <= NOTES_MAX {
                        hosting.note(&frame.payload);
                    }
                }
                Kind::Ask => {
                    let begun = Instant::now();
                    let answer = hosting.ask(&frame.payload);
                    if matches!(decode(&frame.payload), Ok(ToHost::AskV1(_))) {
                        waiting.pause(begun.elapsed());
                    }
                    self.send(Kind::HostAnswer, &answer, hosting, waiting)?;
                }
                _ => return Ok(frame),
            }
        }
    }

    /// Takes what arrives, or asks the table where nothing does for a while. A child that answers at once is waited for in
    /// its own answer: that saves a call to the system.
    fn await_bytes(
        &mut self,
        hosting: &RemoteHosting<'_>,
        waiting: &mut Waiting,
    ) -> Result<(), Trouble> {
        if waiting.has_just_begun() {
            return self.read(RecvFlags::empty());
        }
        self.poll_host(hosting, waiting)?;
        self.wait(PollFlags::IN, waiting)?;
        self.read(RecvFlags::DONTWAIT)
    }

    /// Says to the child how urgently the table wants its answer, and gives up if the table wants none.
    fn poll_host(
        &mut self,
        hosting: &RemoteHosting<'_>,
        waiting: &mut Waiting,
    ) -> Result<(), Trouble> {
        waiting.check()?;
        let urgency = hosting.urgency();
        if urgency > waiting.urgency {
            waiting.urgency = urgency;
            let stop = Stop { number: self.number, urgency: wire::urgency_v1(urgency) };
            // A child that reads none of these is not helped by one more.
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
        hosting: &RemoteHosting<'_>,
        waiting: &mut Waiting,
    ) -> Result<(), Trouble> {
        let appended = frame::append(&mut self.outgoing, kind, self.number, payload);
        appended.map_err(|error| Trouble::Fault(Fault::Ours(io::Error::other(error))))?;
        let mut sent = 0;
        while let Some(rest) = self.outgoing.get(sent..).filter(|rest| !rest.is_empty()) {
            match send(&self.connection, rest, SendFlags::NOSIGNAL | SendFlags::DONTWAIT) {
                Ok(count) => sent += count,
                Err(Errno::AGAIN) => {
                    self.poll_host(hosting, waiting)?;
                    self.wait(PollFlags::OUT, waiting)?;
                }
                Err(Errno::INTR) => {}
                Err(_closed) => return Err(Trouble::HungUp),
            }
        }
        self.outgoing.clear();
        Ok(())
    }

    /// Waits until something can be done, or the table should be asked.
    fn wait(&mut self, flags: PollFlags, waiting: &Waiting) -> Result<(), Trouble> {
        let time = Timespec::try_from(waiting.until_next_poll()).unwrap_or_default();
        let mut watched = vec![PollFd::new(&self.connection, flags)];
        watched.extend(self.stderr.as_ref().map(|pipe| PollFd::new(pipe, PollFlags::IN)));
        match poll(&mut watched, Some(&time)) {
            Ok(0) | Err(Errno::INTR) => return Ok(()),
            Ok(_) => {}
            Err(error) => return Err(Trouble::Fault(Fault::Ours(error.into()))),
        }
        if watched.get(1).is_some_and(|pipe| !pipe.revents().is_empty()) {
            self.read_stderr();
        }
        Ok(())
    }

    /// Takes what has arrived; without [`RecvFlags::DONTWAIT`] it is waited for, [`POLL_INTERVAL`] at most.
    fn read(&mut self, flags: RecvFlags) -> Result<(), Trouble> {
        match recv(&self.connection, spare_capacity(self.arrived.room()), flags) {
            Ok((0, _)) => Err(Trouble::HungUp),
            Ok(_) | Err(Errno::AGAIN | Errno::INTR) => Ok(()),
            Err(_reset) => Err(Trouble::HungUp),
        }
    }

    /// Keeps the end of what the child writes to its standard error stream.
    fn read_stderr(&mut self) {
        let Some(pipe) = &self.stderr else { return };
        let mut bytes = [0; STDERR_READ_BYTES];
        match rustix::io::read(pipe, &mut bytes) {
            Ok(0) => self.stderr = None,
            Ok(count) => {
                self.stderr_tail.extend_from_slice(bytes.get(..count).unwrap_or_default());
                let surplus = self.stderr_tail.len().saturating_sub(STDERR_TAIL_BYTES_MAX);
                self.stderr_tail.drain(..surplus);
            }
            Err(Errno::AGAIN | Errno::INTR) => {}
            Err(_) => self.stderr = None,
        }
    }

    /// Ends the child, if it doesn't end by itself within `patience`, and says how it ended.
    pub(super) fn kill_and_reap(&mut self, patience: Duration) -> Fault {
        let begun = Instant::now();
        let status = loop {
            match self.child.try_wait() {
                Ok(None) if begun.elapsed() < patience => thread::sleep(Duration::from_millis(1)),
                Ok(status) => break status,
                Err(_unknown) => break None,
            }
        };
        // What the child has started, if the system has let it, ends with it.
        self.group.kill();
        // It is killed: the system takes no longer than it takes to free its memory.
        let _reaped = self.child.wait();
        self.read_stderr();
        Fault::Ended { end: status.map_or(End::HungUp, end_of), stderr_tail: self.stderr_tail() }
    }

    fn stderr_tail(&self) -> String {
        crate::error::one_line(&String::from_utf8_lossy(&self.stderr_tail))
    }
}

/// However a host lets go of its child, the child is ended.
impl Drop for Process {
    fn drop(&mut self) {
        self.group.kill();
        let _reaped = self.child.wait();
    }
}

/// Why an exchange came to nothing.
#[derive(Debug)]
enum Trouble {
    /// The child has ended, or has closed its end.
    HungUp,
    Fault(Fault),
}

fn garbled(what: impl Into<String>) -> Trouble {
    Trouble::Fault(Fault::Garbled(what.into()))
}

fn end_of(status: ExitStatus) -> End {
    match (status.signal(), status.code()) {
        (Some(signal), _) => End::Killed(signal),
        (None, code) => End::Exited(code.unwrap_or_default()),
    }
}

/// What is known while an answer is waited for.
#[derive(Debug)]
struct Waiting {
    begun: Instant,
    patience: Patience,
    withdrawal_time_max: Duration,
    /// What the child was told last. The table's clock, which may say that it is late, began to run before the child was
    /// asked.
    urgency: Urgency,
    /// How many notes have come.
    notes: usize,
    /// Since when nobody wants the answer.
    withdrawn: Option<Instant>,
}

impl Waiting {
    fn begin(patience: Patience, withdrawal_time_max: Duration) -> Self {
        Self {
            begun: Instant::now(),
            patience,
            withdrawal_time_max,
            urgency: Urgency::None,
            notes: 0,
            withdrawn: None,
        }
    }

    /// So much time was a person's.
    fn pause(&mut self, time: Duration) {
        self.begun += time;
    }

    fn check(&self) -> Result<(), Trouble> {
        let after = self.begun.elapsed();
        if let Some(limit) = self.patience.limit
            && (self.urgency == Urgency::TimedOut || after >= limit)
        {
            return Err(Trouble::Fault(Fault::Late { after, limit }));
        }
        match self.withdrawn.map(|since| since.elapsed()) {
            Some(after) if after >= self.withdrawal_time_max => {
                Err(Trouble::Fault(Fault::Withdrawn { after }))
            }
            _ => Ok(()),
        }
    }

    /// Whether the table need not be asked for so long as a child may be waited for at once.
    fn has_just_begun(&self) -> bool {
        self.begun.elapsed() < POLL_INTERVAL && self.until_next_poll() == POLL_INTERVAL
    }

    fn until_next_poll(&self) -> Duration {
        let after = self.begun.elapsed();
        let end = self.patience.limit.map(|limit| limit.saturating_add(self.patience.grace));
        let moments = [end, self.patience.budget].into_iter().flatten();
        let next = moments.filter_map(|moment| moment.checked_sub(after)).min();
        next.map_or(POLL_INTERVAL, |next| next.min(POLL_INTERVAL))
    }
}
