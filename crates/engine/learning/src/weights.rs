//! Network weights as floating-point numbers, for training and for files.

use std::path::Path;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::LearningError;
use crate::fixed_point::{self, LATER_UNIT, OUTPUT_UNIT, UNIT, rounded, rounded_bias};
use crate::sealed::{self, ContentReader, FileKind};

/// The default number of accumulators.
pub const ACCUMULATORS_DEFAULT: usize = 128;
/// The number of accumulators is a multiple of this, and at most [`ACCUMULATORS_MAX`].
pub(crate) const ACCUMULATORS_STEP: usize = 32;
/// Maximum number of accumulators.
pub(crate) const ACCUMULATORS_MAX: usize = 1024;
/// The number of hidden units.
pub(crate) const HIDDEN: usize = 16;
/// The number of outputs: a win, a draw and a loss for the mover.
pub(crate) const OUTPUTS: usize = 3;

/// The shape of a network, and its game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shape {
    /// The game's full name.
    pub game: String,
    /// The layout of the inputs: [`LearningInputs::layout`](crate::LearningInputs::layout).
    pub layout: u64,
    /// The number of inputs.
    pub inputs: usize,
    /// Maximum number of active inputs.
    pub active_max: usize,
    /// The number of accumulators.
    pub accumulators: usize,
}

impl Shape {
    /// The number of weights.
    pub(crate) const fn weights(&self) -> usize {
        (self.inputs + 1 + HIDDEN) * self.accumulators + HIDDEN + OUTPUTS * HIDDEN + OUTPUTS
    }

    fn to_bytes(&self) -> Vec<u8> {
        let Self { game, layout, inputs, active_max, accumulators } = self;
        let mut bytes = Vec::new();
        sealed::push_text(&mut bytes, game);
        bytes.extend(layout.to_le_bytes());
        for number in [inputs, active_max, accumulators] {
            bytes.extend(u32::try_from(*number).unwrap_or(u32::MAX).to_le_bytes());
        }
        bytes
    }

    /// Parses the output of [`to_bytes`](Self::to_bytes); `None` if it is invalid.
    fn read(reader: &mut ContentReader<'_>) -> Option<Self> {
        let (game, layout) = (reader.text()?, reader.u64()?);
        let mut number = || reader.u32().map(|number| number as usize);
        let (inputs, active_max, accumulators) = (number()?, number()?, number()?);
        let shape = Self { game, layout, inputs, active_max, accumulators };
        shape.is_possible().then_some(shape)
    }

    fn is_possible(&self) -> bool {
        (1..=crate::INPUTS_MAX).contains(&self.inputs)
            && (1..=crate::INPUTS_MAX).contains(&self.active_max)
            && (ACCUMULATORS_STEP..=ACCUMULATORS_MAX).contains(&self.accumulators)
            && self.accumulators.is_multiple_of(ACCUMULATORS_STEP)
    }
}

/// A network's weights.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    shape: Shape,
    /// The input rows, the accumulator biases, the hidden layer's rows and biases, then the output rows and biases.
    pub(crate) numbers: Vec<f32>,
    /// The mean training loss, in nats; 0 before training.
    pub(crate) loss: f32,
}

impl Weights {
    /// Small weights, drawn at random.
    ///
    /// # Panics
    /// If the shape is impossible.
    pub fn random(shape: Shape, seed: u64) -> Self {
        assert!(shape.is_possible(), "the shape of a network is possible");
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut uniform = |limit: f32| (rng.random::<f32>() * 2.0 - 1.0) * limit;
        let width = shape.accumulators;
        let mut numbers = Vec::with_capacity(shape.weights());
        numbers.extend((0..shape.inputs * width).map(|_| uniform(0.1)));
        // The accumulators start in the middle of their range.
        numbers.extend((0..width).map(|_| 0.3));
        numbers.extend((0..HIDDEN * width).map(|_| uniform(0.15)));
        numbers.extend([0.2; HIDDEN]);
        numbers.extend((0..OUTPUTS * HIDDEN).map(|_| uniform(0.3)));
        numbers.extend([0.0; OUTPUTS]);
        Self { shape, numbers, loss: 0.0 }
    }

    /// The shape of the network.
    pub const fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The ends of the parts: the input rows, then the other parts in order.
    pub(crate) const fn ends(&self) -> [usize; 5] {
        let width = self.shape.accumulators;
        let inputs = self.shape.inputs * width;
        let biases = inputs + width;
        let hidden = biases + HIDDEN * width;
        let hidden_biases = hidden + HIDDEN;
        [inputs, biases, hidden, hidden_biases, hidden_biases + OUTPUTS * HIDDEN]
    }

