//! The layers after the first.

use std::io;

use super::{Numbers, SUMS};

/// The layers for one number of pieces.
pub(super) struct Layers {
    first: Layer<SUMS, FIRST>,
    second: Layer<SECOND_INPUTS, SECOND>,
    last: Layer<SECOND, 1>,
}

/// The outputs of the first layer: 15 units, and one number that bypasses the other layers.
const FIRST: usize = 16;
/// The units squared and unsquared, with padding.
const SECOND_INPUTS: usize = 32;
const SECOND: usize = 32;
/// The fixed-point form of the activation 1.
const ONE: i16 = 127;
/// The number of fractional bits in a weight.
const WEIGHT_BITS: u32 = 6;
/// The fixed-point form of 1 in the bypass output, and its target value.
const AROUND: [i32; 2] = [ONE as i32 * (1 << WEIGHT_BITS), 600 * super::OUTPUT_SCALE];

impl Layers {
    pub(super) fn read(file: &mut Numbers) -> io::Result<Self> {
        file.long()?;
        Ok(Self { first: Layer::read(file)?, second: Layer::read(file)?, last: Layer::read(file)? })
    }

    /// The output for the sums in the mover's view and in the opponent's view.
    pub(super) fn output(&self, views: [&[i16; SUMS]; 2]) -> i32 {
        let mut inputs = [0; SUMS];
        for (inputs, sums) in inputs.as_chunks_mut::<{ SUMS / 2 }>().0.iter_mut().zip(views) {
            let (left, right) = sums.split_at(SUMS / 2);
            for ((input, left), right) in inputs.iter_mut().zip(left).zip(right) {
                *input = ((*left).clamp(0, ONE) * (*right).clamp(0, ONE)) >> 7;
            }
        }
        let first = self.first.outputs(&inputs);
        let mut inputs = [0; SECOND_INPUTS];
        for (index, &sum) in first[..FIRST - 1].iter().enumerate() {
            let squared = (i64::from(sum) * i64::from(sum)) >> (2 * WEIGHT_BITS + 7);
            inputs[index] = i16::try_from(squared).unwrap_or(ONE).min(ONE);
            inputs[FIRST - 1 + index] = active(sum);
        }
        let second = self.second.outputs(&inputs).map(active);
        let around = first[FIRST - 1] * AROUND[1] / AROUND[0];
        self.last.outputs(&second)[0] + around
    }
}

/// The activation for a sum.
fn active(sum: i32) -> i16 {
    i16::try_from((sum >> WEIGHT_BITS).clamp(0, ONE.into())).unwrap_or(ONE)
}

/// Weights and biases.
struct Layer<const INPUTS: usize, const OUTPUTS: usize> {
    biases: [i32; OUTPUTS],
    weights: Vec<[i16; INPUTS]>,
}

impl<const INPUTS: usize, const OUTPUTS: usize> Layer<INPUTS, OUTPUTS> {
    fn read(file: &mut Numbers) -> io::Result<Self> {
        let biases = file.longs(OUTPUTS)?;
        let bytes = file.bytes(INPUTS * OUTPUTS)?;
        let weights: Vec<i16> = bytes.iter().map(|byte| byte.cast_signed().into()).collect();
        let biases = std::array::from_fn(|output| biases[output]);
        Ok(Self { biases, weights: weights.as_chunks().0.to_vec() })
    }

    fn outputs(&self, inputs: &[i16; INPUTS]) -> [i32; OUTPUTS] {
        std::array::from_fn(|output| {
            let products = inputs.iter().zip(&self.weights[output]);
            self.biases[output]
                + products
                    .map(|(&input, &weight)| i32::from(input) * i32::from(weight))
                    .sum::<i32>()
        })
    }
}
