//! Private copies of plugins. Each copy's name is its content hash.

use std::fs::{self, DirBuilder, File, FileTimes, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use etcetera::BaseStrategy;
use tempfile::TempDir;

/// Only the owner can access the folder.
const FOLDER_MODE: u32 = 0o700;

/// File mode of a cached copy: world-readable, because a child process reopens it as `nobody`. The folder
/// permissions keep other users out.
const COPY_MODE: u32 = 0o644;

/// The maximum number of cached copies. The least recently used copies are removed first. A loaded copy no longer needs
/// its file.
const COPIES_MAX: usize = 256;

/// Maximum total size of all copies, including the newest one: 1 GiB.
const COPIES_BYTES_MAX: u64 = 1 << 30;

/// The maximum number of cached folders of each kind. The least recently used folders are removed first.
pub(crate) const FOLDERS_MAX: usize = 64;

/// The name prefix of an incomplete folder copy.
pub(crate) const FOLDER_BEGUN: &str = "new-";

/// An unlocked incomplete copy that is older than this counts as abandoned.
const BEGUN_AGE_MAX: Duration = Duration::from_hours(1);

/// The folder with the private copies.
#[derive(Debug)]
pub struct Cache {
    folder: PathBuf,
    /// Removes the folder on drop if only this run of the program uses it.
    _temporary: Option<TempDir>,
}

impl Cache {
    /// The user's cache folder, by default `~/.cache/rival/plugins`. A temporary folder if there is none or it can't be
    /// made private.
    ///
    /// # Errors
    /// If a temporary folder can't be created either.
    pub fn user() -> io::Result<Self> {
        let strategy = etcetera::choose_base_strategy().map_err(io::Error::other);
        let folder = strategy.map(|strategy| strategy.cache_dir().join("rival").join("plugins"));
        folder.and_then(Self::in_folder).or_else(|why| {
            tracing::debug!(%why, "copies of plugins go to a temporary folder");
            Self::temporary()
        })
    }

    /// Uses this folder, and creates it if it doesn't exist.
    ///
    /// # Errors
    /// If the folder can't be created or belongs to another user.
    pub fn in_folder(folder: impl Into<PathBuf>) -> io::Result<Self> {
        let folder = std::path::absolute(folder.into())?;
        DirBuilder::new().recursive(true).mode(FOLDER_MODE).create(&folder)?;
        let metadata = fs::symlink_metadata(&folder)?;
        if !metadata.is_dir() || metadata.uid() != rustix::process::geteuid().as_raw() {
            return Err(io::Error::other("the folder belongs to another user"));
        }
        fs::set_permissions(&folder, Permissions::from_mode(FOLDER_MODE))?;
        Ok(Self { folder, _temporary: None })
    }

    /// Creates a temporary folder that is removed when this value is dropped.
    ///
    /// # Errors
    /// If the folder can't be created.
    pub fn temporary() -> io::Result<Self> {
        let folder = tempfile::Builder::new().prefix("rival-plugins-").tempdir()?;
        Ok(Self { folder: folder.path().into(), _temporary: Some(folder) })
    }

    /// The folder with the copies.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The copy with this content. Writes the copy unless a complete one exists.
    pub(crate) fn store(&self, content: &[u8], hash: &blake3::Hash) -> io::Result<PathBuf> {
        let copy = self.folder.join(format!("{}.so", hash.to_hex()));
        if is_whole(&copy, hash) {
            touch(&copy);
        } else {
            let mut file = tempfile::Builder::new()
                .permissions(Permissions::from_mode(COPY_MODE))
                .tempfile_in(&self.folder)?;
            file.write_all(content)?;
            file.persist(&copy)?;
            self.prune(&copy, COPIES_BYTES_MAX);
        }
        Ok(copy)
    }

    /// Removes the least recently used copies other than `newest` until at most [`COPIES_MAX`] copies with a total size
    /// of `bytes_max` are left. Ignores copies that can't be removed, because they only cost disk space.
    fn prune(&self, newest: &Path, bytes_max: u64) {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let mut copies: Vec<_> = entries
            .filter_map(|entry| {
                let metadata = entry.metadata().ok()?;
                Some((metadata.modified().ok()?, entry.path(), metadata.len()))
            })
            .filter(|(_, copy, _)| copy != newest)
            .collect();
        copies.sort();
        let mut bytes = fs::metadata(newest).map_or(0, |metadata| metadata.len());
        for (index, (_, copy, length)) in copies.iter().rev().enumerate() {
            bytes = bytes.saturating_add(*length);
            if index + 1 >= COPIES_MAX || bytes > bytes_max {
                let _stays = fs::remove_file(copy);
            }
        }
    }
}

/// Marks a copy as just used. If that fails, the copy might be removed too early and then has to be recreated.
fn touch(copy: &Path) {
    if let Ok(copy) = File::options().append(true).open(copy) {
        mark_used(&copy);
    }
}

/// Marks a copy as just used. If that fails, the copy might be removed too early and then has to be recreated.
#[expect(clippy::disallowed_methods, reason = "the age of a copy is no part of any match")]
pub(crate) fn mark_used(copy: &File) {
    let _older = copy.set_times(FileTimes::new().set_modified(SystemTime::now()));
}

/// Removes abandoned incomplete folder copies, and the least recently used idle ones until at most [`FOLDERS_MAX`] are
/// left. Ignores copies that can't be removed, because they only cost disk space.
pub(crate) fn prune_folders(folder: &Path, newest: &Path) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut copies: Vec<(SystemTime, PathBuf)> = entries
        .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())))
        .filter(|(_, copy)| copy != newest)
        .collect();
    copies.sort();
    let is_begun = |copy: &Path| {
        copy.file_name()
            .is_some_and(|name| name.as_encoded_bytes().starts_with(FOLDER_BEGUN.as_bytes()))
    };
    let (begun, copies): (Vec<_>, Vec<_>) =
        copies.into_iter().partition(|(_, copy)| is_begun(copy));
    let is_left = |changed: SystemTime| changed.elapsed().is_ok_and(|age| age > BEGUN_AGE_MAX);
    let left = begun.into_iter().filter(|(changed, _)| is_left(*changed));
    for (_, copy) in copies.into_iter().rev().skip(FOLDERS_MAX - 1).chain(left) {
        let is_unused = File::open(&copy).is_ok_and(|lock| lock.try_lock().is_ok());
        if is_unused {
            let _stays = fs::remove_dir_all(copy);
        }
    }
}

