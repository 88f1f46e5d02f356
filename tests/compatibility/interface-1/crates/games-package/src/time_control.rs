//! How a match counts time, and how people write that.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

/// How a match counts time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TimeControl {
    /// It doesn't.
    #[default]
    Unlimited,
    /// So much for each move.
    PerMove(Duration),
    /// So much for the whole match, and so much more after each own move.
    Increment {
        /// What the clock shows at the start.
        initial: Duration,
        /// What is added after each move.
        increment: Duration,
    },
    /// So much for so many moves, then again so much for as many.
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

/// The text is no time control.
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
        let parsed = if text == "none" {
            Some(Self::Unlimited)
        } else if let Some((initial, increment)) = text.split_once('+') {
            parse_duration(initial)
                .zip(parse_duration(increment))
                .map(|(initial, increment)| Self::Increment { initial, increment })
        } else if let Some((moves, time)) = text.split_once('/') {
            let moves = moves.trim().parse().ok();
            moves.zip(parse_duration(time)).map(|(moves, time)| Self::Period { moves, time })
        } else {
            parse_duration(text).map(Self::PerMove)
        };
        parsed
            .filter(|control| control.can_be_played())
            .ok_or_else(|| TimeControlError { text: text.into() })
    }
}

/// The longest time that is read: a year. What is longer is a slip, and sums of it could overflow.
const DURATION_MAX: Duration = Duration::from_hours(366 * 24);

/// A number with its unit; a bare number is seconds.
fn parse_duration(text: &str) -> Option<Duration> {
    let text = text.trim();
    let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at_checked(digits)?;
    let unit = match unit.trim() {
        "h" => Duration::from_hours(1),
        "m" | "min" => Duration::from_mins(1),
        "" | "s" => Duration::from_secs(1),
        "ms" => Duration::from_millis(1),
        "us" | "µs" => Duration::from_micros(1),
        "ns" => Duration::from_nanos(1),
        _ => return None,
    };
    let time = match number.parse::<u64>() {
        Ok(whole) => Duration::from_nanos(u64::try_from(unit.as_nanos() * u128::from(whole)).ok()?),
        Err(_fraction) => {
            Duration::try_from_secs_f64(number.parse::<f64>().ok()? * unit.as_secs_f64()).ok()?
        }
    };
    Some(time).filter(|time| *time <= DURATION_MAX)
}

impl TimeControl {
    /// Whether a match can be played with it: somebody has time for a move, and nobody has more than a year.
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
}
