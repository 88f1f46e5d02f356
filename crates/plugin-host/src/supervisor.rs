//! The one thread that starts guests and lets them rest.
//!
//! A guest asks the system to be killed when its parent ends, and for Linux the parent is the *thread* that started
//! it. So all guests are started by one thread that lives as long as this program: no guest outlives it, however it
//! ends. The thread is never joined, since there is nothing after it.
//!
//! The same thread stops guests that are not asked for anything, so that none thinks in its opponent's time. It does
//! so when a guest has rested for a moment: quick games never pay for the signals, and a guest that cheats gains no
//! more than that moment a move.

use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};
use rustix::process::{Pid, Signal, kill_process_group};

use crate::Runner;
use crate::isolation::GUEST_ARGUMENT;
use crate::process::LOOK_EVERY;

/// How long a guest rests before it is stopped.
const REST_MIN: Duration = Duration::from_millis(25);

/// How many guests may wait to be started.
const ORDERS_WAITING_MAX: usize = 64;

/// A guest that has just been started, with this program's ends of what leads to it.
#[derive(Debug)]
pub(crate) struct Started {
    pub(crate) child: Child,
    pub(crate) leash: Arc<Leash>,
    /// Requests and answers. It is read from for [`LOOK_EVERY`] at most.
    pub(crate) talk: OwnedFd,
    /// Requests to come to an end.
    pub(crate) control: OwnedFd,
    /// What the guest writes to its standard error stream.
    pub(crate) complaints: OwnedFd,
}

/// The signals to one guest. They go to its whole group, and to nobody once it has ended: its number may be
/// somebody else's then.
#[derive(Debug)]
pub(crate) struct Leash {
    group: Pid,
    state: Mutex<State>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Busy,
    Resting { since: Instant },
    Stopped,
    Ended,
}

impl Leash {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets the guest run: it is about to be asked for something.
    pub(crate) fn wake(&self) {
        let mut state = self.state();
        match *state {
            State::Stopped => self.signal(Signal::CONT),
            State::Ended => return,
            State::Busy | State::Resting { .. } => {}
        }
        *state = State::Busy;
    }

    /// The guest has answered.
    pub(crate) fn rest(&self) {
        let mut state = self.state();
        if *state == State::Busy {
            *state = State::Resting { since: Instant::now() };
        }
    }

    /// Ends the guest and whatever it has started.
    pub(crate) fn kill(&self) {
        let mut state = self.state();
        if *state != State::Ended {
            self.signal(Signal::KILL);
            *state = State::Ended;
        }
    }

    fn stop_if_it_rests(&self) {
        let mut state = self.state();
        if let State::Resting { since } = *state
            && since.elapsed() >= REST_MIN
        {
            self.signal(Signal::STOP);
            *state = State::Stopped;
        }
    }

    fn signal(&self, signal: Signal) {
        // A guest that is dead already is not yet buried, so that its number is still its own.
        let _dead = kill_process_group(self.group, signal);
    }
}

/// Somebody wants a guest.
struct Order {
    runner: Runner,
    started: Sender<io::Result<Started>>,
}

/// Starts a guest.
///
/// # Errors
/// What the system says: there may be no process, no descriptor or no thread left.
pub(crate) fn start(runner: &Runner) -> io::Result<Started> {
    let (sender, started) = bounded(1);
    let order = Order { runner: runner.clone(), started: sender };
    let gone = || io::Error::other("the thread that starts guests has ended");
    supervisor()?.send(order).map_err(|_gone| gone())?;
    started.recv().map_err(|_gone| gone())?
}

/// The way to the thread, which is started when it is needed first.
fn supervisor() -> io::Result<Sender<Order>> {
    static SUPERVISOR: Mutex<Option<Sender<Order>>> = Mutex::new(None);
    let mut supervisor = SUPERVISOR.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(orders) = &*supervisor {
        return Ok(orders.clone());
    }
    let (sender, orders) = bounded(ORDERS_WAITING_MAX);
    thread::Builder::new().name("guests".into()).spawn(move || supervise(&orders))?;
    *supervisor = Some(sender.clone());
    Ok(sender)
}

fn supervise(orders: &Receiver<Order>) {
    let mut leashes: Vec<Weak<Leash>> = Vec::new();
    loop {
        leashes.retain(|leash| leash.strong_count() > 0);
        let received = if leashes.is_empty() {
            orders.recv().map_err(|_closed| RecvTimeoutError::Disconnected)
        } else {
            orders.recv_timeout(REST_MIN)
        };
        match received {
            Ok(Order { runner, started }) => {
                let guest = start_here(&runner);
                leashes.extend(guest.as_ref().ok().map(|guest| Arc::downgrade(&guest.leash)));
                // Who has ordered it waits for it.
                let _taken = started.send(guest);
            }
            Err(RecvTimeoutError::Timeout) => {
                leashes.iter().filter_map(Weak::upgrade).for_each(|leash| leash.stop_if_it_rests());
            }
            Err(RecvTimeoutError::Disconnected) => return,
        }
    }
}

fn start_here(runner: &Runner) -> io::Result<Started> {
    let (talk, guests_talk) = UnixStream::pair()?;
    let (control, guests_control) = UnixStream::pair()?;
    let (complaints, guests_complaints) = io::pipe()?;
    talk.set_read_timeout(Some(LOOK_EVERY))?;
    for end in [control.as_fd(), complaints.as_fd()] {
        rustix::io::ioctl_fionbio(end, true)?;
    }
    let child = Command::new(runner.file())
        .arg(GUEST_ARGUMENT)
        .env_clear()
        .current_dir("/")
        // Ctrl-C in the terminal is for this program alone.
        .process_group(0)
        .stdin(Stdio::from(OwnedFd::from(guests_talk)))
        .stdout(Stdio::from(OwnedFd::from(guests_control)))
        .stderr(Stdio::from(guests_complaints))
        .spawn()?;
    let leash = Leash { group: Pid::from_child(&child), state: Mutex::new(State::Busy) };
    Ok(Started {
        child,
        leash: Arc::new(leash),
        talk: talk.into(),
        control: control.into(),
        complaints: complaints.into(),
    })
}
