//! Runs the program the way users do, with input and output.

use std::ffi::OsStr;
use std::fmt;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, channel};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

use crate::{program, scratch};

/// The default time limit for a run. A longer run counts as hung.
const LIMIT: Duration = Duration::from_mins(3);

/// A `rival` run to set up. An empty home folder isolates it from the tester's settings.
#[derive(Debug)]
pub struct Rival {
    command: Command,
    words: String,
    input: Option<String>,
    home: TempDir,
    limit: Duration,
}

impl Rival {
    /// `rival` with these arguments.
    ///
    /// # Panics
    /// See [`program`].
    pub fn new<S: AsRef<OsStr>>(arguments: impl IntoIterator<Item = S>) -> Self {
        Self::program(&program().rival, arguments)
    }

    /// `rival-arena`, which is next to `rival`, with these arguments.
    ///
    /// # Panics
    /// See [`program`].
    pub fn arena<S: AsRef<OsStr>>(arguments: impl IntoIterator<Item = S>) -> Self {
        Self::program(&program().rival.with_file_name("rival-arena"), arguments)
    }

    /// Runs `line` in bash with `rival` on its path.
    ///
    /// # Panics
    /// See [`program`].
    pub fn shell(line: &str) -> Self {
        let mut command = Command::new("bash");
        command.args(["-euo", "pipefail", "-c", line]);
        Self::prepared(command, line.into())
    }

    fn program<S: AsRef<OsStr>>(file: &Path, arguments: impl IntoIterator<Item = S>) -> Self {
        let mut command = Command::new(file);
        command.args(arguments);
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let words = command.get_args().map(|word| word.to_string_lossy()).collect::<Vec<_>>();
        let words = format!("{name} {}", words.join(" "));
        Self::prepared(command, words)
    }

    fn prepared(mut command: Command, words: String) -> Self {
        let home = scratch();
        let own = program().rival.parent().expect("a program is in a folder");
        let path = std::env::var("PATH").expect("there is a path");
        command.env_clear().current_dir(home.path());
        command.env("PATH", format!("{}:{path}", own.display())).env("HOME", home.path());
        command.env("LANG", "C.UTF-8").env("TERM", "dumb").env("RIVAL_PLUGINS", &program().plugins);
        Self { command, words, input: None, home, limit: LIMIT }
    }

    /// Runs in `folder` instead of the empty home.
    #[must_use]
    pub fn dir(mut self, folder: &Path) -> Self {
        self.command.current_dir(folder);
        self
    }

    /// Sets an environment variable.
    #[must_use]
    pub fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.command.env(name, value);
        self
    }

    /// Provides this standard input, which is empty by default.
    #[must_use]
    pub fn input(mut self, text: impl Into<String>) -> Self {
        self.input = Some(text.into());
        self
    }

    /// Sets the time limit after which the run counts as hung.
    #[must_use]
    pub fn within(mut self, limit: Duration) -> Self {
        self.limit = limit;
        self
    }

    /// Runs the program to completion.
    ///
    /// # Panics
    /// If the program fails to start or hangs.
    pub fn run(self) -> Finished {
        self.start().finish()
    }

    /// Starts the program and returns immediately.
    ///
    /// # Panics
    /// If the program fails to start.
    pub fn start(mut self) -> Running {
        let stdin = if self.input.is_some() { Stdio::piped() } else { Stdio::null() };
        self.command.stdin(stdin).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child =
            self.command.spawn().unwrap_or_else(|error| panic!("{}: {error}", self.words));
        if let (Some(pipe), Some(text)) = (child.stdin.take(), self.input) {
            feed(pipe, text);
        }
        Running {
            words: self.words,
            process: Pid::from_child(&child),
            lines: lines_of(child.stdout.take().expect("standard output is a pipe")),
            messages: text_of(child.stderr.take().expect("standard error is a pipe")),
            status: ending_of(child),
            deadline: Instant::now() + self.limit,
            seen: String::new(),
            _home: self.home,
        }
    }
}

/// A started run.
#[derive(Debug)]
pub struct Running {
    words: String,
    process: Pid,
    lines: Receiver<String>,
    messages: Receiver<String>,
    status: Receiver<ExitStatus>,
    deadline: Instant,
    seen: String,
    _home: TempDir,
}

