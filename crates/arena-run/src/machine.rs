//! The cores of the machine: how many games are played at a time, and on which cores.

use std::thread;

use anyhow::anyhow;
use core_affinity::CoreId;
use house::{Failure, FailureKind};

/// How many games can be played at a time if each needs `threads` cores.
pub fn concurrency(cores: usize, threads: usize) -> usize {
    (cores / threads.max(1)).max(1)
}

/// How many cores this process may use.
pub fn core_count() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// The cores that threads can be kept on.
///
/// # Errors
/// [`Failure`] if the system doesn't tell them.
pub fn cores() -> Result<Vec<CoreId>, Failure> {
    let cores = core_affinity::get_core_ids().filter(|cores| !cores.is_empty());
    let why = "the cores of this system are unknown: leave out --pin";
    cores.ok_or_else(|| Failure::new(FailureKind::Failed, anyhow!(why)))
}

/// Pins this thread, and the threads that it starts, to a core.
pub fn pin_to(core: CoreId) {
    // The core may be taken away at any time; the games go on without pinning.
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
