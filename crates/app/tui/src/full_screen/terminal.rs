//! The terminal: set up when the screen opens, and restored when it closes, even after a panic.

use std::fmt::Display;
use std::io::{self, Stdout, Write as _, stdout};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use app_context::{held_sandbox_warning, hold_sandbox_warning, one_line, warn};
use match_library::LoadedMatch;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use rustix::process::{Signal, getpid, kill_process};
use system::files::UnusableFile;

/// Set while the terminal is in raw mode and on the alternate screen.
static IS_SET_UP: AtomicBool = AtomicBool::new(false);

/// The terminal in raw mode, on the alternate screen.
#[derive(Debug)]
pub(super) struct Screen {
    pub(super) terminal: Terminal<CrosstermBackend<Stdout>>,
    /// Messages to print to standard error after the terminal is restored. Printing messages earlier would garble the
    /// screen.
    warnings: Vec<String>,
    /// The first warning not yet shown on the screen.
    unshown: Option<String>,
}

impl Screen {
    /// Sets up the terminal.
    pub(super) fn open() -> io::Result<Self> {
        restore_on_panic();
        hold_sandbox_warning();
        Ok(Self { terminal: set_up()?, warnings: Vec::new(), unshown: None })
    }

    /// Records which variations of this match were moved or dropped. The screen shows the first warning. All warnings
    /// are printed when the screen closes.
    pub(super) fn warn(&mut self, name: impl Display, loaded: &LoadedMatch) {
        let warnings: Vec<String> =
            loaded.warnings().iter().map(|warning| format!("{name}: {warning}")).collect();
        if let Some(first) = warnings.first() {
            self.unshown.get_or_insert_with(|| one_line(first));
        }
        self.warnings.extend(warnings);
    }

    /// Warnings since the last call about moved or dropped variations and about unusable tablebases and opening books.
    /// The reasons are too long for the screen, so they are printed when the screen closes.
    pub(super) fn new_warnings(&mut self) -> Option<String> {
        let of_match = self.unshown.take();
        let of_tables = self.unusable_sentence("Tablebases", tablebase::take_unusable());
        let of_books = self.unusable_sentence("Opening books", opening_book::take_unusable());
        let sentences: Vec<String> =
            [of_match, of_tables, of_books].into_iter().flatten().collect();
        (!sentences.is_empty()).then(|| sentences.join(" "))
    }

    /// A sentence that lists these unusable files, if any. The reasons are printed when the screen closes.
    fn unusable_sentence(&mut self, kinds: &str, found: Vec<UnusableFile>) -> Option<String> {
        let name = found.first()?.path.file_name().unwrap_or_default().display();
        let sentence = match found.len() - 1 {
            0 => format!("{kinds} can't be used: {name}."),
            more => format!("{kinds} can't be used: {name} and {more} more."),
        };
        self.warnings.extend(found.into_iter().map(|file| file.why));
        Some(sentence)
    }

    /// Rings the terminal bell.
    pub(super) fn ring(&mut self) -> io::Result<()> {
        let backend = self.terminal.backend_mut();
        backend.write_all(b"\x07")?;
        backend.flush()
    }

    /// Restores the terminal and stops the program until the shell continues it.
    pub(super) fn suspend(&mut self) -> io::Result<()> {
        restore();
        kill_process(getpid(), Signal::TSTP)?;
        // The screen is empty, so a new `Terminal` draws all of it. (`Terminal::clear` would ask for the cursor
        // position, but another thread reads the answer.)
        self.terminal = set_up()?;
        Ok(())
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        restore();
        self.warnings.extend(held_sandbox_warning());
        for why in &self.warnings {
            warn(why);
        }
    }
}

fn set_up() -> io::Result<Terminal<CrosstermBackend<Stdout>>> {
    enable_raw_mode()?;
    IS_SET_UP.store(true, Ordering::SeqCst);
    // A text console has no alternate screen, so the old text must be cleared.
    let all = Clear(ClearType::All);
    execute!(stdout(), EnterAlternateScreen, all, EnableMouseCapture, EnableBracketedPaste)
        .and_then(|()| Terminal::new(CrosstermBackend::new(stdout())))
        .inspect_err(|_| restore())
}

/// Restores the terminal if it was set up. Ignores errors, since they can no longer be reported.
fn restore() {
    if IS_SET_UP.swap(false, Ordering::SeqCst) {
        let mut out = stdout();
        let _input = execute!(out, DisableBracketedPaste, DisableMouseCapture);
        let _shown = execute!(out, LeaveAlternateScreen, Show);
        let _cooked = disable_raw_mode();
    }
}

/// Restores the terminal before a panic is reported. A panic on this thread ends the program. A panic on another thread
/// comes from a player, which loses the match. The match reports that panic, and nothing is printed over the screen.
fn restore_on_panic() {
    let screen_thread = thread::current().id();
    let previous_hook = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if thread::current().id() == screen_thread {
            restore();
        }
        if !IS_SET_UP.load(Ordering::SeqCst) {
            previous_hook(info);
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
        "full_screen::terminal::tests::a_panic_restores_the_terminal_and_is_shown_on_it";

    /// The environment variable that marks the child process, which panics in its own terminal.
    const ROLE: (&str, &str) = ("RIVAL_TEST_ROLE", "panics");

    /// Makes another thread panic, shows a screen until a key is pressed, then panics.
    fn show_and_panic() {
        let mut screen = Screen::open().unwrap();
        let _panicked = thread::spawn(|| panic!("a player's panic")).join().unwrap_err();
        screen.terminal.draw(|frame| frame.render_widget("the board", frame.area())).unwrap();
        stdin().read_exact(&mut [0]).unwrap();
        panic!("the screen's panic");
    }

    #[test]
    fn a_panic_restores_the_terminal_and_is_shown_on_it() {
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
