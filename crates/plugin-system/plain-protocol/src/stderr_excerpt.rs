//! The end of a program's standard error, and the part of it that a failure quotes.

use board_engine::printable;

/// Maximum number of bytes to store: a stack trace with the error message before it.
const BYTES_MAX: usize = 64 << 10;

/// Maximum number of characters in an excerpt.
const EXCERPT_CHARS_MAX: usize = 400;

/// Texts in a line that names an error.
const CAUSES: [&str; 6] =
    ["Error:", "error:", "Exception:", "Exception in thread", "panic:", "panicked at"];

/// The ends of a line that names an error without details, in Python, Java and Ruby.
const ENDS: [&str; 3] = ["Error", "Exception", "Error)"];

/// The end of a program's standard error, at most 64 KiB.
#[derive(Clone, Debug, Default)]
pub struct StderrTail(Vec<u8>);

impl StderrTail {
    /// Adds new output.
    pub fn add(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
        let surplus = self.0.len().saturating_sub(BYTES_MAX);
        self.0.drain(..surplus);
    }

    /// Discards the output so far.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// The part to quote in a failure, as a single [printable] line of at most 400 characters: the end, or the line
    /// that names the error if a long stack trace follows it.
    pub fn excerpt(&self) -> String {
        let text = String::from_utf8_lossy(&self.0);
        let text = text.trim();
        let count = text.chars().count();
        let Some(surplus) = count.checked_sub(EXCERPT_CHARS_MAX).filter(|surplus| *surplus > 0)
        else {
            return printable(text);
        };
        let end = text.char_indices().nth(surplus).map_or(0, |(start, _)| start);
        let start = cause(text).map_or(end, |cause| cause.min(end));
        let quoted: String =
            text.get(start..).unwrap_or_default().chars().take(EXCERPT_CHARS_MAX).collect();
        let marks = [start > 0, start < end].map(|is_cut| if is_cut { "…" } else { "" });
        format!("{}{}{}", marks[0], printable(quoted.trim_end()), marks[1])
    }
}

/// The start of the last line that names an error. Indented lines are part of a stack trace or quote the source.
fn cause(text: &str) -> Option<usize> {
    let lines = text.split_inclusive('\n').scan(0, |end, line| {
        let start = *end;
        *end += line.len();
        Some((start, line.trim_end()))
    });
    let names_an_error = |line: &str| {
        !line.starts_with([' ', '\t'])
            && (CAUSES.iter().any(|cause| line.contains(cause))
                || ENDS.iter().any(|end| line.ends_with(end)))
    };
    lines.filter(|(_, line)| names_an_error(line)).last().map(|(start, _)| start)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected_start: &str, expected_end: &str) {
        let mut tail = StderrTail::default();
        tail.add(text.as_bytes());
        let excerpt = tail.excerpt();
        assert!(excerpt.starts_with(expected_start), "{excerpt}");
        assert!(excerpt.ends_with(expected_end), "{excerpt}");
        assert!(excerpt.chars().count() <= EXCERPT_CHARS_MAX + 2, "{excerpt}");
    }

    #[test]
    fn an_excerpt_begins_with_the_error_if_a_long_stack_trace_follows() {
        let frames = "    at Interface.onLine (/player/player.js:41:13)\n".repeat(50);
        check(
            &format!(
                "ready\n/player/player.js:7\n  throw new TypeError(\"a\");\n  ^\n\nTypeError: no moves\n{frames}\nNode.js v20.1.0\n"
            ),
            "…TypeError: no moves     at Interface",
            "…",
        );
        let frames = "main.choose({0x1, 0x2})\n\t/src/main.go:12 +0x1d\n".repeat(50);
        check(
            &format!(
                "panic: runtime error: index out of range\n\ngoroutine 1 [running]:\npanic({{0x1}})\n{frames}exit status 2\n"
            ),
            "panic: runtime error: index out of range  goroutine 1",
            "…",
        );
        let frames = "\tat Player.main(Player.java:9)\n".repeat(50);
        let error = "Exception in thread \"main\" java.lang.NullPointerException\n";
        check(&format!("{error}{frames}"), "Exception in thread \"main\"", "…");
    }

    #[test]
    fn an_excerpt_ends_with_the_last_line_if_the_error_is_there() {
        let frames = "  File \"player.py\", line 3, in choose\n    return 1 / 0\n".repeat(50);
        let trace =
            format!("Traceback (most recent call last):\n{frames}ZeroDivisionError: by 0\n");
        check(&trace, "…", "ZeroDivisionError: by 0");
        check(&"depth 1\n".repeat(100), "…", "depth 1 depth 1");
        check(" one\ntwo\n", "one two", "one two");
        check("", "", "");
    }

    #[test]
    fn an_error_before_more_than_64_kib_is_forgotten() {
        check(&format!("Error: a\n{}", " at b\n".repeat(20_000)), "…", " at b");
    }
}
