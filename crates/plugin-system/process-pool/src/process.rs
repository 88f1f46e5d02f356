//! A started program, as seen by the program that started it.

use std::ffi::OsStr;
use std::io::{self, ErrorKind, PipeReader, PipeWriter};
#[cfg(target_os = "linux")]
use std::os::fd::AsFd;
#[cfg(target_os = "linux")]
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
#[cfg(target_os = "linux")]
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};

#[cfg(target_os = "linux")]
use crate::message::{Report, send_order};
#[cfg(target_os = "linux")]
use crate::supervisor::SUPERVISOR_ARGUMENT;
use crate::supervisor::Supervisor;

/// Maximum time for starting a program, which takes seconds on a busy machine.
#[cfg(target_os = "linux")]
const START_TIME_MAX: Duration = Duration::from_mins(1);

/// Maximum wait for killed processes to end. Another user's process can't be killed.
const KILL_TIME_MAX: Duration = Duration::from_secs(1);

/// The interval between checks whether a process has ended.
const POLL_INTERVAL: Duration = Duration::from_millis(1);

/// The supervisor's name in `ps`. This name keeps `pkill` with this program's name from killing the supervisor.
#[cfg(target_os = "linux")]
const SUPERVISOR_NAME: &str = "program-supervisor";

/// Our ends of a program's standard streams.
#[derive(Debug)]
pub struct Pipes {
    /// The process's standard input.
    pub stdin: PipeWriter,
    /// The process's standard output.
    pub stdout: PipeReader,
    /// The process's standard error.
    pub stderr: PipeReader,
}

/// A program that this program has started. Dropping this value ends it and everything that it has started.
#[derive(Debug)]
pub struct SupervisedProcess(Inner);

#[derive(Debug)]
enum Inner {
    /// A child of this process that leads a process group. Nothing else is known about the processes that it starts.
    Direct { child: Child, has_ended: bool },
    #[cfg(target_os = "linux")]
    Supervised(Supervised),
}

/// A child of a supervisor.
#[cfg(target_os = "linux")]
#[derive(Debug)]
struct Supervised {
    supervisor: Child,
    socket: UnixStream,
    number: u32,
    /// The program's exit status, once known.
    status: Option<ExitStatus>,
}

impl SupervisedProcess {
    /// Starts the program with the arguments in `words` in a new process group, without the environment variables named
    /// by `hidden`. The program starts in `folder`, by default the folder of this process. The first word is looked up
    /// as in `execvp`.
    ///
    /// # Errors
    /// The system's error if the program fails to start.
    pub fn start<S: AsRef<OsStr>>(
        supervisor: Option<&Supervisor>,
        words: &[S],
        folder: Option<&Path>,
        hidden: &[&str],
    ) -> io::Result<(Self, Pipes)> {
        if words.is_empty() {
            return Err(io::Error::new(ErrorKind::InvalidInput, "the command is empty"));
        }
        let (stdin, to_program) = io::pipe()?;
        let (from_program, stdout) = io::pipe()?;
        let (messages, stderr) = io::pipe()?;
        let pipes = Pipes { stdin: to_program, stdout: from_program, stderr: messages };
        let streams = Streams { stdin, stdout, stderr };
        let inner = match supervisor {
            #[cfg(target_os = "linux")]
            Some(supervisor) => Supervised::start(supervisor, words, folder, hidden, streams)?,
            _ => start_directly(words, folder, hidden, streams)?,
        };
        Ok((Self(inner), pipes))
    }

    /// The process ID, which is also the ID of the process group that it leads.
    pub fn id(&self) -> u32 {
        match &self.0 {
            Inner::Direct { child, .. } => child.id(),
            #[cfg(target_os = "linux")]
            Inner::Supervised(supervised) => supervised.number,
        }
    }

    /// Returns its exit status, or `None` while it runs.
    ///
    /// # Errors
    /// The system's error if the status can't be determined.
    pub fn try_wait(&mut self) -> io::Result<Option<ExitStatus>> {
        match &mut self.0 {
            Inner::Direct { child, .. } => child.try_wait(),
            #[cfg(target_os = "linux")]
            Inner::Supervised(supervised) => supervised.try_wait(),
        }
    }

    /// Kills the program and everything that it has started, and waits for at most a second. Returns `false` if a
    /// process remains that can't be killed.
    pub fn end(&mut self) -> bool {
        match &mut self.0 {
            Inner::Direct { has_ended: true, .. } => true,
            Inner::Direct { child, has_ended } => {
                // The process has not been reaped, so its ID still denotes its group.
                if let Some(group) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
                    let _gone = kill_process_group(group, Signal::KILL);
                }
                *has_ended = has_ended_soon(child);
                *has_ended
            }
            #[cfg(target_os = "linux")]
            Inner::Supervised(supervised) => supervised.end(),
        }
    }
}