    /// Writes the weights to a file atomically.
    ///
    /// # Errors
    /// [`LearningError::Io`] if the file can't be written.
    pub(crate) fn write(&self, path: &Path) -> Result<(), LearningError> {
        let mut bytes = self.shape.to_bytes();
        bytes.extend(self.loss.to_le_bytes());
        bytes.extend(self.numbers.iter().flat_map(|number| number.to_le_bytes()));
        sealed::write(path, FileKind::Weights, &bytes)
    }

    /// Writes the network's fixed-point numbers to a file atomically. The file is half the size and is used by
    /// searches.
    ///
    /// # Errors
    /// [`LearningError::Io`] if the file can't be written.
    pub(crate) fn write_rounded(&self, path: &Path) -> Result<(), LearningError> {
        let mut bytes = self.shape.to_bytes();
        let limits = fixed_point::limits(self.shape.active_max);
        for (part, numbers) in self.parts().into_iter().enumerate() {
            for &number in numbers {
                match part {
                    0 | 1 => {
                        bytes.extend(rounded(number, limits.inputs, UNIT.into()).to_le_bytes());
                    }
                    2 | 4 => {
                        bytes
                            .extend(rounded(number, limits.later, LATER_UNIT.into()).to_le_bytes());
                    }
                    _ => bytes.extend(rounded_bias(number).to_le_bytes()),
                }
            }
        }
        sealed::write(path, FileKind::Network, &bytes)
    }

    /// The input rows, the accumulator biases, the hidden layer's rows and biases, then the output rows and biases.
    fn parts(&self) -> [&[f32]; 6] {
        let [inputs, biases, hidden, hidden_biases, outputs] = self.ends();
        let numbers = &self.numbers;
        [
            &numbers[..inputs],
            &numbers[inputs..biases],
            &numbers[biases..hidden],
            &numbers[hidden..hidden_biases],
            &numbers[hidden_biases..outputs],
            &numbers[outputs..],
        ]
    }

    /// Reads a file written by [`write`](Self::write); `None` if the file doesn't exist.
    ///
    /// # Errors
    /// [`LearningError`] if the file can't be read, or has no weights for training.
    pub(crate) fn read(path: &Path) -> Result<Option<Self>, LearningError> {
        let Some(content) = sealed::read(path, FileKind::Weights)? else { return Ok(None) };
        Self::of_content(&content).map(Some).ok_or_else(|| impossible(path))
    }

    /// Reads a network from a file of any kind; `None` if the file doesn't exist.
    ///
    /// # Errors
    /// [`LearningError`] if the file can't be read, or is not a network.
    pub fn read_network(path: &Path) -> Result<Option<Self>, LearningError> {
        sealed::read_bytes(path)?.map(|bytes| Self::of_network(path, &bytes)).transpose()
    }

    /// The network in a file's content. `path` is for messages.
    ///
    /// # Errors
    /// [`LearningError`] if the content is not a network.
    pub fn of_network(path: &Path, bytes: &[u8]) -> Result<Self, LearningError> {
        let weights = match sealed::content(path, FileKind::Network, bytes) {
            Ok(content) => Self::of_rounded(content),
            Err(LearningError::Format { .. }) => {
                Self::of_content(sealed::content(path, FileKind::Weights, bytes)?)
            }
            Err(error) => return Err(error),
        };
        weights.ok_or_else(|| impossible(path))
    }

    fn of_content(content: &[u8]) -> Option<Self> {
        let mut reader = ContentReader::new(content);
        let shape = Shape::read(&mut reader)?;
        let loss = f32::from_le_bytes(reader.bytes()?);
        let numbers = reader.floats()?;
        let is_usable = numbers.len() == shape.weights() && numbers.iter().all(|n| n.is_finite());
        (is_usable && loss.is_finite()).then_some(Self { shape, numbers, loss })
    }

    #[expect(clippy::cast_precision_loss, reason = "biases have few digits")]
    fn of_rounded(content: &[u8]) -> Option<Self> {
        let mut reader = ContentReader::new(content);
        let shape = Shape::read(&mut reader)?;
        // The sizes of the parts follow from the shape, so a short file can't cause a large allocation.
        let mut weights = Self { shape, numbers: Vec::new(), loss: 0.0 };
        let mut before = 0;
        for (part, end) in weights.ends().into_iter().chain([weights.shape.weights()]).enumerate() {
            for _ in before..end {
                let mut short = |unit: i16| {
                    let number = i16::from_le_bytes(reader.bytes()?);
                    Some(f32::from(number) / f32::from(unit))
                };
                let number = match part {
                    0 | 1 => short(UNIT)?,
                    2 | 4 => short(LATER_UNIT)?,
                    _ => i32::from_le_bytes(reader.bytes()?) as f32 / OUTPUT_UNIT as f32,
                };
                weights.numbers.push(number);
            }
            before = end;
        }
        reader.is_at_end().then_some(weights)
    }
}

fn impossible(path: &Path) -> LearningError {
    LearningError::Format { path: path.into(), why: "impossible weights" }
}
