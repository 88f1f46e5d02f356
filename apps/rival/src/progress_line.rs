//! How far a command is that takes long.

use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

use crate::standard_error::say;

/// How often the line of a terminal changes, and how often there is a line elsewhere.
const SHOWN_EVERY: Duration = Duration::from_millis(300);
const LINE_EVERY: Duration = Duration::from_secs(30);

/// Clears the line of a terminal.
const CLEAR: &str = "\r\x1b[K";

/// A line on the standard error stream that says how far a command is. A terminal shows the newest one, anything else gets one now
/// and then.
#[derive(Debug)]
pub(crate) struct ProgressLine {
    is_terminal: bool,
    shown: Instant,
}

impl ProgressLine {
    pub(crate) fn new() -> Self {
        Self { is_terminal: stderr().is_terminal(), shown: Instant::now() }
    }

    /// Whether it is time for a line, which the caller [writes](Self::write) then.
    pub(crate) fn is_due(&mut self) -> bool {
        let every = if self.is_terminal { SHOWN_EVERY } else { LINE_EVERY };
        let is_due = self.shown.elapsed() >= every;
        if is_due {
            self.shown = Instant::now();
        }
        is_due
    }

    /// Shows the line in place of the one before.
    pub(crate) fn write(&self, line: &str) {
        say(&if self.is_terminal { format!("{CLEAR}{line}") } else { format!("{line}\n") });
    }

    /// Says something else, in lines of its own.
    pub(crate) fn say(&self, text: &str) {
        self.clear();
        say(text);
    }

    /// Clears the line, before something else is written.
    pub(crate) fn clear(&self) {
        if self.is_terminal {
            say(CLEAR);
        }
    }
}
