//! Shows a long command's progress on one line of standard error.

use std::io::{IsTerminal, Write, stderr};
use std::time::{Duration, Instant};

use terminal_size::{Width, terminal_size_of};

/// Writes to standard error. Ignores errors, since standard error may be closed.
pub fn say(text: &str) {
    let _closed = stderr().write_all(text.as_bytes());
}

/// The interval between updates in a terminal, and between lines otherwise.
const SHOWN_EVERY: Duration = Duration::from_millis(300);
const LINE_EVERY: Duration = Duration::from_secs(30);

/// Clears the terminal line.
const CLEAR: &str = "\r\x1b[K";

/// A progress line on standard error. On a terminal, shows the latest text; otherwise, prints a line at intervals.
#[derive(Debug)]
pub struct ProgressLine {
    is_terminal: bool,
    shown: Instant,
}

impl Default for ProgressLine {
    fn default() -> Self {
        Self::new()
    }
}

impl ProgressLine {
    /// Creates a progress line. The first update is due after a delay.
    pub fn new() -> Self {
        Self { is_terminal: stderr().is_terminal(), shown: Instant::now() }
    }

    /// Returns `true` if an update is due. The caller must then [write](Self::write) it.
    pub fn is_due(&mut self) -> bool {
        let every = if self.is_terminal { SHOWN_EVERY } else { LINE_EVERY };
        let is_due = self.shown.elapsed() >= every;
        if is_due {
            self.shown = Instant::now();
        }
        is_due
    }

    /// Replaces the line. A terminal shows only as much as fits on one row.
    pub fn write(&self, line: &str) {
        let columns = terminal_size_of(stderr()).map(|(Width(columns), _)| columns.into());
        say(&if self.is_terminal {
            format!("{CLEAR}{}", beginning(line, columns))
        } else {
            format!("{line}\n")
        });
    }

    /// Prints another message on its own lines.
    pub fn say(&self, text: &str) {
        self.clear();
        say(text);
    }

    /// Clears the line before other output.
    pub fn clear(&self) {
        if self.is_terminal {
            say(CLEAR);
        }
    }
}

/// The beginning of the line that fits on a row with this many columns. A wrapped line couldn't be cleared.
fn beginning(line: &str, columns: Option<usize>) -> &str {
    let end = columns.and_then(|columns| line.char_indices().nth(columns));
    end.and_then(|(end, _)| line.get(..end)).unwrap_or(line)
}

/// Formats "12 s", "3 min" or "2 h 5 min".
pub fn duration(duration: Duration) -> String {
    let seconds = duration.as_secs();
    match seconds {
        0..=99 => format!("{seconds} s"),
        100..=5_999 => format!("{} min", (seconds + 30) / 60),
        _ => format!("{} h {} min", seconds / 3_600, seconds % 3_600 / 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_line_is_truncated_to_the_terminal_width() {
        let check = |line, columns, shown| assert_eq!(beginning(line, columns), shown);
        check("12 of 20", Some(9), "12 of 20");
        check("12 of 20", Some(8), "12 of 20");
        check("12 of 20", Some(5), "12 of");
        check("█░ 50 %", Some(4), "█░ 5");
        check("12 of 20", None, "12 of 20");
    }

    #[test]
    fn times_are_short_texts() {
        assert_eq!(duration(Duration::from_secs(99)), "99 s");
        assert_eq!(duration(Duration::from_secs(170)), "3 min");
        assert_eq!(duration(Duration::from_mins(125)), "2 h 5 min");
    }
}
