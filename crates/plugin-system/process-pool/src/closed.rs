//! The closed state of a pool.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// `true` once a pool is closed and needs no more answers of its processes. Clones share the flag:
/// the processes in a pool don't hold the pool.
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
