//! Rays: the squares from each square to the edge of the board, for pieces that fly.
//!
//! The first piece on a ray is its lowest or its highest bit. A few operations find that bit at any distance, without a
//! loop or a branch. The alternatives are worse. Magic multiplication needs tables a hundred times as large. Parallel
//! bit extraction needs instructions that some processors lack. Subtracting reversed words requires that diagonals
//! survive a cheap reversal of the word, which ghost columns prevent.

use super::directions::DIRECTIONS;
use super::tables::{GHOST, Tables};

/// Half of each ray's word, for all rays from one square. The eight directions fill one cache line.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct RaysFromSquare([u64; DIRECTIONS]);

/// For each bit, the rays from its square, as the lower or the upper halves of their words.
pub(super) struct Rays([RaysFromSquare; 128]);

impl Rays {
    /// The lower 64 bits of all rays.
    pub(super) const fn lower(tables: &Tables) -> Self {
        Self::of(tables, 0)
    }

    /// The upper 64 bits of all rays.
    pub(super) const fn upper(tables: &Tables) -> Self {
        Self::of(tables, u64::BITS)
    }

    const fn of(tables: &Tables, first_bit: u32) -> Self {
        let mut rays = [RaysFromSquare([0; DIRECTIONS]); 128];
        let mut bit = 0;
        while bit < rays.len() {
            let mut direction = 0;
            while direction < DIRECTIONS && tables.squares[bit] != GHOST {
                rays[bit].0[direction] = half(ray(tables, bit, direction), first_bit);
                direction += 1;
            }
            bit += 1;
        }
        Self(rays)
    }

    /// The half of the ray from this bit's square.
    #[inline]
    pub(super) const fn from(&self, bit: u32, direction: usize) -> u64 {
        self.0[bit as usize % self.0.len()].0[direction]
    }
}

/// The squares from this bit's square to the edge, excluding the first.
const fn ray(tables: &Tables, bit: usize, direction: usize) -> u128 {
    let mut ray = 0;
    #[expect(clippy::cast_possible_truncation, reason = "less than 128")]
    let mut next = (bit as u32).checked_add_signed(tables.shifts[direction]);
    while let Some(square) = next {
        if square >= u128::BITS || tables.reach[direction] >> square & 1 == 0 {
            break;
        }
        ray |= 1 << square;
        next = square.checked_add_signed(tables.shifts[direction]);
    }
    ray
}

#[expect(clippy::cast_possible_truncation, reason = "only a half counts")]
const fn half(word: u128, first_bit: u32) -> u64 {
    (word >> first_bit) as u64
}

#[cfg(test)]
mod tests {
    use board_engine::{Bitboard, Word, zobrist};

    use crate::layout::{Directions, Layout, Set, for_each_direction};
    use crate::variant::{
        Canadian, Frisian, International, InternationalOn, Russian, Spanish, Turkish, Variant,
    };

    fn check_all<V: Variant>() {
        for_each_direction!(Directions::all(V::RULES.lines, true), D => check::<V, D>());
    }

    /// A random set of about half or three quarters of the squares on the board.
    fn squares<V: Variant>(seed: u64) -> Set<V> {
        let word = |part| zobrist::mix(&[seed, part]);
        let bits = |part| u128::from(word(part)) << 64 | u128::from(word(part + 1));
        let bits = if seed.is_multiple_of(2) { bits(0) } else { bits(0) | bits(2) };
        Bitboard(V::Word::truncated(bits)) & Layout::<V>::board()
    }

    fn check<V: Variant, const D: usize>() {
        for seed in 0..50 {
            let free = squares::<V>(seed);
            let wanted = squares::<V>(seed + 1_000) - free;
            for from in Layout::<V>::board() {
                let mut reached = Bitboard::EMPTY;
                let step = |set| Layout::<V>::step::<D>(set) & Layout::<V>::board();
                let mut next = step(Bitboard::single(from));
                while next.meets(free) {
                    reached |= next;
                    next = step(next);
                }
                let name = V::RULES.name;
                assert_eq!(Layout::<V>::slides::<D>(from, free), reached, "{name}, {from}");
                assert_eq!(Layout::<V>::first_blocked::<D>(from, free), next, "{name}, {from}");
                let meets = Layout::<V>::meets_first::<D>(from, free, wanted);
                assert_eq!(meets, next.meets(wanted), "{name}, {from}");
            }
        }
    }

    #[test]
    fn rays_and_steps_end_at_the_same_square() {
        check_all::<International>();
        check_all::<Russian>();
        check_all::<Spanish>();
        check_all::<Turkish>();
        check_all::<Frisian>();
        check_all::<Canadian>();
        check_all::<InternationalOn<u128, 14, 6>>();
    }
}
