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

/// The text in lines of at most so many characters, broken at blanks; a longer word is broken anywhere.
pub(crate) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines: Vec<String> = vec![String::new()];
    for word in text.split_whitespace() {
        let mut rest: Vec<char> = word.chars().collect();
        while !rest.is_empty() {
            let used = lines.last().map_or(0, |line| line.chars().count());
            let gap = usize::from(used > 0);
            if used > 0 && used + gap + rest.len() > width {
                lines.push(String::new());
                continue;
            }
            let part: String = rest.drain(..rest.len().min(width)).collect();
            if let Some(line) = lines.last_mut() {
                line.extend(std::iter::repeat_n(' ', gap));
                line.push_str(&part);
            }
        }
    }
    lines
}

/// The first so many characters; the last of them is an ellipsis if there were more.
pub(crate) fn cut(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        text.into()
    } else {
        text.chars().take(width.saturating_sub(1)).chain(['…']).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, width: usize, expected: &[&str]) {
        assert_eq!(wrapped(text, width), expected);
    }

    #[test]
    fn lines_are_broken_at_blanks_and_long_words_anywhere() {
        check("one two three", 7, &["one two", "three"]);
        check("one two", 3, &["one", "two"]);
        check("a extraordinary b", 6, &["a", "extrao", "rdinar", "y b"]);
        check("", 5, &[""]);
        check("ab", 0, &["a", "b"]);
    }
}
