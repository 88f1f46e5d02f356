//! The number of bytes read of a file.

use std::cell::Cell;
use std::io::{self, Read};
use std::rc::Rc;

/// A file whose bytes are counted as they are read, whatever they are decoded to.
#[derive(Debug)]
pub(super) struct Counted<R> {
    file: R,
    read: Rc<Cell<u64>>,
}

impl<R> Counted<R> {
    /// The file, and the number of bytes that were read of it.
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
