//! Spins briefly before blocking on a channel.

use std::time::{Duration, Instant};

use crate::sync::{Receiver, TryRecvError, thread};

/// The maximum time that a thread polls for a message, yielding between polls, before it blocks.
const SPIN_TIME_MAX: Duration = Duration::from_micros(20);

/// A message that arrives within [`SPIN_TIME_MAX`]. `None` if the caller should block, or if the channel is closed.
///
/// Waking a thread costs several times as much as a quick turn, so a thread that expects an answer polls before it
/// blocks. `benches/turn.rs` on a busy 2-core virtual machine, 2026-11-21: a turn takes 3 to 6 µs with polling, 6 to 20
/// µs without polling, and 45 to 300 µs with polling but without yielding. With four busy threads, a turn takes 4 to 24
/// ms either way.
pub(crate) fn spin_recv<T>(messages: &Receiver<T>) -> Option<T> {
    // No time passes in a model, and both orders are explored anyway.
    if cfg!(feature = "model") {
        return messages.try_recv().ok();
    }
    let begin = Instant::now();
    loop {
        match messages.try_recv() {
            Ok(message) => return Some(message),
            Err(TryRecvError::Disconnected) => return None,
            // A yield may take milliseconds on a busy machine.
            Err(TryRecvError::Empty) if begin.elapsed() >= SPIN_TIME_MAX => return None,
            Err(TryRecvError::Empty) => thread::yield_now(),
        }
    }
}