impl Running {
    /// The next line from standard output without its line ending, or `None` at the end.
    ///
    /// # Panics
    /// If no line arrives in time.
    pub fn line(&mut self) -> Option<String> {
        match self.lines.recv_timeout(self.deadline.saturating_duration_since(Instant::now())) {
            Ok(line) => {
                self.seen.push_str(&line);
                Some(line.trim_end_matches('\n').to_owned())
            }
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => self.give_up(),
        }
    }

    /// Sends the Ctrl-C signal.
    ///
    /// # Panics
    /// If the program has already exited.
    pub fn interrupt(&self) {
        kill_process(self.process, Signal::INT).expect("the program is still running");
    }

    /// The process.
    pub fn process(&self) -> Pid {
        self.process
    }

    /// Kills the program and waits until it is dead.
    ///
    /// # Panics
    /// If the program doesn't die.
    pub fn kill(self) {
        // The program may have exited already.
        let _ = kill_process(self.process, Signal::KILL);
        let left = self.deadline.saturating_duration_since(Instant::now());
        assert!(self.status.recv_timeout(left).is_ok(), "`{}` can't be killed", self.words);
    }

    /// Waits for the program to exit.
    ///
    /// # Panics
    /// If the program doesn't exit in time.
    pub fn finish(mut self) -> Finished {
        while self.line().is_some() {}
        let left = self.deadline.saturating_duration_since(Instant::now());
        let Ok(status) = self.status.recv_timeout(left) else { self.give_up() };
        let left = self.deadline.saturating_duration_since(Instant::now());
        let Ok(stderr) = self.messages.recv_timeout(left) else { self.give_up() };
        Finished { words: self.words, status, stdout: self.seen, stderr }
    }

    fn give_up(&self) -> ! {
        if self.status.try_recv() == Err(TryRecvError::Empty) {
            // The program may have just exited. In that case, there is nothing to kill.
            let _ = kill_process(self.process, Signal::KILL);
        }
        panic!("`{}` hangs; so far it said:\n{}", self.words, self.seen);
    }
}

/// The result of a run.
#[derive(Debug)]
pub struct Finished {
    words: String,
    status: ExitStatus,
    /// The standard output.
    pub stdout: String,
    /// The standard error.
    pub stderr: String,
}

impl Finished {
    /// The exit code, or `None` if a signal killed the program.
    pub fn code(&self) -> Option<i32> {
        self.status.code()
    }

    /// Returns the run if it ended with this exit code.
    ///
    /// # Panics
    /// If the program ended in any other way.
    #[must_use]
    #[track_caller]
    pub fn exits(self, code: i32) -> Self {
        assert_eq!(self.code(), Some(code), "{self}");
        self
    }
}

impl fmt::Display for Finished {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { words, status, stdout, stderr } = self;
        write!(f, "`{words}` ends with {status}\n--- stdout\n{stdout}--- stderr\n{stderr}---")
    }
}

/// Writes `text` to the program, which can close the pipe early.
fn feed(mut pipe: ChildStdin, text: String) {
    thread::spawn(move || {
        // A program may exit without reading its input. The exit code shows whether this was correct.
        let _ = pipe.write_all(text.as_bytes());
    });
}

/// Sends the lines of standard output, including their line ends, as they arrive.
fn lines_of(pipe: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut reader = BufReader::new(pipe);
        let mut line = Vec::new();
        while reader.read_until(b'\n', &mut line).is_ok_and(|length| length > 0) {
            if sender.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
                return;
            }
            line.clear();
        }
    });
    receiver
}

/// Sends all output until the pipe is closed, as one message.
fn text_of(mut pipe: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let read = pipe.read_to_end(&mut bytes);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        read.is_ok().then(|| sender.send(text))
    });
    receiver
}

/// Sends the exit status.
pub(crate) fn ending_of(mut child: Child) -> Receiver<ExitStatus> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        if let Ok(status) = child.wait() {
            // The receiver may be gone.
            let _ = sender.send(status);
        }
    });
    receiver
}
