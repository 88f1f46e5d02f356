//! The tail of a child's standard error.

use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::io::Errno;

/// Maximum number of bytes to store.
const BYTES_MAX: usize = 2048;

/// The number of bytes per read.
const READ_BYTES: usize = 16 << 10;

/// A child's standard error. The pipe doesn't block.
#[derive(Debug)]
pub(super) struct StderrTail {
    /// The pipe of standard error; `None` once the child has closed it.
    pipe: Option<OwnedFd>,
    tail: Vec<u8>,
}

impl StderrTail {
    pub(super) fn new(pipe: OwnedFd) -> Self {
        Self { pipe: Some(pipe), tail: Vec::new() }
    }

    /// The pipe to wait for; `None` once the child has closed it.
    pub(super) fn pipe(&self) -> Option<BorrowedFd<'_>> {
        self.pipe.as_ref().map(AsFd::as_fd)
    }

    /// Reads new output and stores its tail.
    pub(super) fn read(&mut self) {
        let Some(pipe) = &self.pipe else { return };
        let mut bytes = [0; READ_BYTES];
        match rustix::io::read(pipe, &mut bytes) {
            Ok(0) => self.pipe = None,
            Ok(count) => {
                self.tail.extend_from_slice(bytes.get(..count).unwrap_or_default());
                let surplus = self.tail.len().saturating_sub(BYTES_MAX);
                self.tail.drain(..surplus);
            }
            Err(Errno::AGAIN | Errno::INTR) => {}
            Err(_) => self.pipe = None,
        }
    }

    /// Discards the output so far.
    pub(super) fn discard(&mut self) {
        self.read();
        self.tail.clear();
    }

    /// The stored tail.
    pub(super) fn text(&self) -> String {
        String::from_utf8_lossy(&self.tail).into_owned()
    }
}
