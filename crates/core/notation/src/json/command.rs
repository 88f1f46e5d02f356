//! Commands to a table.

use std::time::Duration;

use board_engine::Seat;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::values::SeatNumber;

/// The longest pause after each move, in seconds: a day.
pub const PACE_MAX: f64 = 86_400.0;

/// A command to a table; the field `command` names it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "command", rename_all = "snake_case")]
pub enum Command {
    /// Stops the clocks; no player has to move.
    Pause,
    /// Ends a pause.
    Resume,
    /// Takes back the last moves, up to the start.
    TakeBack {
        /// The number of plies, at least 1.
        plies: usize,
    },
    /// Replays moves that were taken back, up to this number.
    Redo {
        /// The number of plies, at least 1.
        plies: usize,
    },
    /// Resigns.
    Resign {
        /// The seat that resigns.
        seat: SeatNumber,
    },
    /// Offers a draw, or accepts another seat's offer.
    OfferDraw {
        /// The seat that offers the draw.
        seat: SeatNumber,
    },
    /// Accepts the draw that was offered.
    AcceptDraw {
        /// The seat that accepts the draw.
        seat: SeatNumber,
    },
    /// Declines the draw that was offered.
    DeclineDraw {
        /// The seat that declines the draw.
        seat: SeatNumber,
    },
    /// Starts the next round immediately, if the table waits after a finished round.
    NextRound {
        /// The seat that has seen the end of the round.
        seat: SeatNumber,
    },
    /// Makes the thinking player move immediately.
    MoveNow,
    /// Sets the pause after each move.
    SetPace {
        /// The pause, 0 to [`PACE_MAX`].
        seconds: f64,
    },
    /// Answers an [`Event::InputRequested`](super::Event::InputRequested).
    Answer {
        /// The seat that asked.
        seat: SeatNumber,
        /// The number of moves before the question, so a repeated answer counts only once.
        ply: usize,
        /// The answer: a move in the game's notation.
        text: String,
    },
    /// Restarts the match.
    Restart,
    /// Stops the match without a result.
    Stop,
}

/// The reason why a command can't be sent to a table.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum CommandError {
    /// The seat does not exist.
    #[error("there is no seat {number}: the seats are 1 to {seat_count}")]
    Seat {
        /// The number as given.
        number: usize,
        /// The number of seats in the game.
        seat_count: usize,
    },
    /// The number of plies is 0.
    #[error("\"plies\" is 0: it must be at least 1")]
    Plies,
    /// The pause is invalid.
    #[error("\"seconds\" is {seconds}: it must be from 0 to {PACE_MAX}")]
    Pace {
        /// The pause as given.
        seconds: f64,
    },
}

impl Command {
    /// The command for a table with this number of seats.
    ///
    /// # Errors
    /// [`CommandError`] if a number in it is out of range.
    pub fn for_table(&self, seat_count: usize) -> Result<games_package::Command, CommandError> {
        use games_package::Command as Table;
        let seat = |number: SeatNumber| -> Result<Seat, CommandError> {
            let unknown = CommandError::Seat { number: number.0, seat_count };
            number.seat(seat_count).ok_or(unknown)
        };
        let plies = |plies: usize| if plies == 0 { Err(CommandError::Plies) } else { Ok(plies) };
        Ok(match self {
            Self::Pause => Table::Pause,
            Self::Resume => Table::Resume,
            Self::TakeBack { plies: count } => Table::TakeBack { plies: plies(*count)? },
            Self::Redo { plies: count } => Table::Redo { plies: plies(*count)? },
            Self::Resign { seat: number } => Table::Resign(seat(*number)?),
            Self::OfferDraw { seat: number } => Table::OfferDraw(seat(*number)?),
            Self::AcceptDraw { seat: number } => Table::AcceptDraw(seat(*number)?),
            Self::DeclineDraw { seat: number } => Table::DeclineDraw(seat(*number)?),
            Self::NextRound { seat: number } => Table::NextRound(seat(*number)?),
            Self::MoveNow => Table::MoveNow,
            Self::SetPace { seconds } => Table::SetPace(pace(*seconds)?),
            Self::Answer { seat: number, ply, text } => {
                Table::Answer { seat: seat(*number)?, ply: *ply, text: text.clone() }
            }
            Self::Restart => Table::Restart,
            Self::Stop => Table::Stop,
        })
    }
}

fn pace(seconds: f64) -> Result<Duration, CommandError> {
    let is_possible = (0.0..=PACE_MAX).contains(&seconds);
    is_possible.then(|| Duration::from_secs_f64(seconds)).ok_or(CommandError::Pace { seconds })
}
