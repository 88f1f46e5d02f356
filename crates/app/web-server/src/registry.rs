//! All matches on the server.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};
use std::time::Duration;

use crate::room::Room;

/// The time that a match stays in memory after its last client disconnects.
const EMPTY_TIME_MAX: Duration = Duration::from_hours(24);

/// The time that a match that has not begun stays in memory after its last client disconnects.
const WAITING_TIME_MAX: Duration = Duration::from_hours(1);

/// All matches by name.
#[derive(Debug, Default)]
pub(crate) struct Registry {
    rooms: RwLock<HashMap<String, Arc<Room>>>,
}

impl Registry {
    /// Adds a match.
    pub(crate) fn add(&self, room: &Arc<Room>) {
        let mut rooms = self.rooms.write().unwrap_or_else(PoisonError::into_inner);
        rooms.insert(room.name().into(), Arc::clone(room));
    }

    /// The match with this name.
    pub(crate) fn find(&self, name: &str) -> Option<Arc<Room>> {
        self.read().get(name).map(Arc::clone)
    }

    /// All matches, newest first.
    pub(crate) fn all(&self) -> Vec<Arc<Room>> {
        let mut rooms: Vec<Arc<Room>> = self.read().values().map(Arc::clone).collect();
        rooms.sort_by_key(|room| std::cmp::Reverse(room.created()));
        rooms
    }

    /// The number of matches in memory.
    pub(crate) fn count(&self) -> usize {
        self.read().values().filter(|room| !room.has_left()).count()
    }

    /// Removes the match with this name.
    pub(crate) fn remove(&self, name: &str) {
        self.rooms.write().unwrap_or_else(PoisonError::into_inner).remove(name);
    }

    /// Removes matches without clients for a long time, and all unloaded matches except the newest `paused_max`. The
    /// removed matches stay in the library.
    pub(crate) fn remove_abandoned(&self, paused_max: usize) {
        let is_kept = |room: &Room| {
            let max = if room.has_begun() { EMPTY_TIME_MAX } else { WAITING_TIME_MAX };
            room.empty_for().is_none_or(|time| time < max)
        };
        let mut rooms = self.rooms.write().unwrap_or_else(PoisonError::into_inner);
        rooms.retain(|_, room| is_kept(room));
        let mut paused: Vec<Arc<Room>> =
            rooms.values().filter(|room| room.has_left()).map(Arc::clone).collect();
        if let Some(count) = paused.len().checked_sub(paused_max) {
            paused.sort_by_key(|room| room.created());
            paused[..count].iter().for_each(|room| drop(rooms.remove(room.name())));
        }
    }

    fn read(&self) -> RwLockReadGuard<'_, HashMap<String, Arc<Room>>> {
        self.rooms.read().unwrap_or_else(PoisonError::into_inner)
    }
}
