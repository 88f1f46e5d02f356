//! Runs the program in a pseudo terminal. Tests can read the screen and type.

use std::ffi::OsStr;
use std::fmt;
use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::path::Path;
use std::process::ExitStatus;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;
use std::time::{Duration, Instant};

use pty_process::Size;
use pty_process::blocking::{Command, Pty, open};
use rustix::process::{Pid, Signal, kill_process};
use rustix::termios::{LocalModes, tcgetattr};
use tempfile::TempDir;
use vt100::{Callbacks, MouseProtocolMode, Screen};

use crate::run::ending_of;
use crate::{program, scratch};

/// The time limit for text to appear, and for the program to exit.
const LIMIT: Duration = Duration::from_secs(90);

/// The usual value of `TERM`.
const KIND: &str = "xterm-256color";

/// The value of `TERM` for terminals with 16 million colors.
const DIRECT: &str = "xterm-direct";

/// A terminal that runs a program.
pub struct Terminal {
    keyboard: Arc<Pty>,
    output: Receiver<Vec<u8>>,
    screen: vt100::Parser<Bells>,
    process: Pid,
    status: Receiver<ExitStatus>,
    /// The program's home folder, if only this terminal uses it.
    home: Option<TempDir>,
}

/// The number of terminal bell rings.
struct Bells(usize);

impl Callbacks for Bells {
    fn audible_bell(&mut self, _: &mut Screen) {
        self.0 += 1;
    }
}

/// Starts a program.
impl Terminal {
    /// Starts `rival` with these arguments on a screen with `rows` rows and `columns` columns.
    ///
    /// # Panics
    /// If the program fails to start, or the screen has no size.
    pub fn start<S: AsRef<OsStr>>(
        size: (u16, u16),
        arguments: impl IntoIterator<Item = S>,
    ) -> Self {
        Self::start_as(KIND, size, arguments)
    }

    /// Like [`start`](Self::start), with this value of `TERM`. A "dumb" terminal can only show lines.
    ///
    /// # Panics
    /// If the program fails to start, or the screen has no size.
    pub fn start_as<S: AsRef<OsStr>>(
        kind: &str,
        size: (u16, u16),
        arguments: impl IntoIterator<Item = S>,
    ) -> Self {
        let rival = Command::new(&program().rival).args(arguments);
        Self::run(kind, size, in_test_environment(rival), scratch())
    }

    /// Like [`start`](Self::start), in a home folder that may have been used before.
    ///
    /// # Panics
    /// If the program fails to start, or the screen has no size.
    pub fn start_at_home<S: AsRef<OsStr>>(
        home: &Path,
        size: (u16, u16),
        arguments: impl IntoIterator<Item = S>,
    ) -> Self {
        let rival = Command::new(&program().rival).args(arguments);
        Self::run_at_home(DIRECT, size, in_test_environment(rival), home)
    }

    /// Like [`start_at_home`](Self::start_at_home), for `rival-arena`.
    ///
    /// # Panics
    /// If the program fails to start, or the screen has no size.
    pub fn start_arena_at_home<S: AsRef<OsStr>>(
        home: &Path,
        size: (u16, u16),
        arguments: impl IntoIterator<Item = S>,
    ) -> Self {
        let arena = Command::new(program().rival.with_file_name("rival-arena")).args(arguments);
        Self::run_at_home(KIND, size, in_test_environment(arena), home)
    }

    /// Starts a shell with job control and `rival` on its path.
    ///
    /// # Panics
    /// If the program fails to start, or the screen has no size.
    pub fn start_shell(size: (u16, u16)) -> Self {
        let folder = program().rival.parent().expect("a program is in a folder");
        let path = format!("{}:/usr/bin:/bin", folder.display());
        let shell = in_test_environment(Command::new("/bin/sh").args(["-i", "-m"]));
        Self::run(KIND, size, shell.env("PATH", path).env("PS1", "$ "), scratch())
    }

    /// Starts a program other than `rival`, with one additional environment variable.
    ///
    /// # Panics
    /// If the program fails to start.
    pub fn start_program<S: AsRef<OsStr>>(
        file: &Path,
        arguments: impl IntoIterator<Item = S>,
        (name, value): (&str, &str),
    ) -> Self {
        let program = Command::new(file).args(arguments).env_clear().env(name, value);
        Self::run(KIND, (24, 80), program, scratch())
    }

    fn run(kind: &str, size: (u16, u16), command: Command, home: TempDir) -> Self {
        let mut terminal = Self::run_at_home(kind, size, command, home.path());
        terminal.home = Some(home);
        terminal
    }

    fn run_at_home(kind: &str, (rows, columns): (u16, u16), command: Command, home: &Path) -> Self {
        let (pty, remote) = open().expect("a terminal can be made");
        pty.resize(Size::new(rows, columns)).expect("a terminal has a size");
        let child = command
            .envs([("LANG", "C.UTF-8"), ("TERM", kind)])
            .env("HOME", home)
            .current_dir(home)
            .spawn(remote)
            .expect("the program can be started");
        let keyboard = Arc::new(pty);
        let (rows, columns) = sizes(rows, columns);
        Self {
            output: output_of(Arc::clone(&keyboard)),
            keyboard,
            screen: vt100::Parser::new_with_callbacks(rows, columns, 0, Bells(0)),
            process: Pid::from_child(&child),
            status: ending_of(child),
            home: None,
        }
    }
}

