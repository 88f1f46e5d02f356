//! Programs that run in parallel and are killed at the end of the test.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// The time limit for a line or for starting a program. On a busy machine, everything takes long.
const PATIENCE: Duration = Duration::from_mins(3);

/// The pause between two attempts to connect.
const PAUSE: Duration = Duration::from_millis(50);

/// The number of messages that a failed test shows.
const SHOWN: usize = 30;

/// A running program. Dropping this value kills it.
#[derive(Debug)]
pub struct Process {
    child: Child,
    lines: Receiver<String>,
    messages: Receiver<String>,
    newest: VecDeque<String>,
}

impl Process {
    /// Starts the command.
    ///
    /// # Panics
    /// If the program fails to start.
    pub fn start(mut command: Command) -> Self {
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap_or_else(|error| panic!("{command:?}: {error}"));
        let stdout = child.stdout.take().expect("standard output is a pipe");
        let stderr = child.stderr.take().expect("standard error is a pipe");
        Self { child, lines: lines(stdout), messages: lines(stderr), newest: VecDeque::new() }
    }

    /// Waits for this number of lines that contain this string.
    ///
    /// # Panics
    /// If the lines don't arrive in time.
    pub fn read(&mut self, count: usize, text: &str) {
        (0..count).for_each(|_| drop(self.line_with(text)));
    }

    /// Waits for the next line that contains this string.
    ///
    /// # Panics
    /// If no such line arrives in time.
    pub fn line_with(&mut self, text: &str) -> String {
        let until = Instant::now() + PATIENCE;
        loop {
            match self.lines.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(line) if line.contains(text) => return line,
                Ok(_) => {}
                Err(error) => panic!("no line with {text}, but {error}: {}", self.said()),
            }
        }
    }

    /// Waits for a message that contains this string.
    ///
    /// # Panics
    /// If no such message arrives in time.
    pub fn read_messages(&mut self, text: &str) {
        let until = Instant::now() + PATIENCE;
        while !self.newest.back().is_some_and(|line| line.contains(text)) {
            let left = until.saturating_duration_since(Instant::now());
            match self.messages.recv_timeout(left) {
                Ok(line) => self.newest.push_back(line),
                Err(error) => panic!("no \"{text}\", but {error}: {}", self.said()),
            }
        }
    }

    /// Waits until the program accepts connections on this port.
    ///
    /// # Panics
    /// If the program exits first or doesn't accept connections in time.
    pub fn await_port(&mut self, port: u16) {
        let until = Instant::now() + PATIENCE;
        while TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_err() {
            match self.messages.recv_timeout(PAUSE) {
                Ok(message) => self.newest.push_back(message),
                Err(RecvTimeoutError::Timeout) if Instant::now() < until => {}
                Err(error) => panic!("nothing accepts connections, {error}: {}", self.said()),
            }
        }
    }

    /// Kills the program if it is still running, and waits for it to exit.
    pub fn kill(&mut self) {
        let _ended = self.child.kill();
        let _waited = self.child.wait();
    }

    /// Waits for the program to exit successfully.
    ///
    /// # Panics
    /// If the program doesn't exit in time or fails.
    pub fn end_well(&mut self) {
        let until = Instant::now() + PATIENCE;
        // The pipe is closed when the program exits.
        while self.lines.recv_timeout(until.saturating_duration_since(Instant::now())).is_ok() {}
        assert!(Instant::now() < until, "it does not end: {}", self.said());
        let status = self.child.wait().expect("a child can be waited for");
        assert!(status.success(), "{status}: {}", self.said());
    }

    /// Waits for the program to exit. Returns its exit code and its last message.
    ///
    /// # Panics
    /// If the program doesn't exit in time.
    pub fn end(&mut self) -> (Option<i32>, String) {
        let until = Instant::now() + PATIENCE;
        // The pipe is closed when the program exits.
        while let Ok(line) =
            self.messages.recv_timeout(until.saturating_duration_since(Instant::now()))
        {
            self.newest.push_back(line);
        }
        assert!(Instant::now() < until, "it does not end: {}", self.said());
        let status = self.child.wait().expect("a child can be waited for");
        (status.code(), self.newest.pop_back().unwrap_or_default())
    }

    /// The latest messages.
    fn said(&mut self) -> String {
        self.newest.extend(self.messages.try_iter());
        let passed_over = self.newest.len().saturating_sub(SHOWN);
        let shown: Vec<&str> = self.newest.iter().skip(passed_over).map(String::as_str).collect();
        shown.join("\n  ")
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A port that was free a moment ago. If another program takes it, the test fails.
///
/// # Panics
/// If there is no free port.
pub fn free_port() -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("there is a free port");
    listener.local_addr().expect("a listener has an address").port()
}

/// Sends the lines from a pipe.
fn lines(pipe: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let lines = BufReader::new(pipe).lines().map_while(Result::ok);
        // A test that is no longer waiting has received everything it needs.
        lines.for_each(|line| drop(sender.send(line)));
    });
    receiver
}
