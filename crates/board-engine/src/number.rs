//! Numbers as text.

use std::fmt::Write as _;

/// Writes a number in decimal digits to the end of `text`. Squares and moves are numbers of one digit or two, and a match
/// writes thousands of them: they go without the machinery for numbers of every form.
#[inline]
pub fn push_number(number: usize, text: &mut String) {
    let digit = |value: usize| char::from(b"0123456789"[value % 10]);
    match number {
        0..10 => text.push(digit(number)),
        10..100 => {
            text.push(digit(number / 10));
            text.push(digit(number));
        }
        _ => {
            // Writing to a string can't fail.
            let _ = write!(text, "{number}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::push_number;

    #[test]
    fn a_number_is_written_behind_what_is_there() {
        let mut text = String::from("a");
        for number in [0, 7, 10, 50, 99, 100, 1024, usize::MAX] {
            text.push(' ');
            push_number(number, &mut text);
        }
        assert_eq!(text, format!("a 0 7 10 50 99 100 1024 {}", usize::MAX));
    }
}
