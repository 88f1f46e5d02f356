//! Hashes a plugin's folder and makes a private copy of it.

use std::fs::{self, DirBuilder, File, Permissions};
use std::io::{self, Read};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use blake3::Hasher;
use rustix::fs::OFlags;

use crate::cache::{FOLDER_BEGUN, mark_used, prune_folders};
use crate::error::shown;

/// Maximum number of files and folders.
const ENTRIES_MAX: usize = 4096;

/// The maximum nesting depth of folders.
const DEPTH_MAX: usize = 16;

/// Folders of interpreters and build tools, which are not part of a program.
pub(crate) const LEFT_OUT: [&str; 2] = ["__pycache__", "target"];

/// The allowed contents of a folder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FolderKind {
    /// A program: excludes hidden files, caches and links.
    Program,
    /// A plugin's data: includes everything, but only files and folders are allowed.
    Data,
}

impl FolderKind {
    /// Maximum total size of all files in bytes.
    const fn bytes_max(self) -> u64 {
        match self {
            Self::Program => 256 << 20,
            Self::Data => 1 << 30,
        }
    }

    fn leaves_out(self, name: &std::ffi::OsStr) -> bool {
        let is_no_part = LEFT_OUT.iter().any(|left_out| name == *left_out)
            || name.as_encoded_bytes().starts_with(b".");
        self == Self::Program && is_no_part
    }

    /// The name of the cache folder with the copies.
    const fn copies(self) -> &'static str {
        match self {
            Self::Program => "programs",
            Self::Data => "data",
        }
    }
}

/// A file or folder, with its path relative to the root.
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

/// The files in a folder.
#[derive(Debug)]
pub(crate) struct Files {
    root: PathBuf,
    kind: FolderKind,
    /// Entries; folders precede their contents.
    entries: Vec<Entry>,
    hash: blake3::Hash,
    bytes: u64,
}

/// A private copy of a folder. The copy is not removed while this value exists.
#[derive(Debug)]
pub(crate) struct FolderCopy {
    /// The path to the copy.
    pub(crate) path: PathBuf,
    /// The hash of all names, entry kinds and contents.
    pub(crate) hash: blake3::Hash,
    /// Number of files.
    pub(crate) file_count: usize,
    /// The files' total size in bytes.
    pub(crate) bytes: u64,
    /// The copy's folder, locked.
    _lock: File,
}

impl FolderCopy {
    /// Copies the folder `root` to a subfolder of `cache` that is readable by all users.
    ///
    /// # Errors
    /// [`CopyError`] if the folder can't be read or copied, or if its kind doesn't allow its contents.
    pub(crate) fn of(root: &Path, kind: FolderKind, cache: &Path) -> Result<Self, CopyError> {
        let files = Files::read(root, kind).map_err(CopyError::Source)?;
        let folder = cache.join(kind.copies());
        files.copy(&folder).map_err(|error| CopyError::Copy { folder, error })
    }
}

/// The reason why a folder could not be copied.
#[derive(Debug)]
pub(crate) enum CopyError {
    /// The folder can't be read or has disallowed contents.
    Source(io::Error),
    /// The folder can't be copied to this folder.
    Copy { folder: PathBuf, error: io::Error },
}

impl Files {
    /// Reads the names and contents of all files.
    ///
    /// # Errors
    /// The system's error, the exceeded limit, or the disallowed item.
    fn read(root: &Path, kind: FolderKind) -> io::Result<Self> {
        let mut entries = Vec::new();
        list(root, kind, Path::new(""), 0, &mut entries)?;
        let (hash, bytes) = hash(root, kind, &entries)?;
        Ok(Self { root: root.into(), kind, entries, hash, bytes })
    }

