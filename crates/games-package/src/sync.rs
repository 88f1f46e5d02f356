//! Threads, locks and channels: those of the machine. With the feature `model` they are shuttle's, which tries out the
//! orders in which threads can run; the tests in `tests/model` are compiled with it, and nothing else is.

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
