//! A guest as its host sees it: a process that is asked, waited for, and ended.

use std::io;
use std::mem;
use std::os::fd::OwnedFd;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, ExitStatus};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::net::{SendFlags, send};

use crate::Isolation;
use crate::frame::{self, Arrived, Frame, Kind};
use crate::host_calls::Hosting;
use crate::supervisor::{self, Leash, Started};
use crate::verdict::{End, Fault};

/// How often the table is asked whether it still wants an answer.
const LOOK_EVERY: Duration = Duration::from_millis(10);

/// How long a guest that has hung up may take to end by itself, so that it is known how.
const DYING_TIME_MAX: Duration = Duration::from_millis(500);

/// How much a guest may tell during one call. What is more is not heard: it would fill logs.
const NOTES_MAX: usize = 100_000;

/// How much may wait for the next request, in bytes. A match between two moves of a player has less to tell.
const WAITING_BYTES_MAX: usize = 64 << 10;

/// How many bytes are read at once.
const READ_BYTES: usize = 16 << 10;

/// How much of what a guest complains is kept, in bytes: the end.
const LAST_WORDS_BYTES_MAX: usize = 2048;

/// How long an answer may take.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Patience {
    /// The answer is late after this.
    pub(crate) limit: Option<Duration>,
    /// So long after the limit the guest is killed.
    pub(crate) grace: Duration,
    /// After this the table says that it wants an answer; it is asked just then.
    pub(crate) budget: Option<Duration>,
}

impl Patience {
    /// So long and no longer.
    pub(crate) const fn of(limit: Duration) -> Self {
        Self { limit: Some(limit), grace: Duration::ZERO, budget: None }
    }
}

/// A guest.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    leash: Arc<Leash>,
    talk: OwnedFd,
    control: OwnedFd,
    /// None once the guest has closed it.
    complaints: Option<OwnedFd>,
    last_words: Vec<u8>,
    arrived: Arrived,
    /// What goes out with the next request.
    waiting_to_go: Vec<u8>,
    /// Of the newest request.
    number: u32,
    /// How long it has to answer when nobody wants its answer any more.
    withdrawal_time_max: Duration,
}

impl Process {
    /// Starts a guest, which waits to be told what to do.
    ///
    /// # Errors
    /// What the system says.
    pub(crate) fn start(isolation: &Isolation) -> io::Result<Self> {
        let started = supervisor::start(&isolation.runner)?;
        let Started { child, leash, talk, control, complaints } = started;
        Ok(Self {
            child,
            leash,
            talk,
            control,
            complaints: Some(complaints),
            last_words: Vec::new(),
            arrived: Arrived::default(),
            waiting_to_go: Vec::new(),
            number: 0,
            withdrawal_time_max: isolation.withdrawal_time_max,
        })
    }

    /// Tells something with the next request: a guest is woken once for both. Whether there was room.
    pub(crate) fn tell(&mut self, payload: &[u8]) -> bool {
        let told = frame::encode(Kind::Tell, self.number + 1, payload);
        let room = WAITING_BYTES_MAX.saturating_sub(self.waiting_to_go.len());
        let told = told.ok().filter(|bytes| bytes.len() <= room);
        told.map(|bytes| self.waiting_to_go.extend(bytes)).is_some()
    }

    /// Asks for something and waits for the answer, which is of another kind than `Ask` and `Note`.
    ///
    /// # Errors
    /// What the guest has done wrong; it has been ended then.
    pub(crate) fn exchange(
        &mut self,
        kind: Kind,
        payload: &[u8],
        hosting: &Hosting<'_>,
        patience: Patience,
    ) -> Result<Frame, Fault> {
        self.number += 1;
        self.leash.wake();
        let is_hurried = kind == Kind::HurriedCall;
        let mut waiting = Waiting::begin(patience, self.withdrawal_time_max, is_hurried);
        let answer =
            self.send(kind, payload, &waiting).and_then(|()| self.receive(hosting, &mut waiting));
        match answer {
            Ok(frame) => {
                self.leash.rest();
                Ok(frame)
            }
            Err(Trouble::HungUp) => Err(self.bury(DYING_TIME_MAX)),
            Err(Trouble::Fault(fault)) => {
                self.bury(Duration::ZERO);
                Err(fault)
            }
        }
    }

