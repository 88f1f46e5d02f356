//! `level`: the limits of an engine's search.

use std::time::Duration;

use games_package::{ThinkingLimits, TimeControl};

use crate::hub::message::Message;

/// The number of moves for which a clock without periods must last.
const MOVES_LEFT: u32 = 30;

/// The longest time that counts as a limit.
const TIME_MAX: Duration = Duration::from_hours(24 * 365);

/// The limits that the other program sets; none means `infinite`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Level {
    pub(crate) thinking: ThinkingLimits,
    move_time: Option<Duration>,
    clock: Option<Clock>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Clock {
    /// The time left, for all moves or for those of the period.
    time: Duration,
    increment: Duration,
    /// The moves left in the period.
    moves: Option<u32>,
}

/// The time for one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct MoveTime {
    /// The recommended time.
    pub(crate) budget: Duration,
    /// The time that must not be used up.
    pub(crate) limit: Duration,
}

impl MoveTime {
    /// Until the other program sends `stop`.
    pub(crate) const INFINITE: Self = Self { budget: TIME_MAX, limit: TIME_MAX };
}

impl Level {
    /// Parses a `level` command. Malformed parts are ignored, as the protocol requires.
    pub(crate) fn of(message: &Message) -> Self {
        let seconds = |name| message.get(name).and_then(seconds);
        let clock = seconds("time").map(|time| Clock {
            time,
            increment: seconds("inc").unwrap_or_default(),
            moves: message
                .get("moves")
                .and_then(|text| text.parse().ok())
                .filter(|moves| *moves > 0),
        });
        let depth = message.get("depth").and_then(|text| text.parse().ok());
        let nodes = message.get("nodes").and_then(|text| text.parse().ok());
        Self {
            thinking: ThinkingLimits {
                depth: depth.filter(|depth| *depth > 0),
                nodes: nodes.filter(|nodes| *nodes > 0),
            },
            move_time: seconds("move-time"),
            clock,
        }
    }

    /// The time for the next move: a tenth is kept for communication, but at most 50 ms of a time per move. Without any
    /// limit it is infinite; it is None if only depth or nodes are limited.
    pub(crate) fn move_time(&self) -> Option<MoveTime> {
        let of_move = self.move_time.map(|limit| {
            let kept = (limit / 10).min(Duration::from_millis(50));
            MoveTime { budget: limit.saturating_sub(kept), limit }
        });
        let of_clock = self.clock.map(|Clock { time, increment, moves }| {
            // The increment is added before the move.
            let limit = (time + increment) * 9 / 10;
            let share = time / moves.map_or(MOVES_LEFT, |moves| moves.saturating_add(1));
            MoveTime { budget: (share + increment * 9 / 10).min(limit), limit }
        });
        let without = (self.thinking == ThinkingLimits::default()).then_some(MoveTime::INFINITE);
        of_move.into_iter().chain(of_clock).min_by_key(|time| time.budget).or(without)
    }
}

impl Level {
    /// The time control for a player that manages its clock by itself; unlimited if there is no clock or the time is
    /// per move. The initial time of the clock is not known.
    pub(crate) fn time_control(&self) -> TimeControl {
        match self.clock {
            Some(Clock { moves: Some(_), .. }) if self.move_time.is_none() => {
                TimeControl::Period { moves: MOVES_LEFT, time: TIME_MAX }
            }
            Some(Clock { increment, .. }) if self.move_time.is_none() => {
                TimeControl::Increment { initial: TIME_MAX, increment }
            }
            _ => TimeControl::Unlimited,
        }
    }
}

/// Parses a time in seconds: `0.25`.
fn seconds(text: &str) -> Option<Duration> {
    let seconds: f64 = text.parse().ok()?;
    let time = Duration::try_from_secs_f64(seconds.max(0.0)).unwrap_or(TIME_MAX);
    seconds.is_finite().then(|| time.min(TIME_MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    const INFINITE: Option<u64> = Some(365 * 24 * 3_600_000);

    fn check(line: &str, budget_ms: Option<u64>) {
        let time = Level::of(&Message::parse(line)).move_time();
        assert_eq!(time.map(|time| time.budget), budget_ms.map(Duration::from_millis), "{line}");
        assert!(time.is_none_or(|time| time.budget <= time.limit), "{line}");
    }

    #[test]
    fn all_forms_of_a_level_are_understood() {
        check("level infinite", INFINITE);
        check("level", INFINITE);
        check("level depth=5", None);
        check("level move-time=0.1", Some(90));
        check("level move-time=10", Some(9950));
        check("level time=60", Some(2000));
        check("level time=60 inc=1", Some(2900));
        check("level moves=9 time=10", Some(1000));
        check("level moves=9 time=10 move-time=0.5", Some(450));
        check("level moves=0 time=30", Some(1000));
    }

    #[test]
    fn a_clock_becomes_a_time_control() {
        let control = |line| Level::of(&Message::parse(line)).time_control();
        let increment = Duration::from_secs(2);
        let fischer = TimeControl::Increment { initial: TIME_MAX, increment };
        assert_eq!(control("level time=60 inc=2"), fischer);
        let period = TimeControl::Period { moves: MOVES_LEFT, time: TIME_MAX };
        assert_eq!(control("level moves=9 time=60"), period);
        for none in ["level infinite", "level depth=5", "level time=60 move-time=1"] {
            assert_eq!(control(none), TimeControl::Unlimited, "{none}");
        }
    }

    #[test]
    fn nonsense_is_no_limit() {
        check("level move-time=soon", INFINITE);
        check("level time=NaN", INFINITE);
        check("level time=-5", Some(0));
        check("level move-time=1e300", Some(TIME_MAX.as_secs() * 1000 - 50));
        let level = Level::of(&Message::parse("level depth=0 nodes=-1"));
        assert_eq!(level, Level::default());
        let level = Level::of(&Message::parse("level depth=3 nodes=70"));
        assert_eq!((level.thinking.depth, level.thinking.nodes), (Some(3), Some(70)));
    }
}
