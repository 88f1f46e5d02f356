//! Formats counts with a singular or plural noun.

use std::fmt::Display;

/// Formats a count with a singular or plural noun: "1 table", "3 tables".
pub fn counted<N: Copy + PartialEq + From<u8> + Display>(
    number: N,
    one: &str,
    many: &str,
) -> String {
    let noun = if number == N::from(1) { one } else { many };
    format!("{number} {noun}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_single_item_is_named_in_the_singular() {
        let check = |number: u64, expected| assert_eq!(counted(number, "ply", "plies"), expected);
        check(0, "0 plies");
        check(1, "1 ply");
        check(2, "2 plies");
    }
}
