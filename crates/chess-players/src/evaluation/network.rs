//! A network with one hidden layer, learned from what a larger network finds.
//!
//! ```text
//! what the mover sees     768 ─▶ 256 ┐
//!                                    ├▶ 512 ─▶ 1 of 8, by how many pieces are left
//! what the opponent sees  768 ─▶ 256 ┘
//! ```
//!
//! Each input is a piece on a square ([`ChessInputs`]). Both sides look with the same weights, each from its own side of the
//! board. Since a position has at most 32 of the inputs, and the next one that is evaluated differs from the last one by a
//! few, the sums of the hidden units are kept from one evaluation to the next
//! (<https://www.chessprogramming.org/NNUE>). A unit is the square of its sum between 0 and 1. Beside the units each input
//! has a value of its own.
//!
//! The network's target is what the network of Stockfish 15.1 finds in quiet positions of games that it plays against itself,
//! and after other moves in them (`examples/tune`, docs/strength.md).

mod inputs;
mod sums;

use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering};

use board_engine::Seat;
use chess::{Chess, Position};
use search::{Evaluator, Score};

pub use self::inputs::ChessInputs;
use self::sums::Sums;
use super::material::color_of;
use super::{endings, standard};

/// The weights, as `examples/tune` writes them.
const WEIGHTS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/weights.bin"));

static LEARNED: LazyLock<ChessNetwork> =
    LazyLock::new(|| ChessNetwork::from_bytes(WEIGHTS).expect("the file belongs to this network"));

/// The hidden units of each view.
const HIDDEN: usize = ChessNetwork::HIDDEN;
/// What a sum of 1 is as a number.
const UNIT: i16 = 255;
/// What a weight of 1 from a hidden unit is as a number.
const OUTPUT_UNIT: i16 = 64;
/// By what the network's score is divided: the margins of searches are made for scores as `standard` has them, and to the
/// network an advantage counts twice as much (docs/strength.md).
const CERTAINTY: i32 = 2;
/// The parts of a hundredth of a pawn in which the values of inputs are kept.
const VALUE_UNIT: i16 = 8;

/// What the weights to an output may come to, without their signs, so that the sum of its products fits into 32 bits.
const OUTPUT_SIZE_MAX: u32 = i32::MAX as u32 / (UNIT as u32 * UNIT as u32);

/// A network that evaluates positions, with its weights.
#[derive(Debug)]
pub struct ChessNetwork {
    /// Sums that were made with one network don't fit another.
    number: u32,
    inputs: Vec<[i16; HIDDEN]>,
    biases: [i16; HIDDEN],
    /// The weights from the units of the mover's view and from those of the other view.
    outputs: Vec<[[i16; HIDDEN]; 2]>,
    output_biases: Vec<i16>,
    values: Vec<i16>,
}

/// Weights with fractions, while they are learned.
#[derive(Clone, Debug)]
pub struct ChessWeights {
    /// For each input, the weights to the hidden units, −[`MAX`](Self::MAX)..=`MAX`.
    pub inputs: Vec<[f32; HIDDEN]>,
    /// What the hidden units begin with.
    pub biases: [f32; HIDDEN],
    /// For each number of pieces, the weights from the units of the mover's view and of the other one, in the same bounds.
    pub outputs: Vec<[[f32; HIDDEN]; 2]>,
    /// What the output begins with.
    pub output_biases: Vec<f32>,
    /// The value of each input in hundredths of a pawn.
    pub values: Vec<f32>,
}

impl ChessWeights {
    /// What no weight may pass, so that sums fit into 16 bits.
    pub const MAX: f32 = 1.98;

