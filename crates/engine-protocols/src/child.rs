//! Another program as a child process that exchanges lines of text.

use std::io::{self, BufReader, Read as _, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, TrySendError, bounded};
use rustix::process::{Pid, Signal, kill_process_group};
use thiserror::Error;

use crate::lines::{LineReader, Read};
use crate::lock::lock;

/// How many lines are buffered in each direction. An engine that writes more blocks; one that doesn't read this many is
/// hung.
const LINES_WAITING_MAX: usize = 256;

/// How long a program may take to exit after its input is closed.
const EXIT_TIMEOUT: Duration = Duration::from_millis(100);

/// How long to wait for a killed process. A process of another user can't be killed.
const KILL_TIMEOUT: Duration = Duration::from_secs(1);

/// Why a line can't be received or sent.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(crate) enum ChildError {
    /// The deadline has passed.
    #[error("it didn't answer in time")]
    TimedOut,
    /// The program has ended or has closed its output.
    #[error("it ended{}", status.as_ref().map_or_else(String::new, |status| format!(" ({status})")))]
    Ended { status: Option<String> },
    /// It doesn't read its input.
    #[error("it doesn't read its input")]
    NotReading,
    /// A line is too long.
    #[error("it sent a line of more than {bytes_max} bytes")]
    LineTooLong { bytes_max: usize },
}

/// A running program. It and all processes that it has started are killed on drop.
#[derive(Debug)]
pub(crate) struct Program {
    process: Child,
    lines_in: Receiver<Read>,
    /// None once the input has been closed.
    lines_out: Option<Sender<String>>,
    line_bytes_max: usize,
    /// The end of what it has written to its standard error.
    stderr_tail: Arc<Mutex<Vec<u8>>>,
}

/// What happens to a program's standard error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StderrUse {
    Discard,
    /// Its end is kept.
    KeepTail,
}

/// How many bytes of standard error are kept: the last ones.
const TAIL_BYTES_MAX: usize = 2048;

impl Program {
    /// Starts the program in a new process group. It may send lines of at most `line_bytes_max` bytes.
    ///
    /// # Errors
    /// If it can't be started.
    pub(crate) fn start(
        words: &[String],
        stderr_use: StderrUse,
        line_bytes_max: usize,
    ) -> io::Result<Self> {
        let (name, arguments) =
            words.split_first().ok_or_else(|| io::Error::other("the command is empty"))?;
        let mut process = Command::new(name)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(match stderr_use {
                StderrUse::Discard => Stdio::null(),
                StderrUse::KeepTail => Stdio::piped(),
            })
            .process_group(0)
            // The address of a queue, which contains its password.
            .env_remove("RIVAL_QUEUE")
            .spawn()?;
        let pipes = process.stdin.take().zip(process.stdout.take());
        let (to, from) = pipes.ok_or_else(|| io::Error::other("there are no pipes"))?;
        let (lines_read, lines_in) = bounded(LINES_WAITING_MAX);
        let (lines_out, lines_to_write) = bounded(LINES_WAITING_MAX);
        let stderr = process.stderr.take();
        let stderr_tail = Arc::default();
        let lines_out = Some(lines_out);
        let program = Self { process, lines_in, lines_out, line_bytes_max, stderr_tail };
        // Each thread ends with its pipe. They are not joined: a process that the program has started may keep a pipe
        // open.
        let reads = thread::Builder::new().name("engine-output".into());
        reads.spawn(move || read(from, line_bytes_max, &lines_read))?;
        let writes = thread::Builder::new().name("engine-input".into());
        writes.spawn(move || write(to, &lines_to_write))?;
        if let Some(stderr) = stderr {
            let tail = Arc::clone(&program.stderr_tail);
            let keeps = thread::Builder::new().name("engine-errors".into());
            keeps.spawn(move || keep_tail(stderr, &tail))?;
        }
        Ok(program)
    }

