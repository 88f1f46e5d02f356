//! A child's confinement steps, in order, before it loads anything.

#![expect(unsafe_code, reason = "descriptors are closed by range, and namespaces are left")]

use std::fmt;
use std::fs::{self, File};
use std::io;
use std::path::Path;

use landlock::{
    ABI, Access as _, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, PathBeneath, PathFd,
    Ruleset, RulesetAttr, RulesetCreatedAttr, RulesetStatus, Scope,
};
use rustix::process::{
    Gid, Resource, Rlimit, Signal, Uid, getgid, getppid, getuid, set_parent_process_death_signal,
    setrlimit,
};
use rustix::thread::{
    CapabilitySet, CapabilitySets, UnshareFlags, set_capabilities, set_no_new_privs,
    set_thread_groups, set_thread_res_gid, set_thread_res_uid, unshare_unsafe,
};

use super::root::Place;
use super::system_calls::Calls;
use super::{Confine, root, system_calls};
use crate::data::DATA_FOLDER;
use crate::{Confinement, Step};

/// Maximum number of open files in a child: a few for the connection, and libraries during loading.
const FILES_MAX: u64 = 64;

/// Maximum total CPU time of a child in seconds: one day. Deadlines end it much earlier, but this limit holds even if
/// the host is suspended.
const COMPUTING_SECONDS_MAX: u64 = 24 * 60 * 60;

/// The user and group `nobody`, which own no files by convention.
const NOBODY: u32 = 65534;

/// The system's library folders and the loader's cache.
const LIBRARY_PLACES: [&str; 6] =
    ["/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/etc/ld.so.cache"];

/// The limits for a confined process.
pub(super) struct Bounds<'a> {
    /// The host process. This process dies with the host.
    pub(super) host: u32,
    /// Maximum address space in bytes; `None` if the host limits the memory.
    pub(super) address_space_max: Option<u64>,
    pub(super) threads_max: u64,
    /// The accessible paths and the allowed access to each.
    pub(super) places: Vec<(Place, Access)>,
    /// An open library that the process may read.
    pub(super) library: Option<&'a File>,
    pub(super) calls: Calls,
}

/// The allowed access to a file or to the files in a folder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Access {
    Read,
    /// Read and start.
    Run,
}

/// The system's library folders as places.
pub(super) fn library_places(access: Access) -> Vec<(Place, Access)> {
    LIBRARY_PLACES.map(|place| (Place::same(place), access)).into()
}

/// The copy of a plugin's data as a place.
pub(super) fn data_place(copy: &Path) -> (Place, Access) {
    (Place { source: copy.into(), target: DATA_FOLDER.into() }, Access::Read)
}

/// Confines this process before it loads a library. `closed` is the result of closing inherited descriptors.
///
/// # Errors
/// If the host has ended.
pub(super) fn confine_library(
    order: &Confine,
    library: &File,
    closed: io::Result<()>,
) -> io::Result<Confinement> {
    let mut places = library_places(Access::Read);
    places.extend(order.data.as_deref().map(data_place));
    let bounds = Bounds {
        host: order.host,
        address_space_max: Some(order.limits.memory_bytes_max),
        threads_max: order.limits.threads_max,
        places,
        library: Some(library),
        calls: Calls::OfLibrary,
    };
    confine(&bounds, closed)
}

/// Confines this single-threaded process as well as the system allows. `closed` is the result of closing inherited
/// descriptors.
///
/// # Errors
/// If the host has ended.
pub(super) fn confine(bounds: &Bounds<'_>, closed: io::Result<()>) -> io::Result<Confinement> {
    let places: Vec<Place> = bounds.places.iter().map(|(place, _)| place.clone()).collect();
    let mut done = Confinement::default();
    note(&mut done, Step::Descriptors, closed);
    note(&mut done, Step::Limits, limit(bounds.address_space_max));
    let (user, group) = (getuid(), getgid());
    let is_root = user.is_root();
    let mut namespaces = UnshareFlags::NEWNET | UnshareFlags::NEWIPC | UnshareFlags::NEWUTS;
    if is_root {
        note(&mut done, Step::Namespaces, leave(namespaces).and_then(|()| forget_host_name()));
        note(
            &mut done,
            Step::Root,
            leave(UnshareFlags::NEWNS).map_err(Into::into).and_then(|()| root::enter(&places)),
        );
        note(&mut done, Step::Identity, become_nobody());
        // Threads are counted per user and user namespace.
        namespaces = UnshareFlags::empty();
    }
    let counted_apart = leave(UnshareFlags::NEWUSER | namespaces);
    note(&mut done, Step::Threads, counted_apart.and_then(|()| limit_threads(bounds.threads_max)));
    if !is_root {
        note(&mut done, Step::Namespaces, counted_apart.and_then(|()| forget_host_name()));
        let entered = leave(UnshareFlags::NEWNS).map_err(io::Error::from);
        let mapped = entered.and_then(|()| become_nobody_of_namespace(user, group));
        note(&mut done, Step::Root, mapped.and_then(|()| root::enter(&places)));
    }
    note(&mut done, Step::Privileges, give_up_privileges());
    note(&mut done, Step::Death, die_with(bounds.host)?);
    let has_new_root = done.has(Step::Root);
    note(&mut done, Step::Files, close_files(bounds, has_new_root));
    note(&mut done, Step::Calls, system_calls::restrict(bounds.calls));
    Ok(done)
}

/// Records a step's result.
fn note<E: fmt::Display>(done: &mut Confinement, step: Step, result: Result<(), E>) {
    done.steps.push((step, result.err().map(|error| crate::error::one_line(&error.to_string()))));
}

