//! The weights of a network as floating-point numbers, for training and for files.

use std::path::Path;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::LearningError;
use crate::sealed::{self, ContentReader, FileKind};

/// The default number of accumulators.
pub const ACCUMULATORS_DEFAULT: usize = 128;
/// The number of accumulators is a multiple of this, and at most [`ACCUMULATORS_MAX`].
pub(crate) const ACCUMULATORS_STEP: usize = 32;
/// Maximum number of accumulators.
pub(crate) const ACCUMULATORS_MAX: usize = 1024;
/// The units of the hidden layer.
pub(crate) const HIDDEN: usize = 16;
/// The outputs: win, draw and loss of the mover.
pub(crate) const OUTPUTS: usize = 3;

/// The shape of a network, and its game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shape {
    /// The full name of the game.
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

    fn is_possible(&self) -> bool {
        (1..=crate::INPUTS_MAX).contains(&self.inputs)
            && (1..=crate::INPUTS_MAX).contains(&self.active_max)
            && (ACCUMULATORS_STEP..=ACCUMULATORS_MAX).contains(&self.accumulators)
            && self.accumulators.is_multiple_of(ACCUMULATORS_STEP)
    }
}

/// The weights of a network.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    shape: Shape,
    /// The rows of the inputs, the biases of the accumulators, the rows and biases of the hidden layer, then the rows
    /// and biases of the outputs.
    pub(crate) numbers: Vec<f32>,
}

impl Weights {
    /// Small random weights.
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
        Self { shape, numbers }
    }

    /// The shape of the network.
    pub const fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The ends of the parts: the rows of the inputs, then the others in order.
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
    pub fn write(&self, path: &Path) -> Result<(), LearningError> {
        let Shape { game, layout, inputs, active_max, accumulators } = &self.shape;
        let mut bytes = Vec::with_capacity(64 + 4 * self.numbers.len());
        sealed::push_text(&mut bytes, game);
        bytes.extend(layout.to_le_bytes());
        for number in [inputs, active_max, accumulators] {
            bytes.extend(u32::try_from(*number).unwrap_or(u32::MAX).to_le_bytes());
        }
        bytes.extend(self.numbers.iter().flat_map(|number| number.to_le_bytes()));
        sealed::write(path, FileKind::Network, &bytes)
    }

    /// Reads what [`write`](Self::write) wrote; `None` if the file doesn't exist.
    ///
    /// # Errors
    /// [`LearningError`] if the file can't be read, or is not a network.
    pub fn read(path: &Path) -> Result<Option<Self>, LearningError> {
        let Some(content) = sealed::read(path, FileKind::Network)? else { return Ok(None) };
        let why = "impossible weights";
        let format = || LearningError::Format { path: path.into(), why };
        Self::of_content(&content).map(Some).ok_or_else(format)
    }

    fn of_content(content: &[u8]) -> Option<Self> {
        let mut reader = ContentReader::new(content);
        let (game, layout) = (reader.text()?, reader.u64()?);
        let mut number = || reader.u32().map(|number| number as usize);
        let (inputs, active_max, accumulators) = (number()?, number()?, number()?);
        let shape = Shape { game, layout, inputs, active_max, accumulators };
        if !shape.is_possible() {
            return None;
        }
        let numbers = reader.floats()?;
        let is_usable = numbers.len() == shape.weights() && numbers.iter().all(|n| n.is_finite());
        is_usable.then_some(Self { shape, numbers })
    }
}
