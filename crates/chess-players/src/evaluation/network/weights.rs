//! The weights of the network with fractions, while they are learned, and how they are written.

use super::{FIRST, FIRST_UNIT, HIDDEN, SECOND, UNIT, VALUE_UNIT};

/// Weights with fractions, while they are learned.
#[derive(Clone, Debug)]
pub struct ChessWeights {
    /// For each input, the weights to the hidden units, −[`MAX`](Self::MAX)..=`MAX`.
    pub inputs: Vec<[f32; HIDDEN]>,
    /// What the hidden units begin with, in the same bounds.
    pub biases: [f32; HIDDEN],
    /// The value of each input in hundredths of a pawn.
    pub values: Vec<f32>,
    /// The layers after the hidden units, a set for each number of pieces.
    pub layers: Vec<ChessLayers>,
}

/// The weights of the layers after the hidden units.
#[derive(Clone, Debug)]
pub struct ChessLayers {
    /// For each pair of hidden units, those of the mover's view before those of the other one, its weights to the units of
    /// the first layer, −[`MAX`](ChessWeights::MAX)..=`MAX`.
    pub first: Vec<[f32; FIRST]>,
    /// What those units begin with.
    pub first_biases: [f32; FIRST],
    /// For each of those units, and then for the square of each, the weights to the units of the second layer.
    pub second: [[f32; SECOND]; 2 * FIRST],
    /// What those units begin with.
    pub second_biases: [f32; SECOND],
    /// Their weights to the output.
    pub last: [f32; SECOND],
    /// What the output begins with.
    pub last_bias: f32,
}

impl ChessWeights {
    /// What no weight may pass, so that sums fit into 16 bits.
    pub const MAX: f32 = 1.98;

    /// The weights as `weights.bin` has them, the lowest byte first: as numbers of 16 bits those to the hidden units, their
    /// biases and the values; then, for each set of layers, as numbers of 16 bits the weights to each unit of the first
    /// layer, and as floating-point numbers of 32 bits all others in the order of [`ChessLayers`].
    pub fn to_bytes(&self) -> Vec<u8> {
        let inputs = self.inputs.iter().flatten().chain(&self.biases);
        let units = inputs.flat_map(|&weight| short(weight, UNIT));
        let values = self.values.iter().flat_map(|&value| short(value, VALUE_UNIT));
        units.chain(values).chain(self.layers.iter().flat_map(ChessLayers::to_bytes)).collect()
    }
}

impl ChessLayers {
    /// All are 0.
    pub fn zero() -> Self {
        Self {
            first: vec![[0.0; FIRST]; HIDDEN],
            first_biases: [0.0; FIRST],
            second: [[0.0; SECOND]; 2 * FIRST],
            second_biases: [0.0; SECOND],
            last: [0.0; SECOND],
            last_bias: 0.0,
        }
    }

    fn to_bytes(&self) -> Vec<u8> {
        let Self { first, first_biases, second, second_biases, last, last_bias } = self;
        let to_units = (0..FIRST).flat_map(|unit| first.iter().map(move |row| row[unit]));
        let others = first_biases.iter().chain(second.as_flattened()).chain(second_biases);
        let others = others.chain(last).chain([last_bias]);
        let to_units = to_units.flat_map(|weight| short(weight, FIRST_UNIT));
        to_units.chain(others.flat_map(|number| number.to_le_bytes())).collect()
    }
}

/// A number whose 1 is `unit`, in 16 bits.
#[expect(clippy::cast_possible_truncation, reason = "it is meant to be cut to 16 bits")]
fn short(number: f32, unit: i16) -> [u8; 2] {
    ((number * f32::from(unit)).round() as i16).to_le_bytes()
}
