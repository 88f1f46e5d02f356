//! Counts the bytes read from a file.

use std::cell::Cell;
use std::io::{self, Read};
use std::rc::Rc;

/// Counts the bytes read from a file, before they are decoded.
#[derive(Debug)]
pub(super) struct Counted<R> {
    file: R,
    read: Rc<Cell<u64>>,
}

impl<R> Counted<R> {
    /// Wraps the file and returns a counter of the bytes read from it.
    pub(super) fn new(file: R) -> (Self, Rc<Cell<u64>>) {
        let read = Rc::new(Cell::new(0));
        (Self { file, read: Rc::clone(&read) }, read)
    }
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.file.read(buffer)?;
        self.read.set(self.read.get() + count as u64);
        Ok(count)
    }
}
