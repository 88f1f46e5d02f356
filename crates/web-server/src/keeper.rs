//! Saves one match before its clients learn what has happened.

use std::sync::Arc;

use games_package::{Control, Event};
use tokio::sync::Mutex;

use crate::store::Store;

/// Saves one match.
#[derive(Debug)]
pub(crate) struct Keeper {
    store: Arc<Store>,
    name: String,
    /// What the record lacks.
    room: String,
    director: Control,
    /// The number of the newest event up to which the match is saved.
    saved: Mutex<u64>,
}

impl Keeper {
    /// A keeper of the match with this name; nothing of what has happened at its table is saved.
    pub(crate) fn new(store: Arc<Store>, name: String, room: String, director: Control) -> Self {
        Self { store, name, room, director, saved: Mutex::new(0) }
    }

    /// Waits until the match is saved up to this event.
    pub(crate) async fn keep(&self, sequence: u64, event: &Event) {
        let changes_match = matches!(
            event,
            Event::MatchStarted(_)
                | Event::MovePlayed(_)
                | Event::ChanceDecided(_)
                | Event::MoveTakenBack(_)
                | Event::MoveRedone(_)
                | Event::MatchEnded(_)
        );
        if !changes_match {
            return;
        }
        let mut saved = self.saved.lock().await;
        if *saved < sequence {
            self.save().await;
            *saved = sequence;
        }
    }

    /// Waits until the match is saved as it is now.
    pub(crate) async fn save(&self) {
        let director = self.director.clone();
        let read = tokio::task::spawn_blocking(move || director.record());
        // A table that is gone has nothing more to save.
        if let Ok(Ok(record)) = read.await {
            let saved = self.store.save(&self.name, record, self.room.clone());
            // What can't be saved is logged; the match goes on.
            let _gone = saved.await;
        }
    }
}
