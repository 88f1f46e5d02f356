//! Parses durations as people write them.

use std::time::Duration;

use thiserror::Error;

/// The longest duration: a year. Sums of longer ones could overflow.
pub(crate) const DURATION_MAX: Duration = Duration::from_hours(366 * 24);

/// The string is not a duration.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "malformed time \"{text}\": expected a time like 250ms, 2s, 1.5s or 1m 30s, at most a year"
)]
pub struct DurationError {
    /// The string as given.
    pub text: String,
}

/// Parses a duration: `250ms`, `1.5s`, `2` (seconds), `1m 30s`, `1:30` (minutes and seconds), `1:00:00`, `1day`. Months
/// are `month`, minutes `m` or `min`.
///
/// # Errors
/// [`DurationError`] if the string is not a duration, or is more than a year.
pub fn parse_duration(text: &str) -> Result<Duration, DurationError> {
    let text = text.trim();
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let parsed = match text.get(digits..) {
        Some("") => humantime::parse_duration(&format!("{text}s")).ok(),
        Some(rest) if rest.starts_with('.') => parse_decimal(text),
        Some(rest) if rest.starts_with(':') => parse_clock(text),
        _ => humantime::parse_duration(text).ok(),
    };
    let in_range = parsed.filter(|time| *time <= DURATION_MAX);
    in_range.ok_or_else(|| DurationError { text: text.into() })
}

/// Minutes and seconds, or hours, minutes and seconds: `1:30`, `1:30.5`, `2:00:00`.
fn parse_clock(text: &str) -> Option<Duration> {
    let (before, seconds) = text.rsplit_once(':')?;
    let (hours, minutes) = match before.split_once(':') {
        Some((hours, minutes)) => (hours, sixtieths(minutes)?),
        None => ("0", before.parse().ok()?),
    };
    let (whole, fraction) = seconds.split_once('.').unwrap_or((seconds, "0"));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let seconds = sixtieths(whole)?;
    let fraction = is_number(fraction).then(|| format!("0.{fraction}"))?.parse().ok()?;
    let minutes = hours.parse::<u64>().ok()?.checked_mul(60)?.checked_add(minutes)?;
    let seconds = minutes.checked_mul(60)?.checked_add(seconds)?;
    Duration::from_secs(seconds).checked_add(Duration::try_from_secs_f64(fraction).ok()?)
}

/// Parses a number of two digits below 60.
fn sixtieths(text: &str) -> Option<u64> {
    let is_pair = text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit());
    is_pair.then(|| text.parse().ok()).flatten().filter(|number| *number < 60)
}

/// A number with a decimal point, and an optional unit.
fn parse_decimal(text: &str) -> Option<Duration> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at_checked(end)?;
    let unit = match unit.trim() {
        "" => Duration::from_secs(1),
        unit if unit.chars().all(char::is_alphabetic) => {
            humantime::parse_duration(&format!("1{unit}")).ok()?
        }
        _ => return None,
    };
    Duration::try_from_secs_f64(number.parse::<f64>().ok()? * unit.as_secs_f64()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_parsed_as_people_write_them() {
        let check = |text, milliseconds| {
            assert_eq!(parse_duration(text), Ok(Duration::from_millis(milliseconds)), "{text}");
        };
        check("250ms", 250);
        check("2", 2_000);
        check(" 1.5s ", 1_500);
        check("0.5", 500);
        check("1.5m", 90_000);
        check("1m 30s", 90_000);
        check("1min", 60_000);
        check("2h", 7_200_000);
        check("1:30", 90_000);
        check("90:00", 5_400_000);
        check("1:30.5", 90_500);
        check("2:00:01", 7_201_000);
        check("0s", 0);
    }

    #[test]
    fn invalid_times_are_refused_with_their_text() {
        for text in [
            "",
            "fast",
            "-1s",
            "1.2.3s",
            ".",
            "1.5s 3m",
            "nan",
            "1e9h",
            "9000h",
            "2years",
            ":30",
            "1:",
            "1:60",
            "1:5",
            "1:2:30",
            "1:30.x",
            "1:-1",
            "99999999999999999999:00",
            "9999:00:00",
        ] {
            let error = parse_duration(text).unwrap_err();
            assert!(error.to_string().contains(&format!("\"{text}\"")), "{error}");
        }
    }
}
