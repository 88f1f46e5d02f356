//! The layers after the hidden units.

use fearless_simd::prelude::*;
use fearless_simd::{f32x16, i16x32, i32x16};

use super::weights::{ChessLayers, whole};
use super::{FIRST, FIRST_UNIT, HIDDEN, SECOND, UNIT};

/// The layers for one number of pieces.
#[derive(Debug)]
pub(super) struct Layers {
    /// The weights to all units of the first layer for every two pairs of hidden units that are [`STEP`] apart.
    first: Vec<[[i16; 2]; FIRST]>,
    first_biases: [f32; FIRST],
    second: [[f32; SECOND]; 2 * FIRST],
    second_biases: [f32; SECOND],
    last: [f32; SECOND],
    last_bias: f32,
}

/// The number of bits cut from the product of two units so that it fits into 8.
const CUT: u32 = 8;
/// The fixed-point form of a first-layer unit with sum 1.
#[expect(clippy::cast_precision_loss, reason = "a power of 2 is exact")]
const PART: f32 = (1 << CUT) as f32 / (UNIT as f32 * UNIT as f32 * FIRST_UNIT as f32);
/// The upper bound on the sum of a first-layer unit's absolute weights. This bound makes the sum of products fit into
/// 32 bits.
const SIZE_MAX: u32 = i32::MAX as u32 / ((UNIT as u32 * UNIT as u32) >> CUT);

/// The distance between two pairs of hidden units that are multiplied together: half of a view.
const STEP: usize = HIDDEN / 4;
/// The number of independent partial sums for the first layer's units.
const CHAINS: usize = 4;

impl Layers {
    /// Prepares the layers for computing; the first layer's weights become fixed-point numbers. `None` if sums could
    /// overflow.
    pub(super) fn of(layers: &ChessLayers) -> Option<Self> {
        let weight = |at: usize, unit: usize| whole(layers.first[at][unit], FIRST_UNIT);
        let size = |unit| -> u32 {
            (0..HIDDEN).map(|at| u32::from(weight(at, unit).unsigned_abs())).sum()
        };
        if (0..FIRST).any(|unit| size(unit) > SIZE_MAX) {
            return None;
        }
        let two = |at| std::array::from_fn(|unit| [weight(at, unit), weight(at + STEP, unit)]);
        Some(Self {
            first: (0..HIDDEN).filter(|at| (at / STEP).is_multiple_of(2)).map(two).collect(),
            first_biases: layers.first_biases,
            second: layers.second,
            second_biases: layers.second_biases,
            last: layers.last,
            last_bias: layers.last_bias,
        })
    }

    /// The output for the hidden units' sums in the mover's view and in the opponent's view.
    #[expect(clippy::inline_always, reason = "it shall be compiled for the widest instructions")]
    #[inline(always)]
    pub(super) fn output<S: Simd>(&self, simd: S, views: [&[i16]; 2]) -> f32 {
        let halves = |numbers: &[f32; SECOND]| {
            let (low, high) = numbers.split_at(SECOND / 2);
            [low, high].map(|half| f32x16::from_slice(simd, half))
        };
        let mut units = halves(&self.second_biases);
        for (input, weights) in self.first_units(simd, &pairs(views)).iter().zip(&self.second) {
            for (units, weights) in units.iter_mut().zip(halves(weights)) {
                *units += weights * *input;
            }
        }
        let [one, other] = units.map(|units| units.max(0.0).min(1.0));
        let [weights, other_weights] = halves(&self.last);
        let (one, other) = (one * weights + other * other_weights).split();
        let sums: [f32; SECOND / 4] = (one + other).into();
        sums.iter().sum::<f32>() + self.last_bias
    }

    /// The units in the first layer, then the square of each, all between 0 and 1.
    #[expect(clippy::inline_always, reason = "it shall be compiled for the widest instructions")]
    #[expect(clippy::cast_precision_loss, reason = "the sums are far from the limit")]
    #[inline(always)]
    fn first_units<S: Simd>(&self, simd: S, twos: &[i32; HIDDEN / 2]) -> [f32; 2 * FIRST] {
        // Several independent sums, which don't wait for each other.
        let mut sums = [i32x16::splat(simd, 0); CHAINS];
        let parts = twos.as_chunks::<CHAINS>().0.iter().zip(self.first.as_chunks::<CHAINS>().0);
        for (twos, weights) in parts {
            for (sum, (&two, weights)) in sums.iter_mut().zip(twos.iter().zip(weights)) {
                let two: i16x32<S> = i32x16::splat(simd, two).bitcast();
                let weights = i16x32::from_slice(simd, weights.as_flattened());
                *sum += two.pairwise_dot_product(weights);
            }
        }
        let [one, two, three, four] = sums;
        let sums: [i32; FIRST] = ((one + two) + (three + four)).into();
        let mut units = [0.0; 2 * FIRST];
        for (unit, (sum, bias)) in sums.iter().zip(&self.first_biases).enumerate() {
            let sum = *sum as f32 * PART + bias;
            units[unit] = sum.clamp(0.0, 1.0);
            units[FIRST + unit] = (sum * sum).min(1.0);
        }
        units
    }
}

/// The products of each unit in the first half of a view with a unit in the second half. Each number contains two
/// products, [`STEP`] apart.
#[expect(clippy::inline_always, reason = "it shall be compiled for the widest instructions")]
#[inline(always)]
fn pairs(views: [&[i16]; 2]) -> [i32; HIDDEN / 2] {
    let mut twos = [0; HIDDEN / 2];
    for (twos, sums) in twos.chunks_exact_mut(STEP).zip(views) {
        let (ones, others) = sums.split_at(HIDDEN / 2);
        let mut pairs = [0; HIDDEN / 2];
        for (pair, (one, other)) in pairs.iter_mut().zip(ones.iter().zip(others)) {
            let [one, other] = [one, other].map(|unit| (*unit).clamp(0, UNIT).cast_unsigned());
            *pair = one.wrapping_mul(other) >> CUT;
        }
        let (lows, highs) = pairs.split_at(STEP);
        for (two, (&low, &high)) in twos.iter_mut().zip(lows.iter().zip(highs)) {
            *two = i32::from(low) | i32::from(high) << i16::BITS;
        }
    }
    twos
}
