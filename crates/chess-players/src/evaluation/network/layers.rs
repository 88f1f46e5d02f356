//! The layers after the hidden units.

use std::hint::black_box;

use super::{FIRST, FIRST_UNIT, HIDDEN, Reader, SECOND, UNIT};

/// Those for one number of pieces.
#[derive(Debug)]
pub(super) struct Layers {
    /// For each unit of the first layer, the weights of all pairs of hidden units.
    first: Vec<[i16; HIDDEN]>,
    first_biases: [f32; FIRST],
    second: [[f32; SECOND]; 2 * FIRST],
    second_biases: [f32; SECOND],
    last: [f32; SECOND],
    last_bias: f32,
}

/// The bits by which the product of two units is cut, so that it fits into 8.
const CUT: u32 = 8;
/// What a unit of the first layer is worth whose sum is 1 as a number.
#[expect(clippy::cast_precision_loss, reason = "a power of 2 is exact")]
const PART: f32 = (1 << CUT) as f32 / (UNIT as f32 * UNIT as f32 * FIRST_UNIT as f32);
/// What the weights to a unit of the first layer may come to, without their signs, so that the sum of its products fits into 32
/// bits.
const SIZE_MAX: u32 = i32::MAX as u32 / ((UNIT as u32 * UNIT as u32) >> CUT);

impl Layers {
    /// None if there is too little to read, or if sums could overflow.
    pub(super) fn read(reader: &mut Reader<'_>) -> Option<Self> {
        let first = (0..FIRST).map(|_| reader.shorts()).collect::<Option<Vec<_>>>()?;
        let size = |weights: &[i16; HIDDEN]| -> u32 {
            weights.iter().map(|&weight| u32::from(weight.unsigned_abs())).sum()
        };
        if first.iter().any(|weights| size(weights) > SIZE_MAX) {
            return None;
        }
        let first_biases = reader.floats()?;
        let mut second = [[0.0; SECOND]; 2 * FIRST];
        for weights in &mut second {
            *weights = reader.floats()?;
        }
        let (second_biases, last, [last_bias]) =
            (reader.floats()?, reader.floats()?, reader.floats()?);
        Some(Self { first, first_biases, second, second_biases, last, last_bias })
    }

    /// The output for the sums of the hidden units in the mover's view and in the other one.
    #[expect(clippy::inline_always, reason = "it shall be compiled for the widest instructions")]
    #[inline(always)]
    pub(super) fn output(&self, views: [&[i16]; 2]) -> f32 {
        // What is known of their signs would keep the compiler from multiplying and adding them in one instruction.
        let pairs = &black_box(pairs(views));
        let mut first = self.first_biases;
        for (unit, weights) in first.iter_mut().zip(&self.first) {
            *unit += product(pairs, weights);
        }
        let mut second = self.second_biases;
        let inputs = first.into_iter().chain(first.map(|unit| unit * unit));
        for (input, weights) in inputs.zip(&self.second) {
            let input = input.clamp(0.0, 1.0);
            for (unit, weight) in second.iter_mut().zip(weights) {
                *unit += input * weight;
            }
        }
        let mut products = [0.0; SECOND];
        for (product, (unit, weight)) in products.iter_mut().zip(second.iter().zip(&self.last)) {
            *product = unit.clamp(0.0, 1.0) * weight;
        }
        products.iter().sum::<f32>() + self.last_bias
    }
}

/// The products of each unit of the first half of a view with one of the second.
#[expect(clippy::inline_always, reason = "it shall be compiled for the widest instructions")]
#[inline(always)]
fn pairs(views: [&[i16]; 2]) -> [i16; HIDDEN] {
    let mut pairs = [0; HIDDEN];
    for (pairs, sums) in pairs.chunks_exact_mut(HIDDEN / 2).zip(views) {
        let (ones, others) = sums.split_at(HIDDEN / 2);
        for (pair, (one, other)) in pairs.iter_mut().zip(ones.iter().zip(others)) {
            let [one, other] = [one, other].map(|unit| (*unit).clamp(0, UNIT).cast_unsigned());
            *pair = (one.wrapping_mul(other) >> CUT).cast_signed();
        }
    }
    pairs
}

/// The sum of the pairs times their weights.
#[expect(clippy::inline_always, reason = "it shall be compiled for the widest instructions")]
#[expect(clippy::cast_precision_loss, reason = "the sum is far from the limit")]
#[inline(always)]
fn product(pairs: &[i16; HIDDEN], weights: &[i16; HIDDEN]) -> f32 {
    let products =
        pairs.iter().zip(weights).map(|(&pair, &weight)| i32::from(pair) * i32::from(weight));
    products.sum::<i32>() as f32 * PART
}
