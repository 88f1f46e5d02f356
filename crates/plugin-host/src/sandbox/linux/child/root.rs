//! A root folder of the process's own: nothing is in it but the system's libraries and what the process has open.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use rustix::mount::{
    MountFlags, MountPropagationFlags, UnmountFlags, mount, mount_bind_recursive, mount_change,
    mount_remount, unmount,
};
use rustix::process::pivot_root;

/// A folder that every Linux system has. The new root is made over it, which nobody outside this process sees.
const MOUNT_POINT: &str = "/tmp";

/// Where the process finds its open files in the new root, by their numbers.
pub(super) const OPEN_FILES: &str = "/fd";

/// Makes the new root, with the files and folders `places` where they are now, and enters it. The process needs a mount
/// namespace of its own, and the right to mount there.
///
/// # Errors
/// What the system says. The process then has the root that it had.
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

/// Shows a file, a folder or a link of the old root in the new one, if there is such a thing.
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
