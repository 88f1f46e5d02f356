//! A child process that exchanges lines of text.
//!
//! The child's pipes don't block. No extra thread reads them for the table, because such a thread would wake up for
//! every line. Unread output waits in the pipe.

use std::fs::File;
use std::io::{self, BufReader, ErrorKind, PipeReader, PipeWriter, Read as _, Write as _};
use std::path::Path;
use std::process::ExitStatus;
use std::thread;
use std::time::{Duration, Instant};

use plain_protocol::StderrTail;
use process_pool::{Pipes, SupervisedProcess, Supervisor};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::ioctl_fionbio;
use thiserror::Error;

use crate::lines::{LineReader, Read};

/// Maximum number of bytes of pending input. A program that leaves more than this unread counts as hung.
const WAITING_BYTES_MAX: usize = 64 << 10;

/// Time limit for a program to exit after its input is closed.
const EXIT_TIMEOUT: Duration = Duration::from_millis(100);

/// The reason why a line can't be sent or received.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(crate) enum ChildError {
    /// The deadline has passed.
    #[error("it didn't answer in time")]
    TimedOut,
    /// The program has ended or has closed its output.
    #[error("it ended{}", status.as_ref().map_or_else(String::new, |status| format!(" ({status})")))]
    Ended { status: Option<ExitStatus> },
    /// The program doesn't read its input.
    #[error("it doesn't read its input")]
    NotReading,
    /// A line is too long.
    #[error("it sent a line of more than {bytes_max} bytes")]
    LineTooLong { bytes_max: usize },
}

/// Environment variables that programs must not see: a queue address contains a password.
const HIDDEN: [&str; 1] = ["RIVAL_QUEUE"];

/// A running program. Dropping this value, or ending this process, kills the program and all its descendants.
#[derive(Debug)]
pub(crate) struct Program {
    process: SupervisedProcess,
    lines_in: LineReader<BufReader<PipeReader>>,
    /// Whether the program's output has ended and was received in full.
    has_ended: bool,
    input: Input,
    line_bytes_max: usize,
    /// The pipe of standard error; `None` once the program has closed it.
    stderr: Option<PipeReader>,
    /// The tail of the child's standard error.
    stderr_tail: StderrTail,
    /// The file to which the child's standard error is appended.
    stderr_log: Option<File>,
}

/// A program's standard input.
#[derive(Debug)]
struct Input {
    /// The pipe to the program; `None` once closed.
    pipe: Option<PipeWriter>,
    /// Pending input beyond the pipe's capacity.
    waiting: Vec<u8>,
    /// Whether to close the pipe once all pending input is written.
    closes: bool,
}

impl Input {
    /// Writes as much as the pipe accepts. Gives up if the program has closed its end; the program's exit will explain
    /// why.
    fn flush(&mut self) {
        while let Some(pipe) = self.pipe.as_mut().filter(|_| !self.waiting.is_empty()) {
            match pipe.write(&self.waiting) {
                Ok(count) => drop(self.waiting.drain(..count)),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                Err(_closed) => {
                    self.pipe = None;
                    self.waiting.clear();
                }
            }
        }
        if self.closes {
            self.pipe = None;
        }
    }
}

/// The number of bytes to read from standard error at once.
const STDERR_READ_BYTES: usize = 2048;

