//! Programs that run beside each other, and end with the test whatever happens.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long a line is waited for: on a busy machine everything takes long.
const PATIENCE: Duration = Duration::from_mins(3);

/// How many of the newest messages a failed test shows.
const SHOWN: usize = 30;

/// A program that runs. It is killed when this is dropped.
pub(crate) struct Process {
    child: Child,
    lines: Receiver<String>,
    messages: Receiver<String>,
    newest: VecDeque<String>,
}

/// The lines that come out of a pipe.
fn lines(pipe: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let lines = BufReader::new(pipe).lines().map_while(Result::ok);
        // A test that waits no more has what it wants.
        lines.for_each(|line| drop(sender.send(line)));
    });
    receiver
}

impl Process {
    pub(crate) fn start(mut command: Command) -> Self {
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap_or_else(|error| panic!("{command:?}: {error}"));
        let (stdout, stderr) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
        let (lines, messages) = (lines(stdout), lines(stderr));
        Self { child, lines, messages, newest: VecDeque::new() }
    }

    /// Waits for this number of lines with this text.
    pub(crate) fn read(&mut self, count: usize, text: &str) {
        (0..count).for_each(|_| drop(self.line_with(text)));
    }

    /// Waits for the next line with this text.
    pub(crate) fn line_with(&mut self, text: &str) -> String {
        let until = Instant::now() + PATIENCE;
        loop {
            match self.lines.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(line) if line.contains(text) => return line,
                Ok(_) => {}
                Err(error) => panic!("no line with {text}, but {error}: {}", self.said()),
            }
        }
    }

    /// Waits for a message with this text.
    pub(crate) fn read_messages(&mut self, text: &str) {
        let until = Instant::now() + PATIENCE;
        while !self.newest.back().is_some_and(|line| line.contains(text)) {
            let left = until.saturating_duration_since(Instant::now());
            match self.messages.recv_timeout(left) {
                Ok(line) => self.newest.push_back(line),
                Err(error) => panic!("no \"{text}\", but {error}: {}", self.said()),
            }
        }
    }

    pub(crate) fn kill(&mut self) {
        // It may have come to its end just now.
        let _ended = self.child.kill();
        self.child.wait().unwrap();
    }

    /// The newest messages.
    fn said(&mut self) -> String {
        self.newest.extend(self.messages.try_iter());
        let passed_over = self.newest.len().saturating_sub(SHOWN);
        let shown: Vec<&str> = self.newest.iter().skip(passed_over).map(String::as_str).collect();
        shown.join("\n  ")
    }
}

/// What only the tests of the queue need.
#[cfg(feature = "queue")]
impl Process {
    /// Waits for its end, which must be a good one.
    pub(crate) fn end_well(&mut self) {
        let until = Instant::now() + PATIENCE;
        // The pipe is closed when the program ends.
        while self.lines.recv_timeout(until.saturating_duration_since(Instant::now())).is_ok() {}
        assert!(Instant::now() < until, "it goes on and on: {}", self.said());
        let status = self.child.wait().unwrap();
        assert!(status.success(), "{status}: {}", self.said());
    }

    /// Waits for its end. Its exit code and its last message.
    pub(crate) fn end(&mut self) -> (Option<i32>, String) {
        let until = Instant::now() + PATIENCE;
        // The pipe is closed when the program ends.
        while let Ok(line) =
            self.messages.recv_timeout(until.saturating_duration_since(Instant::now()))
        {
            self.newest.push_back(line);
        }
        assert!(Instant::now() < until, "it goes on and on: {}", self.said());
        (self.child.wait().unwrap().code(), self.newest.pop_back().unwrap_or_default())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ended = self.child.kill();
        let _waited = self.child.wait();
    }
}
