//! A new root folder: it contains only the system's libraries and the process's open files.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use rustix::mount::{
    MountFlags, MountPropagationFlags, UnmountFlags, mount, mount_bind_recursive, mount_change,
    mount_remount, unmount,
};
use rustix::process::pivot_root;

/// A folder that every Linux system has. The new root is mounted over it, in this process's mount namespace only.
const MOUNT_POINT: &str = "/tmp";

/// Where the process's open files are in the new root, by their numbers.
pub(super) const OPEN_FILES: &str = "/fd";

/// Makes the new root, with the files and folders `places` at their current paths, and enters it. The process needs a
/// new mount namespace, and the right to mount there.
///
/// # Errors
/// The system's error. The root is unchanged then.
pub(super) fn enter(places: &[&str]) -> io::Result<()> {
    mount_change("/", MountPropagationFlags::PRIVATE | MountPropagationFlags::REC)?;
    let flags = MountFlags::NOSUID | MountFlags::NODEV;
    mount("root", MOUNT_POINT, "tmpfs", flags, Some(c"size=64k,mode=755"))?;
    places.iter().try_for_each(|place| show(Path::new(place)))?;
    let open_files = in_new_root(Path::new(OPEN_FILES));
    fs::create_dir(&open_files)?;
    mount_bind_recursive("/proc/self/fd", &open_files)?;
    std::env::set_current_dir(MOUNT_POINT)?;
    // The old root lies on the new one until it is unmounted: pivot_root(2), under `pivot_root(".", ".")`.
    pivot_root(".", ".")?;
    unmount(".", UnmountFlags::DETACH)?;
    std::env::set_current_dir("/")?;
    Ok(mount_remount("/", flags | MountFlags::RDONLY, c"")?)
}

/// Mounts a file, folder or link of the old root in the new one, if it exists.
fn show(place: &Path) -> io::Result<()> {
    let Ok(found) = fs::symlink_metadata(place) else { return Ok(()) };
    let shown = in_new_root(place);
    shown.parent().map_or(Ok(()), fs::create_dir_all)?;
    if found.is_symlink() {
        return symlink(fs::read_link(place)?, shown);
    }
    if found.is_dir() {
        fs::create_dir_all(&shown)?;
    } else {
        File::create(&shown)?;
    }
    Ok(mount_bind_recursive(place, &shown)?)
}

fn in_new_root(place: &Path) -> PathBuf {
    Path::new(MOUNT_POINT).join(place.strip_prefix("/").unwrap_or(place))
}
