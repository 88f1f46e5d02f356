//! Text of words that are broken into lines, as files of games have it.

/// Words with a blank between each two, and a line break in its place where a line would grow too long.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrappedText {
    text: String,
    line_len: usize,
    line_len_max: usize,
}

impl WrappedText {
    /// An empty text whose lines have at most `line_len_max` characters; a longer word has a line of its own.
    pub const fn new(line_len_max: usize) -> Self {
        Self { text: String::new(), line_len: 0, line_len_max }
    }

    /// Adds a word after a blank or on a new line.
    pub fn push_word(&mut self, word: &str) {
        let len = word.chars().count();
        if self.line_len > 0 && self.line_len + 1 + len > self.line_len_max {
            self.text.push('\n');
            self.line_len = 0;
        } else if self.line_len > 0 {
            self.text.push(' ');
            self.line_len += 1;
        }
        self.text.push_str(word);
        self.line_len += len;
    }

    /// The text, without a line break at its end.
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words() {
        let mut text = WrappedText::new(7);
        for word in ["1.", "e4", "e5", "unbreakable", "2."] {
            text.push_word(word);
        }
        assert_eq!(text.as_str(), "1. e4\ne5\nunbreakable\n2.");
    }
}
