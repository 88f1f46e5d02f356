//! Moves a reused process to the CPU cores of the thread that calls it.

use std::fs;

use rustix::process::Pid;
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

/// The cores on which the thread that last called a process may run. If a game stays on one core, its turns don't wake
/// up other cores, which would take longer than a quick turn.
///
/// By [default](Self::default), the cores are unknown.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cores(Option<CpuSet>);

impl Cores {
    /// The cores of this thread, which child processes inherit.
    pub fn of_this_thread() -> Self {
        Self(sched_getaffinity(None).ok())
    }

    /// Moves a process to this thread's cores. If this thread's cores are unchanged, the process keeps its own choice.
    pub fn follow_this_thread(&mut self, process: u32) {
        let Self(own) = Self::of_this_thread();
        if let Some(cores) = own.filter(|_| own != self.0) {
            for task in tasks_of(process) {
                // If this fails, the game is merely slower.
                let _stays = sched_setaffinity(Some(task), &cores);
            }
        }
        self.0 = own;
    }
}

/// The IDs of a process's threads, which have separate core sets. Empty if the system doesn't list them.
fn tasks_of(process: u32) -> impl Iterator<Item = Pid> {
    let entries = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten();
    entries.filter_map(|entry| Pid::from_raw(entry.ok()?.file_name().to_str()?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use std::process::{Child, Command};

    use super::*;

    /// A process that waits until it is killed.
    fn sleeper() -> Child {
        Command::new("sleep").arg("60").spawn().unwrap()
    }

    fn cores_of(process: &Child) -> CpuSet {
        sched_getaffinity(Some(Pid::from_child(process))).unwrap()
    }

    #[test]
    fn unknown_cores_become_the_threads_cores_and_known_cores_stay() {
        let own = sched_getaffinity(None).unwrap();
        let first = (0..CpuSet::MAX_CPU).find(|&core| own.is_set(core)).unwrap();
        let mut one = CpuSet::new();
        one.set(first);
        for (mut cores, expected) in [(Cores::default(), own), (Cores::of_this_thread(), one)] {
            let mut process = sleeper();
            sched_setaffinity(Some(Pid::from_child(&process)), &one).unwrap();
            cores.follow_this_thread(process.id());
            let found = cores_of(&process);
            process.kill().unwrap();
            process.wait().unwrap();
            assert_eq!(found, expected);
        }
    }
}
