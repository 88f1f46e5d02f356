//! The program on a terminal of its own, with a screen that tests can read and a keyboard that they can type on.

use std::ffi::OsStr;
use std::fmt;
use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::process::ExitStatus;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;
use std::time::{Duration, Instant};

use pty_process::Size;
use pty_process::blocking::{Command, Pty, open};
use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

use crate::run::ending_of;
use crate::{program, scratch};

/// How long the screen may take to show what is waited for, and the program to end.
const LIMIT: Duration = Duration::from_secs(30);

/// A terminal in which `rival` runs.
pub struct Terminal {
    keyboard: Arc<Pty>,
    output: Receiver<Vec<u8>>,
    screen: vt100::Parser,
    process: Pid,
    status: Receiver<ExitStatus>,
    _home: TempDir,
}

impl Terminal {
    /// Starts `rival` with these arguments on a screen with `rows` rows and `columns` columns.
    ///
    /// # Panics
    /// If it can't be started, or the screen has no size.
    pub fn start<S: AsRef<OsStr>>(
        size: (u16, u16),
        arguments: impl IntoIterator<Item = S>,
    ) -> Self {
        Self::start_as("xterm-256color", size, arguments)
    }

    /// As [`start`](Self::start), on a terminal that calls itself `kind`: a "dumb" one shows lines alone.
    ///
    /// # Panics
    /// If it can't be started, or the screen has no size.
    pub fn start_as<S: AsRef<OsStr>>(
        kind: &str,
        (rows, columns): (u16, u16),
        arguments: impl IntoIterator<Item = S>,
    ) -> Self {
        let home = scratch();
        let (pty, remote) = open().expect("a terminal can be made");
        pty.resize(Size::new(rows, columns)).expect("a terminal has a size");
        let child = Command::new(&program().rival)
            .args(arguments)
            .env_clear()
            .envs([("LANG", "C.UTF-8"), ("TERM", kind)])
            .env("HOME", home.path())
            .env("RIVAL_PLUGINS", &program().plugins)
            .current_dir(home.path())
            .spawn(remote)
            .expect("the program can be started");
        let keyboard = Arc::new(pty);
        let size = |length| NonZeroU16::new(length).expect("a screen has a size");
        Self {
            output: output_of(Arc::clone(&keyboard)),
            keyboard,
            screen: vt100::Parser::new(size(rows), size(columns), 0),
            process: Pid::from_child(&child),
            status: ending_of(child),
            _home: home,
        }
    }

    /// What stands on the screen now.
    pub fn text(&self) -> String {
        self.screen.screen().contents()
    }

    /// What stands on the screen now, with its colors.
    pub fn screen(&self) -> &vt100::Screen {
        self.screen.screen()
    }

    /// Waits until `text` stands on the screen.
    ///
    /// # Panics
    /// If it doesn't come in time.
    #[track_caller]
    pub fn shows(&mut self, text: &str) {
        let deadline = Instant::now() + LIMIT;
        while !self.text().contains(text) {
            let left = deadline.saturating_duration_since(Instant::now());
            let Ok(bytes) = self.output.recv_timeout(left) else {
                panic!("the screen doesn't show \"{text}\", but:\n{}", self.text())
            };
            self.screen.process(&bytes);
        }
    }

    /// Types `keys`; `\r` is Enter and `\x03` is Ctrl-C.
    ///
    /// # Panics
    /// If the terminal is gone.
    pub fn types(&self, keys: &str) {
        (&*self.keyboard).write_all(keys.as_bytes()).expect("the terminal takes keys");
    }

    /// Waits for the program's end and returns what stands on the screen, up to the cursor.
    ///
    /// # Panics
    /// If the program doesn't end in time.
    #[track_caller]
    pub fn last_screen(mut self) -> String {
        self.status.recv_timeout(LIMIT).expect("the program ends");
        while let Ok(bytes) = self.output.recv_timeout(LIMIT) {
            self.screen.process(&bytes);
        }
        let (row, _) = self.screen.screen().cursor_position();
        self.screen.screen().contents_between(0, 0, row, u16::MAX)
    }

    /// Waits for the program's end and returns its exit code.
    ///
    /// # Panics
    /// If it doesn't end in time, or a signal ended it.
    #[track_caller]
    pub fn finish(mut self) -> i32 {
        let status = self.status.recv_timeout(LIMIT);
        while let Ok(bytes) = self.output.try_recv() {
            self.screen.process(&bytes);
        }
        let Ok(status) = status else {
            panic!("the program doesn't end; the screen:\n{}", self.text())
        };
        let Some(code) = status.code() else {
            panic!("it ends with {status}; the screen:\n{}", self.text())
        };
        code
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        if self.status.try_recv() == Err(TryRecvError::Empty) {
            // It may end in this very moment, and then there is nothing to kill.
            let _ = kill_process(self.process, Signal::KILL);
        }
    }
}

impl fmt::Debug for Terminal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Terminal").field("text", &self.text()).finish_non_exhaustive()
    }
}

/// What the program writes, as it comes. Linux ends the stream with an error when the program is gone.
fn output_of(pty: Arc<Pty>) -> Receiver<Vec<u8>> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut buffer = [0; 4096];
        while let Ok(length @ 1..) = (&*pty).read(&mut buffer) {
            let bytes = buffer.iter().take(length).copied().collect();
            if sender.send(bytes).is_err() {
                return;
            }
        }
    });
    receiver
}
