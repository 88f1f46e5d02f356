//! Observing a run while its games are played.

use std::io;

use serde::{Deserialize, Serialize};

use crate::journal::Entry;
use crate::run::Run;

/// A game in progress on some worker. It is for display only: results come as entries.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LiveGame {
    /// The name of the worker that plays it.
    pub worker: String,
    /// The round, from 0.
    pub round: usize,
    /// The number of the game in its round, from 0.
    pub number: usize,
    /// The players by their indices, in seat order.
    pub players: Vec<usize>,
    /// The number of moves before `moves`.
    pub before: usize,
    /// The newest moves, in the game's notation.
    pub moves: Vec<String>,
}

/// Shows the progress of a run: on a screen, in a log, or as JSON.
///
/// An error ends the run. Its journal is complete up to then, and the run can be resumed.
pub trait RunObserver {
    /// `entries` are in the journal, and `run` counts them. Called several times a second, also without new entries.
    ///
    /// # Errors
    /// The progress can't be written.
    fn update(&mut self, run: &Run, entries: &[Entry]) -> io::Result<()>;

    /// Returns `true` if [`show_live_game`](Self::show_live_game) should be called.
    fn wants_live_games(&self) -> bool {
        false
    }

    /// Shows the current state of a game of `run` that is played on another machine.
    ///
    /// # Errors
    /// The game can't be written.
    fn show_live_game(&mut self, _run: &Run, _game: &LiveGame) -> io::Result<()> {
        Ok(())
    }

    /// Shows a message for the user.
    ///
    /// # Errors
    /// The message can't be written.
    fn note(&mut self, line: &str) -> io::Result<()>;
}
