//! A batch's loss and its gradients.

use fearless_simd::f32x8;
use fearless_simd::prelude::*;

use super::samples::{Samples, Target, Turns};
use crate::calibration;
use crate::weights::{ACCUMULATORS_STEP, HIDDEN, OUTPUTS, Shape};

/// The number of units per vector.
const LANES: usize = 8;
/// The number of accumulators that are summed in registers.
const TILE: usize = ACCUMULATORS_STEP;

/// Buffers for forward and backward passes.
#[derive(Debug)]
pub(super) struct Pass {
    width: usize,
    ends: [usize; 5],
    gradients: Vec<f32>,
    /// A buffer for first the accumulators, then their clipped values, then the gradients at the accumulators.
    sums: Vec<f32>,
    units: Vec<f32>,
    slopes: Vec<f32>,
    /// The inputs of a transformed sample.
    turned: Vec<u16>,
}

/// The parts of a network's weights, or of their gradients.
struct Parts<'a> {
    inputs: &'a [f32],
    biases: &'a [f32],
    hidden: &'a [f32],
    hidden_biases: &'a [f32],
    outputs: &'a [f32],
    output_biases: &'a [f32],
}

impl<'a> Parts<'a> {
    fn new(
        numbers: &'a [f32],
        [inputs, biases, hidden, hidden_biases, outputs]: [usize; 5],
    ) -> Self {
        Self {
            inputs: &numbers[..inputs],
            biases: &numbers[inputs..biases],
            hidden: &numbers[biases..hidden],
            hidden_biases: &numbers[hidden..hidden_biases],
            outputs: &numbers[hidden_biases..outputs],
            output_biases: &numbers[outputs..],
        }
    }
}

impl Pass {
    pub(super) fn new(shape: &Shape, ends: [usize; 5]) -> Self {
        let width = shape.accumulators;
        let zeros = || vec![0.0; width];
        let gradients = vec![0.0; shape.weights()];
        let turned = Vec::new();
        Self { width, ends, gradients, sums: zeros(), units: zeros(), slopes: zeros(), turned }
    }

    /// The gradients for the last slice.
    pub(super) fn gradients(&self) -> &[f32] {
        &self.gradients
    }

    /// Returns the sum of a slice's losses. Afterwards, [`gradients`](Self::gradients) returns the gradients of this
    /// sum times `share`.
    #[expect(clippy::inline_always, reason = "it shall be compiled for the widest instructions")]
    #[inline(always)]
    pub(super) fn run<S: Simd>(
        &mut self,
        simd: S,
        numbers: &[f32],
        samples: &Samples,
        turns: Turns<'_>,
        slice: &[u32],
        share: f32,
    ) -> f64 {
        self.gradients.fill(0.0);
        let parts = Parts::new(numbers, self.ends);
        let mut turned = std::mem::take(&mut self.turned);
        let mut loss = 0.0;
        for &index in slice {
            let (mut inputs, target) = samples.get(index);
            if let Some(symmetry) = turns.of(index) {
                turned.clear();
                turned.extend(inputs.iter().map(|&input| symmetry[usize::from(input)]));
                inputs = &turned;
            }
            self.accumulate(simd, &parts, inputs);
            let hidden_sums = self.hidden_sums(simd, &parts);
            let hidden = hidden_sums.map(|sum| sum.clamp(0.0, 1.0));
            let (sample_loss, output_slopes) = outputs(&parts, &hidden, target);
            loss += sample_loss;
            let output_slopes = output_slopes.map(|slope| slope * share);
            self.back(simd, &parts, inputs, (&hidden_sums, &hidden), output_slopes);
        }
        self.turned = turned;
        loss
    }

    /// Computes the accumulators and their clipped values.
    #[expect(clippy::inline_always, reason = "it shall be compiled for the widest instructions")]
    #[inline(always)]
    fn accumulate<S: Simd>(&mut self, simd: S, parts: &Parts<'_>, inputs: &[u16]) {
        let (zero, one) = (f32x8::splat(simd, 0.0), f32x8::splat(simd, 1.0));
        let tiles = self.sums.chunks_exact_mut(TILE).zip(self.units.chunks_exact_mut(TILE));
        for (tile, (sums, units)) in tiles.enumerate() {
            let first = tile * TILE;
            let load = |row: &[f32]| -> [f32x8<S>; TILE / LANES] {
                let row = &row[..TILE];
                std::array::from_fn(|index| f32x8::from_slice(simd, &row[index * LANES..][..LANES]))
            };
            let mut registers = load(&parts.biases[first..]);
            for &input in inputs {
                let row = load(&parts.inputs[usize::from(input) * self.width + first..]);
                for (sum, row) in registers.iter_mut().zip(row) {
                    *sum += row;
                }
            }
            let stored = sums.chunks_exact_mut(LANES).zip(units.chunks_exact_mut(LANES));
            for (sum, (sums, units)) in registers.into_iter().zip(stored) {
                sum.store_slice(sums);
                sum.max(zero).min(one).store_slice(units);
            }
        }
    }

