//! Numbers with the noun that they count.

use std::fmt::Display;

/// "1 table", "3 tables": so many of what has this name for one and for many.
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
    fn one_thing_has_the_name_for_one() {
        let check = |number: u64, expected| assert_eq!(counted(number, "ply", "plies"), expected);
        check(0, "0 plies");
        check(1, "1 ply");
        check(2, "2 plies");
    }
}
