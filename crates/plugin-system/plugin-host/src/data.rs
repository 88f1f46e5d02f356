//! A plugin's data: the folder `lucky.data` next to `lucky.so`, or next to a program's folder `lucky`.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::error::shown;
use crate::folder::{CopyError, FolderCopy, FolderKind};
use crate::{Cache, PluginError};

/// The data's path in the root folder of a confined process.
pub(crate) const DATA_FOLDER: &str = "/data";

/// A private copy of a plugin's data.
#[derive(Clone, Debug)]
pub(crate) struct Data(Arc<FolderCopy>);

impl Data {
    /// The data next to the plugin in `file`, which is a library or a program's folder; `None` without data.
    ///
    /// # Errors
    /// [`PluginError`] if the data is not a folder, contains anything but files and folders, is too large, or can't be
    /// copied.
    pub(crate) fn of(file: &Path, cache: &Cache) -> Result<Option<Self>, PluginError> {
        let Some(folder) = beside(file, "data")? else { return Ok(None) };
        let refused = |error| PluginError::Unreadable { file: folder.clone(), error };
        let found = fs::symlink_metadata(&folder).map_err(refused)?;
        if !found.is_dir() {
            let what = if found.is_symlink() { "a link" } else { "not a folder" };
            let why = format!("it is {what}; replace it with a folder or rename it");
            return Err(refused(io::Error::other(why)));
        }
        match FolderCopy::of(&folder, FolderKind::Data, cache.folder()) {
            Ok(copy) => Ok(Some(Self(Arc::new(copy)))),
            Err(CopyError::Source(error)) => Err(refused(error)),
            Err(CopyError::Copy { folder: to, error }) => {
                Err(PluginError::Copy { file: folder, folder: to, error })
            }
        }
    }

    /// The path to the copy.
    pub(crate) fn copy(&self) -> &Path {
        &self.0.path
    }

    /// The path as seen by a process with or without a private root folder.
    pub(crate) fn seen(&self, has_new_root: bool) -> &Path {
        if has_new_root { Path::new(DATA_FOLDER) } else { self.copy() }
    }

    /// The hash of all names and contents.
    pub(crate) fn hash(&self) -> blake3::Hash {
        self.0.hash
    }

    /// A phrase such as "its data (10 KiB in 2 files, BLAKE3 …)".
    pub(crate) fn described(&self) -> String {
        let FolderCopy { file_count, bytes, hash, .. } = &*self.0;
        let files = if *file_count == 1 { "file" } else { "files" };
        let kib = bytes.div_ceil(1 << 10);
        format!("its data ({kib} KiB in {file_count} {files}, BLAKE3 {hash})")
    }
}

/// The path next to the plugin in `file` that has the plugin's name, with or without the library prefix, and this
/// extension.
///
/// # Errors
/// [`PluginError`] if both exist.
pub(crate) fn beside(file: &Path, extension: &str) -> Result<Option<PathBuf>, PluginError> {
    // A program's folder can be given as ".".
    let file =
        if file.is_dir() { fs::canonicalize(file).unwrap_or(file.into()) } else { file.into() };
    let name = if file.is_dir() { file.file_name() } else { file.file_stem() };
    let Some(name) = name.and_then(|name| name.to_str()) else { return Ok(None) };
    let bare = name.strip_prefix("lib").filter(|bare| !bare.is_empty() && !file.is_dir());
    let paths = [Some(name), bare].into_iter().flatten();
    let paths = paths.map(|name| file.with_file_name(format!("{name}.{extension}")));
    let is_there = |path: &PathBuf| {
        !fs::symlink_metadata(path).is_err_and(|error| error.kind() == ErrorKind::NotFound)
    };
    let mut found = paths.filter(is_there);
    match (found.next(), found.next()) {
        (Some(one), Some(other)) => {
            let (one, other) = (shown(&one), shown(&other));
            let why = format!("it has both {one} and {other}; remove one");
            Err(PluginError::Manifest { file: file.clone(), why })
        }
        (found, _) => Ok(found),
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn data_is_found_next_to_a_plugin_under_its_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let found = |name: &str| beside(&path(name), "data");
        fs::write(path("liblucky.so"), "").unwrap();
        assert_eq!(found("liblucky.so").unwrap(), None);
        fs::create_dir(path("lucky.data")).unwrap();
        assert_eq!(found("liblucky.so").unwrap(), Some(path("lucky.data")));
        assert_eq!(found("lucky.so").unwrap(), Some(path("lucky.data")));
        assert_eq!(found("other.so").unwrap(), None);
        fs::create_dir(path("liblucky.data")).unwrap();
        let error = found("liblucky.so").unwrap_err().to_string();
        assert!(error.contains("it has both ") && error.ends_with("; remove one"), "{error}");
        fs::create_dir(path("lucky")).unwrap();
        let real = fs::canonicalize(path("lucky.data")).unwrap();
        assert_eq!(found("lucky").unwrap(), Some(real.clone()));
        assert_eq!(found("lucky/../lucky/.").unwrap(), Some(real));
    }

    #[test]
    fn data_outside_a_folder_is_refused() {
        let (folder, cache) = (tempfile::tempdir().unwrap(), Cache::temporary().unwrap());
        let data = folder.path().join("lucky.data");
        let refused = || Data::of(&folder.path().join("lucky.so"), &cache).unwrap_err().to_string();
        fs::write(&data, "").unwrap();
        let refusal = refused();
        assert!(refusal.ends_with("it is not a folder; replace it with a folder or rename it"));
        fs::remove_file(&data).unwrap();
        symlink("/etc", &data).unwrap();
        let refusal = refused();
        assert!(refusal.ends_with("it is a link; replace it with a folder or rename it"));
    }
}
