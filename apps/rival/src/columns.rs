//! Text wrapped to the width of the terminal.

use terminal_size::{Height, Width, terminal_size_of};
use textwrap::{Options, WordSplitter};

/// The number of columns of the terminal. None if standard output is not a terminal.
pub(crate) fn columns() -> Option<usize> {
    terminal_size_of(std::io::stdout()).map(|(Width(columns), _)| columns.into())
}

/// The number of rows of the terminal. None if standard output is not a terminal.
pub(crate) fn rows() -> Option<usize> {
    terminal_size_of(std::io::stdout()).map(|(_, Height(rows))| rows.into())
}

/// `text` with lines longer than `columns` broken at spaces; continuation lines are indented by `indent`. A word longer
/// than a line is not broken.
pub(crate) fn wrapped(text: &str, columns: Option<usize>, indent: usize) -> String {
    let Some(columns) = columns else { return text.into() };
    let indent = " ".repeat(indent);
    let options = Options::new(columns)
        .subsequent_indent(&indent)
        .break_words(false)
        .word_splitter(WordSplitter::NoHyphenation);
    // Each line begins without an indent.
    let lines = text.split('\n').map(|line| textwrap::fill(line, options.clone()));
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, columns: usize, expected: &str) {
        assert_eq!(wrapped(text, Some(columns), 2), expected);
    }

    #[test]
    fn long_lines_are_broken_at_blanks() {
        check("one two three\nfour\n", 9, "one two\n  three\nfour\n");
        check("one two", 7, "one two");
        check("  one  two", 6, "  one\n  two");
        check("extraordinary one", 5, "extraordinary\n  one");
        check("é é é", 3, "é é\n  é");
        check("22-15 11-18", 8, "22-15\n  11-18");
        check("漢字 漢字", 8, "漢字\n  漢字");
        check("", 3, "");
    }

    #[test]
    fn lines_are_not_wrapped_without_a_terminal() {
        let text = "word ".repeat(100);
        assert_eq!(wrapped(&text, None, 2), text);
    }
}