    /// A copy below `folder`. Reuses an existing copy if it is complete.
    fn copy(&self, folder: &Path) -> io::Result<FolderCopy> {
        let path = folder.join(self.hash.to_hex().as_str());
        if let Some(lock) = self.lock(&path) {
            return Ok(self.copied(path, lock));
        }
        DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
        let begun = tempfile::Builder::new().prefix(FOLDER_BEGUN).tempdir_in(folder)?;
        let lock = File::open(begun.path())?;
        lock.lock_shared()?;
        self.fill(begun.path())?;
        if Self::read(begun.path(), self.kind)?.hash != self.hash {
            return Err(io::Error::other("its files changed while being copied"));
        }
        if path.exists() {
            // The existing copy is damaged. A process that uses this copy keeps the old files open.
            fs::remove_dir_all(&path)?;
        }
        let lock = match fs::rename(begun.path(), &path) {
            Ok(()) => {
                let _renamed = begun.keep();
                lock
            }
            // Another process has just made the same copy.
            Err(error) => self.lock(&path).ok_or(error)?,
        };
        prune_folders(folder, &path);
        Ok(self.copied(path, lock))
    }

    /// Locks the copy at this path and marks it as just used if it exists and is complete.
    fn lock(&self, path: &Path) -> Option<File> {
        let lock = File::open(path).ok()?;
        lock.lock_shared().ok()?;
        let is_whole = Self::read(path, self.kind).is_ok_and(|found| found.hash == self.hash);
        mark_used(&lock);
        is_whole.then_some(lock)
    }

    fn copied(&self, path: PathBuf, lock: File) -> FolderCopy {
        let files = self.entries.iter().filter(|entry| matches!(entry, Entry::File { .. }));
        let (hash, bytes) = (self.hash, self.bytes);
        FolderCopy { path, hash, file_count: files.count(), bytes, _lock: lock }
    }

    /// Copies everything into the empty folder `begun`.
    fn fill(&self, begun: &Path) -> io::Result<()> {
        fs::set_permissions(begun, Permissions::from_mode(0o755))?;
        for entry in &self.entries {
            let to = begun.join(entry.path());
            let mode = match entry {
                Entry::Folder(_) => {
                    fs::create_dir(&to)?;
                    0o755
                }
                Entry::File { path, is_executable } => {
                    io::copy(&mut open(&self.root.join(path))?, &mut File::create_new(&to)?)?;
                    if *is_executable { 0o755 } else { 0o644 }
                }
            };
            fs::set_permissions(&to, Permissions::from_mode(mode))?;
        }
        Ok(())
    }
}

/// Opens a regular file for reading; a link in its place is an error.
fn open(path: &Path) -> io::Result<File> {
    let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK;
    let flags = i32::try_from(flags.bits()).map_err(io::Error::other)?;
    let file = File::options().read(true).custom_flags(flags).open(path)?;
    if file.metadata()?.is_file() {
        Ok(file)
    } else {
        Err(io::Error::other(format!("{} is no longer a file", shown(path))))
    }
}

/// Adds the contents of `root/below`, sorted by name.
fn list(
    root: &Path,
    kind: FolderKind,
    below: &Path,
    depth: usize,
    entries: &mut Vec<Entry>,
) -> io::Result<()> {
    if depth > DEPTH_MAX {
        return Err(too_much(&format!("folders are nested more than {DEPTH_MAX} deep")));
    }
    let mut found = Vec::new();
    for entry in fs::read_dir(root.join(below))? {
        let entry = entry?;
        if kind.leaves_out(&entry.file_name()) {
            continue;
        }
        if entries.len() + found.len() >= ENTRIES_MAX {
            return Err(too_much(&format!("it has more than {ENTRIES_MAX} files")));
        }
        found.push(entry);
    }
    found.sort_by_key(fs::DirEntry::file_name);
    for entry in found {
        let (file_type, path) = (entry.file_type()?, below.join(entry.file_name()));
        if file_type.is_dir() {
            entries.push(Entry::Folder(path.clone()));
            list(root, kind, &path, depth + 1, entries)?;
        } else if file_type.is_file() {
            let has_bit = entry.metadata()?.permissions().mode() & 0o111 != 0;
            let is_executable =
                has_bit || (kind == FolderKind::Program && begins_like_a_program(&entry.path()));
            entries.push(Entry::File { path, is_executable });
        } else if kind == FolderKind::Data {
            let what = if file_type.is_symlink() { "a link" } else { "not a regular file" };
            let path = shown(&path);
            return Err(io::Error::other(format!(
                "{path} is {what}; replace it with a copy of the file or remove it"
            )));
        }
    }
    Ok(())
}

