//! Match endings in files.

use board_engine::{Seat, printable};
use games_package::{EndReason, Ending, Failure, FailureKind};
use serde::{Deserialize, Serialize};

use super::RecordError;

/// The parts of an [`Ending`] as stored in records and databases, unchecked.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EndingParts {
    /// The name of the [`EndReason`].
    pub reason: String,
    /// The payoff of each seat, if there is a result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payoffs: Option<Vec<i16>>,
    /// The number of the seat that resigned or failed, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<usize>,
    /// The rule that ended the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The name of the [`FailureKind`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
    /// The details of the failure or of the expiry, or the arbiter's reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
}

impl From<&Ending> for EndingParts {
    fn from(ending: &Ending) -> Self {
        let (mut seat_of, mut rule, mut failure, mut detail) = (None, None, None, None);
        match &ending.reason {
            EndReason::Rules(text) => rule = Some(text.clone()),
            EndReason::Resigned(seat) => seat_of = Some(*seat),
            EndReason::TimeExpired(seat, why) => {
                seat_of = Some(*seat);
                detail = (!why.is_empty()).then(|| why.clone());
            }
            EndReason::PlayerFailed(seat, failed) => {
                seat_of = Some(*seat);
                failure = Some(failed.kind.name().into());
                detail = Some(failed.detail.clone());
            }
            EndReason::Adjudicated(why) => detail = Some(why.clone()),
            EndReason::DrawAgreed | EndReason::Unstated | EndReason::Stopped => {}
        }
        let (reason, payoffs) = (ending.reason.name().into(), ending.payoffs.clone());
        let seat = seat_of.map(|seat| seat.index() + 1);
        Self { reason, payoffs, seat, rule, failure, detail }
    }
}

impl EndingParts {
    /// The ending for a match with this number of seats.
    ///
    /// # Errors
    /// [`RecordError::Value`] for the first part that doesn't fit an ending.
    pub fn into_ending(self, seat_count: usize) -> Result<Ending, RecordError> {
        let wrong = |what, value: &str| RecordError::Value { what, value: value.into() };
        let detail = || self.detail.as_deref().map(printable).unwrap_or_default();
        let seat = || match self.seat {
            Some(number) if (1..=seat_count).contains(&number) => Ok(Seat::new(number - 1)),
            number => Err(wrong(
                "the seat of the ending",
                &number.map_or_else(String::new, |n| n.to_string()),
            )),
        };
        let reason = match self.reason.as_str() {
            "rules" => {
                let rule = self.rule.as_deref().map(printable);
                EndReason::Rules(rule.ok_or_else(|| wrong("the rule of the ending", ""))?)
            }
            "resigned" => EndReason::Resigned(seat()?),
            "draw agreed" => EndReason::DrawAgreed,
            "timed out" => EndReason::TimeExpired(seat()?, detail()),
            "player failed" => {
                let name = self.failure.as_deref().unwrap_or_default();
                let kind =
                    FailureKind::from_name(name).ok_or_else(|| wrong("the failure", name))?;
                EndReason::PlayerFailed(seat()?, Failure::new(kind, detail()))
            }
            "adjudicated" => EndReason::Adjudicated(detail()),
            "unstated" => EndReason::Unstated,
            "stopped" => EndReason::Stopped,
            other => return Err(wrong("the reason of the ending", other)),
        };
        let payoffs_fit = self.payoffs.as_ref().is_none_or(|payoffs| payoffs.len() == seat_count);
        if payoffs_fit {
            Ok(Ending { payoffs: self.payoffs, reason })
        } else {
            let count = self.payoffs.map_or(0, |payoffs| payoffs.len());
            Err(wrong("the number of payoffs", &count.to_string()))
        }
    }
}
