//! Limits of a search.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// A search depth in plies, `0..=255`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Depth(u8);

impl Depth {
    /// The root alone.
    pub const ZERO: Self = Self(0);
    /// One ply.
    pub const ONE: Self = Self(1);
    /// Maximum depth, limited by the stack use of the recursion.
    pub const MAX: Self = Self(u8::MAX);

    /// This number of plies, at most [`MAX`](Self::MAX).
    pub fn new(plies: u32) -> Self {
        u8::try_from(plies).map_or(Self::MAX, Self)
    }

    /// One ply deeper, at most [`MAX`](Self::MAX).
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0.saturating_add(1))
    }

    /// The number of plies.
    pub const fn plies(self) -> usize {
        self.0 as usize
    }
}

/// The number of plies.
impl fmt::Display for Depth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Search limits. Reaching the depth completes a search; the other limits stop it.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// The depth in plies.
    pub depth: Depth,
    /// Maximum number of visited positions, if limited.
    pub nodes: Option<u64>,
    /// Returns `true` when the search must stop immediately. The function is called at the root, and then at least
    /// about every two hundred nodes or every few Monte Carlo playouts. A caller with a clock checks the clock here.
    pub stop: StopSignal<'a>,
}

/// A function that returns `true` when a search must stop.
pub type StopSignal<'a> = Option<&'a dyn Fn() -> bool>;

impl Limits<'_> {
    /// No limit except this depth.
    pub const fn to_depth(depth: Depth) -> Self {
        Self { depth, nodes: None, stop: None }
    }
}

impl fmt::Debug for Limits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Limits")
            .field("depth", &self.depth)
            .field("nodes", &self.nodes)
            .field("stop", &self.stop.map(|_| "…"))
            .finish()
    }
}

/// The search was stopped and has no result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stopped;

/// Sets the flag that ends all threads of a search when it is dropped, even after a panic in the game or the evaluator.
/// Otherwise, the other threads would continue searching.
pub(crate) struct StopOnDrop<'a>(pub(crate) &'a AtomicBool);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

/// The number of nodes between two checks of the stop signal.
pub(crate) const NODES_PER_POLL: u64 = 200;

/// Counts the nodes and checks the limits at intervals.
#[derive(Debug)]
pub(crate) struct Meter<'a> {
    limits: Limits<'a>,
    nodes: u64,
    /// The node count at the next limit check.
    check_at: u64,
}

impl<'a> Meter<'a> {
    pub(crate) const fn new(limits: Limits<'a>) -> Self {
        Self { limits, nodes: 0, check_at: 0 }
    }

    /// The number of visited nodes.
    pub(crate) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Counts one more node, unless a limit is reached.
    #[inline]
    pub(crate) fn count_node(&mut self) -> Result<(), Stopped> {
        if self.nodes == self.check_at {
            self.check()?;
        }
        self.nodes += 1;
        Ok(())
    }

    #[cold]
    fn check(&mut self) -> Result<(), Stopped> {
        let nodes_max = self.limits.nodes.unwrap_or(u64::MAX);
        let is_stopped = self.limits.stop.is_some_and(|stop| stop());
        if is_stopped || self.nodes >= nodes_max {
            return Err(Stopped);
        }
        self.check_at = nodes_max.min(self.nodes + NODES_PER_POLL);
        Ok(())
    }
}