/// Returns `true` if the file begins like a binary or like a script with an interpreter. Many tools drop the execute
/// permission when they unpack archives, so the content counts too.
fn begins_like_a_program(file: &Path) -> bool {
    let mut head = Vec::new();
    let is_read = open(file).and_then(|file| file.take(4).read_to_end(&mut head)).is_ok();
    is_read && (head.starts_with(b"\x7fELF") || head.starts_with(b"#!"))
}

/// The hash of all names, entry kinds and contents, and the total size of all files in bytes.
fn hash(root: &Path, kind: FolderKind, entries: &[Entry]) -> io::Result<(blake3::Hash, u64)> {
    let mut hasher = Hasher::new();
    let mut bytes: u64 = 0;
    for entry in entries {
        let name = entry.path().as_os_str().as_encoded_bytes();
        hasher.update(&(name.len() as u64).to_le_bytes()).update(name);
        let Entry::File { path, is_executable } = entry else {
            hasher.update(b"folder");
            continue;
        };
        let file = open(&root.join(path))?;
        let length = file.metadata()?.len();
        bytes = bytes.saturating_add(length);
        if bytes > kind.bytes_max() {
            let most = kind.bytes_max() >> 20;
            return Err(too_much(&format!("its files are larger than {most} MiB in total")));
        }
        hasher.update(&[u8::from(*is_executable)]).update(&length.to_le_bytes());
        hasher.update_reader(file.take(length))?;
    }
    Ok((hasher.finalize(), bytes))
}

