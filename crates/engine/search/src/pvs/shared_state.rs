//! State shared by a search's threads: the node budget and the moves in progress.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use crate::limits::NODES_PER_POLL;

/// The node limit shared by a search's threads. The limit is handed out in parts, so threads respect the limit without
/// synchronizing at each node.
#[derive(Debug)]
pub(super) struct Allowance {
    nodes_max: u64,
    threads: u64,
    /// The number of nodes handed out.
    given: AtomicU64,
}

impl Allowance {
    /// A budget for at least one thread. Without a limit, the budget is the counter's maximum.
    pub(super) fn new(nodes_max: Option<u64>, threads: usize) -> Self {
        let threads = threads.max(1) as u64;
        Self { nodes_max: nodes_max.unwrap_or(u64::MAX), threads, given: AtomicU64::new(0) }
    }

    /// The number of nodes that a thread may visit before its next request: its share of the remaining nodes, at most
    /// [`NODES_PER_POLL`]; 0 when the budget is used up.
    pub(super) fn take(&self) -> u64 {
        let part = |given: u64| {
            let left = self.nodes_max - given;
            (left / self.threads).clamp(1, NODES_PER_POLL).min(left)
        };
        let given = self.given.fetch_update(Relaxed, Relaxed, |given| Some(given + part(given)));
        part(given.unwrap_or_else(|given| given))
    }
}

/// The number of slots, a power of two. The table is far larger than the number of moves on all threads' lines.
const SLOTS: usize = 1 << 12;

/// The moves that threads are currently searching, by key.
///
/// A move is dropped if another move takes its slot. Two threads may then search it, which only costs time.
#[derive(Debug)]
pub(super) struct Underway(Box<[AtomicU64]>);

impl Underway {
    /// An empty set of moves. A single thread doesn't share moves, so it records nothing.
    pub(super) fn new(threads: usize) -> Self {
        let slots = if threads > 1 { SLOTS } else { 0 };
        Self(std::iter::repeat_with(AtomicU64::default).take(slots).collect())
    }

    /// Returns `true` if moves are recorded.
    pub(super) fn is_kept(&self) -> bool {
        !self.0.is_empty()
    }

    /// The slot of the move with this key.
    fn slot(&self, key: u64) -> Option<&AtomicU64> {
        let index = usize::from(u16::try_from(key >> 48).expect("sixteen bits")) % SLOTS;
        self.0.get(index)
    }

    /// Returns `true` if a thread is searching the move with this key.
    pub(super) fn has(&self, key: u64) -> bool {
        self.slot(key).is_some_and(|slot| slot.load(Relaxed) == key)
    }

    /// Records that a thread begins to search the move with this key.
    pub(super) fn begin(&self, key: u64) {
        if let Some(slot) = self.slot(key) {
            slot.store(key, Relaxed);
        }
    }

    /// Records that the search of the move with this key is finished.
    pub(super) fn end(&self, key: u64) {
        if let Some(slot) = self.slot(key) {
            // Another move may have taken the slot.
            let _ = slot.compare_exchange(key, 0, Relaxed, Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The shares handed out until the budget is used up.
    fn parts(nodes_max: u64, threads: usize) -> Vec<u64> {
        let allowance = Allowance::new(Some(nodes_max), threads);
        std::iter::from_fn(|| Some(allowance.take()).filter(|&part| part > 0)).collect()
    }

    #[test]
    fn exactly_the_node_budget_is_handed_out() {
        assert_eq!(parts(500, 1), [200, 200, 100]);
        assert_eq!(parts(4, 3), [1, 1, 1, 1]);
        assert!(parts(0, 2).is_empty());
        for (nodes_max, threads) in [(1, 8), (1_000, 8), (50_000, 3)] {
            assert_eq!(parts(nodes_max, threads).iter().sum::<u64>(), nodes_max);
        }
        assert_eq!(parts(1_000, 8)[0], 125, "the first leaves something for the others");
    }

    #[test]
    fn without_a_limit_the_budget_is_endless() {
        let allowance = Allowance::new(None, 2);
        assert!((0..1_000).all(|_| allowance.take() == NODES_PER_POLL));
    }

    #[test]
    fn finished_moves_are_not_underway() {
        let underway = Underway::new(2);
        underway.begin(77);
        assert!(underway.has(77) && !underway.has(78));
        // A move by another thread in the same slot remains.
        underway.begin(78);
        underway.end(77);
        assert!(underway.has(78));
        underway.end(78);
        assert!(!underway.has(78));
    }
}
