//! The terminal: taken when the screen opens, given back when it closes, however that happens.

use std::io::{self, Stdout, stdout};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use rustix::process::{Signal, getpid, kill_process};

/// Whether the terminal is ours now.
static IS_TAKEN: AtomicBool = AtomicBool::new(false);

/// The terminal while it is ours.
#[derive(Debug)]
pub(super) struct Screen {
    pub(super) terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl Screen {
    /// Takes the terminal.
    pub(super) fn open() -> io::Result<Self> {
        give_back_before_panics();
        take()?;
        let terminal =
            Terminal::new(CrosstermBackend::new(stdout())).inspect_err(|_| give_back())?;
        Ok(Self { terminal })
    }

    /// Gives the terminal back and stops the program until the shell wakes it.
    pub(super) fn suspend(&mut self) -> io::Result<()> {
        give_back();
        kill_process(getpid(), Signal::TSTP)?;
        take()?;
        self.terminal.clear()
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

fn take() -> io::Result<()> {
    enable_raw_mode()?;
    IS_TAKEN.store(true, Ordering::SeqCst);
    execute!(stdout(), EnterAlternateScreen, EnableMouseCapture).inspect_err(|_| give_back())
}

/// Gives the terminal back, if it is ours. What can't be undone now can't be helped: there is nobody to tell.
fn give_back() {
    if IS_TAKEN.swap(false, Ordering::SeqCst) {
        let _shown = execute!(stdout(), DisableMouseCapture, LeaveAlternateScreen, Show);
        let _cooked = disable_raw_mode();
    }
}

/// A panic of this thread ends the program, and is told on a terminal that is whole. One of another thread is a
/// player's, which loses by it: it is told at the table, and not across the screen.
fn give_back_before_panics() {
    let screen_thread = thread::current().id();
    let told_before = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if thread::current().id() == screen_thread {
            give_back();
        }
        if !IS_TAKEN.load(Ordering::SeqCst) {
            told_before(info);
        }
    }));
}
