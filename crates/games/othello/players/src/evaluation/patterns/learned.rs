//! The weights learned by `examples/tune`.

use std::sync::LazyLock;

use super::OthelloPatterns;
use crate::evaluation::terms::TERM_COUNT;

/// For each pattern its weights at the knots, in hundredths of the unit of scores, as signed bytes.
#[inline]
pub(super) fn weights() -> &'static [[u8; OthelloPatterns::KNOTS]] {
    static WEIGHTS: LazyLock<Vec<u8>> =
        LazyLock::new(|| system::packed::embedded(include_bytes!("learned.bin.gz")));
    WEIGHTS.as_chunks().0
}

/// For each knot the weights of the terms, in thousandths of the unit of scores.
pub(super) const TERMS: [[i32; TERM_COUNT]; OthelloPatterns::KNOTS] = [
    [387, -285, 111, 70, -199, -213, -52, 131, 25, 82, 38],
    [190, -43, 128, 731, -650, -209, 5, 140, 5, -126, -257],
    [105, 26, 167, 1995, -1658, -197, 132, 248, -14, -280, -21],
    [99, 40, -103, 1971, -2476, -1314, 93, 1195, -193, 46, -323],
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_pattern_has_weights() {
        assert_eq!(weights().len(), OthelloPatterns::CONTENTS);
    }
}
