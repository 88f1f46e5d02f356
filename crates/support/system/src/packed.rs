//! Files of learned weights, stored in the source tree in gzip format.
//!
//! The build script of a crate unpacks small files, so their weights can be static arrays. A program embeds large files
//! in packed form, and unpacks each of them when it is first needed.
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

/// The extension of a packed file.
const PACKED: &str = "gz";

/// Writes packed bytes. Equal bytes always produce equal files, because the file contains no time and no name.
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

/// For build scripts: unpacks these files of the crate to `OUT_DIR` under their names without `.gz`, now and whenever
/// they change.
///
/// # Errors
/// If not run by cargo, if a file isn't packed or its name doesn't end in `.gz`, or if a file can't be read or written.
/// The error names the file.
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