    #[expect(clippy::inline_always, reason = "it shall be compiled for the widest instructions")]
    #[inline(always)]
    fn hidden_sums<S: Simd>(&self, simd: S, parts: &Parts<'_>) -> [f32; HIDDEN] {
        std::array::from_fn(|unit| {
            let row = &parts.hidden[unit * self.width..(unit + 1) * self.width];
            let mut sum = f32x8::splat(simd, 0.0);
            for (weights, units) in row.chunks_exact(LANES).zip(self.units.chunks_exact(LANES)) {
                sum += f32x8::from_slice(simd, weights) * f32x8::from_slice(simd, units);
            }
            let sums: [f32; LANES] = sum.into();
            // The terms are added in a fixed order, so the result is the same on every machine.
            sums.iter().sum::<f32>() + parts.hidden_biases[unit]
        })
    }

    /// Adds the gradients of one sample.
    #[expect(clippy::inline_always, reason = "it shall be compiled for the widest instructions")]
    #[inline(always)]
    fn back<S: Simd>(
        &mut self,
        simd: S,
        parts: &Parts<'_>,
        inputs: &[u16],
        (hidden_sums, hidden): (&[f32; HIDDEN], &[f32; HIDDEN]),
        output_slopes: [f32; OUTPUTS],
    ) {
        let [of_inputs, of_biases, of_hidden, of_hidden_biases, of_outputs] = self.ends;
        let mut hidden_slopes = [0.0; HIDDEN];
        for (output, slope) in output_slopes.into_iter().enumerate() {
            self.gradients[of_outputs + output] += slope;
            for (unit, hidden) in hidden.iter().enumerate() {
                let place = output * HIDDEN + unit;
                self.gradients[of_hidden_biases + place] += slope * hidden;
                hidden_slopes[unit] += slope * parts.outputs[place];
            }
        }
        self.slopes.fill(0.0);
        for (unit, slope) in hidden_slopes.into_iter().enumerate() {
            if !is_inside(hidden_sums[unit]) {
                continue;
            }
            self.gradients[of_hidden + unit] += slope;
            let row = unit * self.width..(unit + 1) * self.width;
            let gradients = &mut self.gradients[of_biases + row.start..of_biases + row.end];
            add_scaled(simd, gradients, &self.units, slope);
            add_scaled(simd, &mut self.slopes, &parts.hidden[row], slope);
        }
        for (slope, &sum) in self.slopes.iter_mut().zip(&self.sums) {
            *slope = if is_inside(sum) { *slope } else { 0.0 };
        }
        add(simd, &mut self.gradients[of_inputs..of_biases], &self.slopes);
        for &input in inputs {
            let first = usize::from(input) * self.width;
            add(simd, &mut self.gradients[first..first + self.width], &self.slopes);
        }
    }
}

/// Returns `true` if a sum is not clipped; its unit then has a gradient.
#[inline]
fn is_inside(sum: f32) -> bool {
    sum > 0.0 && sum < 1.0
}

/// The loss of a sample, and its gradients at the outputs.
#[expect(clippy::cast_possible_truncation, reason = "slopes need few digits")]
#[inline]
fn outputs(parts: &Parts<'_>, hidden: &[f32; HIDDEN], target: Target) -> (f64, [f32; OUTPUTS]) {
    let logits: [f32; OUTPUTS] = std::array::from_fn(|output| {
        let row = &parts.outputs[output * HIDDEN..(output + 1) * HIDDEN];
        let sum: f32 = row.iter().zip(hidden).map(|(weight, unit)| weight * unit).sum();
        sum + parts.output_biases[output]
    });
    let most = logits.iter().copied().fold(f32::MIN, f32::max);
    let chances = logits.map(|logit| calibration::exp(f64::from(logit - most)));
    let all: f64 = chances.iter().sum();
    let log_all = calibration::ln(all);
    let mut loss = 0.0;
    let mut slopes = [0.0; OUTPUTS];
    for output in 0..OUTPUTS {
        let target = f64::from(target.0[output]);
        loss += target * (log_all - f64::from(logits[output] - most));
        slopes[output] = (chances[output] / all - target) as f32;
    }
    (loss, slopes)
}

#[expect(clippy::inline_always, reason = "it shall be compiled for the widest instructions")]
#[inline(always)]
fn add<S: Simd>(simd: S, sums: &mut [f32], row: &[f32]) {
    let (sums, sums_left) = sums.as_chunks_mut::<LANES>();
    let (row, row_left) = row.as_chunks::<LANES>();
    for (sum, row) in sums.iter_mut().zip(row) {
        (f32x8::from_slice(simd, sum) + f32x8::from_slice(simd, row)).store_slice(sum);
    }
    for (sum, number) in sums_left.iter_mut().zip(row_left) {
        *sum += number;
    }
}

#[expect(clippy::inline_always, reason = "it shall be compiled for the widest instructions")]
#[inline(always)]
fn add_scaled<S: Simd>(simd: S, sums: &mut [f32], row: &[f32], factor: f32) {
    for (sum, row) in sums.chunks_exact_mut(LANES).zip(row.chunks_exact(LANES)) {
        let scaled = f32x8::from_slice(simd, row) * factor;
        (f32x8::from_slice(simd, sum) + scaled).store_slice(sum);
    }
}
