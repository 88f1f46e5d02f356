//! A watched tournament, with a journal that is read as it grows, once for all spectators.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use arena::run_folder::folder::Folder;
use arena::run_folder::follower::Follower;
use arena::run_folder::hosted::Hosted;
use arena::run_folder::places::Place;
use arena::run_folder::status::{Pace, RunStatus, Speed};
use axum::extract::ws::Utf8Bytes;
use tokio::sync::watch;
use tokio::task::spawn_blocking;

use super::standing::Standing;
use crate::error::Refused;

/// The minimum interval between checks of the journal while it is watched.
const PAUSE: Duration = Duration::from_millis(500);

/// A reading stays valid for this time. Concurrent requests share the reading.
const FRESH: Duration = Duration::from_millis(100);

/// The pause after a reading, as a multiple of the reading's duration.
const SHARE: u32 = 10;

/// The maximum pause between two readings of the journal.
const PAUSE_MAX: Duration = Duration::from_secs(3);

/// The time that an unwatched tournament stays loaded.
const IDLE_TIME_MAX: Duration = Duration::from_mins(2);

/// A watched tournament.
#[derive(Debug)]
pub(crate) struct Watch {
    place: Place,
    hosted: Arc<Hosted>,
    seen: Mutex<Seen>,
    /// The newest message for spectators.
    messages: watch::Sender<Utf8Bytes>,
    is_updated: AtomicBool,
}

/// The data read so far.
#[derive(Debug)]
struct Seen {
    follower: Follower,
    /// The reason why the folder can no longer be read.
    damage: Option<String>,
    pace: Pace,
    used_at: Instant,
    updated_at: Option<Instant>,
}

impl Watch {
    fn open(place: Place, hosted: Arc<Hosted>) -> Result<Self, Refused> {
        let follower = Follower::open(Folder::existing(place.path.clone()))?;
        let (pace, used_at) = (Pace::default(), Instant::now());
        let seen = Seen { follower, damage: None, pace, used_at, updated_at: None };
        let seen = Mutex::new(seen);
        let (messages, is_updated) = (watch::Sender::default(), AtomicBool::new(false));
        let watch = Self { place, hosted, seen, messages, is_updated };
        watch.update();
        Ok(watch)
    }

    /// The tournament's folder.
    pub(crate) const fn place(&self) -> &Place {
        &self.place
    }

    /// Returns `true` if every tournament game has been played.
    pub(crate) fn is_over(&self) -> bool {
        self.read(|follower| follower.run().is_over())
    }

    /// Reads new data and returns `take`'s result. Blocks.
    pub(crate) fn read<T>(&self, take: impl FnOnce(&Follower) -> T) -> T {
        self.update();
        take(&self.seen().follower)
    }

    /// Subscribes to the newest and all later messages. Messages stay current while there is a subscriber.
    pub(crate) fn subscribe(self: &Arc<Self>) -> watch::Receiver<Utf8Bytes> {
        let receiver = self.messages.subscribe();
        if !self.is_updated.swap(true, Ordering::SeqCst) {
            tokio::spawn(Arc::clone(self).keep_up_to_date());
        }
        receiver
    }

    async fn keep_up_to_date(self: Arc<Self>) {
        while self.is_watched() {
            let (watch, begin) = (Arc::clone(&self), Instant::now());
            // A panic stops only this tournament's updates.
            if spawn_blocking(move || watch.update()).await.is_err() {
                return;
            }
            let pause = (begin.elapsed() * SHARE).clamp(PAUSE, PAUSE_MAX);
            tokio::time::sleep(pause).await;
        }
    }

    /// Returns `true` if there are subscribers. Without subscribers, updates stop. The next subscriber restarts the
    /// updates.
    fn is_watched(&self) -> bool {
        if self.messages.receiver_count() > 0 {
            return true;
        }
        self.is_updated.store(false, Ordering::SeqCst);
        // A client may have subscribed in the meantime and may rely on the updates.
        self.messages.receiver_count() > 0 && !self.is_updated.swap(true, Ordering::SeqCst)
    }

    /// Reads new data and updates the message.
    fn update(&self) {
        let mut seen = self.seen();
        let now = Instant::now();
        seen.used_at = now;
        if seen.updated_at.is_some_and(|at| now.duration_since(at) < FRESH) {
            return;
        }
        seen.damage = seen.follower.update().err().map(|failure| failure.to_string());
        let (status, why) = self.status(&seen);
        let finished = seen.follower.run().finished_games();
        let speed = seen.speed(now, finished, status);
        let standing = Standing { place: &self.place, status, why, speed };
        let text = Utf8Bytes::from(standing.message(&seen.follower));
        seen.updated_at = Some(Instant::now());
        drop(seen);
        self.messages.send_if_modified(|message| {
            let is_new = *message != text;
            *message = text;
            is_new
        });
    }

    fn status(&self, seen: &Seen) -> (RunStatus, Option<String>) {
        let is_over = seen.damage.clone().map_or(Ok(seen.follower.run().is_over()), Err);
        RunStatus::of(seen.follower.folder(), self.hosted.status(&self.place.path), is_over)
    }

    /// Locks the data read so far. Code that panics while holding this lock leaves the data consistent.
    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Seen {
    /// The playing speed; `None` if not yet known.
    fn speed(&mut self, now: Instant, finished: usize, status: RunStatus) -> Option<Speed> {
        if !status.is_playing() {
            self.pace.clear();
            return None;
        }
        let left = self.follower.run().known_games().saturating_sub(finished);
        self.pace.note(now, finished, left)
    }
}

/// The currently watched tournaments, by folder.
#[derive(Debug, Default)]
pub(super) struct Watches(Mutex<HashMap<PathBuf, Arc<Watch>>>);

impl Watches {
    /// The tournament in this folder. Blocks while reading the folder.
    ///
    /// # Errors
    /// [`Refused`] if the folder is damaged.
    pub(super) fn get(&self, place: Place, hosted: &Arc<Hosted>) -> Result<Arc<Watch>, Refused> {
        if let Some(known) = self.all().get(&place.path) {
            return Ok(Arc::clone(known));
        }
        let path = place.path.clone();
        // Read outside the lock, because a long journal takes a while. If two reads run concurrently, only one result
        // is used.
        let opened = Arc::new(Watch::open(place, Arc::clone(hosted))?);
        Ok(Arc::clone(self.all().entry(path).or_insert(opened)))
    }

    /// Unloads tournaments that have been unwatched for a while.
    pub(super) fn forget_idle(&self) {
        self.all().retain(|_, watch| {
            let is_idle = watch.seen().used_at.elapsed() > IDLE_TIME_MAX;
            watch.messages.receiver_count() > 0 || !is_idle
        });
    }

    fn all(&self) -> MutexGuard<'_, HashMap<PathBuf, Arc<Watch>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
