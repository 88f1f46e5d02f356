//! Numbers and times in a readable form.

use std::time::Duration;

/// The time on a clock: "1:05", or "4.2 s" when little time is left. Whole seconds are rounded up.
pub fn clock(time: Duration) -> String {
    if time.as_secs() < 20 {
        return format!("{:.1} s", time.as_secs_f64());
    }
    let seconds = time.as_millis().div_ceil(1_000);
    format!("{}:{:02}", seconds / 60, seconds % 60)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_and_long_times_are_short() {
        assert_eq!([9_999, 120_400, 31_000_000].map(amount), ["9999", "120 k", "31 M"]);
        let times = [4_250, 19_999, 64_001, 65_000, 3_600_000].map(Duration::from_millis);
        assert_eq!(times.map(clock), ["4.2 s", "20.0 s", "1:05", "1:05", "60:00"]);
    }
}
