//! Programs that run beside each other, and end with the test whatever happens.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read};
use std::net::{Ipv4Addr, TcpListener};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long a line is waited for: on a busy machine everything takes long.
const PATIENCE: Duration = Duration::from_mins(3);

/// How many of the newest messages a failed test shows.
const SHOWN: usize = 30;

/// The program, with nothing of this user's.
pub(crate) fn arena(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rival-arena"));
    command.current_dir(folder).env("HOME", folder).env_remove("RIVAL_PLUGINS");
    command
}

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

    /// Waits for so many lines with this text.
    pub(crate) fn read(&mut self, count: usize, text: &str) {
        let until = Instant::now() + PATIENCE;
        let mut seen = 0;
        while seen < count {
            let left = until.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left) {
                Ok(line) => seen += usize::from(line.contains(text)),
                Err(error) => panic!("{seen} lines with {text}, then {error}: {}", self.said()),
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

    /// Waits for its end, which must be a good one.
    pub(crate) fn end_well(&mut self) {
        let until = Instant::now() + PATIENCE;
        // The pipe is closed when the program ends.
        while self.lines.recv_timeout(until.saturating_duration_since(Instant::now())).is_ok() {}
        assert!(Instant::now() < until, "it goes on and on: {}", self.said());
        let status = self.child.wait().unwrap();
        assert!(status.success(), "{status}: {}", self.said());
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

impl Drop for Process {
    fn drop(&mut self) {
        let _ended = self.child.kill();
        let _waited = self.child.wait();
    }
}

/// A NATS server of this test, reached from this machine alone.
pub(crate) struct Server {
    port: u16,
    /// What it is started with besides its address.
    options: Vec<OsString>,
    process: Process,
}

/// Users with the rights that docs/many-machines.md gives them.
const USERS: &str = r#"authorization { users = [
    { user: scheduler, password: s, permissions: {
        publish: ["rival.>", "$JS.API.>", "$JS.ACK.>", "_INBOX.>"], subscribe: ["rival.>", "_INBOX.>"] } }
    { user: worker, password: w, permissions: {
        publish: ["rival.worker", "rival.*.spec", "rival.*.result", "$JS.API.>", "$JS.ACK.>"]
        subscribe: ["rival.runs", "rival.*.end", "_INBOX.>"] } }
] }"#;

impl Server {
    pub(crate) fn start(folder: &Path) -> Self {
        Self::with_options(vec!["-js".into(), "-sd".into(), folder.join("streams").into()])
    }

    pub(crate) fn without_streams() -> Self {
        Self::with_options(Vec::new())
    }

    pub(crate) fn with_users(folder: &Path) -> Self {
        let file = folder.join("nats.conf");
        std::fs::write(&file, USERS).unwrap();
        let store = folder.join("streams").into();
        Self::with_options(vec!["-js".into(), "-sd".into(), store, "-c".into(), file.into()])
    }

    fn with_options(options: Vec<OsString>) -> Self {
        // Free a moment ago; should another program take it, the server ends and the test says so.
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        drop(listener);
        Self { process: launch(port, &options), port, options }
    }

    pub(crate) fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    pub(crate) fn kill(&mut self) {
        self.process.kill();
    }

    pub(crate) fn start_again(&mut self) {
        self.process = launch(self.port, &self.options);
    }
}

fn launch(port: u16, options: &[OsString]) -> Process {
    // Debian puts it where only the administrator looks.
    let debian = Path::new("/usr/sbin/nats-server");
    let mut command =
        Command::new(if debian.is_file() { debian } else { Path::new("nats-server") });
    command.args(["-a", "127.0.0.1", "-p", &port.to_string()]).args(options);
    let mut process = Process::start(command);
    process.read_messages("Server is ready");
    process
}
