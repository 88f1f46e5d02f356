//! `level`, `st`, `sd` and `time`: the limits for a game and for a move.

use std::time::Duration;

use games_package::TimeControl;

use crate::level::{Clock, Level, TIME_MAX};

/// Formats a time in seconds: `2`, `0.5`.
fn seconds(time: Duration) -> String {
    format!("{}", (time.as_secs_f64() * 1000.0).round() / 1000.0)
}

/// The command that limits each move to this time. Engines parse `st 0.2` as no time at all. A time below one second
/// therefore becomes `st 1`, and `?` ends the search.
pub(super) fn move_time_command(time: Duration) -> String {
    format!("st {}", seconds(time.max(Duration::from_secs(1))))
}

/// The command that sets a game's time control. An untimed game gets a clock with the time `unlimited`.
pub(super) fn level_command(control: TimeControl, unlimited: Duration) -> String {
    let (moves, time, increment) = match control {
        TimeControl::PerMove(time) => return move_time_command(time),
        TimeControl::Unlimited => (0, unlimited, Duration::ZERO),
        TimeControl::Increment { initial, increment } => (0, initial, increment),
        TimeControl::Period { moves, time, increment } => (moves, time, increment),
    };
    let (minutes, rest) = (time.as_secs() / 60, time.as_secs() % 60);
    let rest = if rest == 0 { String::new() } else { format!(":{rest:02}") };
    format!("level {moves} {minutes}{rest} {}", seconds(increment))
}

/// The limits set by the other program.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Limits {
    /// The moves per period, time per period, and increment per move.
    control: Option<(Option<u32>, Duration, Duration)>,
    move_time: Option<Duration>,
    depth: Option<u32>,
    /// The time on the engine's clock.
    left: Option<Duration>,
}

impl Limits {
    /// Carries out `level`, `st`, `sd` or `time`. Ignores malformed commands.
    pub(super) fn set(&mut self, command: &str, rest: &str) {
        match command {
            "level" => {
                let mut words = rest.split_ascii_whitespace();
                let moves = words.next().and_then(|word| word.parse().ok());
                let time = words.next().and_then(parse_minutes);
                let increment = words.next().and_then(parse_seconds).unwrap_or_default();
                if let (Some(moves), Some(time)) = (moves, time) {
                    self.control = Some((Some(moves).filter(|moves| *moves > 0), time, increment));
                    (self.move_time, self.left) = (None, None);
                }
            }
            "st" => {
                if let Some(time) = parse_seconds(rest) {
                    (self.move_time, self.control, self.left) = (Some(time), None, None);
                }
            }
            "sd" => self.depth = rest.parse().ok().filter(|depth| *depth > 0),
            "time" => {
                let hundredths: Option<i64> = rest.parse().ok();
                let left = hundredths.map(|it| it.max(0).unsigned_abs().saturating_mul(10));
                self.left = left.map(|ms| Duration::from_millis(ms).min(TIME_MAX));
            }
            _ => {}
        }
    }

    /// The limits for the next move, after `moves_made` moves by the same side.
    pub(super) fn level(&self, moves_made: u32) -> Level {
        let clock = self.control.map(|(moves, time, increment)| {
            let time = self.left.unwrap_or(time);
            let moves = moves.map(|moves| moves - moves_made % moves);
            Clock { time, base: time, increment, moves }
        });
        let mut level = Level { move_time: self.move_time, clock, ..Level::default() };
        level.thinking.depth = self.depth;
        level
    }
}

/// Parses minutes: `5`, `1:30`.
fn parse_minutes(text: &str) -> Option<Duration> {
    let (minutes, rest) = text.split_once(':').unwrap_or((text, "0"));
    let (minutes, rest): (u64, u64) = (minutes.parse().ok()?, rest.parse().ok()?);
    Some(Duration::from_secs(minutes.saturating_mul(60).saturating_add(rest)).min(TIME_MAX))
}

fn parse_seconds(text: &str) -> Option<Duration> {
    let seconds: f64 = text.trim().parse().ok().filter(|seconds: &f64| *seconds >= 0.0)?;
    Some(Duration::try_from_secs_f64(seconds).unwrap_or(TIME_MAX).min(TIME_MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_written() {
        let check = |control: &str, expected: &str| {
            let control = control.parse().expect("a time control");
            assert_eq!(level_command(control, Duration::from_hours(24)), expected);
        };
        check("none", "level 0 1440 0");
        check("1m30s+500ms", "level 0 1:30 0.5");
        check("40/5m", "level 40 5 0");
        check("1500ms", "st 1.5");
        check("250ms", "st 1");
    }

    #[test]
    fn limits_are_read() {
        let budget = |commands: &[(&str, &str)], moves_made| {
            let mut limits = Limits::default();
            for (command, rest) in commands {
                limits.set(command, rest);
            }
            limits.level(moves_made).move_time().map(|time| time.budget.as_millis())
        };
        assert_eq!(budget(&[("st", "1")], 0), Some(980));
        assert_eq!(budget(&[("level", "0 1 0")], 0), Some(2000));
        assert_eq!(budget(&[("level", "0 1 0"), ("time", "3000")], 0), Some(1000));
        assert_eq!(budget(&[("level", "40 5 0"), ("time", "1000")], 38), Some(3333));
        assert_eq!(budget(&[("level", "0 1:30 1")], 0), Some(3900));
        assert_eq!(budget(&[("sd", "5")], 0), None);
        assert_eq!(budget(&[("st", "x"), ("level", "x"), ("time", "-5"), ("sd", "3")], 0), None);
    }
}
