//! Files with a kind, a version and a checksum, replaced atomically.

use std::fs::{self, File};
use std::io::{ErrorKind, Read, Write};
use std::path::Path;

use system::files::sync_name;

use crate::LearningError;

/// The version of all formats. The version is incremented for every change that older versions can't parse.
const VERSION: u32 = 1;
/// The first bytes of each file.
const MAGIC: &[u8] = b"rival learn ";
/// The length of the kind, which is padded with spaces.
const KIND: usize = 8;
/// The length of the checksum.
const HASH: usize = 32;
/// The file size limit.
const BYTES_MAX: u64 = 1 << 30;

/// The content of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FileKind {
    Run,
    Games,
    /// Full-precision weights, for training.
    Weights,
    /// Weights in the precision that searches use.
    Network,
}

impl FileKind {
    const fn name(self) -> &'static [u8; KIND] {
        match self {
            Self::Run => b"run     ",
            Self::Games => b"games   ",
            Self::Weights => b"weights ",
            Self::Network => b"network ",
        }
    }
}

/// Writes the file atomically: if the program is killed, either the old or the new file remains.
pub(crate) fn write(path: &Path, kind: FileKind, content: &[u8]) -> Result<(), LearningError> {
    let mut bytes = Vec::with_capacity(MAGIC.len() + KIND + 4 + HASH + content.len());
    bytes.extend(MAGIC);
    bytes.extend(kind.name());
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend(blake3::hash(content).as_bytes());
    bytes.extend(content);
    replace(path, &bytes)
}

/// Writes plain bytes atomically.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> Result<(), LearningError> {
    let unfinished = path.with_extension("unfinished");
    let write = || {
        let mut file = File::create(&unfinished)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&unfinished, path)?;
        sync_name(path)
    };
    write().map_err(LearningError::io("write", path))
}

/// Reads a file's content; `None` if it doesn't exist.
pub(crate) fn read(path: &Path, kind: FileKind) -> Result<Option<Vec<u8>>, LearningError> {
    let bytes = read_bytes(path)?;
    bytes.map(|bytes| content(path, kind, &bytes).map(<[u8]>::to_vec)).transpose()
}

/// Reads a file of any kind; `None` if it doesn't exist.
pub(crate) fn read_bytes(path: &Path) -> Result<Option<Vec<u8>>, LearningError> {
    // Opening a pipe without a writer would block.
    match fs::metadata(path) {
        Ok(found) if found.is_file() => {}
        Ok(_) => return Err(LearningError::Format { path: path.into(), why: "not a plain file" }),
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(LearningError::io("read", path)(error)),
    }
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(LearningError::io("read", path))?;
    file.take(BYTES_MAX + 1).read_to_end(&mut bytes).map_err(LearningError::io("read", path))?;
    Ok(Some(bytes))
}

/// Extracts the content from a file's bytes. `path` is for messages.
pub(crate) fn content<'a>(
    path: &Path,
    kind: FileKind,
    bytes: &'a [u8],
) -> Result<&'a [u8], LearningError> {
    let format = |why| LearningError::Format { path: path.into(), why };
    let rest = bytes.strip_prefix(MAGIC).ok_or_else(|| format("bad magic"))?;
    let (found_kind, rest) = rest.split_at_checked(KIND).ok_or_else(|| format("cut off"))?;
    if found_kind != kind.name() {
        return Err(format("another kind of file"));
    }
    let (version, rest) = rest.split_first_chunk::<4>().ok_or_else(|| format("cut off"))?;
    let found = u32::from_le_bytes(*version);
    if found > VERSION {
        return Err(LearningError::Newer { path: path.into(), found, known: VERSION });
    }
    let (hash, content) = rest.split_first_chunk::<HASH>().ok_or_else(|| format("cut off"))?;
    if blake3::hash(content).as_bytes() != hash || bytes.len() as u64 > BYTES_MAX {
        return Err(LearningError::Damaged { path: path.into() });
    }
    Ok(content)
}

/// Reads numbers and strings from file content.
#[derive(Debug)]
pub(crate) struct ContentReader<'a> {
    rest: &'a [u8],
}

impl<'a> ContentReader<'a> {
    pub(crate) const fn new(content: &'a [u8]) -> Self {
        Self { rest: content }
    }

    pub(crate) const fn is_at_end(&self) -> bool {
        self.rest.is_empty()
    }

    pub(crate) fn bytes<const COUNT: usize>(&mut self) -> Option<[u8; COUNT]> {
        let (bytes, rest) = self.rest.split_first_chunk::<COUNT>()?;
        self.rest = rest;
        Some(*bytes)
    }

    pub(crate) fn u16(&mut self) -> Option<u16> {
        self.bytes().map(u16::from_le_bytes)
    }

    pub(crate) fn u32(&mut self) -> Option<u32> {
        self.bytes().map(u32::from_le_bytes)
    }

    pub(crate) fn u64(&mut self) -> Option<u64> {
        self.bytes().map(u64::from_le_bytes)
    }

    pub(crate) fn text(&mut self) -> Option<String> {
        let length = usize::from(self.u16()?);
        let (text, rest) = self.rest.split_at_checked(length)?;
        self.rest = rest;
        String::from_utf8(text.to_vec()).ok()
    }

    /// All remaining bytes as numbers.
    pub(crate) fn floats(self) -> Option<Vec<f32>> {
        let (floats, rest) = self.rest.as_chunks::<4>();
        rest.is_empty().then(|| floats.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect())
    }
}

/// Appends a string of up to 65,535 bytes.
pub(crate) fn push_text(bytes: &mut Vec<u8>, text: &str) {
    let length = u16::try_from(text.len()).unwrap_or(u16::MAX);
    bytes.extend(length.to_le_bytes());
    bytes.extend(text.bytes().take(length.into()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_survives_a_round_trip() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.net");
        assert!(read(&path, FileKind::Network).unwrap().is_none());
        write(&path, FileKind::Network, b"weights").unwrap();
        write(&path, FileKind::Network, b"newer weights").unwrap();
        assert_eq!(read(&path, FileKind::Network).unwrap().unwrap(), b"newer weights");
    }

    #[test]
    fn invalid_files_are_refused_with_the_reason() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.net");
        write(&path, FileKind::Network, b"weights").unwrap();
        let good = fs::read(&path).unwrap();
        let check = |bytes: &[u8], kind, expected: &str| {
            fs::write(&path, bytes).unwrap();
            let message = read(&path, kind).unwrap_err().to_string();
            assert!(message.contains(expected), "{message}");
        };
        check(&good, FileKind::Games, "another kind of file");
        check(b"no", FileKind::Network, "bad magic");
        check(&good[..30], FileKind::Network, "cut off");
        check(&good[..good.len() - 1], FileKind::Network, "damaged");
        let mut newer = good;
        newer[MAGIC.len() + KIND] = 9;
        check(&newer, FileKind::Network, "newer version of Rival (format 9; this program reads 1)");
    }
}
