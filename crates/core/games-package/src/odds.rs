//! Limits for one seat that differ from the match's limits.

use crate::{ThinkingLimits, TimeControl};

/// One seat's odds: each value that is set replaces the match's value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Odds {
    /// The seat's time control.
    pub time_control: Option<TimeControl>,
    /// The limits for the seat's player.
    pub thinking: ThinkingLimits,
}

impl Odds {
    /// The seat's time control in a match whose time control is `of_match`.
    pub fn time_control(&self, of_match: TimeControl) -> TimeControl {
        self.time_control.unwrap_or(of_match)
    }

    /// The limits for the seat's player in a match whose limits are `of_match`.
    pub fn thinking(&self, of_match: ThinkingLimits) -> ThinkingLimits {
        ThinkingLimits {
            depth: self.thinking.depth.or(of_match.depth),
            nodes: self.thinking.nodes.or(of_match.nodes),
        }
    }
}
