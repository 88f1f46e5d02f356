//! The single thread that starts children and measures their CPU time between calls.
//!
//! A child asks the system to kill it when its parent ends, and for Linux the parent is the *thread* that started it.
//! Therefore a single thread, which lives as long as this program, starts all children. No child outlives the program,
//! however the program ends. The thread is never joined because it ends with the program.
//!
//! The same thread ends the samples of children that keep running between calls (see [`ProcessGroup`]).

use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};
use process_pool::{Pipes, SupervisedProcess, Supervisor};
use rustix::process::Pid;

use super::child::{CHILD_ARGUMENT, PROGRAM_ARGUMENT};
use super::own_process::ProgramChild;
use super::process_group::{ProcessGroup, Sample};
use crate::ChildProgram;
use crate::sandbox::Boundary;

/// The maximum time for which a read from a child blocks, and the polling interval for the table.
pub(super) const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// The maximum number of queued orders.
const ORDERS_WAITING_MAX: usize = 64;

/// A newly started child and this program's ends of its connections.
#[derive(Debug)]
pub(super) struct Started {
    pub(super) child: Child,
    pub(super) group: Arc<ProcessGroup>,
    /// Requests and answers. A read blocks for at most [`POLL_INTERVAL`].
    pub(super) connection: OwnedFd,
    /// The current request's urgency.
    pub(super) control: OwnedFd,
    /// The child's standard error.
    pub(super) stderr: OwnedFd,
}

/// A child that will become a program, and this program's ends of its non-blocking pipes.
#[derive(Debug)]
pub(super) struct StartedProgram {
    pub(super) child: ProgramChild,
    pub(super) group: Arc<ProcessGroup>,
    /// The child's standard input.
    pub(super) input: OwnedFd,
    /// The child's standard output.
    pub(super) output: OwnedFd,
    /// The child's standard error.
    pub(super) stderr: OwnedFd,
}

/// An order for the thread.
enum Job {
    /// Start a child that will become a program.
    StartProgram {
        child_program: ChildProgram,
        started: Sender<io::Result<StartedProgram>>,
    },
    /// Start a child.
    Start {
        child_program: ChildProgram,
        started: Sender<io::Result<Started>>,
    },
    Sample(Sample),
}

/// Starts a child.
///
/// # Errors
/// The system's error, for example if there are no more processes, descriptors or threads.
pub(super) fn start(child_program: &ChildProgram) -> io::Result<Started> {
    let (sender, started) = bounded(1);
    let order = Job::Start { child_program: child_program.clone(), started: sender };
    let gone = || io::Error::other("the thread that starts plugin processes has stopped");
    supervisor()?.send(order).map_err(|_gone| gone())?;
    started.recv().map_err(|_gone| gone())?
}

/// Starts a child that will become a program. If the program is unconfined, it may start other processes, which end
/// with the program.
///
/// # Errors
/// The same errors as [`start`].
pub(super) fn start_program(
    child_program: &ChildProgram,
    boundary: Boundary,
) -> io::Result<StartedProgram> {
    if boundary == Boundary::Open {
        return start_trusted(child_program);
    }
    let (sender, started) = bounded(1);
    let order = Job::StartProgram { child_program: child_program.clone(), started: sender };
    let gone = || io::Error::other("the thread that starts plugin processes has stopped");
    supervisor()?.send(order).map_err(|_gone| gone())?;
    started.recv().map_err(|_gone| gone())?
}

/// Schedules the next step of a sample. A child that can't be sampled is stopped immediately.
pub(super) fn sample(sample: Sample) {
    if let Ok(orders) = supervisor()
        && let Err(refused) = orders.try_send(Job::Sample(sample))
        && let Job::Sample(sample) = refused.into_inner()
    {
        sample.give_up();
    }
}

/// The channel to the thread. The first use of the channel starts the thread.
fn supervisor() -> io::Result<Sender<Job>> {
    static SUPERVISOR: Mutex<Option<Sender<Job>>> = Mutex::new(None);
    let mut supervisor = SUPERVISOR.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(orders) = &*supervisor {
        return Ok(orders.clone());
    }
    let (sender, orders) = bounded(ORDERS_WAITING_MAX);
    thread::Builder::new().name("plugins".into()).spawn(move || supervise(&orders))?;
    *supervisor = Some(sender.clone());
    Ok(sender)
}

