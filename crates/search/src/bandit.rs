//! What the searches that try things out have in common.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::Rng;

/// A number in `0..count`. The high half of the product is drawn evenly but for one part in 2³² / `count`, and needs no
/// division (Lemire, "Fast Random Integer Generation in an Interval", 2019).
#[inline]
pub(crate) fn below(count: u32, rng: &mut Xoshiro256PlusPlus) -> u32 {
    ((u64::from(rng.next_u32()) * u64::from(count)) >> 32) as u32
}

/// The natural logarithm of a count, in straight pieces between the powers of two: quick, and the same on every machine.
#[inline]
#[expect(clippy::cast_precision_loss, reason = "a bound needs no more digits")]
pub(crate) fn logarithm(count: u32) -> f32 {
    let exponent = count.max(1).ilog2();
    let power = 1_u32 << exponent;
    let rest = (count.max(1) - power) as f32 / power as f32;
    (exponent as f32 + rest) * std::f32::consts::LN_2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logarithm_is_near_and_grows() {
        let counts: Vec<u32> = (1..2_000).chain([1 << 20, u32::MAX]).collect();
        for &count in &counts {
            assert!((f64::from(logarithm(count)) - f64::from(count).ln()).abs() < 0.07, "{count}");
        }
        assert!(counts.windows(2).all(|pair| logarithm(pair[0]) < logarithm(pair[1])));
    }
}
