//! A pool's closed flag.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that is set once a pool is closed and needs no more answers from its processes. Clones share the flag, so a
/// pool's processes don't need a reference to the pool.
#[derive(Clone, Debug, Default)]
pub struct Closed(Arc<AtomicBool>);

impl Closed {
    /// Sets the flag: from now on, answers are not needed.
    pub fn close(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    /// Returns `true` if the pool is closed and needs no more answers.
    pub fn is_closed(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}
