//! The cores of the machine: how many games are played at a time, and where.

use std::thread;

use anyhow::anyhow;
use core_affinity::CoreId;
use house::{Failure, FailureKind};

/// How many games have cores of their own, if each keeps so many threads busy at a time.
pub(crate) fn concurrency(cores: usize, threads: usize) -> usize {
    (cores / threads.max(1)).max(1)
}

/// How many cores this process may use.
pub(crate) fn core_count() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// The cores that threads can be kept on.
pub(crate) fn cores() -> Result<Vec<CoreId>, Failure> {
    let cores = core_affinity::get_core_ids().filter(|cores| !cores.is_empty());
    let why = "this system doesn't tell its cores: leave out --pin";
    cores.ok_or_else(|| Failure::new(FailureKind::Failed, anyhow!(why)))
}

/// Keeps this thread, and those that it starts, on a core.
pub(crate) fn stay_on(core: CoreId) {
    // A core may be taken away at any time; the games go on without it.
    let _is_kept = core_affinity::set_for_current(core);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_the_cores_that_it_needs() {
        assert_eq!(concurrency(8, 1), 8);
        assert_eq!(concurrency(8, 3), 2);
        assert_eq!(concurrency(2, 4), 1);
    }
}