impl Program {
    /// Starts the program in a new process group, in `folder` if given. A line from the program can have at most
    /// `line_bytes_max` bytes.
    ///
    /// # Errors
    /// If the program fails to start.
    pub(crate) fn start(
        words: &[String],
        folder: Option<&Path>,
        line_bytes_max: usize,
    ) -> io::Result<Self> {
        if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
            return Err(io::Error::other(format!(
                "its folder {} no longer exists",
                folder.display()
            )));
        }
        let supervisor = Supervisor::this_program();
        let (process, pipes) =
            SupervisedProcess::start(supervisor.as_ref(), words, folder, &HIDDEN)?;
        let Pipes { stdin, stdout, stderr } = pipes;
        // From here on, dropping this value ends the process.
        let program = Self {
            process,
            lines_in: LineReader::new(BufReader::new(stdout), line_bytes_max),
            has_ended: false,
            input: Input { pipe: Some(stdin), waiting: Vec::new(), closes: false },
            line_bytes_max,
            stderr: Some(stderr),
            stderr_tail: StderrTail::default(),
            stderr_log: None,
        };
        ioctl_fionbio(program.lines_in.input().get_ref(), true)?;
        program.input.pipe.as_ref().map_or(Ok(()), |pipe| ioctl_fionbio(pipe, true))?;
        program.stderr.as_ref().map_or(Ok(()), |pipe| ioctl_fionbio(pipe, true))?;
        Ok(program)
    }

    /// Appends the program's standard error to a file.
    ///
    /// # Errors
    /// If the file can't be opened.
    pub(crate) fn log_stderr(&mut self, file: &Path) -> io::Result<()> {
        self.stderr_log = Some(File::options().append(true).create(true).open(file)?);
        Ok(())
    }

    /// Sends a line. Queues the line if the program isn't reading.
    ///
    /// # Errors
    /// [`ChildError`] if the line can't be sent.
    pub(crate) fn send(&mut self, line: &str) -> Result<(), ChildError> {
        if self.input.pipe.is_none() {
            return Err(self.ended());
        }
        if self.input.waiting.len() > WAITING_BYTES_MAX {
            self.input.flush();
            self.read_stderr();
            if self.input.waiting.len() > WAITING_BYTES_MAX {
                return Err(ChildError::NotReading);
            }
        }
        // One system call writes a short line as a whole or not at all.
        self.input.waiting.extend_from_slice(line.as_bytes());
        self.input.waiting.push(b'\n');
        self.input.flush();
        Ok(())
    }

    /// The next line, if it arrives before `deadline`.
    ///
    /// # Errors
    /// [`ChildError`] if no line arrives.
    pub(crate) fn receive(&mut self, deadline: Instant) -> Result<String, ChildError> {
        match self.read(deadline) {
            Some(Read::Line(line)) => Ok(line),
            Some(Read::TooLong) => Err(ChildError::LineTooLong { bytes_max: self.line_bytes_max }),
            Some(Read::End) => Err(self.ended()),
            None => Err(ChildError::TimedOut),
        }
    }

    /// The number of bytes of an unfinished line.
    pub(crate) const fn unfinished_bytes(&self) -> usize {
        self.lines_in.unfinished_bytes()
    }

    /// The next output before `deadline`. Meanwhile sends pending input.
    fn read(&mut self, deadline: Instant) -> Option<Read> {
        loop {
            if self.has_ended {
                return Some(Read::End);
            }
            match self.lines_in.read() {
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                // A read error counts as the end of the output.
                read => {
                    let read = read.unwrap_or(Read::End);
                    self.has_ended = read == Read::End;
                    return Some(read);
                }
            }
            let time = deadline.saturating_duration_since(Instant::now());
            if time.is_zero() {
                return None;
            }
            self.wait(time);
        }
    }

    /// Waits until a pipe is ready. Serves standard input and standard error.
    fn wait(&mut self, time: Duration) {
        let mut watched: Vec<PollFd<'_>> = Vec::with_capacity(3);
        watched.push(PollFd::new(self.lines_in.input().get_ref(), PollFlags::IN));
        watched.extend(self.stderr.as_ref().map(|pipe| PollFd::new(pipe, PollFlags::IN)));
        let unread = self.input.pipe.as_ref().filter(|_| !self.input.waiting.is_empty());
        watched.extend(unread.map(|pipe| PollFd::new(pipe, PollFlags::OUT)));
        let others_are_watched = watched.len() > 1;
        // The caller retries an interrupted or failed wait until its deadline.
        let _woken = poll(&mut watched, Some(&Timespec::try_from(time).unwrap_or_default()));
        if others_are_watched {
            self.input.flush();
            self.read_stderr();
        }
    }

    /// Reads standard error and stores its tail.
    fn read_stderr(&mut self) {
        let mut bytes = [0; STDERR_READ_BYTES];
        while let Some(pipe) = &mut self.stderr {
            match pipe.read(&mut bytes) {
                Ok(0) => self.stderr = None,
                Ok(count) => {
                    if let Some(log) = &mut self.stderr_log
                        && let Err(error) = log.write_all(&bytes[..count])
                    {
                        tracing::warn!(%error, "an engine's standard error can't be written");
                        self.stderr_log = None;
                    }
                    self.stderr_tail.add(&bytes[..count]);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                Err(_closed) => self.stderr = None,
            }
        }
    }

    /// The part of its standard error to quote in a failure, as one short line.
    pub(crate) fn stderr_excerpt(&mut self) -> String {
        self.read_stderr();
        self.stderr_tail.excerpt()
    }

    /// Discards the tail of standard error.
    pub(crate) fn discard_stderr(&mut self) {
        self.read_stderr();
        self.stderr_tail.clear();
    }

    /// The process ID.
    pub(crate) fn process_id(&self) -> u32 {
        self.process.id()
    }

    /// Closes the input, which asks the program to exit, and waits a moment for its output to end.
    pub(crate) fn close(&mut self) {
        self.close_input();
        let deadline = Instant::now() + EXIT_TIMEOUT;
        while matches!(self.read(deadline), Some(Read::Line(_) | Read::TooLong))
            && Instant::now() < deadline
        {}
        self.read_stderr();
        self.input.pipe = None;
    }

    /// Closes the input after the pending bytes.
    pub(crate) fn close_input(&mut self) {
        self.input.closes = true;
        self.input.flush();
    }

    /// Returns `true` if the program exits before the deadline. Discards the child's output.
    pub(crate) fn exits_before(&mut self, deadline: Instant) -> bool {
        loop {
            // Unread output would block it.
            self.input.flush();
            self.read_stderr();
            while matches!(self.read(Instant::now()), Some(Read::Line(_) | Read::TooLong))
                && Instant::now() < deadline
            {}
            match self.process.try_wait() {
                Ok(Some(_)) => return true,
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(1)),
                _ => return false,
            }
        }
    }

    /// The error for an ended program, with its exit status if known.
    fn ended(&mut self) -> ChildError {
        let deadline = Instant::now() + EXIT_TIMEOUT;
        let status = loop {
            match self.process.try_wait() {
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(1)),
                status => break status.ok().flatten(),
            }
        };
        ChildError::Ended { status }
    }
}

/// Closes the input, which asks any program to exit. Kills the program if it is still running a moment later.
impl Drop for Program {
    fn drop(&mut self) {
        self.close();
        if !self.process.end() {
            tracing::warn!("an engine's process can't be ended");
        }
    }
}
