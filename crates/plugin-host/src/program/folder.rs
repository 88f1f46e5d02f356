//! The folder of a program: its files, their hash, and a private copy of them.

use std::fs::{self, DirBuilder, File, Permissions};
use std::io::{self, Read};
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::{Path, PathBuf};

use blake3::Hasher;

/// The most files and folders.
const ENTRIES_MAX: usize = 4096;

/// The most bytes of all files.
const BYTES_MAX: u64 = 256 << 20;

/// How deep folders may lie in each other.
const DEPTH_MAX: usize = 16;

/// Folders that interpreters and build tools make, which are no part of the program.
const LEFT_OUT: [&str; 2] = ["__pycache__", "target"];

/// A file or folder, by its path in the program's folder.
#[derive(Debug)]
enum Entry {
    Folder(PathBuf),
    File { path: PathBuf, is_executable: bool },
}

impl Entry {
    fn path(&self) -> &Path {
        match self {
            Self::Folder(path) | Self::File { path, .. } => path,
        }
    }
}

/// The files of a program.
#[derive(Debug)]
pub(crate) struct ProgramFolder {
    root: PathBuf,
    /// Folders stand before what lies in them.
    entries: Vec<Entry>,
    pub(crate) hash: blake3::Hash,
}

impl ProgramFolder {
    /// Reads the names and the content of all files. Hidden files, caches and links are no part of the program.
    ///
    /// # Errors
    /// The system's error, or one that says which limit is exceeded.
    pub(crate) fn read(root: &Path) -> io::Result<Self> {
        let mut entries = Vec::new();
        list(root, Path::new(""), 0, &mut entries)?;
        let hash = hash(root, &entries)?;
        Ok(Self { root: root.into(), entries, hash })
    }

    /// A copy below `folder` that everybody may read, unless a complete one is there.
    ///
    /// # Errors
    /// The system's error.
    pub(crate) fn copy(&self, folder: &Path) -> io::Result<PathBuf> {
        let copy = folder.join(self.hash.to_hex().as_str());
        if Self::read(&copy).is_ok_and(|found| found.hash == self.hash) {
            return Ok(copy);
        }
        DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
        let begun = tempfile::Builder::new().prefix("new-").tempdir_in(folder)?;
        fs::set_permissions(begun.path(), Permissions::from_mode(0o755))?;
        for entry in &self.entries {
            let to = begun.path().join(entry.path());
            match entry {
                Entry::Folder(_) => {
                    fs::create_dir(&to)?;
                    fs::set_permissions(&to, Permissions::from_mode(0o755))?;
                }
                Entry::File { path, is_executable } => {
                    fs::copy(self.root.join(path), &to)?;
                    let mode = if *is_executable { 0o755 } else { 0o644 };
                    fs::set_permissions(&to, Permissions::from_mode(mode))?;
                }
            }
        }
        if Self::read(begun.path())?.hash != self.hash {
            return Err(io::Error::other("its files have changed while they were copied"));
        }
        if copy.exists() {
            // It is damaged. A process that uses it keeps the old files.
            fs::remove_dir_all(&copy)?;
        }
        match fs::rename(begun.keep(), &copy) {
            // Another process has just made the same copy.
            Err(_) if Self::read(&copy).is_ok_and(|found| found.hash == self.hash) => Ok(copy),
            renamed => renamed.map(|()| copy),
        }
    }
}

/// Adds what is in `root/below`, by name.
fn list(root: &Path, below: &Path, depth: usize, entries: &mut Vec<Entry>) -> io::Result<()> {
    if depth > DEPTH_MAX {
        return Err(too_much(&format!("folders lie more than {DEPTH_MAX} deep in each other")));
    }
    let mut found = fs::read_dir(root.join(below))?.collect::<io::Result<Vec<_>>>()?;
    found.sort_by_key(fs::DirEntry::file_name);
    for entry in found {
        let name = entry.file_name();
        let is_left_out = LEFT_OUT.iter().any(|left_out| name == *left_out);
        if is_left_out || name.as_encoded_bytes().starts_with(b".") {
            continue;
        }
        if entries.len() >= ENTRIES_MAX {
            return Err(too_much(&format!("it has more than {ENTRIES_MAX} files")));
        }
        let (kind, path) = (entry.file_type()?, below.join(name));
        if kind.is_dir() {
            entries.push(Entry::Folder(path.clone()));
            list(root, &path, depth + 1, entries)?;
        } else if kind.is_file() {
            let is_executable = entry.metadata()?.permissions().mode() & 0o111 != 0;
            entries.push(Entry::File { path, is_executable });
        }
    }
    Ok(())
}

/// The hash of all names, kinds and contents.
fn hash(root: &Path, entries: &[Entry]) -> io::Result<blake3::Hash> {
    let mut hasher = Hasher::new();
    let mut bytes = 0;
    for entry in entries {
        let name = entry.path().as_os_str().as_encoded_bytes();
        hasher.update(&(name.len() as u64).to_le_bytes()).update(name);
        let Entry::File { path, is_executable } = entry else {
            hasher.update(b"folder");
            continue;
        };
        let file = File::open(root.join(path))?;
        let length = file.metadata()?.len();
        bytes += length;
        if bytes > BYTES_MAX {
            return Err(too_much(&format!("its files have more than {} MiB", BYTES_MAX >> 20)));
        }
        hasher.update(&[u8::from(*is_executable)]).update(&length.to_le_bytes());
        hasher.update_reader(file.take(length))?;
    }
    Ok(hasher.finalize())
}

fn too_much(why: &str) -> io::Error {
    io::Error::other(format!("{why}: move what the program doesn't need out of its folder"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_has_all_files_and_none_that_are_left_out() {
        let (folder, cache) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
        for name in ["book", ".git", "__pycache__"] {
            fs::create_dir(folder.path().join(name)).unwrap();
        }
        write("player.py", "one");
        write("book/a.txt", "two");
        write(".git/config", "no");
        write("__pycache__/player.pyc", "no");
        std::os::unix::fs::symlink("/etc/passwd", folder.path().join("link")).unwrap();
        let read = || ProgramFolder::read(folder.path()).unwrap();
        let copy = read().copy(cache.path()).unwrap();
        assert_eq!(fs::read_to_string(copy.join("book/a.txt")).unwrap(), "two");
        assert!(!copy.join(".git").exists() && !copy.join("__pycache__").exists());
        assert!(fs::symlink_metadata(copy.join("link")).is_err());
        // A damaged copy is replaced; changed files make another one.
        fs::write(copy.join("player.py"), "bad").unwrap();
        assert_eq!(read().copy(cache.path()).unwrap(), copy);
        assert_eq!(fs::read_to_string(copy.join("player.py")).unwrap(), "one");
        write("player.py", "three");
        assert_ne!(read().copy(cache.path()).unwrap(), copy);
    }
}
