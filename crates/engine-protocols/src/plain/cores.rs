//! The processor cores of a program that is kept for games on other cores.

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
        let id = i32::try_from(process).ok().and_then(Pid::from_raw);
        if let (Some(cores), Some(id)) = (own.filter(|_| own != self.0), id) {
            // If this fails, the game is slower.
            let _stays = sched_setaffinity(Some(id), &cores);
        }
        self.0 = own;
    }
}
