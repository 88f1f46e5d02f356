//! How many positions all threads may visit together.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::limits::NODES_PER_POLL;

/// The positions that the threads of one search may visit together, given out in parts, so that no thread has to ask
/// for each and all keep to the limit.
#[derive(Debug)]
pub(super) struct Allowance {
    nodes_max: u64,
    threads: u64,
    /// How many were given out.
    given: AtomicU64,
}

impl Allowance {
    /// For at least one thread. Without a limit there are as many positions as can be counted.
    pub(super) fn new(nodes_max: Option<u64>, threads: usize) -> Self {
        let threads = threads.max(1) as u64;
        Self { nodes_max: nodes_max.unwrap_or(u64::MAX), threads, given: AtomicU64::new(0) }
    }

    /// How many positions a thread may visit before it asks again: a thread's share of what is left, at most
    /// [`NODES_PER_POLL`]; 0 when nothing is left.
    pub(super) fn take(&self) -> u64 {
        let part = |given: u64| {
            let left = self.nodes_max - given;
            (left / self.threads).clamp(1, NODES_PER_POLL).min(left)
        };
        let given = self.given.fetch_update(Relaxed, Relaxed, |given| Some(given + part(given)));
        part(given.unwrap_or_else(|given| given))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is given out until nothing is left.
    fn parts(nodes_max: u64, threads: usize) -> Vec<u64> {
        let allowance = Allowance::new(Some(nodes_max), threads);
        std::iter::from_fn(|| Some(allowance.take()).filter(|&part| part > 0)).collect()
    }

    #[test]
    fn all_is_given_out_and_no_more() {
        assert_eq!(parts(2_500, 1), [1_000, 1_000, 500]);
        assert_eq!(parts(4, 3), [1, 1, 1, 1]);
        assert!(parts(0, 2).is_empty());
        for (nodes_max, threads) in [(1, 8), (1_000, 8), (50_000, 3)] {
            assert_eq!(parts(nodes_max, threads).iter().sum::<u64>(), nodes_max);
        }
        assert_eq!(parts(1_000, 8)[0], 125, "the first leaves something for the others");
    }

    #[test]
    fn without_a_limit_there_is_always_more() {
        let allowance = Allowance::new(None, 2);
        assert!((0..1_000).all(|_| allowance.take() == NODES_PER_POLL));
    }
}
