//! Values that are idle between two matches.

use std::fmt;
use std::mem;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Idle values such as processes, each with a key that identifies the players that can use it.
///
/// By [default](Self::default), no values are stored.
pub struct Idle<K, V>(Mutex<Kept<K, V>>);

/// The idle values, newest last.
#[derive(Debug)]
struct Kept<K, V> {
    count_max: usize,
    values: Vec<(K, V)>,
}

impl<K, V> Idle<K, V> {
    /// Stores at most `count_max` values. Beyond that, drops the values that have been idle longest.
    pub const fn with_capacity(count_max: usize) -> Self {
        Self(Mutex::new(Kept { count_max, values: Vec::new() }))
    }

    fn kept(&self) -> MutexGuard<'_, Kept<K, V>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Removes and returns the newest value with a suitable key.
    pub fn take(&self, is_fit: impl Fn(&K) -> bool) -> Option<V> {
        let mut kept = self.kept();
        let place = kept.values.iter().rposition(|(key, _)| is_fit(key))?;
        Some(kept.values.remove(place).1)
    }

    /// Stores a value, or drops it if the pool is closed.
    pub fn keep(&self, key: K, value: V) {
        let mut kept = self.kept();
        kept.values.push((key, value));
        let is_one_too_many = kept.values.len() > kept.count_max;
        let dropped = is_one_too_many.then(|| kept.values.remove(0));
        drop(kept);
        // Drop values outside the lock, because waiting for a process to end takes a while.
        drop(dropped);
    }

    /// Returns `true` if the pool never stores a value.
    pub fn keeps_none(&self) -> bool {
        self.kept().count_max == 0
    }

    /// Drops all values and closes the pool.
    pub fn close(&self) {
        let closed = Kept { count_max: 0, values: Vec::new() };
        let kept = mem::replace(&mut *self.kept(), closed);
        drop(kept);
    }
}

impl<K, V> Default for Idle<K, V> {
    fn default() -> Self {
        Self::with_capacity(0)
    }
}

/// Shows the number of idle values.
impl<K, V> fmt::Debug for Idle<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Idle").field("count", &self.kept().values.len()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn take(idle: &Idle<char, u32>, key: char) -> Option<u32> {
        idle.take(|kept| *kept == key)
    }

    #[test]
    fn the_newest_matching_value_is_taken_and_the_oldest_are_dropped() {
        let idle = Idle::with_capacity(3);
        for (key, value) in [('a', 1), ('a', 2), ('b', 3), ('a', 4)] {
            idle.keep(key, value);
        }
        assert_eq!(take(&idle, 'a'), Some(4));
        assert_eq!(take(&idle, 'a'), Some(2));
        assert_eq!(take(&idle, 'a'), None, "1 was one too many");
        assert_eq!(take(&idle, 'b'), Some(3));
    }

    #[test]
    fn no_value_stays_idle_by_default_or_after_closing() {
        let (none, closed) = (Idle::default(), Idle::with_capacity(2));
        closed.keep('a', 1);
        closed.close();
        for idle in [none, closed] {
            assert!(idle.keeps_none());
            idle.keep('a', 2);
            assert_eq!(take(&idle, 'a'), None);
        }
    }
}
