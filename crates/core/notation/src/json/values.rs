//! Seats, turns, times and scores.

use std::time::Duration;

use games_package::Valuation;
use serde::{Deserialize, Serialize};

/// A seat's number in turn order, from 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SeatNumber(pub usize);

impl SeatNumber {
    /// The seat with this number in a game with `seat_count` seats; `None` if the seat does not exist.
    pub fn seat(self, seat_count: usize) -> Option<board_engine::Seat> {
        (1..=seat_count).contains(&self.0).then(|| board_engine::Seat::new(self.0 - 1))
    }
}

impl From<board_engine::Seat> for SeatNumber {
    fn from(seat: board_engine::Seat) -> Self {
        Self(seat.index() + 1)
    }
}

/// The actor in a turn: a seat number, or `"chance"`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Turn {
    /// A seat chooses a move.
    Seat(SeatNumber),
    /// Dice, a shuffle or a random draw decides.
    Chance(Chance),
}

/// The name of chance.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Chance {
    /// `"chance"`.
    Chance,
}

impl From<board_engine::Turn> for Turn {
    fn from(turn: board_engine::Turn) -> Self {
        match turn {
            board_engine::Turn::Seat(seat) => Self::Seat(seat.into()),
            board_engine::Turn::Chance => Self::Chance(Chance::Chance),
        }
    }
}

/// A score from the mover's side: exactly one of the fields `score`, `win_in` and `loss_in`.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Score {
    /// In the game's units (a man, a pawn, a disc); null if the player reports no score.
    Score(Option<f64>),
    /// Proven to be won in this number of plies.
    WinIn(u32),
    /// Proven to be lost in this number of plies.
    LossIn(u32),
}

impl From<Valuation> for Score {
    fn from(valuation: Valuation) -> Self {
        match valuation {
            Valuation::Centi(value) => Self::Score(Some(units(value))),
            Valuation::WinIn(plies) => Self::WinIn(plies),
            Valuation::LossIn(plies) => Self::LossIn(plies),
        }
    }
}

/// Converts hundredths to units.
pub(crate) fn units(hundredths: i32) -> f64 {
    f64::from(hundredths) / 100.0
}

/// The time on a clock, in seconds; null for a seat without a time limit.
pub(crate) fn clock(time: Duration) -> Option<f64> {
    (time != Duration::MAX).then_some(time.as_secs_f64())
}
