//! The standard error of a child.

use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use plain_protocol::StderrTail;
use rustix::io::Errno;

/// The number of bytes per read.
const READ_BYTES: usize = 16 << 10;

/// A child's standard error. The pipe doesn't block.
#[derive(Debug)]
pub(super) struct StderrPipe {
    /// The pipe of standard error; `None` once the child has closed it.
    pipe: Option<OwnedFd>,
    tail: StderrTail,
}

impl StderrPipe {
    pub(super) fn new(pipe: OwnedFd) -> Self {
        Self { pipe: Some(pipe), tail: StderrTail::default() }
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
            Ok(count) => self.tail.add(bytes.get(..count).unwrap_or_default()),
            Err(Errno::AGAIN | Errno::INTR) => {}
            Err(_) => self.pipe = None,
        }
    }

    /// Discards the output so far.
    pub(super) fn discard(&mut self) {
        self.read();
        self.tail.clear();
    }

    /// The part of the output to quote in a failure.
    pub(super) fn excerpt(&self) -> String {
        self.tail.excerpt()
    }
}
