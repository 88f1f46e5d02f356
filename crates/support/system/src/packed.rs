//! Files of learned weights, which the tree holds packed by gzip.
//!
//! The build script of a crate unpacks small files: weights can be looked up in a static array. A program holds large
//! files packed, and unpacks each when it is first needed.
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
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;

/// The end of the name of a packed file.
const PACKED: &str = "gz";

/// Writes bytes packed. The same bytes always give the same file: it has no time and no name in it.
///
/// # Errors
/// If the file can't be written; the error names it.
pub fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    let write = || {
        let mut packer = GzEncoder::new(File::create(path)?, Compression::best());
        packer.write_all(bytes)?;
        packer.finish()?.sync_all()
    };
    write().map_err(|error| of_file("write", path, &error))
}

/// Reads what [`write()`] wrote.
///
/// # Errors
/// If the file can't be read, or isn't packed; the error names it.
pub fn read(path: &Path) -> Result<Vec<u8>> {
    let read = || unpacked(&fs::read(path)?);
    read().map_err(|error| of_file("read", path, &error))
}

/// The bytes that [`write()`] packed into these.
///
/// # Errors
/// If the bytes aren't packed.
pub fn unpacked(packed: &[u8]) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    GzDecoder::new(packed).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// In the build script of a crate: writes each of these files of the crate unpacked to `OUT_DIR`, under its name without
/// `.gz`, now and whenever it changes.
///
/// # Errors
/// If cargo doesn't run this, if a file isn't packed or its name doesn't end in `.gz`, or if one can't be read or written; the
/// error names the file.
#[expect(clippy::print_stdout, reason = "build scripts tell cargo so when to run again")]
pub fn unpack(files: &[&str]) -> Result<()> {
    let out = std::env::var_os("OUT_DIR").map(PathBuf::from);
    let out = out.ok_or_else(|| Error::other("cargo sets no OUT_DIR"))?;
    for file in files {
        println!("cargo::rerun-if-changed={file}");
        let path = Path::new(file);
        let name = path.file_stem().filter(|_| path.extension().is_some_and(|end| end == PACKED));
        let name = name.ok_or_else(|| Error::other(format!("{file} doesn't end in .{PACKED}")))?;
        let unpacked = out.join(name);
        let bytes = read(path)?;
        fs::write(&unpacked, bytes).map_err(|error| of_file("write", &unpacked, &error))?;
    }
    Ok(())
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
