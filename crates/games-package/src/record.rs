//! The written form of a match, and how it is played again.

mod file;

use std::time::Duration;

use board_engine::{NotationError, Viewer};
use thiserror::Error;

pub use self::file::RecordError;
use crate::{EndReason, Ending, MatchState, TableGame, ThinkingLimits, TimeControl};

/// A match as it was played: all that is needed to play it again exactly.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The game with its variant: "checkers:english".
    pub game: String,
    /// Who played, in seat order.
    pub players: Vec<RecordedPlayer>,
    /// How time was counted.
    pub time_control: TimeControl,
    /// How deep or how much the players were allowed to look.
    pub thinking: ThinkingLimits,
    /// Where all chance came from.
    pub seed: u64,
    /// The position in which the match started.
    pub start: String,
    /// What was played, chance included.
    pub plies: Vec<Ply>,
    /// The position after the last ply.
    pub final_position: String,
    /// How the match ended; none if it can go on.
    pub ending: Option<Ending>,
}

/// Who sat at a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordedPlayer {
    /// How the player was asked for: "alpha-beta:depth=6".
    pub spec: String,
    /// What the player called itself.
    pub name: String,
}

/// One move by one seat, or by chance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ply {
    /// The move, in the game's notation.
    pub mv: String,
    /// How long it took.
    pub elapsed: Duration,
    /// What the mover's clock showed after it; none if time was not counted.
    pub clock: Option<Duration>,
}

/// Why a record can't be played again.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// The record is of another game.
    #[error("the record is of {recorded}, not of {game}")]
    Game {
        /// The game in the record.
        recorded: String,
        /// The game whose rules were given.
        game: String,
    },
    /// The position of the start can't be read.
    #[error("the record's start can't be set up")]
    Start(#[source] NotationError),
    /// A move is not legal.
    #[error("ply {ply} of the record can't be played")]
    Move {
        /// Which ply, from 1.
        ply: usize,
        /// Why it is not legal.
        #[source]
        error: NotationError,
    },
    /// The moves lead to another position than the record says.
    #[error("the record ends in {recorded}, but its moves lead to {reached}")]
    Position {
        /// The final position in the record.
        recorded: String,
        /// The position after its moves.
        reached: String,
    },
    /// The rules say something else of the end than the record.
    #[error("the record says that the rules ended the match ({recorded}); the rules say: {ruled}")]
    Ending {
        /// The end in the record.
        recorded: String,
        /// What the rules say.
        ruled: String,
    },
}

impl Record {
    /// Plays the whole match again by the rules of `game`, checking every move, the final position and an end by
    /// the rules. Returns the match as it stood at the end.
    ///
    /// # Errors
    /// [`ReplayError`] for the first thing that is not as the record says.
    pub fn replay(&self, game: &dyn TableGame) -> Result<Box<dyn MatchState>, ReplayError> {
        if game.name() != self.game {
            return Err(ReplayError::Game {
                recorded: self.game.clone(),
                game: game.name().into(),
            });
        }
        let mut state = game.open(Some(&self.start)).map_err(ReplayError::Start)?;
        for (ply, number) in self.plies.iter().zip(1..) {
            state.play(&ply.mv).map_err(|error| ReplayError::Move { ply: number, error })?;
        }
        self.check_end(&*state)?;
        Ok(state)
    }

    fn check_end(&self, state: &dyn MatchState) -> Result<(), ReplayError> {
        let reached = state.position(Viewer::Arbiter);
        if reached != self.final_position {
            return Err(ReplayError::Position { recorded: self.final_position.clone(), reached });
        }
        let ruled = state.outcome().map(|outcome| Ending::by_rules(&outcome));
        match &self.ending {
            Some(ending @ Ending { reason: EndReason::Rules(recorded), .. })
                if ruled.as_ref() != Some(ending) =>
            {
                let ruled = ruled.map_or_else(
                    || "it goes on".into(),
                    |ruled| ruled.describe(|seat| seat.to_string()),
                );
                Err(ReplayError::Ending { recorded: recorded.clone(), ruled })
            }
            _ => Ok(()),
        }
    }

    /// The texts of the moves.
    pub fn moves(&self) -> impl Iterator<Item = &str> {
        self.plies.iter().map(|ply| ply.mv.as_str())
    }
}
