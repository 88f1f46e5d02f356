//! Saves one match before its clients learn what has happened.

use std::sync::Arc;
use std::time::{Duration, Instant};

use games_package::Event;
use tokio::sync::Mutex;

use crate::live_table::LiveTable;
use crate::store::{MatchHandle, Store};
use crate::turn_time::TurnTime;

/// Saves one match.
#[derive(Debug)]
pub(crate) struct Keeper {
    store: Arc<Store>,
    handle: Arc<MatchHandle>,
    /// What the record lacks.
    room: String,
    table: LiveTable,
    state: Mutex<State>,
}

/// What has happened at the table.
#[derive(Debug)]
struct State {
    /// The number of the newest event up to which the match is saved.
    saved: u64,
    turn: TurnTime,
}

impl Keeper {
    /// A keeper of this match, whose turn has gone on for `turn_elapsed`; nothing of what has happened at its
    /// table is saved.
    pub(crate) fn new(
        store: Arc<Store>,
        handle: Arc<MatchHandle>,
        room: String,
        table: LiveTable,
        turn_elapsed: Duration,
    ) -> Self {
        let state = State { saved: 0, turn: TurnTime::interrupted(turn_elapsed) };
        Self { store, handle, room, table, state: Mutex::new(state) }
    }

    /// Waits until the match is saved up to this event.
    pub(crate) async fn keep(&self, sequence: u64, event: &Event) {
        let mut state = self.state.lock().await;
        if state.saved < sequence && state.is_changed_by(event) {
            self.save_with(state.turn).await;
            state.saved = sequence;
        }
    }

    /// Waits until the match is saved as it is now.
    pub(crate) async fn save(&self) {
        let turn = self.state.lock().await.turn;
        self.save_with(turn).await;
    }

    async fn save_with(&self, turn: TurnTime) {
        let table = self.table.clone();
        let read = tokio::task::spawn_blocking(move || table.record());
        // A table that is gone has nothing more to save.
        if let Ok(Some(record)) = read.await {
            let saved = self.store.save(&self.handle, record, turn, self.room.clone());
            // What can't be saved is logged; the match goes on.
            let _gone = saved.await;
        }
    }
}

impl State {
    /// Whether the event changes what is kept: the match, or whether its clock runs.
    fn is_changed_by(&mut self, event: &Event) -> bool {
        let now = Instant::now();
        match event {
            // A match that is continued begins in the middle of a turn; one that is restarted does not.
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
    fn a_match_that_is_continued_begins_within_a_turn_and_one_that_is_restarted_does_not() {
        let (begun, start) = (Event::MatchStarted(TableState::default()), Instant::now());
        let used = |state: &State| {
            state.turn.saved(ProgramRun::new(1), start, 0).elapsed(0, None).unwrap()
        };
        let turn = TurnTime::interrupted(Duration::from_secs(5));
        let mut state = State { saved: 0, turn };
        assert!(state.is_changed_by(&begun));
        assert_eq!(used(&state), Duration::from_secs(5));
        state.saved = 1;
        assert!(state.is_changed_by(&begun));
        assert_eq!(used(&state), Duration::ZERO);
    }
}
