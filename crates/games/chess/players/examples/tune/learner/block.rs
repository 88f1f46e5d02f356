//! Blocks of positions that pass through the network together.

use chess_players::{ChessInputs, ChessNetwork};

use super::layers::Active;
use super::weights::{LANES, Lanes, SLICES, Units, Weights};
use crate::packed::Packed;
use crate::teacher::Teacher;

/// The maximum block size; a block's units fit into the CPU cache.
pub(super) const BLOCK: usize = 64;

/// The change in log odds for a hundredth of a pawn.
const HUNDREDTH: f32 = 1.0 / ChessNetwork::SCALE as f32;
/// The sign of an input in the mover's view and in the opponent's view.
const SIGNS: [f32; 2] = [0.5, -0.5];

/// A training position.
struct Sample {
    inputs: ChessInputs,
    layer_set: usize,
    /// The mover's expected points, 0 to 1.
    target: f32,
    /// The network's estimate of the target.
    chance: f32,
}

impl Sample {
    fn of(packed: &Packed) -> Self {
        let score = f32::from(packed.score()) / Teacher::SCALE;
        Self {
            inputs: packed.inputs(),
            layer_set: ChessNetwork::layer_set(packed.count()),
            target: 1.0 / (1.0 + (-score).exp()),
            chance: 0.0,
        }
    }

    fn views(&self) -> [&[u16]; 2] {
        [&self.inputs.mover, &self.inputs.opponent]
    }
}

/// The positions, each with its unit activations in the mover's view and in the opponent's view.
pub(super) struct Block {
    samples: Vec<Sample>,
    units: Vec<[Units; 2]>,
    active: Vec<Active>,
}

impl Block {
    pub(super) fn new() -> Self {
        Self {
            samples: Vec::new(),
            units: vec![[[[0.0; LANES]; SLICES]; 2]; BLOCK],
            active: vec![Active::NONE; BLOCK],
        }
    }

    /// Passes up to [`BLOCK`] positions through the network. Returns the sum of the losses.
    pub(super) fn activate(&mut self, weights: &Weights, block: &[Packed]) -> f64 {
        self.samples.clear();
        self.samples.extend(block.iter().map(Sample::of));
        for (slice, rows) in weights.slices().enumerate() {
            for (sample, units) in self.samples.iter().zip(&mut self.units) {
                for (inputs, units) in sample.views().into_iter().zip(units) {
                    units[slice] = sum(weights.biases[slice], rows, inputs);
                }
            }
        }
        let mut loss = 0.0;
        for ((sample, units), active) in
            self.samples.iter_mut().zip(&self.units).zip(&mut self.active)
        {
            let mut value = 0.0;
            for (inputs, sign) in sample.views().into_iter().zip(SIGNS) {
                value +=
                    sign * inputs.iter().map(|&at| weights.values[usize::from(at)]).sum::<f32>();
            }
            let [own, other] = units;
            let layers = &weights.layers[sample.layer_set];
            let output = active.activate(layers, [own.as_flattened(), other.as_flattened()]);
            let sum = output + value * HUNDREDTH;
            sample.chance = 1.0 / (1.0 + (-sum).exp());
            loss += divergence(sample.chance, sample.target);
        }
        loss
    }

    /// Adds the gradients of the loss at these positions, times `share`. Consumes the units.
    pub(super) fn add_slopes(&mut self, weights: &Weights, slopes: &mut Weights, share: f32) {
        for ((sample, units), active) in self.samples.iter().zip(&mut self.units).zip(&self.active)
        {
            let error = (sample.chance - sample.target) * share;
            let [own, other] = units;
            active.add_slopes(
                &weights.layers[sample.layer_set],
                &mut slopes.layers[sample.layer_set],
                [own.as_flattened_mut(), other.as_flattened_mut()],
                error,
            );
            for (inputs, sign) in sample.views().into_iter().zip(SIGNS) {
                for &input in inputs {
                    slopes.values[usize::from(input)] += error * HUNDREDTH * sign;
                }
            }
        }
        for units in self.units[..self.samples.len()].as_flattened() {
            add(slopes.biases.as_flattened_mut(), units.as_flattened());
        }
        for (slice, rows) in slopes.slices_mut().enumerate() {
            for (sample, units) in self.samples.iter().zip(&self.units) {
                for (inputs, units) in sample.views().into_iter().zip(units) {
                    for &input in inputs {
                        add(&mut rows[usize::from(input)], &units[slice]);
                    }
                }
            }
        }
    }
}

/// The sums for some of the units.
#[inline]
fn sum(biases: Lanes, rows: &[Lanes], inputs: &[u16]) -> Lanes {
    let mut sum = biases;
    for &input in inputs {
        add(&mut sum, &rows[usize::from(input)]);
    }
    sum
}

#[inline]
fn add(sums: &mut [f32], numbers: &[f32]) {
    for (sum, number) in sums.iter_mut().zip(numbers) {
        *sum += number;
    }
}

/// The divergence of an estimated probability from its target (Kullback and Leibler, 1951).
fn divergence(chance: f32, target: f32) -> f64 {
    let [chance, target] = [chance, target].map(|chance| f64::from(chance).clamp(1e-6, 1.0 - 1e-6));
    target * (target / chance).ln() + (1.0 - target) * ((1.0 - target) / (1.0 - chance)).ln()
}