/// Sets up an environment with the built program on its path, isolated from this machine's settings.
fn in_test_environment(command: Command) -> Command {
    command.env_clear().env("RIVAL_PLUGINS", &program().plugins)
}

fn sizes(rows: u16, columns: u16) -> (NonZeroU16, NonZeroU16) {
    let size = |length| NonZeroU16::new(length).expect("a screen has a size");
    (size(rows), size(columns))
}

/// Reads the screen, types, and waits for the exit.
impl Terminal {
    /// The screen text.
    pub fn text(&self) -> String {
        self.screen.screen().contents()
    }

    /// The screen, with colors.
    pub fn screen(&self) -> &Screen {
        self.screen.screen()
    }

    /// The number of bell rings so far.
    pub fn bells(&self) -> usize {
        self.screen.callbacks().0
    }

    /// Waits until `text` is on the screen.
    ///
    /// # Panics
    /// If the text doesn't appear in time.
    #[track_caller]
    pub fn shows(&mut self, text: &str) {
        self.comes_to(&format!("show \"{text}\""), |screen| screen.contains(text));
    }

    /// Waits until the screen satisfies a condition. `what` describes the condition as a phrase that follows "the
    /// screen doesn't".
    ///
    /// # Panics
    /// If that doesn't happen in time.
    #[track_caller]
    pub fn comes_to(&mut self, what: &str, is_so: impl Fn(&str) -> bool) {
        let deadline = Instant::now() + LIMIT;
        while !is_so(&self.text()) {
            let left = deadline.saturating_duration_since(Instant::now());
            let Ok(bytes) = self.output.recv_timeout(left) else {
                panic!("the screen doesn't {what}, but:\n{}", self.text())
            };
            self.screen.process(&bytes);
        }
    }

    /// Types `keys`; `\r` is Enter and `\x03` is Ctrl-C.
    ///
    /// # Panics
    /// If the terminal no longer exists.
    pub fn types(&self, keys: &str) {
        (&*self.keyboard).write_all(keys.as_bytes()).expect("the terminal takes keys");
    }

    /// Resizes the screen.
    ///
    /// # Panics
    /// If the terminal no longer exists, or the size is zero.
    pub fn resizes(&mut self, rows: u16, columns: u16) {
        let (vertical, horizontal) = sizes(rows, columns);
        self.screen.screen_mut().set_size(vertical, horizontal);
        self.keyboard.resize(Size::new(rows, columns)).expect("the terminal takes a size");
    }

    /// Sends a signal to the program.
    ///
    /// # Panics
    /// If the program has exited.
    pub fn signals(&self, signal: Signal) {
        kill_process(self.process, signal).expect("the program is there");
    }

    /// Whether the terminal is ready for a shell again: it edits and echoes lines, shows the main screen and the
    /// cursor, and doesn't capture the mouse.
    ///
    /// # Panics
    /// If the terminal no longer exists.
    pub fn is_given_back(&self) -> bool {
        let modes = tcgetattr(&*self.keyboard).expect("a terminal has modes").local_modes;
        let screen = self.screen.screen();
        modes.contains(LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG)
            && !screen.alternate_screen()
            && !screen.hide_cursor()
            && !screen.bracketed_paste()
            && screen.mouse_protocol_mode() == MouseProtocolMode::None
    }

    /// Waits for the program to exit.
    ///
    /// # Panics
    /// If the program doesn't exit in time.
    #[track_caller]
    pub fn ends(&mut self) -> ExitStatus {
        let Ok(status) = self.status.recv_timeout(LIMIT) else {
            panic!("the program doesn't end; the screen:\n{}", self.text())
        };
        while let Ok(bytes) = self.output.recv_timeout(LIMIT) {
            self.screen.process(&bytes);
        }
        status
    }

    /// Waits for the program to exit. Returns the screen text up to the cursor.
    ///
    /// # Panics
    /// If the program doesn't exit in time.
    #[track_caller]
    pub fn last_screen(mut self) -> String {
        self.ends();
        let (row, _) = self.screen.screen().cursor_position();
        self.screen.screen().contents_between(0, 0, row, u16::MAX)
    }

    /// Waits for the program to exit. Returns its exit code.
    ///
    /// # Panics
    /// If the program doesn't exit in time, or a signal killed it.
    #[track_caller]
    pub fn finish(mut self) -> i32 {
        let status = self.ends();
        let Some(code) = status.code() else {
            panic!("it ends with {status}; the screen:\n{}", self.text())
        };
        code
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        if self.status.try_recv() == Err(TryRecvError::Empty) {
            // The program may have just exited. In that case, there is nothing to kill.
            let _ = kill_process(self.process, Signal::KILL);
        }
    }
}

impl fmt::Debug for Terminal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Terminal").field("text", &self.text()).finish_non_exhaustive()
    }
}

/// Sends the program's output as it arrives. On Linux, the stream ends with an error once the program has exited.
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
