//! Commands to a table.

use std::time::Duration;

use board_engine::Seat;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::values::SeatNumber;

/// The longest pause after each move, in seconds: a day.
pub const PACE_MAX: f64 = 86_400.0;

/// A command to a table; the field `command` names it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "command", rename_all = "snake_case")]
pub enum Command {
    /// Stops the clocks; nobody is asked for a move.
    Pause,
    /// Ends a pause.
    Resume,
    /// Takes back the newest moves, as many as there are.
    TakeBack {
        /// How many plies, at least 1.
        plies: usize,
    },
    /// Plays again moves that were taken back, as many as there are.
    Redo {
        /// How many plies, at least 1.
        plies: usize,
    },
    /// Resigns.
    Resign {
        /// The seat that resigns.
        seat: SeatNumber,
    },
    /// Offers a draw, or accepts the one that another seat has offered.
    OfferDraw {
        /// The seat that offers it.
        seat: SeatNumber,
    },
    /// Accepts the draw that was offered.
    AcceptDraw {
        /// The seat that accepts it.
        seat: SeatNumber,
    },
    /// Declines the draw that was offered.
    DeclineDraw {
        /// The seat that declines it.
        seat: SeatNumber,
    },
    /// Begins the next round at once, where the table waits after one that has ended.
    NextRound {
        /// The seat that has seen how it ended.
        seat: SeatNumber,
    },
    /// The player that thinks is to move at once.
    MoveNow,
    /// Sets the pause after each move.
    SetPace {
        /// The pause, 0 to [`PACE_MAX`].
        seconds: f64,
    },
    /// Answers an [`Event::InputRequested`](crate::Event::InputRequested).
    Answer {
        /// The seat that was asked.
        seat: SeatNumber,
        /// How many moves were made before the question, so that an answer that comes twice is taken once.
        ply: usize,
        /// The answer: a move in the game's notation.
        text: String,
    },
    /// Begins the match again.
    Restart,
    /// Stops the match without a result.
    Stop,
}

/// Why a command can't be given to a table.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum CommandError {
    /// The game has no such seat.
    #[error("there is no seat {number}: the seats are 1 to {seat_count}")]
    Seat {
        /// The number as it was given.
        number: usize,
        /// How many seats the game has.
        seat_count: usize,
    },
    /// No ply is named.
    #[error("\"plies\" is 0: it must be at least 1")]
    Plies,
    /// The pause can't be kept.
    #[error("\"seconds\" is {seconds}: it must be from 0 to {PACE_MAX}")]
    Pace {
        /// The pause as it was given.
        seconds: f64,
    },
}

impl Command {
    /// The command to a table with this number of seats.
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