    /// The weights as `weights.bin` has them: numbers of 16 bits, the lowest byte first.
    pub fn to_bytes(&self) -> Vec<u8> {
        #[expect(clippy::cast_possible_truncation, reason = "it is meant to be cut to 16 bits")]
        let number = |weight: f32, unit: i16| (weight * f32::from(unit)).round() as i16;
        let inputs = self.inputs.iter().flatten().chain(&self.biases);
        let outputs = self.outputs.iter().flatten().flatten();
        let numbers = inputs
            .map(|&weight| number(weight, UNIT))
            .chain(outputs.map(|&weight| number(weight, OUTPUT_UNIT)))
            .chain(self.output_biases.iter().map(|&bias| number(bias, UNIT * OUTPUT_UNIT)))
            .chain(self.values.iter().map(|&value| number(value, VALUE_UNIT)));
        numbers.flat_map(i16::to_le_bytes).collect()
    }
}

impl ChessNetwork {
    /// The hidden units of each view.
    pub const HIDDEN: usize = 256;
    /// How many outputs there are, of which one is used.
    pub const OUTPUTS: usize = 8;
    /// What the output counts, in hundredths of a pawn.
    pub const SCALE: i32 = 172;

    /// The network that the program holds.
    pub(super) fn learned() -> &'static Self {
        &LEARNED
    }

    /// The network with these weights ([`ChessWeights::to_bytes`]). None if there are more or fewer, or if sums could overflow.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        static NUMBER: AtomicU32 = AtomicU32::new(1);
        let (chunks, rest) = bytes.as_chunks();
        let numbers: Vec<i16> = chunks.iter().copied().map(i16::from_le_bytes).collect();
        let (layers, numbers) =
            numbers.split_at_checked((ChessInputs::COUNT + 1 + 2 * Self::OUTPUTS) * HIDDEN)?;
        let (output_biases, values) = numbers.split_at_checked(Self::OUTPUTS)?;
        let (rows, _) = layers.as_chunks::<HIDDEN>();
        let (inputs, rows) = rows.split_at_checked(ChessInputs::COUNT)?;
        let (biases, outputs) = rows.split_first()?;
        let (outputs, _) = outputs.as_chunks::<2>();
        let size = |output: &[[i16; HIDDEN]; 2]| -> u32 {
            output.as_flattened().iter().map(|&weight| u32::from(weight.unsigned_abs())).sum()
        };
        let fits = rest.is_empty()
            && values.len() == ChessInputs::COUNT
            && outputs.iter().all(|output| size(output) <= OUTPUT_SIZE_MAX);
        fits.then(|| Self {
            number: NUMBER.fetch_add(1, Ordering::Relaxed),
            inputs: inputs.to_vec(),
            biases: *biases,
            outputs: outputs.to_vec(),
            output_biases: output_biases.to_vec(),
            values: values.to_vec(),
        })
    }

    /// Which output is used with this many pieces on the board, kings included.
    pub const fn output(pieces: u32) -> usize {
        let output = pieces.saturating_sub(1) as usize * Self::OUTPUTS / 32;
        if output < Self::OUTPUTS { output } else { Self::OUTPUTS - 1 }
    }

    /// What the network finds for the mover, in hundredths of a pawn.
    #[inline]
    fn score(&self, position: &Position) -> i32 {
        let output = Self::output(position.board().occupied().len());
        let [own, other] = &self.outputs[output];
        let (product, value) = sums::with_sums(self, position, |mover: &Sums, opponent: &Sums| {
            (mover.product(own) + opponent.product(other), mover.value() - opponent.value())
        });
        let sum = product / i32::from(UNIT) + i32::from(self.output_biases[output]);
        let score =
            sum * Self::SCALE / i32::from(UNIT * OUTPUT_UNIT) + value / i32::from(2 * VALUE_UNIT);
        score / CERTAINTY
    }
}

impl Evaluator<Chess> for ChessNetwork {
    fn evaluate(&self, _: &Chess, position: &Position, seat: Seat) -> Score {
        let board = position.board();
        // How a bare king is driven to the edge, only the formulas know.
        let score = if endings::has_bare_king(board) {
            standard::sum_of_terms(board, board.side_to_move())
        } else {
            self.score(position)
        };
        let score = if position.mover() == seat { score } else { -score };
        Score::new(endings::adjusted(position, color_of(seat), score))
    }
}
