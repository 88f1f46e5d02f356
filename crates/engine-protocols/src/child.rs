//! Another program as a child process that one talks to in lines.

use std::io::{self, BufReader, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, TrySendError, bounded};
use rustix::process::{Pid, Signal, kill_process_group};
use thiserror::Error;

use crate::lines::{Lines, Read};

/// How many lines wait on either side. An engine that writes more waits; one that doesn't read so many is hung.
const LINES_WAITING_MAX: usize = 256;

/// How long a program may take to end by itself when it is told to.
const LEAVE: Duration = Duration::from_millis(100);

/// How long one that was killed is waited for. One that runs as another user can't be killed.
const DEATH: Duration = Duration::from_secs(1);

/// Why a line doesn't come or doesn't go.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(crate) enum ChildError {
    /// The wait is over.
    #[error("it didn't answer in time")]
    Silent,
    /// The program has ended or has closed its output.
    #[error("it ended{}", status.as_ref().map_or_else(String::new, |status| format!(" ({status})")))]
    Ended { status: Option<String> },
    /// It doesn't read what it is sent.
    #[error("it doesn't read what it is sent")]
    Deaf,
    /// A line has no end in sight.
    #[error("it sent a line of more than {} bytes", crate::lines::LINE_BYTES_MAX)]
    LineTooLong,
}

/// The running program. It is killed, with all that it has started, when this is dropped.
#[derive(Debug)]
pub(crate) struct Program {
    process: Child,
    lines_in: Receiver<Read>,
    /// None once the program has been told to end.
    lines_out: Option<Sender<String>>,
}

impl Program {
    /// Starts the program in a process group of its own. What it writes to its error stream goes nowhere.
    ///
    /// # Errors
    /// If it can't be started.
    pub(crate) fn start(words: &[String]) -> io::Result<Self> {
        let (name, arguments) =
            words.split_first().ok_or_else(|| io::Error::other("the command is empty"))?;
        let mut process = Command::new(name)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .process_group(0)
            // The address of a queue, with its password.
            .env_remove("RIVAL_QUEUE")
            .spawn()?;
        let pipes = process.stdin.take().zip(process.stdout.take());
        let (to, from) = pipes.ok_or_else(|| io::Error::other("there are no pipes"))?;
        let (lines_read, lines_in) = bounded(LINES_WAITING_MAX);
        let (lines_out, lines_to_write) = bounded(LINES_WAITING_MAX);
        let program = Self { process, lines_in, lines_out: Some(lines_out) };
        // Each ends with its pipe. Nobody waits for that: what the program has started may keep a pipe open.
        let reads = thread::Builder::new().name("engine-output".into());
        reads.spawn(move || read(from, &lines_read))?;
        let writes = thread::Builder::new().name("engine-input".into());
        writes.spawn(move || write(to, &lines_to_write))?;
        Ok(program)
    }

    /// Sends a line.
    ///
    /// # Errors
    /// [`ChildError`] if it can't be delivered.
    pub(crate) fn send(&mut self, line: String) -> Result<(), ChildError> {
        let sent = self.lines_out.as_ref().map(|lines| lines.try_send(line));
        match sent {
            Some(Ok(())) => Ok(()),
            Some(Err(TrySendError::Full(_))) => Err(ChildError::Deaf),
            Some(Err(TrySendError::Disconnected(_))) | None => Err(self.ended()),
        }
    }

    /// The next line, if it comes before `deadline`.
    ///
    /// # Errors
    /// [`ChildError`] if it doesn't.
    pub(crate) fn receive(&mut self, deadline: Instant) -> Result<String, ChildError> {
        match self.lines_in.recv_deadline(deadline) {
            Ok(Read::Line(line)) => Ok(line),
            Ok(Read::TooLong) => Err(ChildError::LineTooLong),
            Ok(Read::End) | Err(RecvTimeoutError::Disconnected) => Err(self.ended()),
            Err(RecvTimeoutError::Timeout) => Err(ChildError::Silent),
        }
    }

    /// The program is gone: why, if that is known already.
    fn ended(&mut self) -> ChildError {
        let status = self.process.try_wait().ok().flatten().map(|status| status.to_string());
        ChildError::Ended { status }
    }
}

/// Closing the input is the last word that every program understands. What is still there after a moment is killed.
impl Drop for Program {
    fn drop(&mut self) {
        self.lines_out = None;
        let deadline = Instant::now() + LEAVE;
        while matches!(self.lines_in.recv_deadline(deadline), Ok(Read::Line(_) | Read::TooLong))
            && Instant::now() < deadline
        {}
        // The process has not been waited for, so that its number still is its group's.
        if let Some(group) = i32::try_from(self.process.id()).ok().and_then(Pid::from_raw) {
            // It may have ended already, with all that it had started.
            let _gone = kill_process_group(group, Signal::KILL);
        }
        let deadline = Instant::now() + DEATH;
        loop {
            match self.process.try_wait() {
                Ok(Some(_)) => return,
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(1)),
                Ok(None) => return tracing::warn!("an engine's process can't be ended"),
                Err(error) => {
                    return tracing::warn!(%error, "an engine's process can't be waited for");
                }
            }
        }
    }
}

/// Reads until the program ends or nobody listens.
fn read(from: ChildStdout, lines: &Sender<Read>) {
    let mut from = Lines::new(BufReader::new(from));
    loop {
        // A pipe that can't be read is as good as closed.
        let read = from.read().unwrap_or(Read::End);
        let is_end = read == Read::End;
        if lines.send(read).is_err() || is_end {
            return;
        }
    }
}

/// Writes until the program doesn't read any more or there is nothing to come.
fn write(mut to: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if writeln!(to, "{line}").and_then(|()| to.flush()).is_err() {
            return;
        }
    }
}
