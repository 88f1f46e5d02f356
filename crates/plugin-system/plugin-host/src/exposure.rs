//! Detects other users' write access to trusted files.

use std::fs::{self, Metadata};
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;

use rustix::process::geteuid;

use crate::error::shown;

/// The permission bits that let the group or all others write.
const WRITABLE_BY_OTHERS: u32 = 0o022;

/// In a folder with this bit, only a file's owner can replace it.
const STICKY: u32 = 0o1000;

/// The maximum number of files to examine in a folder.
const FILES_MAX: usize = 10_000;

/// Describes which other users can change the file or folder at this path, including its contents, such as "other users
/// can write /tmp/a". `None` if only the user and the administrator can. Also checks the parent folders, because a
/// folder in them could be replaced.
///
/// # Errors
/// The system's error if the path or one of its parent folders can't be read.
pub fn exposure(path: &Path) -> io::Result<Option<String>> {
    let path = fs::canonicalize(path)?;
    if let Some(found) = exposed_below(&path)? {
        return Ok(Some(found));
    }
    for (distance, folder) in path.ancestors().skip(1).enumerate() {
        let metadata = fs::metadata(folder)?;
        // Other users can't replace a folder inside a sticky folder such as /tmp, but they can add files next to a
        // plugin.
        let is_sticky = metadata.permissions().mode() & STICKY != 0;
        if is_sticky && distance > 0 && owned_safely(&metadata) {
            continue;
        }
        if let Some(found) = exposed(folder, &metadata) {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

/// Describes which other users can change this file or anything in this folder.
fn exposed_below(path: &Path) -> io::Result<Option<String>> {
    let mut open = vec![path.to_owned()];
    let mut seen = 0;
    while let Some(path) = open.pop() {
        let metadata = fs::symlink_metadata(&path)?;
        if metadata.is_symlink() {
            continue;
        }
        if let Some(found) = exposed(&path, &metadata) {
            return Ok(Some(found));
        }
        seen += 1;
        if seen > FILES_MAX {
            return Err(io::Error::other(format!("it has more than {FILES_MAX} files")));
        }
        if metadata.is_dir() {
            for entry in fs::read_dir(&path)? {
                open.push(entry?.path());
            }
        }
    }
    Ok(None)
}

/// Returns `true` if the owner is the user or the administrator.
fn owned_safely(metadata: &Metadata) -> bool {
    metadata.uid() == 0 || metadata.uid() == geteuid().as_raw()
}

fn exposed(path: &Path, metadata: &Metadata) -> Option<String> {
    if !owned_safely(metadata) {
        return Some(format!("{} belongs to user {}", shown(path), metadata.uid()));
    }
    let is_writable = metadata.permissions().mode() & WRITABLE_BY_OTHERS != 0;
    is_writable.then(|| format!("other users can write {}", shown(path)))
}

#[cfg(test)]
mod tests {
    use std::fs::Permissions;

    use super::*;

    #[test]
    fn only_the_user_may_write_a_trusted_file_or_its_folders() {
        let folder = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(folder.path()).unwrap();
        let (inner, file) = (root.join("a"), root.join("a/plugin.so"));
        fs::create_dir(&inner).unwrap();
        fs::write(&file, "").unwrap();
        let set =
            |path: &Path, mode| fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
        set(&inner, 0o755);
        set(&file, 0o644);
        let writable = |path: &Path| Some(format!("other users can write {}", path.display()));
        assert_eq!(exposure(&file).unwrap(), None);
        for (path, mode) in [(&file, 0o664), (&file, 0o646), (&inner, 0o775), (&inner, 0o1777)] {
            let usual = fs::metadata(path).unwrap().permissions();
            set(path, mode);
            assert_eq!(exposure(&file).unwrap(), writable(path), "{mode:o}");
            assert_eq!(exposure(&inner).unwrap(), writable(path), "{mode:o}");
            fs::set_permissions(path, usual).unwrap();
        }
        set(&root, 0o1777);
        assert_eq!(exposure(&file).unwrap(), None, "other users cannot replace a folder there");
        set(&root, 0o777);
        assert_eq!(exposure(&file).unwrap(), writable(&root));
        set(&root, 0o700);
        assert!(exposure(&root.join("none")).is_err());
    }
}
