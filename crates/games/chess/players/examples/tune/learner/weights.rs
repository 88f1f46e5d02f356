//! The network's weights in the order used for training.

#![expect(clippy::cast_precision_loss, reason = "numbers of 24 bits")]

use std::iter;

use board_engine::zobrist;
use chess_players::{ChessInputs, ChessLayers, ChessNetwork, ChessWeights};

use super::Limit;
use super::layers::{parts, parts_mut};

const HIDDEN: usize = ChessNetwork::HIDDEN;
/// The number of hidden units computed at a time, few enough that their weights stay in the L1 cache.
pub(super) const LANES: usize = 32;
/// The number of slices.
pub(super) const SLICES: usize = HIDDEN / LANES;

/// One number for each hidden unit in a slice.
pub(super) type Lanes = [f32; LANES];
/// One number for each hidden unit.
pub(super) type Units = [Lanes; SLICES];

/// Weights, or the gradients of the loss with respect to the weights.
#[derive(Clone, Debug)]
pub(super) struct Weights {
    /// The weights from all inputs to the first slice of units, then to the next slice, and so on.
    pub(super) inputs: Vec<Lanes>,
    pub(super) biases: Units,
    pub(super) layers: Vec<ChessLayers>,
    pub(super) values: Vec<f32>,
}

impl Weights {
    pub(super) fn zero() -> Self {
        let units = [[0.0; LANES]; SLICES];
        Self {
            inputs: vec![[0.0; LANES]; SLICES * ChessInputs::COUNT],
            biases: units,
            layers: vec![ChessLayers::zero(); ChessNetwork::LAYER_SETS],
            values: vec![0.0; ChessInputs::COUNT],
        }
    }

    /// The initial weights.
    pub(super) fn random() -> Self {
        let mut number = 0;
        let mut draw = |size: f32| {
            number += 1;
            let drawn = zobrist::mix(&[number]) >> 40;
            (drawn as f32 / (1_u64 << 23) as f32 - 1.0) * size
        };
        let mut weights = Self::zero();
        weights.inputs.as_flattened_mut().fill_with(|| draw(0.1));
        weights.biases.as_flattened_mut().fill(0.2);
        let mut layers = weights.layers[0].clone();
        layers.first.as_flattened_mut().fill_with(|| draw(0.12));
        layers.second.as_flattened_mut().fill_with(|| draw(0.2));
        layers.last.fill_with(|| draw(0.2));
        layers.first_biases.fill(0.1);
        layers.second_biases.fill(0.1);
        weights.layers.fill(layers);
        weights
    }

    /// The network's weights in this order.
    pub(super) fn of(network: ChessWeights) -> Self {
        let ChessWeights { inputs, biases, values, layers } = network;
        let mut weights = Self { layers, values, ..Self::zero() };
        weights.biases = slices(&biases);
        for (input, units) in inputs.iter().enumerate() {
            for (slice, lanes) in slices(units).into_iter().enumerate() {
                weights.inputs[slice * ChessInputs::COUNT + input] = lanes;
            }
        }
        weights
    }

    /// The weights from all inputs to the units in each slice.
    pub(super) fn slices(&self) -> impl Iterator<Item = &[Lanes]> {
        self.inputs.chunks_exact(ChessInputs::COUNT)
    }

    pub(super) fn slices_mut(&mut self) -> impl Iterator<Item = &mut [Lanes]> {
        self.inputs.chunks_exact_mut(ChessInputs::COUNT)
    }

    /// All numbers, in parts.
    pub(super) fn all(&self) -> impl Iterator<Item = &[f32]> {
        let Self { inputs, biases, layers, values } = self;
        let first = [&values[..], inputs.as_flattened(), biases.as_flattened()];
        first.into_iter().chain(layers.iter().flat_map(parts))
    }

    /// All numbers, in parts, mutably.
    pub(super) fn all_mut(&mut self) -> impl Iterator<Item = &mut [f32]> {
        let Self { inputs, biases, layers, values } = self;
        let first = [&mut values[..], inputs.as_flattened_mut(), biases.as_flattened_mut()];
        first.into_iter().chain(layers.iter_mut().flat_map(parts_mut))
    }

    /// The limits for each part.
    pub(super) fn limits() -> impl Iterator<Item = Limit> {
        let of_values = Limit { unit: ChessNetwork::SCALE as f32, max: 2000.0 };
        let of_weights = Limit { unit: 1.0, max: ChessWeights::MAX };
        iter::once(of_values).chain(iter::repeat(of_weights))
    }

    /// The weights in the order used in the network file.
    pub(super) fn in_order_of_file(&self) -> ChessWeights {
        let of_input = |input: usize| {
            let rows = self.inputs.iter().skip(input).step_by(ChessInputs::COUNT);
            units(rows.copied())
        };
        ChessWeights {
            inputs: (0..ChessInputs::COUNT).map(of_input).collect(),
            biases: units(self.biases.into_iter()),
            values: self.values.clone(),
            layers: self.layers.clone(),
        }
    }
}

/// The slices of all units.
fn slices(units: &[f32; HIDDEN]) -> Units {
    let mut slices = [[0.0; LANES]; SLICES];
    slices.as_flattened_mut().copy_from_slice(units);
    slices
}

/// All units from their slices.
fn units(slices: impl Iterator<Item = Lanes>) -> [f32; HIDDEN] {
    let mut units = [0.0; HIDDEN];
    for (units, slice) in units.as_chunks_mut().0.iter_mut().zip(slices) {
        *units = slice;
    }
    units
}
