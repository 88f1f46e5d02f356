//! Learned weight files, stored in the source tree in gzip format.
//!
//! A program embeds these files and unpacks each file when it is first needed.
//!
//! ```
//! let folder = tempfile::tempdir()?;
//! let file = folder.path().join("english.bin.gz");
//! system::packed::write(&file, &[0, 0, 7, 0])?;
//! assert_eq!(system::packed::read(&file)?, [0, 0, 7, 0]);
//! # Ok::<(), std::io::Error>(())
//! ```

use std::fs::{self, File};
use std::io::{Error, Read, Result, Write};
use std::path::Path;

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;

/// Writes packed bytes. Equal bytes always produce equal files, because the file contains neither a time nor a name.
///
/// # Errors
/// If the file can't be written. The error names the file.
pub fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    let write = || {
        let mut packer = GzEncoder::new(File::create(path)?, Compression::best());
        packer.write_all(bytes)?;
        packer.finish()?.sync_all()
    };
    write().map_err(|error| of_file("write", path, &error))
}

/// Reads a file that [`write()`] has written.
///
/// # Errors
/// If the file can't be read or isn't packed. The error names the file.
pub fn read(path: &Path) -> Result<Vec<u8>> {
    let read = || unpacked(&fs::read(path)?);
    read().map_err(|error| of_file("read", path, &error))
}

/// Unpacks bytes that [`write()`] has packed.
///
/// # Errors
/// If the bytes aren't packed.
pub fn unpacked(packed: &[u8]) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    GzDecoder::new(packed).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Unpacks bytes that the program contains (`include_bytes!`).
///
/// # Panics
/// If the bytes aren't packed.
pub fn embedded(packed: &'static [u8]) -> Vec<u8> {
    unpacked(packed).expect("the source tree holds packed files")
}

fn of_file(action: &str, path: &Path, error: &Error) -> Error {
    Error::new(error.kind(), format!("can't {action} {}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_bytes_give_the_same_file() {
        let folder = tempfile::tempdir().unwrap();
        let [one, other] = ["one.gz", "other.gz"].map(|name| folder.path().join(name));
        let bytes: Vec<u8> = (0..10_000_u32).map(|number| number.to_le_bytes()[1]).collect();
        write(&one, &bytes).unwrap();
        write(&other, &bytes).unwrap();
        let packed = fs::read(&one).unwrap();
        assert!(packed.len() < 1_000, "{}", packed.len());
        assert_eq!(packed, fs::read(&other).unwrap());
        assert_eq!(read(&other).unwrap(), bytes);
    }

    #[test]
    fn unreadable_files_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("weights.bin.gz");
        let message = || read(&file).unwrap_err().to_string();
        assert!(message().starts_with(&format!("can't read {}: ", file.display())));
        fs::write(&file, "not packed").unwrap();
        assert!(message().contains("weights.bin.gz"), "{}", message());
    }
}
