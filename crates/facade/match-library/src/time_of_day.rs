//! The time since 1970 in UTC, in milliseconds.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The last millisecond of the year 9999. Later years have more than four digits.
const LAST_MS: i64 = 253_402_300_799_999;

/// The current time; 0 if the clock is before 1970.
#[expect(
    clippy::disallowed_methods,
    reason = "when a match was saved, which no clock of a match goes by"
)]
pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(LAST_MS)
}

/// The time since 1970 in UTC, as used by [`Schedule`](analysis::puzzles::Schedule).
pub fn unix_time() -> Duration {
    Duration::from_millis(now().unsigned_abs())
}

/// Formats the time to the second: "2026-11-24T06:12:05Z".
pub(crate) fn timestamp(milliseconds: i64) -> String {
    let since = Duration::from_millis(milliseconds.clamp(0, LAST_MS).unsigned_abs());
    humantime::format_rfc3339_seconds(UNIX_EPOCH + since).to_string()
}

/// The current day in UTC: "2026.11.24".
pub(crate) fn today() -> String {
    timestamp(now()).chars().take(10).map(|sign| if sign == '-' { '.' } else { sign }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_number_is_a_valid_time() {
        assert_eq!(timestamp(1_795_500_725_999), "2026-11-24T06:12:05Z");
        assert_eq!(timestamp(i64::MIN), "1970-01-01T00:00:00Z");
        assert_eq!(timestamp(i64::MAX), "9999-12-31T23:59:59Z");
    }
}
