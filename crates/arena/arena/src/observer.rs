//! Observes a run while its games are played.

use std::io;

use serde::{Deserialize, Serialize};

use crate::journal::Entry;
use crate::run::Run;

/// An ongoing game on a worker, for display only. Results arrive as entries.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LiveGame {
    /// The worker's name.
    pub worker: String,
    /// The round, from 0.
    pub round: usize,
    /// The game's index in its round, from 0.
    pub number: usize,
    /// The players' indices, in seat order.
    pub players: Vec<usize>,
    /// Number of moves before `moves`.
    pub before: usize,
    /// The newest moves, in the game's notation.
    pub moves: Vec<String>,
}

/// Shows a run's progress: on a screen, in a log, or as JSON.
///
/// An error stops the run. Since the journal is complete up to that point, the run can be resumed.
pub trait RunObserver {
    /// Called several times per second with the new `entries`, if any. These entries are already in the journal, and
    /// `run` counts them.
    ///
    /// # Errors
    /// If the progress can't be written.
    fn update(&mut self, run: &Run, entries: &[Entry]) -> io::Result<()>;

    /// Returns `true` if [`show_live_game`](Self::show_live_game) should be called.
    fn wants_live_games(&self) -> bool {
        false
    }

    /// Shows the current state of a game in `run` that another machine is playing.
    ///
    /// # Errors
    /// If the game can't be written.
    fn show_live_game(&mut self, _run: &Run, _game: &LiveGame) -> io::Result<()> {
        Ok(())
    }

    /// Shows a message for the user.
    ///
    /// # Errors
    /// If the message can't be written.
    fn note(&mut self, line: &str) -> io::Result<()>;
}