/// Returns `true` if the copy is a regular file whose content matches the hash in its name.
fn is_whole(copy: &Path, hash: &blake3::Hash) -> bool {
    fs::symlink_metadata(copy).is_ok_and(|metadata| metadata.is_file())
        && fs::read(copy).is_ok_and(|content| blake3::hash(&content) == *hash)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn store(cache: &Cache, content: &[u8]) -> PathBuf {
        cache.store(content, &blake3::hash(content)).unwrap()
    }

    #[test]
    fn a_copy_is_named_by_its_content_and_reused() {
        let cache = Cache::temporary().unwrap();
        let copy = store(&cache, b"content");
        let inode = fs::metadata(&copy).unwrap().ino();
        assert_eq!(copy.file_stem().unwrap(), blake3::hash(b"content").to_hex().as_str());
        assert_eq!(store(&cache, b"content"), copy);
        assert_eq!(fs::metadata(&copy).unwrap().ino(), inode);
        assert_ne!(store(&cache, b"other"), copy);
    }

    #[test]
    fn a_reused_copy_counts_as_recent() {
        let cache = Cache::temporary().unwrap();
        let copy = store(&cache, b"content");
        let long_ago = FileTimes::new().set_modified(SystemTime::UNIX_EPOCH);
        File::options().append(true).open(&copy).unwrap().set_times(long_ago).unwrap();
        store(&cache, b"content");
        assert!(fs::metadata(&copy).unwrap().modified().unwrap() > SystemTime::UNIX_EPOCH);
    }

    #[test]
    fn a_damaged_copy_is_replaced_and_open_handles_keep_the_old_one() {
        let cache = Cache::temporary().unwrap();
        let copy = store(&cache, b"content");
        fs::write(&copy, b"contemt").unwrap();
        let inode = fs::metadata(&copy).unwrap().ino();
        assert_eq!(fs::read(store(&cache, b"content")).unwrap(), b"content");
        assert_ne!(fs::metadata(&copy).unwrap().ino(), inode);
    }

    #[test]
    fn a_link_in_place_of_a_copy_is_not_followed() {
        let cache = Cache::temporary().unwrap();
        let copy = store(&cache, b"content");
        let elsewhere = cache.folder().join("elsewhere");
        fs::rename(&copy, &elsewhere).unwrap();
        std::os::unix::fs::symlink(&elsewhere, &copy).unwrap();
        assert!(fs::symlink_metadata(store(&cache, b"content")).unwrap().is_file());
    }

    #[test]
    fn the_folder_is_made_private() {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("a").join("b");
        fs::create_dir_all(&folder).unwrap();
        fs::set_permissions(&folder, Permissions::from_mode(0o777)).unwrap();
        Cache::in_folder(&folder).unwrap();
        assert_eq!(fs::metadata(&folder).unwrap().mode() & 0o777, FOLDER_MODE);
    }

    #[test]
    fn a_file_in_place_of_the_folder_is_an_error() {
        let file = tempfile::NamedTempFile::new().unwrap();
        assert!(Cache::in_folder(file.path()).is_err());
    }

    #[test]
    fn the_least_recently_used_copies_are_removed_until_the_total_size_fits() {
        let cache = Cache::temporary().unwrap();
        let copies: Vec<PathBuf> = (0..4_u8).map(|number| store(&cache, &[number; 100])).collect();
        for (copy, age) in copies.iter().zip([4, 1, 3, 2]) {
            let used = SystemTime::UNIX_EPOCH + std::time::Duration::from_hours(100 - age);
            let file = File::options().append(true).open(copy).unwrap();
            file.set_times(FileTimes::new().set_modified(used)).unwrap();
        }
        cache.prune(&copies[0], 299);
        let left: Vec<bool> = copies.iter().map(|copy| copy.exists()).collect();
        assert_eq!(left, [true, true, false, false]);
        cache.prune(&copies[0], 10);
        assert!(copies[0].exists() && !copies[1].exists(), "the newest one is never removed");
    }

    #[test]
    fn old_copies_are_removed() {
        let cache = Cache::temporary().unwrap();
        for number in 0..COPIES_MAX + 3 {
            store(&cache, &number.to_le_bytes());
        }
        assert_eq!(fs::read_dir(cache.folder()).unwrap().count(), COPIES_MAX);
    }
}
