//! Saves a match before its clients receive new events.

use std::sync::Arc;
use std::time::{Duration, Instant};

use games_package::Event;
use tokio::sync::Mutex;

use crate::live_table::LiveTable;
use crate::store::{MatchHandle, SaveError, Store};
use crate::turn_time::TurnTime;

/// Saves one match.
#[derive(Debug)]
pub(crate) struct Keeper {
    store: Arc<Store>,
    handle: Arc<MatchHandle>,
    /// Data outside the record.
    room: String,
    table: LiveTable,
    state: Mutex<KeeperState>,
}

/// The table events so far, for deciding what to save.
#[derive(Debug)]
struct KeeperState {
    /// The number of the newest event that is already saved.
    saved: u64,
    turn: TurnTime,
    /// `true` if the last save failed.
    is_behind: bool,
}

impl Keeper {
    /// Creates the keeper for this match. The current turn has lasted `turn_elapsed` so far. Saves nothing yet.
    pub(crate) fn new(
        store: Arc<Store>,
        handle: Arc<MatchHandle>,
        room: String,
        table: LiveTable,
        turn_elapsed: Duration,
    ) -> Self {
        let turn = TurnTime::interrupted(turn_elapsed);
        let state = KeeperState { saved: 0, turn, is_behind: false };
        Self { store, handle, room, table, state: Mutex::new(state) }
    }

    /// Waits until the match is saved up to this event.
    pub(crate) async fn keep(&self, sequence: u64, event: &Event) {
        let mut state = self.state.lock().await;
        if state.saved < sequence && state.is_changed_by(event) {
            // A failed save is logged. The match continues, and the next save writes the whole match.
            let saved = self.save_with(state.turn).await;
            state.saved = sequence;
            state.is_behind = saved.is_err();
        }
    }

    /// Saves the match's current state.
    ///
    /// # Errors
    /// [`SaveError`] if the match can't be saved.
    pub(crate) async fn save(&self) -> Result<(), SaveError> {
        let mut state = self.state.lock().await;
        let saved = self.save_with(state.turn).await;
        state.is_behind = saved.is_err();
        saved
    }

    /// Saves the match and stops counting the time of the current turn.
    ///
    /// # Errors
    /// The same errors as [`save`](Self::save).
    pub(crate) async fn save_interrupted(&self) -> Result<(), SaveError> {
        self.state.lock().await.turn.interrupt(Instant::now());
        self.save().await
    }

    /// Retries if the last save failed.
    pub(crate) async fn catch_up(&self) {
        if self.state.lock().await.is_behind {
            // The save will be retried later.
            let _failed = self.save().await;
        }
    }

    /// Saves the current record. Holds the lock while saving, so an older record never replaces a newer record.
    async fn save_with(&self, turn: TurnTime) -> Result<(), SaveError> {
        let (table, store) = (self.table.clone(), Arc::clone(&self.store));
        let (handle, room) = (Arc::clone(&self.handle), self.room.clone());
        let begin = move || table.record().map(|record| store.save(&handle, record, turn, room));
        match tokio::task::spawn_blocking(begin).await {
            Ok(Some(saving)) => saving.wait().await,
            // The table no longer exists, so there is nothing left to save.
            Ok(None) => Ok(()),
            Err(_panic) => Err(SaveError::Unwritable),
        }
    }
}

impl KeeperState {
    /// Returns `true` if the event changes the saved data: the match or its clock's running state.
    fn is_changed_by(&mut self, event: &Event) -> bool {
        let now = Instant::now();
        match event {
            // A resumed match starts in the middle of a turn, a new match at the beginning of a turn.
            Event::MatchStarted(_) if self.saved == 0 => self.turn.go_on(now),
            Event::Resumed => self.turn.go_on(now),
            Event::MatchStarted(_)
            | Event::MovePlayed(_)
            | Event::ChanceDecided(_)
            | Event::MoveTakenBack(_)
            | Event::MoveRedone(_) => self.turn = TurnTime::new(now),
            Event::Paused | Event::MatchEnded(_) => self.turn.interrupt(now),
            _ => return false,
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use games_package::TableState;
    use match_library::ProgramRun;

    use super::*;

    #[test]
    fn a_resumed_match_begins_within_a_turn_and_a_restarted_match_does_not() {
        let (begun, start) = (Event::MatchStarted(TableState::default()), Instant::now());
        let used = |state: &KeeperState| {
            state.turn.saved(ProgramRun::new(1), start, 0).elapsed(0, None).unwrap()
        };
        let turn = TurnTime::interrupted(Duration::from_secs(5));
        let mut state = KeeperState { saved: 0, turn, is_behind: false };
        assert!(state.is_changed_by(&begun));
        assert_eq!(used(&state), Duration::from_secs(5));
        state.saved = 1;
        assert!(state.is_changed_by(&begun));
        assert_eq!(used(&state), Duration::ZERO);
    }
}