fn supervise(orders: &Receiver<Job>) {
    let mut samples: Vec<Sample> = Vec::new();
    loop {
        let received = match samples.iter().map(Sample::due).min() {
            Some(due) => orders.recv_deadline(due),
            None => orders.recv().map_err(|_closed| RecvTimeoutError::Disconnected),
        };
        match received {
            // The caller waits for the result.
            Ok(Job::Start { child_program, started }) => {
                drop(started.send(start_here(&child_program)));
            }
            Ok(Job::StartProgram { child_program, started }) => {
                drop(started.send(start_program_here(&child_program)));
            }
            Ok(Job::Sample(sample)) => samples.push(sample),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return,
        }
        // Orders can arrive faster than they are carried out, but samples must not wait.
        let now = Instant::now();
        samples.retain_mut(|sample| sample.due() > now || sample.go_on(now));
    }
}

fn start_here(child_program: &ChildProgram) -> io::Result<Started> {
    let (connection, child_connection) = UnixStream::pair()?;
    let (control, child_control) = UnixStream::pair()?;
    let (stderr, child_stderr) = io::pipe()?;
    connection.set_read_timeout(Some(POLL_INTERVAL))?;
    for end in [control.as_fd(), stderr.as_fd()] {
        rustix::io::ioctl_fionbio(end, true)?;
    }
    let child = command(child_program, CHILD_ARGUMENT)
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

fn start_program_here(child_program: &ChildProgram) -> io::Result<StartedProgram> {
    let (child_input, input) = io::pipe()?;
    let (output, child_output) = io::pipe()?;
    let (stderr, child_stderr) = io::pipe()?;
    for end in [input.as_fd(), output.as_fd(), stderr.as_fd()] {
        rustix::io::ioctl_fionbio(end, true)?;
    }
    let child = command(child_program, PROGRAM_ARGUMENT)
        .stdin(Stdio::from(child_input))
        .stdout(Stdio::from(child_output))
        .stderr(Stdio::from(child_stderr))
        .spawn()?;
    let group = Arc::new(ProcessGroup::new(Pid::from_child(&child)));
    let (input, output, stderr) = (input.into(), output.into(), stderr.into());
    let child = ProgramChild::Confined(child);
    Ok(StartedProgram { child, group, input, output, stderr })
}

/// Starts an unconfined child below its own supervisor, which doesn't need any of this program's threads.
fn start_trusted(child_program: &ChildProgram) -> io::Result<StartedProgram> {
    let file = program(child_program);
    let supervisor = match child_program {
        ChildProgram::Program(file) => Some(Supervisor::in_file(file)),
        ChildProgram::ThisProgram => Supervisor::this_program(),
    };
    let words = [file.as_os_str(), PROGRAM_ARGUMENT.as_ref()];
    let (process, pipes) = SupervisedProcess::start(supervisor.as_ref(), &words, None, &[])?;
    let Pipes { stdin, stdout, stderr } = pipes;
    for end in [stdin.as_fd(), stdout.as_fd(), stderr.as_fd()] {
        rustix::io::ioctl_fionbio(end, true)?;
    }
    let leader = i32::try_from(process.id()).ok().and_then(Pid::from_raw);
    let group = Arc::new(ProcessGroup::new(leader.ok_or(io::ErrorKind::InvalidData)?));
    let (input, output, stderr) = (stdin.into(), stdout.into(), stderr.into());
    let child = ProgramChild::Trusted(process);
    Ok(StartedProgram { child, group, input, output, stderr })
}

/// The command that starts a child with this argument.
fn command(child_program: &ChildProgram, argument: &str) -> Command {
    let mut command = Command::new(program(child_program));
    command
        // A plugin can see its process's arguments.
        .arg0("child")
        .arg(argument)
        .env_clear()
        .current_dir("/")
        // Ctrl-C in the terminal should reach only this program.
        .process_group(0);
    command
}

/// The program to start. This program's file may have been replaced since it started, but the link in `/proc` still
/// works.
fn program(child_program: &ChildProgram) -> PathBuf {
    match child_program {
        ChildProgram::Program(file) => file.clone(),
        ChildProgram::ThisProgram => {
            let link = PathBuf::from("/proc/self/exe");
            if link.exists() { link } else { std::env::current_exe().unwrap_or(link) }
        }
    }
}
