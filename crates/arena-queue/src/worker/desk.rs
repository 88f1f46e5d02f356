//! What the worker has at hand: its runs, and the pairs that it plays or is about to.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{Notify, Semaphore};
use tokio::time::Instant;

use super::Troupe;
use crate::message::{Held, RunId, Share};

/// How much work is fetched beforehand, so that short games don't wait for the network.
const AHEAD: Duration = Duration::from_millis(100);

/// The most pairs for each slot that are fetched beforehand.
const AHEAD_MAX: usize = 64;

/// The newest pair makes this part of the mean time of a pair.
const NEWEST_SHARE: u32 = 10;

/// Shared by all tasks of the worker.
#[derive(Clone)]
pub(super) struct Desk(Arc<Shared>);

struct Shared {
    name: String,
    troupe: Arc<dyn Troupe>,
    /// One permit for each pair that can be played now.
    slots: Semaphore,
    state: Mutex<State>,
    /// A pair has left the desk.
    has_room: Notify,
}

#[derive(Default)]
struct State {
    runs: BTreeMap<RunId, Load>,
    /// Pairs that wait for a slot or are being played.
    unplayed: usize,
    /// The mean time that a pair takes; none before the first one.
    mean: Option<Duration>,
}

#[derive(Default)]
struct Load {
    refused: Option<String>,
    /// By set: the attempt.
    playing: BTreeMap<usize, u32>,
    is_idle: bool,
}

impl Desk {
    pub(super) fn new(name: &str, troupe: Arc<dyn Troupe>) -> Self {
        Self(Arc::new(Shared {
            name: name.into(),
            slots: Semaphore::new(troupe.slots().max(1)),
            troupe,
            state: Mutex::default(),
            has_room: Notify::new(),
        }))
    }

    pub(super) fn name(&self) -> &str {
        &self.0.name
    }

    pub(super) fn troupe(&self) -> &Arc<dyn Troupe> {
        &self.0.troupe
    }

    pub(super) fn slots(&self) -> &Semaphore {
        &self.0.slots
    }

    /// Notes a run, with the reason if it is refused.
    pub(super) fn enter(&self, run: RunId, refused: Option<String>) {
        self.state().runs.insert(run, Load { refused, ..Load::default() });
    }

    /// Forgets a run.
    pub(super) fn strike(&self, run: &RunId) {
        self.state().runs.remove(run);
    }

    /// Whether the run is still served.
    pub(super) fn serves(&self, run: &RunId) -> bool {
        self.state().runs.contains_key(run)
    }

    /// What the worker does for each run.
    pub(super) fn shares(&self) -> Vec<Share> {
        let state = self.state();
        let share = |(run, load): (&RunId, &Load)| {
            let held = |(&set, &attempt)| Held { set, attempt };
            Share {
                run: run.clone(),
                refused: load.refused.clone(),
                playing: load.playing.iter().map(held).collect(),
                is_idle: load.is_idle,
            }
        };
        state.runs.iter().map(share).collect()
    }

    /// The queue had fewer pairs than were asked for, or it had some.
    pub(super) fn set_idle(&self, run: &RunId, is_idle: bool) {
        if let Some(load) = self.state().runs.get_mut(run) {
            load.is_idle = is_idle;
        }
    }

    /// Puts a pair on the desk; false if it lies there already.
    pub(super) fn put(&self, run: &RunId, held: Held) -> bool {
        let mut state = self.state();
        let Some(load) = state.runs.get_mut(run) else { return false };
        if load.playing.insert(held.set, held.attempt).is_some() {
            return false;
        }
        state.unplayed += 1;
        true
    }

    /// A pair was played in this time, or broken off: there is room for another one.
    pub(super) fn played(&self, took: Option<Duration>) {
        let mut state = self.state();
        state.unplayed = state.unplayed.saturating_sub(1);
        if let Some(took) = took {
            let mean = state.mean.unwrap_or(took);
            state.mean = Some(mean.saturating_sub(mean / NEWEST_SHARE) + took / NEWEST_SHARE);
        }
        drop(state);
        self.0.has_room.notify_waiters();
    }

    /// Takes a pair off the desk: its result is told, or it went back.
    pub(super) fn clear(&self, run: &RunId, set: usize) {
        if let Some(load) = self.state().runs.get_mut(run) {
            load.playing.remove(&set);
        }
        self.0.has_room.notify_waiters();
    }

    /// Waits until it is worth asking for more, and tells for how many.
    pub(super) async fn room(&self) -> usize {
        loop {
            let freed = self.0.has_room.notified();
            tokio::pin!(freed);
            // From here on nothing is missed that happens between looking and waiting.
            freed.as_mut().enable();
            let room = self.room_now();
            if room > 0 {
                return room;
            }
            freed.await;
        }
    }

    fn room_now(&self) -> usize {
        let slots = self.0.troupe.slots().max(1);
        let state = self.state();
        let ahead = state.mean.map_or(0, |mean| {
            let each = AHEAD.as_micros() / mean.as_micros().max(1);
            usize::try_from(each).map_or(AHEAD_MAX, |each| each.min(AHEAD_MAX)) * slots
        });
        let room = (slots + ahead).saturating_sub(state.unplayed);
        // Many small requests cost more than one.
        if room > ahead / 2 { room } else { 0 }
    }

    /// Waits until no pair is on the desk.
    pub(super) async fn until_empty(&self) {
        while self.state().runs.values().any(|load| !load.playing.is_empty()) {
            let cleared = self.0.has_room.notified();
            let soon = Instant::now() + Duration::from_millis(20);
            let _polled = tokio::time::timeout_at(soon, cleared).await;
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
