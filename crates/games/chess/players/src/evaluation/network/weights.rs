//! The network's floating-point weights, for training, with their file format.

use super::{
    ChessInputs, ChessNetwork, FIRST, FIRST_UNIT, HIDDEN, SECOND, UNIT, VALUE_UNIT, WEIGHTS,
};

/// The floating-point weights during training.
#[derive(Clone, Debug)]
pub struct ChessWeights {
    /// For each input, the weights to the hidden units, −[`MAX`](Self::MAX)..=`MAX`.
    pub inputs: Vec<[f32; HIDDEN]>,
    /// The hidden units' biases, in the same range.
    pub biases: [f32; HIDDEN],
    /// The value of each input in hundredths of a pawn.
    pub values: Vec<f32>,
    /// The layers after the hidden units, one set for each range of piece counts.
    pub layers: Vec<ChessLayers>,
}

/// The weights of the layers after the hidden units.
#[derive(Clone, Debug)]
pub struct ChessLayers {
    /// For each pair of hidden units, with the mover's view first, the weights to the first layer,
    /// −[`MAX`](ChessWeights::MAX)..=`MAX`.
    pub first: Vec<[f32; FIRST]>,
    /// The first layer's biases.
    pub first_biases: [f32; FIRST],
    /// For each of those units, then for the square of each, the weights to the units in the second layer.
    pub second: [[f32; SECOND]; 2 * FIRST],
    /// The second layer's biases.
    pub second_biases: [f32; SECOND],
    /// The second layer's weights to the output.
    pub last: [f32; SECOND],
    /// The output's bias.
    pub last_bias: f32,
}

impl ChessWeights {
    /// The bound for every weight, which makes sums fit into 16 bits.
    pub const MAX: f32 = 1.98;

    /// The weights in the format of `weights.bin`, little-endian. First come the weights to the hidden units, their
    /// biases and the values, as 16-bit numbers. Each set of layers follows: the weights to each unit in the first
    /// layer as 16-bit numbers, then all others as 32-bit floating-point numbers, in the order of [`ChessLayers`].
    pub fn to_bytes(&self) -> Vec<u8> {
        let inputs = self.inputs.iter().flatten().chain(&self.biases);
        let units = inputs.flat_map(|&weight| short(weight, UNIT));
        let values = self.values.iter().flat_map(|&value| short(value, VALUE_UNIT));
        units.chain(values).chain(self.layers.iter().flat_map(ChessLayers::to_bytes)).collect()
    }

    /// The program's weights.
    ///
    /// # Panics
    ///
    /// If the data belongs to a network of another size, which never happens in a tested build.
    pub fn built_in() -> Self {
        Self::from_bytes(&system::packed::embedded(WEIGHTS))
            .expect("the file belongs to this network")
    }

    /// Reads the output of [`to_bytes`](Self::to_bytes). `None` if the length is wrong.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut reader = Reader(bytes);
        let mut units = || Some(fractions(reader.shorts::<HIDDEN>()?, UNIT));
        let inputs = (0..ChessInputs::COUNT).map(|_| units()).collect::<Option<_>>()?;
        let biases = units()?;
        let values = fractions(reader.shorts::<{ ChessInputs::COUNT }>()?, VALUE_UNIT).to_vec();
        let layers = (0..ChessNetwork::LAYER_SETS).map(|_| ChessLayers::read(&mut reader));
        let layers = layers.collect::<Option<_>>()?;
        reader.0.is_empty().then_some(Self { inputs, biases, values, layers })
    }
}

impl ChessLayers {
    /// All weights 0.
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

    /// Reads the layers. `None` if the data is too short.
    fn read(reader: &mut Reader<'_>) -> Option<Self> {
        let mut layers = Self::zero();
        for unit in 0..FIRST {
            let weights = fractions(reader.shorts::<HIDDEN>()?, FIRST_UNIT);
            for (row, weight) in layers.first.iter_mut().zip(weights) {
                row[unit] = weight;
            }
        }
        layers.first_biases = reader.floats()?;
        for weights in &mut layers.second {
            *weights = reader.floats()?;
        }
        layers.second_biases = reader.floats()?;
        layers.last = reader.floats()?;
        [layers.last_bias] = reader.floats()?;
        Some(layers)
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

/// Converts to 16-bit fixed point, in which `unit` represents 1.
#[expect(clippy::cast_possible_truncation, reason = "it is meant to be cut to 16 bits")]
pub(super) fn whole(number: f32, unit: i16) -> i16 {
    (number * f32::from(unit)).round() as i16
}

/// Like [`whole`], but returns two little-endian bytes.
fn short(number: f32, unit: i16) -> [u8; 2] {
    whole(number, unit).to_le_bytes()
}

/// The inverse of [`whole`].
fn fractions<const COUNT: usize>(numbers: [i16; COUNT], unit: i16) -> [f32; COUNT] {
    numbers.map(|number| f32::from(number) / f32::from(unit))
}

/// Reads little-endian numbers.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    /// Reads `COUNT` numbers of 16 bits. `None` if there are fewer.
    fn shorts<const COUNT: usize>(&mut self) -> Option<[i16; COUNT]> {
        self.numbers(i16::from_le_bytes)
    }

    fn floats<const COUNT: usize>(&mut self) -> Option<[f32; COUNT]> {
        self.numbers(f32::from_le_bytes)
    }

    fn numbers<N: Copy + Default, const COUNT: usize, const SIZE: usize>(
        &mut self,
        read: fn([u8; SIZE]) -> N,
    ) -> Option<[N; COUNT]> {
        let (bytes, rest) = self.0.split_at_checked(COUNT * SIZE)?;
        self.0 = rest;
        let mut numbers = [N::default(); COUNT];
        for (number, &bytes) in numbers.iter_mut().zip(bytes.as_chunks().0) {
            *number = read(bytes);
        }
        Some(numbers)
    }
}