    fn receive(&mut self, hosting: &Hosting<'_>, waiting: &mut Waiting) -> Result<Frame, Trouble> {
        loop {
            let Some(frame) = self.arrived.take().map_err(garbled)? else {
                self.look_at(hosting, waiting)?;
                self.wait(PollFlags::IN, waiting)?;
                self.read()?;
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
                    waiting.pause(begun.elapsed());
                    self.send(Kind::HostAnswer, &answer, waiting)?;
                }
                _ => return Ok(frame),
            }
        }
    }

    /// Tells the guest if the table wants its answer now, and gives up if the table wants none.
    fn look_at(&mut self, hosting: &Hosting<'_>, waiting: &mut Waiting) -> Result<(), Trouble> {
        waiting.check()?;
        if !waiting.is_hurried && hosting.is_stopped_now() {
            waiting.is_hurried = true;
            // A guest that reads none of these is not helped by one more.
            let _full = send(&self.control, &self.number.to_le_bytes(), SendFlags::NOSIGNAL);
        }
        waiting.expired |= hosting.has_expired();
        if waiting.withdrawn.is_none() && hosting.is_withdrawn() {
            waiting.withdrawn = Some(Instant::now());
        }
        waiting.check()
    }

    fn send(&mut self, kind: Kind, payload: &[u8], waiting: &Waiting) -> Result<(), Trouble> {
        let frame = frame::encode(kind, self.number, payload);
        let frame = frame.map_err(|error| Trouble::Fault(Fault::Ours(io::Error::other(error))))?;
        let mut bytes = mem::take(&mut self.waiting_to_go);
        bytes.extend(frame);
        let mut rest = bytes.as_slice();
        while !rest.is_empty() {
            match send(&self.talk, rest, SendFlags::NOSIGNAL) {
                Ok(sent) => rest = rest.get(sent..).unwrap_or_default(),
                Err(Errno::AGAIN) => {
                    waiting.check()?;
                    self.wait(PollFlags::OUT, waiting)?;
                }
                Err(Errno::INTR) => {}
                Err(_closed) => return Err(Trouble::HungUp),
            }
        }
        Ok(())
    }

    /// Waits until something can be done, or somebody should be looked at.
    fn wait(&mut self, flags: PollFlags, waiting: &Waiting) -> Result<(), Trouble> {
        let time = Timespec::try_from(waiting.until_next_look()).unwrap_or_default();
        let mut watched = vec![PollFd::new(&self.talk, flags)];
        watched.extend(self.complaints.as_ref().map(|pipe| PollFd::new(pipe, PollFlags::IN)));
        match poll(&mut watched, Some(&time)) {
            Ok(0) | Err(Errno::INTR) => return Ok(()),
            Ok(_) => {}
            Err(error) => return Err(Trouble::Fault(Fault::Ours(error.into()))),
        }
        if watched.get(1).is_some_and(|pipe| !pipe.revents().is_empty()) {
            self.hear_complaints();
        }
        Ok(())
    }

    /// Takes what has arrived.
    fn read(&mut self) -> Result<(), Trouble> {
        let mut bytes = [0; READ_BYTES];
        match rustix::io::read(&self.talk, &mut bytes) {
            Ok(0) => Err(Trouble::HungUp),
            Ok(count) => {
                self.arrived.push(bytes.get(..count).unwrap_or_default());
                Ok(())
            }
            Err(Errno::AGAIN | Errno::INTR) => Ok(()),
            Err(_reset) => Err(Trouble::HungUp),
        }
    }

    /// Keeps the end of what the guest writes to its standard error stream.
    fn hear_complaints(&mut self) {
        let Some(pipe) = &self.complaints else { return };
        let mut bytes = [0; READ_BYTES];
        match rustix::io::read(pipe, &mut bytes) {
            Ok(0) => self.complaints = None,
            Ok(count) => {
                self.last_words.extend_from_slice(bytes.get(..count).unwrap_or_default());
                let surplus = self.last_words.len().saturating_sub(LAST_WORDS_BYTES_MAX);
                self.last_words.drain(..surplus);
            }
            Err(Errno::AGAIN | Errno::INTR) => {}
            Err(_) => self.complaints = None,
        }
    }

    /// Ends the guest, if it doesn't end by itself within `patience`, and says how it ended.
    pub(crate) fn bury(&mut self, patience: Duration) -> Fault {
        let begun = Instant::now();
        let status = loop {
            match self.child.try_wait() {
                Ok(None) if begun.elapsed() < patience => thread::sleep(Duration::from_millis(1)),
                Ok(status) => break status,
                Err(_unknown) => break None,
            }
        };
        // What the guest has started, if the system has let it, ends with it.
        self.leash.kill();
        // It is killed: the system takes no longer than it takes to free its memory.
        let _buried = self.child.wait();
        self.hear_complaints();
        Fault::Ended { end: status.map_or(End::HungUp, end_of), last_words: self.last_words() }
    }

    fn last_words(&self) -> String {
        crate::error::one_line(&String::from_utf8_lossy(&self.last_words))
    }
}

/// However a host lets go of its guest, the guest is ended.
impl Drop for Process {
    fn drop(&mut self) {
        self.leash.kill();
        let _buried = self.child.wait();
    }
}

/// Why an exchange came to nothing.
#[derive(Debug)]
enum Trouble {
    /// The guest has ended, or has closed its end.
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
    is_hurried: bool,
    /// How many notes have come.
    notes: usize,
    /// Whether the table's clock, which began to run before the guest was asked, says that it is late.
    expired: bool,
    /// Since when nobody wants the answer.
    withdrawn: Option<Instant>,
}

impl Waiting {
    fn begin(patience: Patience, withdrawal_time_max: Duration, is_hurried: bool) -> Self {
        Self {
            begun: Instant::now(),
            patience,
            withdrawal_time_max,
            is_hurried,
            notes: 0,
            expired: false,
            withdrawn: None,
        }
    }

    /// So much time was somebody else's.
    fn pause(&mut self, time: Duration) {
        self.begun += time;
    }

    fn check(&self) -> Result<(), Trouble> {
        let after = self.begun.elapsed();
        if let Some(limit) = self.patience.limit
            && (self.expired || after >= limit)
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

    fn until_next_look(&self) -> Duration {
        let after = self.begun.elapsed();
        let end = self.patience.limit.map(|limit| limit.saturating_add(self.patience.grace));
        let moments = [end, self.patience.budget].into_iter().flatten();
        let next = moments.filter_map(|moment| moment.checked_sub(after)).min();
        next.map_or(LOOK_EVERY, |next| next.min(LOOK_EVERY))
    }
}
