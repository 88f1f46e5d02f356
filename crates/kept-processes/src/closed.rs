//! Whether anybody still waits for the processes of a pool.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether a pool is closed, so that no answer of its processes is needed. Clones share it: the processes that a pool keeps
/// don't hold the pool.
#[derive(Clone, Debug, Default)]
pub struct Closed(Arc<AtomicBool>);

impl Closed {
    /// From now on no answer is needed.
    pub fn close(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    /// Whether no answer is needed any more.
    pub fn is_closed(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}
