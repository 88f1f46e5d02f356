//! Match endings and player failures.

use games_package::EndReason;
use serde::{Deserialize, Serialize};

use super::values::SeatNumber;

/// The end of a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ending {
    /// The payoff of each seat; null if the match was stopped or has no result.
    pub payoffs: Option<Vec<i16>>,
    /// The rule that ended the game ("no legal move"), or the table's reason: `resigned`, `draw agreed`, `timed out`,
    /// `player failed`, `adjudicated`, `unstated`, `stopped`.
    pub reason: String,
    /// The seat that resigned, ran out of time or failed; absent otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<SeatNumber>,
    /// The player's failure; absent if no player failed, or if the player only ran out of time.
    #[serde(flatten)]
    pub failure: Option<Failure>,
}

/// A player's failure.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Failure {
    /// The kind: "illegal move", "panicked", "timed out".
    #[serde(rename = "failure")]
    pub kind: String,
    /// The details, for the player's author.
    pub detail: String,
}

impl From<&games_package::Ending> for Ending {
    fn from(ending: &games_package::Ending) -> Self {
        let (seat, failure) = match &ending.reason {
            EndReason::Resigned(seat) => (Some(*seat), None),
            EndReason::TimeExpired(seat, detail) if detail.is_empty() => (Some(*seat), None),
            reason => reason.failure().unzip(),
        };
        let failure = failure.as_ref().map(Failure::from);
        let reason = match &ending.reason {
            EndReason::Rules(rule) => rule.clone(),
            reason => reason.name().into(),
        };
        Self { payoffs: ending.payoffs.clone(), reason, seat: seat.map(SeatNumber::from), failure }
    }
}

impl From<&games_package::Failure> for Failure {
    fn from(failure: &games_package::Failure) -> Self {
        Self { kind: failure.kind.name().into(), detail: failure.detail.clone() }
    }
}
