//! Looking for a message before waiting for it.

use std::time::{Duration, Instant};

use crate::sync::{Receiver, TryRecvError, thread};

/// How long a thread looks for a message, letting others run in between, before it goes to sleep.
const LOOKING_TIME_MAX: Duration = Duration::from_micros(20);

/// How long others have run at least, where they let nobody back in time: the machine is crowded.
const CROWDED_TIME_MIN: Duration = Duration::from_micros(500);

/// How long nobody looks on a crowded machine.
const REST: Duration = Duration::from_millis(200);

/// Takes messages that come at once.
///
/// To wake a thread costs several times what a quick turn does, so who expects an answer looks a while before it waits,
/// and lets others run meanwhile. Where more threads want to run than there are cores, these keep the core for
/// milliseconds; there it is better to sleep at once, since who is woken is let in soon. `benches/turn.rs` on a 2-core
/// virtual machine, 2026-11-21: a turn takes 3.5 to 4 µs with a look and 9 to 20 µs without; beside four threads that
/// count, 900 to 2900 µs with a look and 10 to 22 µs without.
#[derive(Debug, Default)]
pub(crate) struct Lookout {
    rests_until: Option<Instant>,
}

impl Lookout {
    /// A message that comes at once. None if the caller had better wait for it, or if none will come.
    pub(crate) fn look<T>(&mut self, messages: &Receiver<T>) -> Option<T> {
        // A model has no time, and it tries out both to be early and to be late in any case.
        if cfg!(feature = "model") {
            return messages.try_recv().ok();
        }
        let begin = Instant::now();
        if self.rests_until.is_some_and(|end| begin < end) {
            return messages.try_recv().ok();
        }
        let mut before = begin;
        loop {
            match messages.try_recv() {
                Ok(message) => return Some(message),
                Err(TryRecvError::Disconnected) => return None,
                Err(TryRecvError::Empty) if before - begin >= LOOKING_TIME_MAX => return None,
                Err(TryRecvError::Empty) => thread::yield_now(),
            }
            let now = Instant::now();
            if now - before >= CROWDED_TIME_MIN {
                self.rests_until = Some(now + REST);
            }
            before = now;
        }
    }
}
