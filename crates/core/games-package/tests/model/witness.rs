//! A clock that records when a player's answer was given.

use std::sync::Mutex;
use std::time::Duration;

use games_package::{ManualTime, TimeSource};
use shuttle::thread;

/// The table's clock, which the test advances. The first reading from the first seat's thread after
/// [`returns`](Self::returns) stamps that seat's answer.
#[derive(Default)]
pub(crate) struct Witness {
    pub(crate) time: ManualTime,
    stamp: Mutex<Stamp>,
}

#[derive(Clone, Copy, Default)]
enum Stamp {
    #[default]
    NotAsked,
    Thinking,
    Returning,
    Given(Duration),
}

impl Witness {
    /// Records that the first seat's player has received a request.
    pub(crate) fn is_asked(&self) {
        *self.stamp.lock().unwrap() = Stamp::Thinking;
    }

    /// Waits until the first seat's player has a request.
    pub(crate) fn wait_for_turn(&self) {
        let is_asked = || !matches!(*self.stamp.lock().unwrap(), Stamp::NotAsked);
        while !is_asked() {
            thread::yield_now();
        }
    }

    /// Records that the first seat's player has its answer and no longer reads the clock.
    pub(crate) fn returns(&self) {
        *self.stamp.lock().unwrap() = Stamp::Returning;
    }

    /// The time of the answer, if there was one.
    pub(crate) fn stamp(&self) -> Option<Duration> {
        match *self.stamp.lock().unwrap() {
            Stamp::Given(at) => Some(at),
            Stamp::NotAsked | Stamp::Thinking | Stamp::Returning => None,
        }
    }
}

impl TimeSource for Witness {
    fn now(&self) -> Duration {
        // Much can happen before a thread reads the clock.
        thread::yield_now();
        let now = self.time.now();
        let mut stamp = self.stamp.lock().unwrap();
        if matches!(*stamp, Stamp::Returning) && thread::current().name() == Some("seat-1") {
            *stamp = Stamp::Given(now);
        }
        now
    }
}
