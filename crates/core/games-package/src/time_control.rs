//! Time controls and their notation.

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
        /// The time at the start.
        initial: Duration,
        /// Time added after each move.
        increment: Duration,
    },
    /// A time for a number of moves; the period then repeats.
    Period {
        /// The moves in a period, at least 1.
        moves: u32,
        /// The time of a period.
        time: Duration,
        /// The increment after each move.
        increment: Duration,
    },
}

/// Formats the time control as `none`, `250ms`, `1m+1s`, `40/5m`, or `40/5m+1s`, which [`FromStr`] parses.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unlimited => f.write_str("none"),
            Self::PerMove(time) => write!(f, "{}", Text(*time)),
            Self::Increment { initial, increment } => {
                write!(f, "{}+{}", Text(*initial), Text(*increment))
            }
            Self::Period { moves, time, increment } => {
                write!(f, "{moves}/{}", Text(*time))?;
                if increment.is_zero() { Ok(()) } else { write!(f, "+{}", Text(*increment)) }
            }
        }
    }
}

/// Formats a duration as one number with its unit.
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

/// The string is not a time control.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "malformed time \"{text}\": expected a time like 250ms, 2s or 1m, a clock like 1m+1s or 40/5m, or none"
)]
pub struct TimeControlError {
    /// The string as given.
    pub text: String,
}

/// Parses `none` or `inf`, a time per move (`250ms`, `2s`, `1m`), a clock with increment (`1m+1s`, `1:30+1`) or a
/// period (`40/5m`, `40/60+0.5`).
impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<Self, TimeControlError> {
        let read = |text| parse_duration(text).ok();
        let parsed = if ["none", "inf"].contains(&text) {
            Some(Self::Unlimited)
        } else {
            let (moves, clock) = text.split_once('/').unzip();
            let clock = clock.unwrap_or(text);
            let (time, increment) = clock.split_once('+').unzip();
            let (time, increment) = (read(time.unwrap_or(clock)), increment.map(read));
            let moves = moves.map(|moves| moves.trim().parse().ok());
            match (moves, time, increment) {
                (None, Some(time), None) => Some(Self::PerMove(time)),
                (None, Some(initial), Some(Some(increment))) => {
                    Some(Self::Increment { initial, increment })
                }
                (Some(Some(moves)), Some(time), None | Some(Some(_))) => {
                    let increment = increment.flatten().unwrap_or_default();
                    Some(Self::Period { moves, time, increment })
                }
                _ => None,
            }
        };
        parsed
            .filter(|control| control.can_be_played())
            .ok_or_else(|| TimeControlError { text: text.into() })
    }
}

impl TimeControl {
    /// Parses a clock like [`FromStr`], except that a time alone is the time for the whole match.
    ///
    /// # Errors
    /// [`TimeControlError`] if the string is not a time control.
    pub fn of_clock(text: &str) -> Result<Self, TimeControlError> {
        text.parse().map(Self::for_whole_match)
    }

    /// The same time control, except that a time per move becomes the time for the whole match.
    #[must_use]
    pub const fn for_whole_match(self) -> Self {
        match self {
            Self::PerMove(initial) => Self::Increment { initial, increment: Duration::ZERO },
            control => control,
        }
    }

    /// Returns `true` if a match can be played with this time control: it leaves time to move, and is at most a year.
    fn can_be_played(self) -> bool {
        let (first, more) = match self {
            Self::Unlimited => return true,
            Self::PerMove(time) => (time, Duration::ZERO),
            Self::Increment { initial, increment } => (initial, increment),
            Self::Period { moves: 0, .. } => return false,
            Self::Period { time, increment, .. } => (time, increment),
        };
        !first.is_zero() && first <= DURATION_MAX && more <= DURATION_MAX
    }

    /// Returns this time control if a match can be played with it.
    ///
    /// # Errors
    /// [`TimeControlError`] if the time control leaves no time at the start, has a period of 0 moves or is longer than
    /// a year.
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
    fn time_controls_are_parsed_and_formatted() {
        check("250ms", "250ms");
        check("2s", "2s");
        check("2", "2s");
        check("1.5s", "1500ms");
        check("1m+1s", "1m+1s");
        check("1m+0s", "1m+0s");
        check("40/5m", "40/5m");
        check("40/60+0.5", "40/1m+500ms");
        check("40/60+0", "40/1m");
        check("1:30+1", "90s+1s");
        check("40/1:30.5+0.1s", "40/90500ms+100ms");
        check("0.5", "500ms");
        check("none", "none");
        check("inf", "none");
    }

    #[test]
    fn a_time_alone_is_a_clock_for_the_whole_match() {
        for (text, expected) in [
            ("60", "1m+0s"),
            ("1:30", "90s+0s"),
            ("2m+1s", "2m+1s"),
            ("40/60", "40/1m"),
            ("inf", "none"),
        ] {
            assert_eq!(TimeControl::of_clock(text).unwrap().to_string(), expected, "{text}");
        }
        assert!(TimeControl::of_clock("0s").is_err());
    }

    #[test]
    fn invalid_time_controls_are_refused_with_their_text() {
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
            "40/5m+",
            "40/+1s",
            "/5m",
            "1m/40",
            "1:30+1:60",
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
    fn every_time_survives_a_round_trip() {
        for nanoseconds in [1, 999, 1_000_001, 59_999_999_999, 31_536_000_000_000_001] {
            let control = TimeControl::PerMove(Duration::from_nanos(nanoseconds));
            assert_eq!(control.to_string().parse(), Ok(control));
        }
    }
}
