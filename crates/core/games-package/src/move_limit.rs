//! The time limit per move in matches without a clock.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

use crate::TimeControl;

/// A program's time limit per move in matches without a clock. The limit keeps a program that hangs or ignores its
/// other limits from blocking a match forever. One minute by default. Written as "1m" or "none".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveLimit(Option<Duration>);

impl Default for MoveLimit {
    fn default() -> Self {
        Self::of(Duration::from_mins(1))
    }
}

impl MoveLimit {
    /// No limit.
    pub const NONE: Self = Self(None);

    /// A limit of `time` for each move.
    pub const fn of(time: Duration) -> Self {
        Self(Some(time))
    }

    /// Maximum time for a move. `None` if there is no limit.
    pub const fn duration(self) -> Option<Duration> {
        self.0
    }
}

/// Formats the limit as `1m` or `none`, which [`FromStr`] parses.
impl fmt::Display for MoveLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(TimeControl::Unlimited, TimeControl::PerMove).fmt(f)
    }
}

/// The string is not a move limit.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("malformed move limit \"{text}\": expected a time like 10s or 1m, or none")]
pub struct MoveLimitError {
    /// The string as given.
    pub text: String,
}

/// Parses `none` or a time between zero (exclusive) and a year: `10s`, `1m`.
impl FromStr for MoveLimit {
    type Err = MoveLimitError;

    fn from_str(text: &str) -> Result<Self, MoveLimitError> {
        match text.parse() {
            Ok(TimeControl::Unlimited) => Ok(Self::NONE),
            Ok(TimeControl::PerMove(time)) => Ok(Self::of(time)),
            _ => Err(MoveLimitError { text: text.into() }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_limit_is_a_time_or_none() {
        let check = |text: &str, expected: &str| {
            let read = text.parse::<MoveLimit>();
            let shown = read.map_or_else(|error| error.to_string(), |limit| limit.to_string());
            assert_eq!(shown, expected, "{text}");
        };
        check("60s", "1m");
        check("2500ms", "2500ms");
        check("none", "none");
        for text in ["", "0s", "-1s", "soon", "1m+1s", "40/5m", "9000h"] {
            let expected = "expected a time like 10s or 1m, or none";
            check(text, &format!("malformed move limit \"{text}\": {expected}"));
        }
        assert_eq!(MoveLimit::default().to_string(), "1m");
    }
}
