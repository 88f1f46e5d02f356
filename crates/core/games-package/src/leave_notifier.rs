//! Reports that a control or a watcher has left.

use std::fmt;

/// Calls a function when it is dropped.
pub(crate) struct LeaveNotifier(Box<dyn Fn() + Send + Sync>);

impl LeaveNotifier {
    pub(crate) fn new(notify: impl Fn() + Send + Sync + 'static) -> Self {
        Self(Box::new(notify))
    }
}

impl Drop for LeaveNotifier {
    fn drop(&mut self) {
        (self.0)();
    }
}

/// Omits the function.
impl fmt::Debug for LeaveNotifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LeaveNotifier").finish_non_exhaustive()
    }
}
