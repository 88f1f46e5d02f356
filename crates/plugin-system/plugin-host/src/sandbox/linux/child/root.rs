//! A new root folder that contains only this process's open files and the files that it may read.

use std::fs::{self, File};
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use rustix::fs::{Mode, OFlags};
use rustix::mount::{
    MountFlags, MountPropagationFlags, UnmountFlags, mount, mount_bind_recursive, mount_change,
    mount_remount, unmount,
};
use rustix::process::pivot_root;

/// A folder that exists on every Linux system. The new root is mounted over it, but only in this process's mount
/// namespace.
const MOUNT_POINT: &str = "/tmp";

/// The folder in the new root with the process's open files, by number.
pub(super) const OPEN_FILES: &str = "/fd";

/// A file, folder or link that appears in the new root.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// The current path.
    pub(super) source: PathBuf,
    /// The new path.
    pub(super) target: PathBuf,
}

impl Place {
    /// A place whose path stays the same.
    pub(super) fn same(path: impl Into<PathBuf>) -> Self {
        let path = path.into();
        Self { source: path.clone(), target: path }
    }
}

/// Creates the new root with those `places` that exist, and enters it. Folders on the path to a place must not be links
/// unless these links are earlier places. The process needs a new mount namespace and permission to mount in it.
///
/// # Errors
/// The system's error. On failure, the root is unchanged.
pub(super) fn enter(places: &[Place]) -> io::Result<()> {
    mount_change("/", MountPropagationFlags::PRIVATE | MountPropagationFlags::REC)?;
    // Names below the mount point become unreachable once the new root is mounted.
    let opened: Vec<Opened<'_>> = places.iter().filter_map(Opened::open).collect();
    let flags = MountFlags::NOSUID | MountFlags::NODEV;
    mount("root", MOUNT_POINT, "tmpfs", flags, Some(c"size=64k,mode=755"))?;
    let mut shown: Vec<&Path> = Vec::new();
    for place in &opened {
        // A place inside a folder that already appears needs no separate mount.
        if shown.iter().all(|folder| !place.target.starts_with(folder)) {
            place.show()?;
            shown.extend(place.is_folder().then_some(place.target));
        }
    }
    let open_files = in_new_root(Path::new(OPEN_FILES));
    fs::create_dir(&open_files)?;
    mount_bind_recursive("/proc/self/fd", &open_files)?;
    drop(opened);
    std::env::set_current_dir(MOUNT_POINT)?;
    // The old root covers the new one until it is unmounted; see `pivot_root(".", ".")` in pivot_root(2).
    pivot_root(".", ".")?;
    unmount(".", UnmountFlags::DETACH)?;
    std::env::set_current_dir("/")?;
    Ok(mount_remount("/", flags | MountFlags::RDONLY, c"")?)
}

/// A place that was opened before the new root was mounted.
struct Opened<'a> {
    target: &'a Path,
    content: Content,
}

enum Content {
    Link(PathBuf),
    Folder(OwnedFd),
    File(OwnedFd),
}

impl<'a> Opened<'a> {
    /// Opens a place. `None` if no file exists at this path.
    fn open(place: &'a Place) -> Option<Self> {
        let found = fs::symlink_metadata(&place.source).ok()?;
        let content = if found.is_symlink() {
            Content::Link(fs::read_link(&place.source).ok()?)
        } else {
            let flags = OFlags::PATH | OFlags::NOFOLLOW | OFlags::CLOEXEC;
            let opened = rustix::fs::open(&place.source, flags, Mode::empty()).ok()?;
            if found.is_dir() { Content::Folder(opened) } else { Content::File(opened) }
        };
        Some(Self { target: &place.target, content })
    }

    fn is_folder(&self) -> bool {
        matches!(self.content, Content::Folder(_))
    }

    fn show(&self) -> io::Result<()> {
        let shown = in_new_root(self.target);
        shown.parent().map_or(Ok(()), fs::create_dir_all)?;
        let opened = match &self.content {
            Content::Link(target) => return symlink(target, shown),
            Content::Folder(opened) => {
                fs::create_dir_all(&shown)?;
                opened
            }
            Content::File(opened) => {
                // Never open an existing file, because such a file would belong to the old root.
                File::create_new(&shown)?;
                opened
            }
        };
        let source = format!("/proc/self/fd/{}", opened.as_raw_fd());
        Ok(mount_bind_recursive(source, &shown)?)
    }
}

fn in_new_root(place: &Path) -> PathBuf {
    Path::new(MOUNT_POINT).join(place.strip_prefix("/").unwrap_or(place))
}
