//! An order for going through positions.

use board_engine::zobrist;

/// An order of the numbers below a count, in which neighbors are far apart: positions side by side in a file are of the same
/// game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Order {
    count: usize,
    step: usize,
    first: usize,
}

impl Order {
    /// Another order for each `round`.
    ///
    /// # Panics
    /// If `count` is 0.
    pub fn new(count: usize, round: u32) -> Self {
        let drawn = |number| {
            usize::try_from(zobrist::mix(&[round.into(), number]) >> 1).unwrap_or(0) % count
        };
        let has_no_common_divisor = |&step: &usize| {
            let (mut one, mut other) = (count, step);
            while other != 0 {
                (one, other) = (other, one % other);
            }
            one == 1
        };
        let step = (drawn(1)..=count).find(has_no_common_divisor).unwrap_or(1);
        Self { count, step, first: drawn(2) }
    }

    /// The number that comes after so many others.
    pub fn at(&self, number: usize) -> usize {
        let product = number as u128 * self.step as u128 + self.first as u128;
        usize::try_from(product % self.count as u128).unwrap_or(0)
    }
}
