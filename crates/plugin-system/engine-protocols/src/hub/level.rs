//! `level`: an engine's search limits.

use std::time::Duration;

use games_package::ThinkingLimits;

use crate::hub::message::Message;
use crate::level::{Clock, Level, TIME_MAX};

impl Level {
    /// Parses a `level` command. Malformed parts are ignored, as the protocol requires.
    pub(super) fn of_hub(message: &Message) -> Self {
        let seconds = |name| message.get(name).and_then(seconds);
        let clock = seconds("time").map(|base| {
            let increment = seconds("inc").unwrap_or_default();
            let moves = message.get("moves").and_then(|text| text.parse().ok());
            // In this protocol, the increment is added before the move.
            let time = base + increment;
            Clock { time, base, increment, moves: moves.filter(|moves| *moves > 0) }
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
}

/// Parses a time in seconds: `0.25`.
fn seconds(text: &str) -> Option<Duration> {
    let seconds: f64 = text.parse().ok()?;
    let time = Duration::try_from_secs_f64(seconds.max(0.0)).unwrap_or(TIME_MAX);
    seconds.is_finite().then(|| time.min(TIME_MAX))
}

#[cfg(test)]
mod tests {
    use games_package::TimeControl;

    use super::*;

    const INFINITE: Option<u64> = Some(365 * 24 * 3_600_000);

    fn check(line: &str, budget_ms: Option<u64>) {
        let time = Level::of_hub(&Message::parse(line)).move_time();
        assert_eq!(time.map(|time| time.budget), budget_ms.map(Duration::from_millis), "{line}");
        assert!(time.is_none_or(|time| time.budget <= time.limit), "{line}");
    }

    #[test]
    fn all_forms_of_a_level_are_understood() {
        check("level infinite", INFINITE);
        check("level", INFINITE);
        check("level depth=5", None);
        check("level move-time=0.1", Some(95));
        check("level move-time=0.006", Some(3));
        check("level move-time=1", Some(980));
        check("level move-time=10", Some(9950));
        check("level time=60", Some(2000));
        check("level time=60 inc=1", Some(2900));
        check("level moves=9 time=10", Some(1000));
        check("level moves=9 time=10 move-time=0.5", Some(490));
        check("level moves=0 time=30", Some(1000));
    }

    #[test]
    fn a_clock_becomes_a_time_control() {
        let control = |line| Level::of_hub(&Message::parse(line)).time_control();
        let increment = Duration::from_secs(2);
        let fischer = TimeControl::Increment { initial: TIME_MAX, increment };
        assert_eq!(control("level time=60 inc=2"), fischer);
        let period = |increment| TimeControl::Period { moves: 30, time: TIME_MAX, increment };
        assert_eq!(control("level moves=9 time=60"), period(Duration::ZERO));
        assert_eq!(control("level moves=9 time=60 inc=2"), period(increment));
        for none in ["level infinite", "level depth=5", "level time=60 move-time=1"] {
            assert_eq!(control(none), TimeControl::Unlimited, "{none}");
        }
    }

    #[test]
    fn nonsense_sets_no_limit() {
        check("level move-time=soon", INFINITE);
        check("level time=NaN", INFINITE);
        check("level time=-5", Some(0));
        check("level move-time=1e300", Some(TIME_MAX.as_secs() * 1000 - 50));
        let level = Level::of_hub(&Message::parse("level depth=0 nodes=-1"));
        assert_eq!(level, Level::default());
        let level = Level::of_hub(&Message::parse("level depth=3 nodes=70"));
        assert_eq!((level.thinking.depth, level.thinking.nodes), (Some(3), Some(70)));
    }
}
