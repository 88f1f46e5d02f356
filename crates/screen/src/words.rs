//! Numbers and times as people read them.

use std::time::Duration;

/// What a clock shows: "1:05", or "4.2 s" when it gets short.
pub fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    if seconds < 20 {
        format!("{:.1} s", time.as_secs_f64())
    } else {
        format!("{}:{:02}", seconds / 60, seconds % 60)
    }
}

/// A large number with at most four digits: "950", "120 k", "31 M".
pub fn amount(number: u64) -> String {
    match number {
        0..10_000 => number.to_string(),
        10_000..10_000_000 => format!("{} k", number / 1_000),
        10_000_000..10_000_000_000 => format!("{} M", number / 1_000_000),
        _ => format!("{} G", number / 1_000_000_000),
    }
}

/// So many in this time, as a number for one second. 0 if there was no time.
pub fn per_second(count: u64, time: Duration) -> u64 {
    let nanoseconds = time.as_nanos();
    let rate = (u128::from(count) * 1_000_000_000).checked_div(nanoseconds).unwrap_or(0);
    u64::try_from(rate).unwrap_or(u64::MAX)
}

/// The first so many characters; the last of them is an ellipsis if there were more.
pub(crate) fn cut(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        text.into()
    } else {
        text.chars().take(width.saturating_sub(1)).chain(['…']).collect()
    }
}
