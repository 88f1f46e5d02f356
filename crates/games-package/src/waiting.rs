//! Looking for a message before waiting for it.

use std::time::{Duration, Instant};

use crate::sync::{Receiver, TryRecvError, thread};

/// How long a thread looks for a message, letting others run in between, before it goes to sleep.
const LOOKING_TIME_MAX: Duration = Duration::from_micros(20);

/// A message that comes at once. None if the caller had better wait for it, or if none will come.
///
/// To wake a thread costs several times what a quick turn does, so who expects an answer looks a while before it waits.
/// `benches/turn.rs` on a busy 2-core virtual machine, 2026-11-21: a turn takes 3 to 6 µs with a look and 6 to 20 µs
/// without; to look without letting others run takes 45 to 300 µs. Beside four threads that never rest, a turn takes 4
/// to 24 ms either way.
pub(crate) fn receive_at_once<T>(messages: &Receiver<T>) -> Option<T> {
    // A model has no time, and it tries out both to be early and to be late in any case.
    if cfg!(feature = "model") {
        return messages.try_recv().ok();
    }
    let begin = Instant::now();
    loop {
        match messages.try_recv() {
            Ok(message) => return Some(message),
            Err(TryRecvError::Disconnected) => return None,
            // Where others want to run, they may have run for milliseconds.
            Err(TryRecvError::Empty) if begin.elapsed() >= LOOKING_TIME_MAX => return None,
            Err(TryRecvError::Empty) => thread::yield_now(),
        }
    }
}
