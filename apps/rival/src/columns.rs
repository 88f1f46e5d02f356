//! Text in the width of the terminal.

use terminal_size::{Height, Width, terminal_size_of};

/// How many columns the terminal has that shows the standard output; none if that goes elsewhere.
pub(crate) fn columns() -> Option<usize> {
    terminal_size_of(std::io::stdout()).map(|(Width(columns), _)| columns.into())
}

/// How many rows that terminal has.
pub(crate) fn rows() -> Option<usize> {
    terminal_size_of(std::io::stdout()).map(|(_, Height(rows))| rows.into())
}

/// `text` with its lines broken at blanks where they have more than `columns` characters; what is broken off is
/// indented by `indent`. A word that is longer than a line is left whole.
pub(crate) fn wrapped(text: &str, columns: Option<usize>, indent: usize) -> String {
    let Some(columns) = columns else { return text.into() };
    let mut wrapped = String::new();
    for line in text.split_inclusive('\n') {
        let mut length = 0;
        for word in line.split_inclusive(' ') {
            let word_length = word.trim_end().chars().count();
            if length > indent && length + word_length > columns {
                wrapped.truncate(wrapped.trim_end_matches(' ').len());
                wrapped.push('\n');
                wrapped.extend(std::iter::repeat_n(' ', indent));
                length = indent;
            }
            wrapped.push_str(word);
            length += word.chars().count();
        }
    }
    wrapped
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
        check("", 3, "");
    }

    #[test]
    fn lines_are_left_alone_where_there_is_no_terminal() {
        let text = "word ".repeat(100);
        assert_eq!(wrapped(&text, None, 2), text);
    }
}
