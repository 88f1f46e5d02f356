//! Threads, locks and channels from the standard library and crossbeam. With the feature `model`, these types come from
//! shuttle, which explores different thread schedules. Only the tests in `tests/model` enable this feature.

#[cfg(feature = "model")]
mod model;

#[cfg(not(feature = "model"))]
pub(crate) use {
    crossbeam_channel::{Receiver, RecvTimeoutError, Sender, TryRecvError, TrySendError, bounded},
    std::sync::{Condvar, Mutex, MutexGuard, atomic},
    std::thread,
};

#[cfg(feature = "model")]
pub(crate) use {
    self::model::{Receiver, Sender, bounded},
    crossbeam_channel::{RecvTimeoutError, TryRecvError, TrySendError},
    shuttle::sync::{Condvar, Mutex, MutexGuard, atomic},
    shuttle::thread,
};
