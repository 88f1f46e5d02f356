//! A byte stream with line and column tracking.

use std::io::Read;

use board_engine::without_controls;

use super::PdnError;
use crate::{PlaceInText, decoded};

/// Bytes per read.
const CHUNK_LEN: usize = 1 << 16;

/// Maximum number of token bytes to store.
const TOKEN_MAX: usize = 1 << 21;

/// A byte stream that tracks line and column.
#[derive(Debug)]
pub(crate) struct Source<R> {
    inner: R,
    chunk: Vec<u8>,
    next: usize,
    len: usize,
    line: u32,
    column: u32,
    /// The bytes of the current token.
    token: Vec<u8>,
}

impl<R: Read> Source<R> {
    pub(crate) fn new(inner: R) -> Self {
        Self {
            inner,
            chunk: vec![0; CHUNK_LEN],
            next: 0,
            len: 0,
            line: 1,
            column: 1,
            token: Vec::new(),
        }
    }

    /// The location of the next byte.
    pub(crate) const fn place(&self) -> PlaceInText {
        PlaceInText { line: self.line, column: self.column }
    }

    /// Starts a token at the next byte.
    pub(crate) fn begin_token(&mut self) {
        self.token.clear();
    }

    /// The bytes since the start of the token.
    pub(crate) fn token(&self) -> &[u8] {
        &self.token
    }

    /// The next byte; `None` at the end.
    #[inline]
    pub(crate) fn peek(&mut self) -> Result<Option<u8>, PdnError> {
        if self.next == self.len {
            self.fill()?;
        }
        Ok(self.chunk[..self.len].get(self.next).copied())
    }

    fn fill(&mut self) -> Result<(), PdnError> {
        self.next = 0;
        self.len = loop {
            match self.inner.read(&mut self.chunk) {
                Ok(len) => break len.min(CHUNK_LEN),
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(error) => {
                    self.len = 0;
                    return Err(error.into());
                }
            }
        };
        Ok(())
    }

    /// Skips the byte that [`peek`](Self::peek) returned.
    #[inline]
    pub(crate) fn bump(&mut self) {
        let Some(&byte) = self.chunk[..self.len].get(self.next) else { return };
        self.next += 1;
        if self.token.len() < TOKEN_MAX {
            self.token.push(byte);
        }
        if byte == b'\n' {
            self.line = self.line.saturating_add(1);
            self.column = 1;
        } else if byte & 0xC0 != 0x80 {
            // UTF-8 continuation bytes are not columns.
            self.column = self.column.saturating_add(1);
        }
    }

    /// Skips the next byte if it is `byte`.
    pub(crate) fn eat(&mut self, byte: u8) -> Result<bool, PdnError> {
        let there = self.peek()? == Some(byte);
        if there {
            self.bump();
        }
        Ok(there)
    }

    /// Skips white space, commas, and the rest of a line after `%`.
    pub(crate) fn skip_blanks(&mut self) -> Result<(), PdnError> {
        while let Some(byte) = self.peek()? {
            match byte {
                b'%' => self.skip_line()?,
                // The UTF-8 byte order mark, and the no-break space in UTF-8 or Latin-1.
                0xEF | 0xBB | 0xBF | 0xC2 | 0xA0 | b' ' | b',' | b'\t' | b'\r' | b'\n'
                | b'\x0C' => {
                    self.bump();
                }
                _ => break,
            }
        }
        Ok(())
    }

    fn skip_line(&mut self) -> Result<(), PdnError> {
        while self.peek()?.is_some_and(|byte| byte != b'\n') {
            self.bump();
        }
        Ok(())
    }

    /// Appends bytes to `text` while `belongs` returns `true`, up to a total of `limit` bytes.
    pub(crate) fn take_while(
        &mut self,
        text: &mut Vec<u8>,
        (what, limit): (&'static str, usize),
        belongs: impl Fn(u8) -> bool,
    ) -> Result<(), PdnError> {
        while let Some(byte) = self.peek()?.filter(|&byte| belongs(byte)) {
            if text.len() >= limit {
                return Err(PdnError::TooMuch { place: self.place(), what, limit });
            }
            text.push(byte);
            self.bump();
        }
        Ok(())
    }
}

/// The bytes as text without control characters.
pub(crate) fn words(bytes: &[u8]) -> String {
    without_controls(&decoded(bytes)).into_owned()
}