fn too_much(why: &str) -> io::Error {
    io::Error::other(format!("{why}; move unneeded files out of its folder"))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;

    use tempfile::TempDir;

    use super::*;
    use crate::cache::FOLDERS_MAX;

    /// The path to the copy, or the error.
    fn copied(root: &Path, kind: FolderKind, cache: &Path) -> Result<PathBuf, String> {
        match FolderCopy::of(root, kind, cache) {
            Ok(copy) => Ok(copy.path),
            Err(CopyError::Source(error) | CopyError::Copy { error, .. }) => Err(error.to_string()),
        }
    }

    #[test]
    fn a_copy_has_all_files_except_the_excluded_ones() {
        let (folder, cache) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
        for name in ["book", ".git", "__pycache__"] {
            fs::create_dir(folder.path().join(name)).unwrap();
        }
        write("player.py", "one");
        write("book/a.txt", "two");
        write(".git/config", "no");
        write("__pycache__/player.pyc", "no");
        symlink("/etc/passwd", folder.path().join("link")).unwrap();
        let read = || copied(folder.path(), FolderKind::Program, cache.path()).unwrap();
        let copy = read();
        assert_eq!(fs::read_to_string(copy.join("book/a.txt")).unwrap(), "two");
        assert!(!copy.join(".git").exists() && !copy.join("__pycache__").exists());
        assert!(fs::symlink_metadata(copy.join("link")).is_err());
        // A damaged copy is replaced. Changed files get another copy.
        fs::write(copy.join("player.py"), "bad").unwrap();
        assert_eq!(read(), copy);
        assert_eq!(fs::read_to_string(copy.join("player.py")).unwrap(), "one");
        write("player.py", "three");
        assert_ne!(read(), copy);
    }

    #[test]
    fn programs_without_execute_permission_get_it_in_the_copy() {
        let (folder, cache) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let files =
            [("player", "\x7fELF…"), ("script", "#!/bin/sh\n"), ("book", "text"), ("empty", "")];
        for (name, content) in files {
            fs::write(folder.path().join(name), content).unwrap();
        }
        let copy = copied(folder.path(), FolderKind::Program, cache.path()).unwrap();
        let mode = |name: &str| fs::metadata(copy.join(name)).unwrap().permissions().mode() & 0o777;
        let modes = files.map(|(name, _)| mode(name));
        assert_eq!(modes, [0o755, 0o755, 0o644, 0o644]);
        let data = copied(folder.path(), FolderKind::Data, cache.path()).unwrap();
        let player = fs::metadata(data.join("player")).unwrap();
        assert_eq!(player.permissions().mode() & 0o777, 0o644, "data is not a program");
    }

    #[track_caller]
    fn check_refused(folder: &TempDir, expected: &str) {
        let cache = tempfile::tempdir().unwrap();
        let refused = copied(folder.path(), FolderKind::Data, cache.path()).unwrap_err();
        assert_eq!(refused, expected);
        assert!(!cache.path().join("data").exists(), "nothing is copied");
    }

    #[test]
    fn data_with_links_devices_or_too_much_is_refused_by_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path("book")).unwrap();
        symlink("/etc/passwd", path("book/a")).unwrap();
        check_refused(&folder, "book/a is a link; replace it with a copy of the file or remove it");
        fs::remove_file(path("book/a")).unwrap();
        symlink("..", path("up")).unwrap();
        check_refused(&folder, "up is a link; replace it with a copy of the file or remove it");
        fs::remove_file(path("up")).unwrap();
        drop(UnixListener::bind(path("s")).unwrap());
        check_refused(
            &folder,
            "s is not a regular file; replace it with a copy of the file or remove it",
        );
        fs::remove_file(path("s")).unwrap();
        // A sparse file takes no disk space.
        File::create(path("big")).unwrap().set_len((1 << 30) + 1).unwrap();
        check_refused(
            &folder,
            "its files are larger than 1024 MiB in total; move unneeded files out of its folder",
        );
        fs::remove_file(path("big")).unwrap();
        (0..ENTRIES_MAX).for_each(|number| fs::write(path(&number.to_string()), "").unwrap());
        check_refused(
            &folder,
            "it has more than 4096 files; move unneeded files out of its folder",
        );
    }

    #[test]
    fn nested_data_folders_are_allowed_up_to_a_depth() {
        let folder = tempfile::tempdir().unwrap();
        let deep = folder.path().join(["a"; DEPTH_MAX].join("/"));
        fs::create_dir_all(&deep).unwrap();
        fs::write(deep.join(".hidden"), "it is data").unwrap();
        let cache = tempfile::tempdir().unwrap();
        let copy = copied(folder.path(), FolderKind::Data, cache.path()).unwrap();
        assert!(copy.join(["a"; DEPTH_MAX].join("/")).join(".hidden").exists());
        fs::create_dir(deep.join("a")).unwrap();
        check_refused(
            &folder,
            "folders are nested more than 16 deep; move unneeded files out of its folder",
        );
    }

    #[test]
    fn unused_old_copies_are_removed() {
        let (folder, cache) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let copy = |number: usize| {
            fs::write(folder.path().join("number"), number.to_string()).unwrap();
            FolderCopy::of(folder.path(), FolderKind::Data, cache.path()).unwrap()
        };
        let used = copy(0);
        let unused = copy(1).path;
        (2..FOLDERS_MAX + 4).for_each(|number| drop(copy(number)));
        assert!(used.path.exists() && !unused.exists());
        let count = fs::read_dir(cache.path().join("data")).unwrap().count();
        assert!(count <= FOLDERS_MAX + 1, "{count}");
    }
}
