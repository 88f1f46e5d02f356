//! An engine's search limits.

use std::time::Duration;

use games_package::{ThinkingLimits, TimeControl};

/// The assumed number of moves that a clock without periods must last.
const MOVES_LEFT: u32 = 30;

/// Maximum time limit.
pub(crate) const TIME_MAX: Duration = Duration::from_hours(24 * 365);

/// The limits that the other program sets. If there are no limits, the other program will send `stop`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Level {
    pub(crate) thinking: ThinkingLimits,
    pub(crate) move_time: Option<Duration>,
    pub(crate) clock: Option<Clock>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Clock {
    /// The time for this move, for all moves, or for the moves of the period.
    pub(crate) time: Duration,
    /// The time on the clock without `increment`.
    pub(crate) base: Duration,
    pub(crate) increment: Duration,
    /// The number of moves left in the period.
    pub(crate) moves: Option<u32>,
}

/// The time for one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct MoveTime {
    /// The recommended time.
    pub(crate) budget: Duration,
    /// The time that must not be exceeded.
    pub(crate) limit: Duration,
}

impl MoveTime {
    /// No limit: the other program will send `stop`.
    pub(crate) const INFINITE: Self = Self { budget: TIME_MAX, limit: TIME_MAX };
}

impl Level {
    /// The time for the next move. Reserves a tenth of a clock for communication. Of a time per move, reserves only a
    /// fiftieth (at least 5 and at most 50 ms), because unused time is lost. Infinite if nothing is limited; `None` if
    /// only depth or nodes are limited.
    pub(crate) fn move_time(&self) -> Option<MoveTime> {
        let of_move = self.move_time.map(|limit| {
            let [least, most] = [5, 50].map(Duration::from_millis);
            let kept = (limit / 50).clamp(least, most).min(limit / 2);
            MoveTime { budget: limit.saturating_sub(kept), limit }
        });
        let of_clock = self.clock.map(|Clock { time, base, increment, moves }| {
            let limit = time * 9 / 10;
            let share = base / moves.map_or(MOVES_LEFT, |moves| moves.saturating_add(1));
            MoveTime { budget: (share + increment * 9 / 10).min(limit), limit }
        });
        let without = (self.thinking == ThinkingLimits::default()).then_some(MoveTime::INFINITE);
        of_move.into_iter().chain(of_clock).min_by_key(|time| time.budget).or(without)
    }

    /// The time control for a player that manages its own clock. Unlimited without a clock, or if each move has a fixed
    /// time. The clock's initial time is unknown.
    pub(crate) fn time_control(&self) -> TimeControl {
        match self.clock {
            Some(Clock { moves: Some(_), increment, .. }) if self.move_time.is_none() => {
                TimeControl::Period { moves: MOVES_LEFT, time: TIME_MAX, increment }
            }
            Some(Clock { increment, .. }) if self.move_time.is_none() => {
                TimeControl::Increment { initial: TIME_MAX, increment }
            }
            _ => TimeControl::Unlimited,
        }
    }
}
