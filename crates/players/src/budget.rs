//! How far to search for one move.

use std::time::Duration;

use games_package::{Request, ThinkingLimits, TimeControl};
use search::{ClockState, Depth, TimePlan};

use crate::SearchOptions;

/// How far to search for one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Budget {
    pub(crate) depth: Depth,
    pub(crate) nodes: Option<u64>,
    pub(crate) time: Option<TimePlan>,
}

impl Budget {
    /// What the match and the player's own options leave: of two limits the smaller one. Where neither limits the search
    /// and no clock runs, the player's number of positions ends it. `has_depth` says whether a depth does.
    pub(crate) fn of(
        request: &Request,
        time_control: TimeControl,
        allowed: ThinkingLimits,
        own: &SearchOptions,
        has_depth: bool,
    ) -> Self {
        let depth = smaller(allowed.depth, own.depth);
        let nodes = smaller(allowed.nodes, own.nodes);
        let time = plan(request, time_control);
        let is_limited = (has_depth && depth.is_some()) || nodes.is_some() || time.is_some();
        Self {
            depth: depth.map_or(Depth::MAX, Depth::new),
            nodes: if is_limited { nodes } else { Some(own.nodes_default) },
            time,
        }
    }

    /// What a player may search while others are to move: until it is stopped.
    pub(crate) fn of_pondering(own: &SearchOptions) -> Self {
        Self { depth: own.depth.map_or(Depth::MAX, Depth::new), nodes: None, time: None }
    }
}

fn smaller<T: Ord>(one: Option<T>, other: Option<T>) -> Option<T> {
    one.into_iter().chain(other).min()
}

/// Shares out what the clock shows. Where the match counts no time and the table yet gives some for the move, all of that is
/// for the move.
fn plan(request: &Request, time_control: TimeControl) -> Option<TimePlan> {
    let left = request.time_left?;
    let (increment, moves_to_go) = match time_control {
        TimeControl::Unlimited => {
            let budget = request.budget.unwrap_or(left);
            return Some(TimePlan { soft: budget, hard: budget });
        }
        TimeControl::PerMove(_) => (Duration::ZERO, Some(1)),
        TimeControl::Increment { increment, .. } => (increment, None),
        TimeControl::Period { .. } => (Duration::ZERO, request.moves_to_go()),
    };
    Some(ClockState { left, increment, moves_to_go, overhead: overhead(left, time_control) }.plan())
}

/// What the way to the table and back may take of what is left: a system with other things to do may let a thread wait for
/// some milliseconds. Where less is left than that, half of it. Of the time for a single move, what is kept is lost; a clock
/// goes on.
fn overhead(left: Duration, time_control: TimeControl) -> Duration {
    let [least, of_move, most] = [4, 5, 50].map(Duration::from_millis);
    let part = left / 20;
    let part = match time_control {
        TimeControl::PerMove(_) => part.min(of_move.max(left / 100)),
        _ => part,
    };
    part.clamp(least, most).min(left / 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_the_time_for_a_move_a_few_milliseconds_are_kept() {
        let check = |time: u64, expected: u64| {
            let time = Duration::from_millis(time);
            let kept = overhead(time, TimeControl::PerMove(time));
            assert_eq!(kept, Duration::from_millis(expected), "{time:?}");
        };
        check(4, 2);
        check(10, 4);
        check(100, 5);
        check(200, 5);
        check(1_000, 10);
        check(60_000, 50);
    }
}