impl Drop for SupervisedProcess {
    fn drop(&mut self) {
        // Processes that can't be killed are left to the system.
        self.end();
    }
}

/// The standard streams for a program that is being started.
struct Streams {
    stdin: PipeReader,
    stdout: PipeWriter,
    stderr: PipeWriter,
}

fn start_directly<S: AsRef<OsStr>>(
    words: &[S],
    folder: Option<&Path>,
    hidden: &[&str],
    streams: Streams,
) -> io::Result<Inner> {
    let (name, arguments) = words.split_first().ok_or(ErrorKind::InvalidInput)?;
    let mut command = Command::new(name);
    command.args(arguments).process_group(0);
    if let Some(folder) = folder {
        command.current_dir(folder);
    }
    command.stdin(streams.stdin).stdout(streams.stdout).stderr(streams.stderr);
    for variable in hidden {
        command.env_remove(variable);
    }
    Ok(Inner::Direct { child: command.spawn()?, has_ended: false })
}

/// Returns `true` if the child ends in time.
fn has_ended_soon(child: &mut Child) -> bool {
    let until = Instant::now() + KILL_TIME_MAX;
    loop {
        match child.try_wait() {
            Ok(None) if Instant::now() < until => thread::sleep(POLL_INTERVAL),
            Ok(status) => return status.is_some(),
            Err(_unknown) => return false,
        }
    }
}

#[cfg(target_os = "linux")]
impl Supervised {
    fn start<S: AsRef<OsStr>>(
        supervisor: &Supervisor,
        words: &[S],
        folder: Option<&Path>,
        hidden: &[&str],
        streams: Streams,
    ) -> io::Result<Inner> {
        let (socket, theirs) = UnixStream::pair()?;
        let mut command = Command::new(&supervisor.program);
        command.arg0(SUPERVISOR_NAME).arg(SUPERVISOR_ARGUMENT).process_group(0);
        command.stdin(std::os::fd::OwnedFd::from(theirs)).stdout(Stdio::null());
        command.stderr(Stdio::null());
        // The program inherits its folder from the supervisor.
        if let Some(folder) = folder {
            command.current_dir(folder);
        }
        for variable in hidden {
            command.env_remove(variable);
        }
        let supervisor = command.spawn()?;
        // If we kept our copy of the supervisor's socket end, we couldn't see it close.
        drop(command);
        // From here on, dropping this value ends the supervisor.
        let mut supervised = Self { supervisor, socket, number: 0, status: None };
        let Streams { stdin, stdout, stderr } = streams;
        send_order(&supervised.socket, words, [stdin.as_fd(), stdout.as_fd(), stderr.as_fd()])?;
        supervised.socket.set_read_timeout(Some(START_TIME_MAX))?;
        match supervised.receive()? {
            Report::Started(number) => supervised.number = number.unsigned_abs(),
            Report::Failed(error) => return Err(io::Error::from_raw_os_error(error)),
            Report::Ended(_) => return Err(ErrorKind::InvalidData.into()),
        }
        supervised.socket.set_nonblocking(true)?;
        Ok(Inner::Supervised(supervised))
    }

    /// Receives the next report. The report arrives whole, because a single call sends it and every buffer is larger.
    fn receive(&mut self) -> io::Result<Report> {
        let mut bytes = [0; Report::BYTES];
        io::Read::read_exact(&mut self.socket, &mut bytes)?;
        Report::from_bytes(bytes).ok_or_else(|| ErrorKind::InvalidData.into())
    }

    /// Asks the supervisor to kill all its descendants. The supervisor exits when none are left.
    fn end(&mut self) -> bool {
        let _gone = self.socket.shutdown(std::net::Shutdown::Write);
        has_ended_soon(&mut self.supervisor)
    }

    fn try_wait(&mut self) -> io::Result<Option<ExitStatus>> {
        if self.status.is_none() {
            match self.receive() {
                Ok(Report::Ended(status)) => self.status = Some(ExitStatus::from_raw(status)),
                Ok(_) => return Err(ErrorKind::InvalidData.into()),
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                // The supervisor was killed, and the program with it.
                Err(_closed) => self.status = Some(ExitStatus::from_raw(libc::SIGKILL)),
            }
        }
        Ok(self.status)
    }
}

#[cfg(target_os = "linux")]
impl Drop for Supervised {
    fn drop(&mut self) {
        self.end();
    }
}
