//! What one seat is granted in place of what the match grants to all.

use crate::{ThinkingLimits, TimeControl};

/// The odds of a seat: where it has a value of its own, that one holds for it in place of the match's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Odds {
    /// How the seat's time is counted.
    pub time_control: Option<TimeControl>,
    /// How deep or how much its player may look.
    pub thinking: ThinkingLimits,
}

impl Odds {
    /// How the seat's time is counted in a match that counts like this.
    pub fn time_control(&self, of_match: TimeControl) -> TimeControl {
        self.time_control.unwrap_or(of_match)
    }

    /// How deep or how much the seat's player may look in a match with these limits.
    pub fn thinking(&self, of_match: ThinkingLimits) -> ThinkingLimits {
        ThinkingLimits {
            depth: self.thinking.depth.or(of_match.depth),
            nodes: self.thinking.nodes.or(of_match.nodes),
        }
    }
}
