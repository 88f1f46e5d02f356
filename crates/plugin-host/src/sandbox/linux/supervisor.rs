//! The one thread that starts children and measures what they use between their calls.
//!
//! A child asks the system to be killed when its parent ends, and for Linux the parent is the *thread* that started
//! it. So all children are started by one thread that lives as long as this program: no child outlives it, however it
//! ends. The thread is never joined, since there is nothing after it.
//!
//! The same thread ends the samples of children that run on between their calls ([`ProcessGroup`]).

use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};
use rustix::process::Pid;

use super::child::CHILD_ARGUMENT;
use super::process::POLL_INTERVAL;
use super::process_group::{ProcessGroup, Sample};
use crate::Runner;

/// How many orders may wait.
const ORDERS_WAITING_MAX: usize = 64;

/// A child that has just been started, with this program's ends of what leads to it.
#[derive(Debug)]
pub(super) struct Started {
    pub(super) child: Child,
    pub(super) group: Arc<ProcessGroup>,
    /// Requests and answers. It is read from for [`POLL_INTERVAL`] at most.
    pub(super) connection: OwnedFd,
    /// Requests to come to an end.
    pub(super) control: OwnedFd,
    /// What the child writes to its standard error stream.
    pub(super) stderr: OwnedFd,
}

/// What the thread is to do.
enum Order {
    /// Somebody wants a child.
    Start {
        runner: Runner,
        started: Sender<io::Result<Started>>,
    },
    Sample(Sample),
}

/// Starts a child.
///
/// # Errors
/// What the system says: there may be no process, no descriptor or no thread left.
pub(super) fn start(runner: &Runner) -> io::Result<Started> {
    let (sender, started) = bounded(1);
    let order = Order::Start { runner: runner.clone(), started: sender };
    let gone = || io::Error::other("the thread that starts plugin processes has ended");
    supervisor()?.send(order).map_err(|_gone| gone())?;
    started.recv().map_err(|_gone| gone())?
}

/// Goes on with a sample. A child that nobody can sample is stopped at once.
pub(super) fn sample(sample: Sample) {
    if let Ok(orders) = supervisor()
        && let Err(refused) = orders.try_send(Order::Sample(sample))
        && let Order::Sample(sample) = refused.into_inner()
    {
        sample.give_up();
    }
}

/// The way to the thread, which is started when it is needed first.
fn supervisor() -> io::Result<Sender<Order>> {
    static SUPERVISOR: Mutex<Option<Sender<Order>>> = Mutex::new(None);
    let mut supervisor = SUPERVISOR.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(orders) = &*supervisor {
        return Ok(orders.clone());
    }
    let (sender, orders) = bounded(ORDERS_WAITING_MAX);
    thread::Builder::new().name("plugins".into()).spawn(move || supervise(&orders))?;
    *supervisor = Some(sender.clone());
    Ok(sender)
}

fn supervise(orders: &Receiver<Order>) {
    let mut samples: Vec<Sample> = Vec::new();
    loop {
        let received = match samples.iter().map(Sample::due).min() {
            Some(due) => orders.recv_deadline(due),
            None => orders.recv().map_err(|_closed| RecvTimeoutError::Disconnected),
        };
        match received {
            // Who has ordered it waits for it.
            Ok(Order::Start { runner, started }) => drop(started.send(start_here(&runner))),
            Ok(Order::Sample(sample)) => samples.push(sample),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return,
        }
        // Orders may come faster than they are obeyed, and no sample waits for that.
        let now = Instant::now();
        samples.retain_mut(|sample| sample.due() > now || sample.go_on(now));
    }
}

fn start_here(runner: &Runner) -> io::Result<Started> {
    let (connection, child_connection) = UnixStream::pair()?;
    let (control, child_control) = UnixStream::pair()?;
    let (stderr, child_stderr) = io::pipe()?;
    connection.set_read_timeout(Some(POLL_INTERVAL))?;
    for end in [control.as_fd(), stderr.as_fd()] {
        rustix::io::ioctl_fionbio(end, true)?;
    }
    let child = Command::new(program(runner))
        // A plugin can read how its process was called.
        .arg0("child")
        .arg(CHILD_ARGUMENT)
        .env_clear()
        .current_dir("/")
        // Ctrl-C in the terminal is for this program alone.
        .process_group(0)
        .stdin(Stdio::from(OwnedFd::from(child_connection)))
        .stdout(Stdio::from(OwnedFd::from(child_control)))
        .stderr(Stdio::from(child_stderr))
        .spawn()?;
    let group = Arc::new(ProcessGroup::new(Pid::from_child(&child)));
    Ok(Started {
        child,
        group,
        connection: connection.into(),
        control: control.into(),
        stderr: stderr.into(),
    })
}

/// What is started: the file of this program may have been replaced since, which the system's link doesn't mind.
fn program(runner: &Runner) -> PathBuf {
    match runner {
        Runner::Program(file) => file.clone(),
        Runner::ThisProgram => {
            let link = PathBuf::from("/proc/self/exe");
            if link.exists() { link } else { std::env::current_exe().unwrap_or(link) }
        }
    }
}
