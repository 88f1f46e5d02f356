//! A terminal target that keeps the cursor at the start of the line, where characters that the user types do no harm.

use std::io;

use console::Term;
use indicatif::{ProgressDrawTarget, TermLike};

/// The draw target for lines that are updated in place. The target is hidden if standard error is not a terminal.
pub(super) fn target() -> ProgressDrawTarget {
    let terminal = Term::buffered_stderr();
    if terminal.is_term() {
        ProgressDrawTarget::term_like_with_hz(
            Box::new(LineStartCursor(terminal)),
            FRAMES_PER_SECOND,
        )
    } else {
        ProgressDrawTarget::hidden()
    }
}

/// The size of that terminal in columns and lines.
pub(super) fn size() -> (u16, u16) {
    let (height, width) = Term::stderr().size();
    (width, height)
}

/// The maximum number of redraws per second.
const FRAMES_PER_SECOND: u8 = 20;

/// A terminal whose cursor rests at the start of the last line. At the end of a full line, the `^C` that a terminal
/// echoes would begin a new line, and one line too few would be cleared.
#[derive(Debug)]
struct LineStartCursor(Term);

impl TermLike for LineStartCursor {
    fn width(&self) -> u16 {
        self.0.size().1
    }

    fn height(&self) -> u16 {
        self.0.size().0
    }

    fn move_cursor_up(&self, lines: usize) -> io::Result<()> {
        self.0.move_cursor_up(lines)
    }

    fn move_cursor_down(&self, lines: usize) -> io::Result<()> {
        self.0.move_cursor_down(lines)
    }

    fn move_cursor_right(&self, columns: usize) -> io::Result<()> {
        self.0.move_cursor_right(columns)
    }

    fn move_cursor_left(&self, columns: usize) -> io::Result<()> {
        self.0.move_cursor_left(columns)
    }

    fn write_line(&self, line: &str) -> io::Result<()> {
        self.0.write_line(line)
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        self.0.write_str(text)
    }

    fn clear_line(&self) -> io::Result<()> {
        self.0.clear_line()
    }

    fn flush(&self) -> io::Result<()> {
        self.0.write_str("\r")?;
        self.0.flush()
    }
}
