//! A worker's state: its runs, its pairs, and the live games that it shows.
//!
//!
//! On request, a worker shows a game from a run, move by move. Each request goes to one worker in a queue group, which
//! shows a game for a while. So watching ten thousand workers costs as little as watching one.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use arena::observer::LiveGame;
use futures_util::StreamExt;
use tokio::sync::{Notify, Semaphore};
use tokio::time::{Instant, MissedTickBehavior, interval};

use super::PairRunner;
use crate::connection::{Connection, live_games, show as question};
use crate::message::{PairAttempt, RunId, RunStatus, encode};

/// The amount of work to prefetch. As a duration, it keeps short games from waiting for the network.
const AHEAD: Duration = Duration::from_millis(100);

/// Maximum number of pairs to prefetch per slot.
const AHEAD_MAX: usize = 64;

/// The latest pair's weight (1/N) in the mean time per pair.
const NEWEST_SHARE: u32 = 10;

/// The state shared by all of the worker's tasks.
#[derive(Clone)]
pub(super) struct WorkerState(Arc<WorkerShared>);

struct WorkerShared {
    name: String,
    runner: Arc<dyn PairRunner>,
    /// One permit for each pair that can start now.
    slots: Semaphore,
    state: Mutex<WorkerRuns>,
    /// Notified when a pair is finished or removed.
    has_room: Notify,
}

#[derive(Default)]
struct WorkerRuns {
    runs: BTreeMap<RunId, RunState>,
    /// Number of pairs that are waiting for a slot or being played.
    unplayed: usize,
    /// Mean time per pair; `None` before the first pair.
    mean: Option<Duration>,
}

#[derive(Default)]
struct RunState {
    refused: Option<String>,
    /// The attempt that is being played, by set.
    playing: BTreeMap<usize, u32>,
    is_idle: bool,
}

impl WorkerState {
    pub(super) fn new(name: &str, runner: Arc<dyn PairRunner>) -> Self {
        Self(Arc::new(WorkerShared {
            name: name.into(),
            slots: Semaphore::new(runner.slots().max(1)),
            runner,
            state: Mutex::default(),
            has_room: Notify::new(),
        }))
    }

    pub(super) fn name(&self) -> &str {
        &self.0.name
    }

    pub(super) fn runner(&self) -> &Arc<dyn PairRunner> {
        &self.0.runner
    }

    pub(super) fn slots(&self) -> &Semaphore {
        &self.0.slots
    }

    /// Adds a run, with the reason if the worker refuses to play it.
    pub(super) fn add_run(&self, run: RunId, refused: Option<String>) {
        self.state().runs.insert(run, RunState { refused, ..RunState::default() });
    }

    /// Removes a run.
    pub(super) fn remove_run(&self, run: &RunId) {
        self.state().runs.remove(run);
    }

    /// Returns `true` if the worker still has the run.
    pub(super) fn has_run(&self, run: &RunId) -> bool {
        self.state().runs.contains_key(run)
    }

    /// The worker's status in each run.
    pub(super) fn run_statuses(&self) -> Vec<RunStatus> {
        let state = self.state();
        let status = |(run, run_state): (&RunId, &RunState)| {
            let held = |(&set, &attempt)| PairAttempt { set, attempt };
            RunStatus {
                run: run.clone(),
                refused: run_state.refused.clone(),
                playing: run_state.playing.iter().map(held).collect(),
                is_idle: run_state.is_idle,
            }
        };
        state.runs.iter().map(status).collect()
    }

    /// Records whether the queue had fewer pairs than requested.
    pub(super) fn set_idle(&self, run: &RunId, is_idle: bool) {
        if let Some(run_state) = self.state().runs.get_mut(run) {
            run_state.is_idle = is_idle;
        }
    }

    /// Adds a pair. Returns `false` if the worker already has the pair.
    pub(super) fn add_pair(&self, run: &RunId, held: PairAttempt) -> bool {
        let mut state = self.state();
        let Some(run_state) = state.runs.get_mut(run) else { return false };
        if run_state.playing.insert(held.set, held.attempt).is_some() {
            return false;
        }
        state.unplayed += 1;
        true
    }

    /// Records that a pair took `took` or was canceled. A finished pair makes room for another pair.
    pub(super) fn finish_pair(&self, took: Option<Duration>) {
        let mut state = self.state();
        state.unplayed = state.unplayed.saturating_sub(1);
        if let Some(took) = took {
            let mean = state.mean.unwrap_or(took);
            state.mean = Some(mean.saturating_sub(mean / NEWEST_SHARE) + took / NEWEST_SHARE);
        }
        drop(state);
        self.0.has_room.notify_waiters();
    }

    /// Removes a pair that was reported or returned.
    pub(super) fn remove_pair(&self, run: &RunId, set: usize) {
        if let Some(run_state) = self.state().runs.get_mut(run) {
            run_state.playing.remove(&set);
        }
        self.0.has_room.notify_waiters();
    }

    /// Waits for enough room for a request, and returns the number of pairs to fetch.
    pub(super) async fn wait_for_room(&self) -> usize {
        loop {
            let freed = self.0.has_room.notified();
            tokio::pin!(freed);
            // From here on, notifications between the check and the wait aren't missed.
            freed.as_mut().enable();
            let room = self.free_room();
            if room > 0 {
                return room;
            }
            freed.await;
        }
    }

    fn free_room(&self) -> usize {
        let slots = self.0.runner.slots().max(1);
        let state = self.state();
        let ahead = state.mean.map_or(0, |mean| {
            let each = AHEAD.as_micros() / mean.as_micros().max(1);
            usize::try_from(each).map_or(AHEAD_MAX, |each| each.min(AHEAD_MAX)) * slots
        });
        let room = (slots + ahead).saturating_sub(state.unplayed);
        // Many small requests cost more than one large request.
        if room > ahead / 2 { room } else { 0 }
    }

    /// Waits until the worker has no pairs.
    pub(super) async fn until_empty(&self) {
        while self.state().runs.values().any(|run_state| !run_state.playing.is_empty()) {
            let cleared = self.0.has_room.notified();
            let soon = Instant::now() + Duration::from_millis(20);
            let _polled = tokio::time::timeout_at(soon, cleared).await;
        }
    }

    fn state(&self) -> MutexGuard<'_, WorkerRuns> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The workers' queue group.
const QUEUE_GROUP: &str = "rival";

/// Interval between updates about a game.
const INTERVAL: Duration = Duration::from_millis(500);

/// Number of updates per request.
const UPDATES: usize = 20;

/// Answers requests until the run is over.
pub(super) async fn publish_live_games(connection: Connection, run: RunId, state: WorkerState) {
    let asked = connection.client.queue_subscribe(question(&run), QUEUE_GROUP.into()).await;
    let Ok(mut questions) = asked else { return };
    let mut interval_timer = interval(INTERVAL);
    interval_timer.set_missed_tick_behavior(MissedTickBehavior::Delay);
    while questions.next().await.is_some() {
        for _ in 0..UPDATES {
            interval_timer.tick().await;
            // An idle worker sends nothing, so the scheduler asks again.
            let Some(game) = state.runner().live_game(&run) else { break };
            let game = LiveGame { worker: state.name().into(), ..game };
            connection.send(live_games(&run), encode(&game)).await;
        }
    }
}
