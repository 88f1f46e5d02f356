//! Lines of text from an untrusted source.

use std::io::{self, BufRead};

/// Maximum length of a Hub or UCI line in bytes; real lines are shorter.
pub(crate) const LINE_BYTES_MAX: usize = 64 * 1024;

/// The result of reading a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Read {
    /// A line, without its terminator and surrounding blanks. Invalid UTF-8 is replaced.
    Line(String),
    /// A line that was dropped because it is too long.
    TooLong,
    /// The end of the input.
    End,
}

/// Reads lines and buffers a limited number of bytes.
#[derive(Debug)]
pub(crate) struct LineReader<R> {
    input: R,
    bytes_max: usize,
    /// The part of a line read so far.
    begun: Vec<u8>,
    /// Whether the rest of an overlong line is being skipped.
    in_too_long: bool,
}

impl<R: BufRead> LineReader<R> {
    /// Creates a reader for lines of at most `bytes_max` bytes.
    pub(crate) const fn new(input: R, bytes_max: usize) -> Self {
        Self { input, bytes_max, begun: Vec::new(), in_too_long: false }
    }

    /// The input.
    pub(crate) const fn input(&self) -> &R {
        &self.input
    }

    /// The number of bytes received of an unfinished line.
    pub(crate) const fn unfinished_bytes(&self) -> usize {
        self.begun.len()
    }

    /// Reads one line. Reports an overlong line once, when it exceeds the limit.
    ///
    /// # Errors
    /// The input's errors. If the input would block, the next call continues without loss.
    pub(crate) fn read(&mut self) -> io::Result<Read> {
        loop {
            let bytes = match self.input.fill_buf() {
                Ok(bytes) => bytes,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            let at_end = bytes.is_empty();
            let end = bytes.iter().position(|byte| *byte == b'\n');
            if !self.in_too_long {
                self.begun.extend_from_slice(&bytes[..end.unwrap_or(bytes.len())]);
            }
            let used = end.map_or(bytes.len(), |end| end + 1);
            self.input.consume(used);
            let passed_over = self.in_too_long;
            self.in_too_long &= end.is_none();
            if at_end && self.begun.is_empty() {
                return Ok(Read::End);
            }
            if passed_over {
                continue;
            }
            if self.begun.len() > self.bytes_max {
                self.begun.clear();
                self.in_too_long = end.is_none();
                return Ok(Read::TooLong);
            }
            if at_end || end.is_some() {
                let line = String::from_utf8_lossy(&self.begun).trim().into();
                self.begun.clear();
                return Ok(Read::Line(line));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{BufReader, ErrorKind, Read as _, repeat};

    use super::*;

    fn check(input: &[u8], expected: &[Read]) {
        let mut input = LineReader::new(BufReader::with_capacity(3, input), LINE_BYTES_MAX);
        let mut found = Vec::new();
        while found.last() != Some(&Read::End) {
            found.push(input.read().unwrap());
        }
        assert_eq!(found, expected);
    }

    #[test]
    fn lines_are_split_at_line_ends() {
        let line = |text: &str| Read::Line(text.into());
        check(b"", &[Read::End]);
        check(b"one\r\n\n two words", &[line("one"), line(""), line("two words"), Read::End]);
        check(b"\xFF\n", &[line("\u{FFFD}"), Read::End]);
    }

    /// An input that would block on every second call.
    struct Slow<'a>(&'a [u8], bool);

    impl io::Read for Slow<'_> {
        fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
            self.1 = !self.1;
            let count = bytes.len().min(2);
            if self.1 {
                Err(ErrorKind::WouldBlock.into())
            } else {
                self.0.read(&mut bytes[..count])
            }
        }
    }

    #[test]
    fn an_input_that_would_block_loses_nothing() {
        let text = format!("one\ntwo words\n{}\nthree", "x".repeat(20));
        let mut input = LineReader::new(BufReader::new(Slow(text.as_bytes(), false)), 10);
        let mut found = Vec::new();
        while found.last() != Some(&Read::End) {
            match input.read() {
                Ok(read) => found.push(read),
                Err(error) => assert_eq!(error.kind(), ErrorKind::WouldBlock),
            }
        }
        let line = |text: &str| Read::Line(text.into());
        let expected = [line("one"), line("two words"), Read::TooLong, line("three"), Read::End];
        assert_eq!(found, expected);
    }

    #[test]
    fn an_endless_line_is_not_buffered() {
        let endless = repeat(b'x').take(10 * LINE_BYTES_MAX as u64);
        let mut input =
            LineReader::new(BufReader::new(endless.chain(&b"\nnext\n"[..])), LINE_BYTES_MAX);
        assert_eq!(input.read().unwrap(), Read::TooLong);
        assert_eq!(input.read().unwrap(), Read::Line("next".into()));
    }
}
