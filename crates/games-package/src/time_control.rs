//! Time controls and their text form.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

use crate::duration::{DURATION_MAX, parse_duration};

/// A time control.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TimeControl {
    /// No clock.
    #[default]
    Unlimited,
    /// A fixed time per move.
    PerMove(Duration),
    /// A time for the whole match, with an increment after each move.
    Increment {
        /// What the clock shows at the start.
        initial: Duration,
        /// What is added after each move.
        increment: Duration,
    },
    /// A time for a number of moves, then again for the same number.
    Period {
        /// The moves of a period, at least 1.
        moves: u32,
        /// The time of a period.
        time: Duration,
    },
}

/// Writes `none`, `250ms`, `1m+1s`, `40/5m`: the forms that [`FromStr`] reads.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unlimited => f.write_str("none"),
            Self::PerMove(time) => write!(f, "{}", Text(*time)),
            Self::Increment { initial, increment } => {
                write!(f, "{}+{}", Text(*initial), Text(*increment))
            }
            Self::Period { moves, time } => write!(f, "{moves}/{}", Text(*time)),
        }
    }
}

/// A duration as one number with its unit.
struct Text(Duration);

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nanoseconds = self.0.as_nanos();
        let units = [
            (60_000_000_000, "m"),
            (1_000_000_000, "s"),
            (1_000_000, "ms"),
            (1_000, "us"),
            (1, "ns"),
        ];
        let fitting = units
            .into_iter()
            .find(|(unit, _)| nanoseconds > 0 && nanoseconds.is_multiple_of(*unit));
        let (unit, name) = fitting.unwrap_or((1_000_000_000, "s"));
        write!(f, "{}{name}", nanoseconds / unit)
    }
}

/// The text is not a time control.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "malformed time \"{text}\": expected a time like 250ms, 2s or 1m, a clock like 1m+1s or 40/5m, or none"
)]
pub struct TimeControlError {
    /// The text as it was given.
    pub text: String,
}

/// Reads `none`, a time per move (`250ms`, `2s`, `1m`), a clock with increment (`1m+1s`) or a period (`40/5m`).
impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<Self, TimeControlError> {
        let read = |text| parse_duration(text).ok();
        let parsed = if text == "none" {
            Some(Self::Unlimited)
        } else if let Some((initial, increment)) = text.split_once('+') {
            read(initial)
                .zip(read(increment))
                .map(|(initial, increment)| Self::Increment { initial, increment })
        } else if let Some((moves, time)) = text.split_once('/') {
            let moves = moves.trim().parse().ok();
            moves.zip(read(time)).map(|(moves, time)| Self::Period { moves, time })
        } else {
            read(text).map(Self::PerMove)
        };
        parsed
            .filter(|control| control.can_be_played())
            .ok_or_else(|| TimeControlError { text: text.into() })
    }
}

impl TimeControl {
    /// Whether a match can be played with it: there is time for a move, and no more than a year.
    fn can_be_played(self) -> bool {
        let (first, more) = match self {
            Self::Unlimited => return true,
            Self::PerMove(time) => (time, Duration::ZERO),
            Self::Increment { initial, increment } => (initial, increment),
            Self::Period { moves: 0, .. } => return false,
            Self::Period { time, .. } => (time, time),
        };
        !first.is_zero() && first <= DURATION_MAX && more <= DURATION_MAX
    }

    /// This time control, if a match can be played with it.
    ///
    /// # Errors
    /// [`TimeControlError`] if it begins with no time, has a period of no moves or is longer than a year.
    pub(crate) fn checked(self) -> Result<Self, TimeControlError> {
        if self.can_be_played() {
            Ok(self)
        } else {
            Err(TimeControlError { text: self.to_string() })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let shown = text
            .parse::<TimeControl>()
            .map_or_else(|error| error.to_string(), |control| control.to_string());
        assert_eq!(shown, expected, "{text}");
    }

    #[test]
    fn time_controls_are_read_and_written() {
        check("250ms", "250ms");
        check("2s", "2s");
        check("2", "2s");
        check("1.5s", "1500ms");
        check("1m+1s", "1m+1s");
        check("1m+0s", "1m+0s");
        check("40/5m", "40/5m");
        check("none", "none");
    }

    #[test]
    fn what_is_no_time_control_is_refused_by_name() {
        for text in [
            "",
            "fast",
            "2y",
            "0s",
            "0/5m",
            "-1s",
            "1m+",
            "+1s",
            "40/",
            "1e99h",
            "0s+1s",
            "nan",
            "1µ",
            "1.2.3s",
            ".",
            "99999999999999999999h",
            "367h+9000h",
            "5000000000/5m",
        ] {
            let error = text.parse::<TimeControl>().unwrap_err();
            assert!(error.to_string().contains(&format!("\"{text}\"")), "{error}");
        }
    }

    #[test]
    fn every_time_that_is_written_is_read_again_exactly() {
        for nanoseconds in [1, 999, 1_000_001, 59_999_999_999, 31_536_000_000_000_001] {
            let control = TimeControl::PerMove(Duration::from_nanos(nanoseconds));
            assert_eq!(control.to_string().parse(), Ok(control));
        }
    }
}
