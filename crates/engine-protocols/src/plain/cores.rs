//! The processor cores of a program that is kept for games on other cores.

use std::fs;

use rustix::process::Pid;
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

/// The cores of the thread that called a program last; none if the system doesn't say them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cores(Option<CpuSet>);

impl Cores {
    /// Those of this thread, which a program that it starts has as well.
    pub(super) fn of_this_thread() -> Self {
        Self(sched_getaffinity(None).ok())
    }

    /// Moves the program with this process to the cores of this thread. Where they are the same as before, the program keeps
    /// those that it may have chosen itself.
    pub(super) fn follow_this_thread(&mut self, process: u32) {
        let Self(own) = Self::of_this_thread();
        if let Some(cores) = own.filter(|_| own != self.0) {
            for thread in threads_of(process) {
                // If this fails, the game is slower.
                let _stays = sched_setaffinity(Some(thread), &cores);
            }
        }
        self.0 = own;
    }
}

/// The threads of a process, each of which has cores of its own; none if the system doesn't list them.
fn threads_of(process: u32) -> impl Iterator<Item = Pid> {
    let entries = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten();
    entries.filter_map(|entry| Pid::from_raw(entry.ok()?.file_name().to_str()?.parse().ok()?))
}
