//! A file's bytes, read at an offset.
//!
//! Files are not mapped into memory: truncating a mapped file kills the program that reads it. A file that fits into
//! its folder's memory budget is read in full, so later probes need no system calls.

use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use crate::fault::{CUT_OFF, Fault, Read, damaged};

/// The memory left for whole files, in bytes.
#[derive(Debug)]
pub(crate) struct Budget(AtomicUsize);

impl Budget {
    pub(crate) const fn new(bytes: usize) -> Self {
        Self(AtomicUsize::new(bytes))
    }

    /// Takes this number of bytes. Returns `true` if they are available.
    fn take(&self, bytes: usize) -> bool {
        self.0.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(bytes)).is_ok()
    }
}

/// A file's bytes.
#[derive(Debug)]
pub(crate) struct Source {
    /// The file length.
    pub(crate) length: u64,
    place: Place,
}

#[derive(Debug)]
enum Place {
    Memory(Vec<u8>),
    File(File),
}

impl Source {
    /// Opens a file, and reads it in full if the budget allows.
    pub(crate) fn open(path: &Path, budget: &Budget) -> Read<Self> {
        // Opening a pipe would wait for a writer.
        let is_file = |metadata: &fs::Metadata| metadata.is_file();
        if !is_file(&fs::metadata(path).map_err(Fault::Unreadable)?) {
            return Err(damaged("it is not a file"));
        }
        let file = File::open(path).map_err(Fault::Unreadable)?;
        let metadata = file.metadata().map_err(Fault::Unreadable)?;
        if !is_file(&metadata) {
            return Err(damaged("it is not a file"));
        }
        let length = metadata.len();
        let Some(size) = usize::try_from(length).ok().filter(|size| budget.take(*size)) else {
            return Ok(Self { length, place: Place::File(file) });
        };
        let mut bytes = Vec::with_capacity(size);
        (&file).take(length).read_to_end(&mut bytes).map_err(Fault::Unreadable)?;
        Ok(Self { length: bytes.len() as u64, place: Place::Memory(bytes) })
    }

    /// The `count` bytes at this offset.
    pub(crate) fn bytes(&self, at: u64, count: usize) -> Read<Cow<'_, [u8]>> {
        let end = at.checked_add(count as u64).ok_or(CUT_OFF)?;
        if end > self.length {
            return Err(CUT_OFF);
        }
        match &self.place {
            Place::Memory(bytes) => {
                let start = usize::try_from(at).map_err(|_too_far| CUT_OFF)?;
                let bytes = bytes.get(start..).and_then(|rest| rest.get(..count));
                bytes.map(Cow::Borrowed).ok_or(CUT_OFF)
            }
            Place::File(file) => {
                let mut bytes = vec![0; count];
                read_exact_at(file, &mut bytes, at).map_err(|error| match error.kind() {
                    io::ErrorKind::UnexpectedEof => CUT_OFF,
                    _ => Fault::Unreadable(error),
                })?;
                Ok(Cow::Owned(bytes))
            }
        }
    }

    /// A little-endian number of up to eight bytes.
    pub(crate) fn number(&self, at: u64, size: usize) -> Read<u64> {
        let bytes = self.bytes(at, size)?;
        Ok(bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte)))
    }
}

#[cfg(unix)]
fn read_exact_at(file: &File, bytes: &mut [u8], at: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, at)
}

#[cfg(windows)]
fn read_exact_at(file: &File, mut bytes: &mut [u8], mut at: u64) -> io::Result<()> {
    while !bytes.is_empty() {
        let count = std::os::windows::fs::FileExt::seek_read(file, bytes, at)?;
        if count == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        bytes = &mut bytes[count..];
        at += count as u64;
    }
    Ok(())
}

/// Reads the header of a file from its start to its end.
pub(crate) struct Cursor<'a> {
    source: &'a Source,
    /// The offset of the next byte.
    pub(crate) at: u64,
}

impl<'a> Cursor<'a> {
    pub(crate) const fn new(source: &'a Source, at: u64) -> Self {
        Self { source, at }
    }

    /// The next bytes.
    pub(crate) fn bytes(&mut self, count: usize) -> Read<Cow<'a, [u8]>> {
        let bytes = self.source.bytes(self.at, count)?;
        self.at += count as u64;
        Ok(bytes)
    }

    pub(crate) fn byte(&mut self) -> Read<u8> {
        Ok(self.bytes(1)?[0])
    }

    pub(crate) fn word(&mut self) -> Read<u16> {
        let bytes = self.bytes(2)?;
        Ok(u16::from_le_bytes([bytes[0], bytes[1]]))
    }

    pub(crate) fn double_word(&mut self) -> Read<u32> {
        let bytes = self.bytes(4)?;
        Ok(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    }

    /// The next `count` words.
    pub(crate) fn words(&mut self, count: usize) -> Read<Vec<u16>> {
        let bytes = self.bytes(2 * count)?;
        Ok(bytes.as_chunks::<2>().0.iter().map(|word| u16::from_le_bytes(*word)).collect())
    }

    /// Advances to a multiple of `size`, a power of two.
    pub(crate) const fn align(&mut self, size: u64) {
        self.at = (self.at + size - 1) & !(size - 1);
    }

    /// Skips this number of bytes, which must exist, and returns the offset of the first byte.
    pub(crate) fn skip(&mut self, count: u64) -> Read<u64> {
        let start = self.at;
        let end = start.checked_add(count).filter(|end| *end <= self.source.length);
        self.at = end.ok_or(CUT_OFF)?;
        Ok(start)
    }
}