    /// Sends a line.
    ///
    /// # Errors
    /// [`ChildError`] if it can't be sent.
    pub(crate) fn send(&mut self, line: String) -> Result<(), ChildError> {
        let sent = self.lines_out.as_ref().map(|lines| lines.try_send(line));
        match sent {
            Some(Ok(())) => Ok(()),
            Some(Err(TrySendError::Full(_))) => Err(ChildError::NotReading),
            Some(Err(TrySendError::Disconnected(_))) | None => Err(self.ended()),
        }
    }

    /// The next line, if it comes before `deadline`.
    ///
    /// # Errors
    /// [`ChildError`] if it doesn't come.
    pub(crate) fn receive(&mut self, deadline: Instant) -> Result<String, ChildError> {
        match self.lines_in.recv_deadline(deadline) {
            Ok(Read::Line(line)) => Ok(line),
            Ok(Read::TooLong) => Err(ChildError::LineTooLong { bytes_max: self.line_bytes_max }),
            Ok(Read::End) | Err(RecvTimeoutError::Disconnected) => Err(self.ended()),
            Err(RecvTimeoutError::Timeout) => Err(ChildError::TimedOut),
        }
    }

    /// The end of what it has written to its standard error.
    pub(crate) fn stderr_tail(&self) -> String {
        String::from_utf8_lossy(&lock(&self.stderr_tail)).into_owned()
    }

    /// Asks it to exit by closing its input, and waits a moment for the end of its output.
    pub(crate) fn close(&mut self) {
        self.lines_out = None;
        let deadline = Instant::now() + EXIT_TIMEOUT;
        while matches!(self.lines_in.recv_deadline(deadline), Ok(Read::Line(_) | Read::TooLong))
            && Instant::now() < deadline
        {}
    }

    /// Ends its input.
    pub(crate) fn close_input(&mut self) {
        self.lines_out = None;
    }

    /// Whether it exits before the deadline; its output is dropped.
    pub(crate) fn exits_before(&mut self, deadline: Instant) -> bool {
        loop {
            // Its output must be read, or it could not go on.
            while self.lines_in.try_recv().is_ok_and(|read| read != Read::End)
                && Instant::now() < deadline
            {}
            match self.process.try_wait() {
                Ok(Some(_)) => return true,
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(1)),
                _ => return false,
            }
        }
    }

    /// The program has ended: why, if that is known.
    fn ended(&mut self) -> ChildError {
        let deadline = Instant::now() + EXIT_TIMEOUT;
        let status = loop {
            match self.process.try_wait() {
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(1)),
                status => break status.ok().flatten().map(|status| status.to_string()),
            }
        };
        ChildError::Ended { status }
    }
}

/// Closing the input asks any program to exit. It is killed if it is still running a moment later.
impl Drop for Program {
    fn drop(&mut self) {
        self.close();
        // The process has not been reaped, so its number is still that of its group.
        if let Some(group) = i32::try_from(self.process.id()).ok().and_then(Pid::from_raw) {
            // The whole group may have ended already.
            let _gone = kill_process_group(group, Signal::KILL);
        }
        let deadline = Instant::now() + KILL_TIMEOUT;
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

/// Reads until the program ends or the receiver is gone.
fn read(from: ChildStdout, line_bytes_max: usize, lines: &Sender<Read>) {
    let mut from = LineReader::new(BufReader::new(from), line_bytes_max);
    loop {
        // A read error counts as the end of the output.
        let read = from.read().unwrap_or(Read::End);
        let is_end = read == Read::End;
        if lines.send(read).is_err() || is_end {
            return;
        }
    }
}

/// Keeps the end of what is written to standard error.
fn keep_tail(mut from: ChildStderr, tail: &Mutex<Vec<u8>>) {
    let mut bytes = [0; TAIL_BYTES_MAX];
    while let Ok(count) = from.read(&mut bytes)
        && count > 0
    {
        let mut tail = lock(tail);
        tail.extend_from_slice(&bytes[..count]);
        let surplus = tail.len().saturating_sub(TAIL_BYTES_MAX);
        tail.drain(..surplus);
    }
}

/// Writes until the pipe is closed or the sender is gone.
fn write(mut to: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if writeln!(to, "{line}").and_then(|()| to.flush()).is_err() {
            return;
        }
    }
}