/// Closes descriptors inherited from this program's parent, except the standard streams. Nothing else is open yet.
pub(super) fn close_inherited() -> io::Result<()> {
    // SAFETY: no descriptor above the standard streams has an owner in this process yet.
    let result = unsafe { libc::syscall(libc::SYS_close_range, 3, u32::MAX, 0) };
    if result == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

fn limit(address_space_max: Option<u64>) -> io::Result<()> {
    // When memory runs out, the system should kill a child first. This is only a hint.
    let _advised = fs::write("/proc/self/oom_score_adj", "1000");
    let limits = [
        (Resource::Core, 0),
        (Resource::Fsize, 0),
        (Resource::Memlock, 0),
        (Resource::Msgqueue, 0),
        (Resource::Nofile, FILES_MAX),
        (Resource::Cpu, COMPUTING_SECONDS_MAX),
    ];
    let address_space = address_space_max.map(|most| (Resource::As, most));
    for (resource, most) in limits.into_iter().chain(address_space) {
        setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) })?;
    }
    Ok(())
}

fn leave(namespaces: UnshareFlags) -> rustix::io::Result<()> {
    // SAFETY: none of these flags affects the descriptor table.
    unsafe { unshare_unsafe(namespaces) }
}

/// Replaces the host name in the new namespace.
fn forget_host_name() -> rustix::io::Result<()> {
    rustix::system::sethostname(b"child")
}

fn become_nobody() -> rustix::io::Result<()> {
    let (user, group) = (Uid::from_raw(NOBODY), Gid::from_raw(NOBODY));
    set_thread_groups(&[])?;
    set_thread_res_gid(group, group, group)?;
    set_thread_res_uid(user, user, user)
}

/// Maps this user to `nobody` in the new user namespace. Without a mapping, the process couldn't create files.
fn become_nobody_of_namespace(user: Uid, group: Gid) -> io::Result<()> {
    fs::write("/proc/self/setgroups", "deny")?;
    fs::write("/proc/self/uid_map", format!("{NOBODY} {} 1", user.as_raw()))?;
    fs::write("/proc/self/gid_map", format!("{NOBODY} {} 1", group.as_raw()))
}

/// Limits the number of threads. Before Linux 5.14, threads are counted per user across the whole system, so a limit
/// would count other programs too.
fn limit_threads(most: u64) -> rustix::io::Result<()> {
    let limit = Rlimit { current: Some(most), maximum: Some(most) };
    if is_older_than(rustix::system::uname().release().to_bytes(), (5, 14)) {
        return Err(rustix::io::Errno::NOSYS);
    }
    setrlimit(Resource::Nproc, limit)
}

/// Returns `true` if a kernel release such as "6.1.0-13-amd64" is older than this version.
fn is_older_than(release: &[u8], version: (u32, u32)) -> bool {
    let text = String::from_utf8_lossy(release);
    let mut numbers =
        text.split(|sign: char| !sign.is_ascii_digit()).map(|part| part.parse().unwrap_or(0));
    (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0)) < version
}

/// Drops all capabilities. A process that creates a user namespace initially has all capabilities in that namespace.
fn give_up_privileges() -> rustix::io::Result<()> {
    let none = CapabilitySet::empty();
    set_capabilities(None, CapabilitySets { effective: none, permitted: none, inheritable: none })?;
    set_no_new_privs(true)
}

/// Asks to be killed when the thread that started this process ends. The system clears this setting when a process
/// changes its user, so this step comes late.
///
/// # Errors
/// If the host has already ended.
fn die_with(host: u32) -> io::Result<rustix::io::Result<()>> {
    let wished = set_parent_process_death_signal(Some(Signal::KILL));
    let parent = getppid().map_or(0, |parent| parent.as_raw_nonzero().get().unsigned_abs());
    if parent == host { Ok(wished) } else { Err(io::Error::other("the host has exited")) }
}

/// From now on, allows opening only the library and the places. Also restricts signals, if the kernel supports it.
fn close_files(bounds: &Bounds<'_>, has_new_root: bool) -> Result<(), String> {
    let text = |error: &dyn std::fmt::Display| error.to_string();
    let newest = ABI::V7;
    let reading = AccessFs::ReadFile | AccessFs::ReadDir;
    let places = bounds.places.iter().filter_map(|(place, access)| {
        let path = if has_new_root { &place.target } else { &place.source };
        let mut rights = if path.is_dir() { reading } else { AccessFs::ReadFile.into() };
        if *access == Access::Run {
            rights |= AccessFs::Execute;
        }
        Some(Ok(PathBeneath::new(PathFd::new(path).ok()?, rights)))
    });
    let library = bounds.library.map(|library| Ok(PathBeneath::new(library, AccessFs::ReadFile)));
    let all: BitFlags<AccessFs> = AccessFs::from_all(newest);
    let status = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(all)
        .and_then(|rules| rules.handle_access(AccessNet::from_all(newest)))
        .and_then(|rules| rules.scope(Scope::from_all(newest)))
        .and_then(landlock::Ruleset::create)
        .and_then(|rules| rules.add_rules(library))
        .and_then(|rules| rules.add_rules(places))
        .and_then(landlock::RulesetCreated::restrict_self)
        .map_err(|error| text(&error))?;
    match status.ruleset {
        RulesetStatus::NotEnforced => Err("this kernel has no Landlock".into()),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kernel_releases_are_compared_numerically() {
        assert!(is_older_than(b"5.4.0-150-generic", (5, 14)));
        assert!(is_older_than(b"4.19", (5, 14)));
        assert!(!is_older_than(b"5.14.0", (5, 14)));
        assert!(!is_older_than(b"6.1.0-13-amd64", (5, 14)));
        assert!(is_older_than(b"", (5, 14)));
    }
}
