//! The layers after the accumulators.

use fearless_simd::prelude::*;
use fearless_simd::{i16x32, i32x16};

use crate::fixed_point::{LATER_SHIFT, UNIT_MAX, rounded_bias};
use crate::weights::{HIDDEN, OUTPUTS};

/// The number of sums computed independently.
const CHAINS: usize = 4;

/// The integer weights of the layers after the accumulators.
#[derive(Debug)]
pub(super) struct Layers {
    /// The weights from each pair of neighboring accumulators to all hidden units.
    hidden: Vec<[[i16; 2]; HIDDEN]>,
    hidden_biases: [i32; HIDDEN],
    outputs: [[i16; HIDDEN]; OUTPUTS],
    output_biases: [i32; OUTPUTS],
}

impl Layers {
    /// The layers with these weights, row by row.
    pub(super) fn new(
        hidden: &[i16],
        hidden_biases: &[f32],
        outputs: &[i16],
        output_biases: &[f32],
    ) -> Self {
        let width = hidden.len() / HIDDEN;
        let weight = |unit: usize, from: usize| hidden[unit * width + from];
        let pair = |from: usize| {
            std::array::from_fn(|unit| [weight(unit, 2 * from), weight(unit, 2 * from + 1)])
        };
        Self {
            hidden: (0..width / 2).map(pair).collect(),
            hidden_biases: std::array::from_fn(|unit| rounded_bias(hidden_biases[unit])),
            outputs: std::array::from_fn(|output| {
                std::array::from_fn(|unit| outputs[output * HIDDEN + unit])
            }),
            output_biases: std::array::from_fn(|output| rounded_bias(output_biases[output])),
        }
    }

    /// The outputs for clipped accumulators, with the widest instructions.
    #[expect(clippy::inline_always, reason = "it shall be compiled for the widest instructions")]
    #[inline(always)]
    pub(super) fn outputs<S: Simd>(&self, simd: S, units: &[i16]) -> [i32; OUTPUTS] {
        let mut sums = [i32x16::splat(simd, 0); CHAINS];
        let pairs = units.as_chunks::<{ 2 * CHAINS }>().0;
        for (pairs, weights) in pairs.iter().zip(self.hidden.as_chunks::<CHAINS>().0) {
            for (index, sum) in sums.iter_mut().enumerate() {
                let [one, other] = [pairs[2 * index], pairs[2 * index + 1]];
                // Units are not negative, so no sign is carried over.
                let two = i32::from(one) | i32::from(other) << i16::BITS;
                let two: i16x32<S> = i32x16::splat(simd, two).bitcast();
                let weights = i16x32::from_slice(simd, weights[index].as_flattened());
                *sum += two.pairwise_dot_product(weights);
            }
        }
        let [one, two, three, four] = sums;
        self.from_hidden(((one + two) + (three + four)).into())
    }

    /// The same outputs in plain arithmetic.
    pub(super) fn outputs_by_definition(&self, units: &[i16]) -> [i32; OUTPUTS] {
        let mut sums = [0; HIDDEN];
        for (pair, weights) in units.as_chunks::<2>().0.iter().zip(&self.hidden) {
            for (sum, weights) in sums.iter_mut().zip(weights) {
                *sum += i32::from(pair[0]) * i32::from(weights[0])
                    + i32::from(pair[1]) * i32::from(weights[1]);
            }
        }
        self.from_hidden(sums)
    }

    /// The outputs for the hidden units' sums without their biases.
    #[expect(clippy::inline_always, reason = "it shall be compiled for the widest instructions")]
    #[expect(
        clippy::wrong_self_convention,
        reason = "it reads from the hidden layer to the output"
    )]
    #[inline(always)]
    fn from_hidden(&self, sums: [i32; HIDDEN]) -> [i32; OUTPUTS] {
        let mut outputs = self.output_biases;
        for (unit, (sum, bias)) in sums.iter().zip(&self.hidden_biases).enumerate() {
            let unit_value = ((sum + bias) >> LATER_SHIFT).clamp(0, UNIT_MAX.into());
            for (output, weights) in outputs.iter_mut().zip(&self.outputs) {
                *output += unit_value * i32::from(weights[unit]);
            }
        }
        outputs
    }
}
