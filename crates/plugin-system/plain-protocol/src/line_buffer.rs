//! Splits bytes from a pipe into lines of limited length.

/// The received bytes that haven't been taken yet.
#[derive(Debug, Default)]
pub struct LineBuffer {
    bytes: Vec<u8>,
    /// The offset of the next line.
    begin: usize,
    /// No line ends before this offset.
    searched: usize,
}

/// The first pending line is too long.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLong;

impl LineBuffer {
    /// Appends received bytes.
    pub fn push(&mut self, bytes: &[u8]) {
        self.bytes.drain(..self.begin);
        self.searched -= self.begin;
        self.begin = 0;
        self.bytes.extend_from_slice(bytes);
    }

    /// Returns the next complete line of at most `bytes_max` bytes, without its line feed and a carriage return before
    /// it. Skips blank lines.
    ///
    /// # Errors
    /// [`TooLong`] if the next line is longer.
    pub fn line(&mut self, bytes_max: usize) -> Result<Option<&[u8]>, TooLong> {
        loop {
            let rest = self.bytes.get(self.searched..).unwrap_or_default();
            let Some(end) = rest.iter().position(|byte| *byte == b'\n') else {
                self.searched = self.bytes.len();
                let too_long = self.searched - self.begin > bytes_max;
                return if too_long { Err(TooLong) } else { Ok(None) };
            };
            let (begin, end) = (self.begin, self.searched + end);
            (self.begin, self.searched) = (end + 1, end + 1);
            if end - begin > bytes_max {
                return Err(TooLong);
            }
            if self.bytes.get(begin..end).is_some_and(|line| !line.trim_ascii().is_empty()) {
                return Ok(self.bytes.get(begin..end).map(<[u8]>::trim_ascii));
            }
        }
    }

    /// The number of pending bytes, including an unfinished line.
    pub fn len(&self) -> usize {
        self.bytes.len() - self.begin
    }

    /// Returns `true` if no bytes are pending.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The bytes of an unfinished line.
    pub fn unfinished(&self) -> &[u8] {
        let waiting = self.bytes.get(self.begin..).unwrap_or_default();
        waiting.rsplit(|byte| *byte == b'\n').next().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the lines and the unfinished rest if `chunks` arrive one after another.
    fn check(chunks: &[&str], expected: &[&str], unfinished: &str) {
        let (mut buffer, mut found) = (LineBuffer::default(), Vec::new());
        for chunk in chunks {
            buffer.push(chunk.as_bytes());
            while let Some(line) = buffer.line(8).unwrap() {
                found.push(String::from_utf8(line.into()).unwrap());
            }
        }
        assert_eq!(found, expected);
        assert_eq!(buffer.unfinished(), unfinished.as_bytes());
        assert_eq!(buffer.len(), unfinished.len());
    }

    #[test]
    fn lines_are_found_however_the_input_is_split() {
        check(&[], &[], "");
        check(&["one\ntwo\r\n"], &["one", "two"], "");
        check(&["o", "n", "e", "\n", "\n \n", "t"], &["one"], "t");
        check(&["one\ntw", "o\nthree"], &["one", "two"], "three");
        check(&["12345678\n"], &["12345678"], "");
    }

    #[test]
    fn an_overlong_line_is_detected_before_its_end() {
        let refused = |text: &[u8]| {
            let mut buffer = LineBuffer::default();
            buffer.push(text);
            buffer.line(8).is_err()
        };
        assert!(refused(b"123456789"));
        assert!(refused(b"123456789\n"));
        assert!(!refused(b"12345678"));
    }
}
