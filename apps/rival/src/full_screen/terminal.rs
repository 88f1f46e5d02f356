//! The terminal: taken when the screen opens, given back when it closes, however that happens.

use std::io::{self, Stdout, stdout};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
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
        Ok(Self { terminal: take()? })
    }

    /// Gives the terminal back and stops the program until the shell wakes it.
    pub(super) fn suspend(&mut self) -> io::Result<()> {
        give_back();
        kill_process(getpid(), Signal::TSTP)?;
        // What stood on the screen is gone, and so all of it is drawn anew. (Clearing the old one would ask the terminal
        // where its cursor is, and another thread reads the answers.)
        self.terminal = take()?;
        Ok(())
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

fn take() -> io::Result<Terminal<CrosstermBackend<Stdout>>> {
    enable_raw_mode()?;
    IS_TAKEN.store(true, Ordering::SeqCst);
    execute!(stdout(), EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste)
        .and_then(|()| Terminal::new(CrosstermBackend::new(stdout())))
        .inspect_err(|_| give_back())
}

/// Gives the terminal back, if it is ours. What can't be undone now can't be helped: there is nobody to tell.
fn give_back() {
    if IS_TAKEN.swap(false, Ordering::SeqCst) {
        let mut out = stdout();
        let _input = execute!(out, DisableBracketedPaste, DisableMouseCapture);
        let _shown = execute!(out, LeaveAlternateScreen, Show);
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

#[cfg(test)]
mod tests {
    use std::env;
    use std::io::{Read, stdin};

    use integration_tests::Terminal as TestTerminal;

    use super::*;

    const TEST: &str =
        "full_screen::terminal::tests::a_panic_gives_the_terminal_back_and_is_told_on_it";

    /// The variable that says that this process is the one that panics: it has a terminal of its own.
    const ROLE: (&str, &str) = ("RIVAL_TEST_ROLE", "panics");

    /// Shows a screen until a key is pressed. A player's thread panics before, and this one then.
    fn show_and_panic() {
        let mut screen = Screen::open().unwrap();
        let _panicked = thread::spawn(|| panic!("a player's panic")).join().unwrap_err();
        screen.terminal.draw(|frame| frame.render_widget("the board", frame.area())).unwrap();
        stdin().read_exact(&mut [0]).unwrap();
        panic!("the screen's panic");
    }

    #[test]
    fn a_panic_gives_the_terminal_back_and_is_told_on_it() {
        if env::var(ROLE.0).is_ok() {
            return show_and_panic();
        }
        let program = env::current_exe().unwrap();
        let mut terminal =
            TestTerminal::start_program(&program, [TEST, "--exact", "--nocapture"], ROLE);
        terminal.shows("the board");
        assert!(!terminal.is_given_back());
        assert!(!terminal.text().contains("panic"), "{}", terminal.text());
        terminal.types("x");
        assert_eq!(terminal.ends().code(), Some(101));
        assert!(terminal.is_given_back(), "{}", terminal.text());
        assert!(terminal.text().contains("the screen's panic"), "{}", terminal.text());
    }
}
