//! A network with three hidden layers, trained on a larger network's evaluations.
//!
//! ```text
//! the mover's view        768 ─▶ 512, multiplied in pairs ─▶ 256 ┐
//!                                                                ├▶ 512 ─▶ 16 ─▶ 32 ─▶ 1
//! the opponent's view     768 ─▶ 512, multiplied in pairs ─▶ 256 ┘
//! ```
//!
//! Each input is a piece on a square ([`ChessInputs`]). Both views use the same weights, each from its own side of the
//! board. A position has at most 32 inputs, and consecutive evaluations differ by a few of them, so the hidden units'
//! sums are updated incrementally (<https://www.chessprogramming.org/NNUE>). A unit is its sum clamped to 0..=1. The
//! first half of a view is multiplied by the second half, so a product represents two features that occur together.
//!
//! The later layers are computed from scratch for each position, with one of eight sets of weights, selected by the
//! number of pieces left. The first of these layers outputs each of its units and the unit's square. In addition to the
//! layers, each input has its own value.
//!
//! The training targets are evaluations by Stockfish 15.1's network. The positions come from that network's self-play
//! games, and from searches with this network (`examples/tune`, docs/research/strength.md).

mod inputs;
mod layers;
mod sums;
mod weights;

use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering};

use board_engine::Seat;
use chess::{Chess, Position};
use fearless_simd::Level;
use search::{Evaluator, Score};

use self::layers::Layers;
use self::sums::{TILE, Units};
use self::weights::whole;
use super::material::color_of;
use super::standard;

pub use self::inputs::ChessInputs;
pub use self::weights::{ChessLayers, ChessWeights};

/// The weights in the format of `examples/tune`, packed.
const WEIGHTS: &[u8] = include_bytes!("network/weights.bin.gz");

static LEARNED: LazyLock<ChessNetwork> = LazyLock::new(|| {
    let weights = system::packed::embedded(WEIGHTS);
    ChessNetwork::from_bytes(&weights).expect("the file belongs to this network")
});

const HIDDEN: usize = ChessNetwork::HIDDEN;
const FIRST: usize = ChessNetwork::FIRST;
const SECOND: usize = ChessNetwork::SECOND;
/// The fixed-point form of the hidden sum 1.
const UNIT: i16 = 255;
/// The fixed-point form of the first-layer weight 1.
const FIRST_UNIT: i16 = 1024;
/// The fixed-point precision of input values, in parts of a hundredth of a pawn.
const VALUE_UNIT: i16 = 8;
/// The divisor for the network's score. The search margins are tuned to `standard`'s scores, and the network's score
/// for the same advantage is twice as high (docs/research/strength.md).
const CERTAINTY: i32 = 2;

/// A network that evaluates positions, with its weights.
#[derive(Debug)]
pub struct ChessNetwork {
    /// Identifies the network, because sums can't be used with another network.
    number: u32,
    inputs: Vec<Units>,
    biases: Units,
    values: Vec<i16>,
    /// The sets of layers.
    layers: Vec<Layers>,
    /// The processor's instruction set.
    level: Level,
}

impl ChessNetwork {
    /// The number of hidden units per view.
    pub const HIDDEN: usize = 512;
    /// The number of units in the first layer after the hidden units.
    pub const FIRST: usize = 16;
    /// The number of units in the second layer.
    pub const SECOND: usize = 32;
    /// The number of layer sets; one is used per position.
    pub const LAYER_SETS: usize = 8;
    /// The scale of the output, in hundredths of a pawn.
    pub const SCALE: i32 = 172;

    /// The program's network.
    pub(super) fn built_in() -> &'static Self {
        &LEARNED
    }

    /// The network with these weights ([`ChessWeights::to_bytes`]). `None` if their number is wrong or if sums could
    /// overflow.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        static NUMBER: AtomicU32 = AtomicU32::new(1);
        let ChessWeights { inputs, biases, values, layers } = ChessWeights::from_bytes(bytes)?;
        let layers = layers.iter().map(Layers::of).collect::<Option<_>>()?;
        Some(Self {
            number: NUMBER.fetch_add(1, Ordering::Relaxed),
            inputs: inputs.iter().map(units).collect(),
            biases: units(&biases),
            values: values.into_iter().map(|value| whole(value, VALUE_UNIT)).collect(),
            layers,
            level: Level::new(),
        })
    }

    /// The layer set for this number of pieces on the board, including kings.
    pub const fn layer_set(pieces: u32) -> usize {
        let set = pieces.saturating_sub(1) as usize * Self::LAYER_SETS / 32;
        if set < Self::LAYER_SETS { set } else { Self::LAYER_SETS - 1 }
    }

    /// The network's score for the mover, in hundredths of a pawn.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "hundredths are whole numbers")]
    #[expect(clippy::cast_precision_loss, reason = "it is small")]
    fn score(&self, position: &Position) -> i32 {
        let layers = &self.layers[Self::layer_set(position.board().occupied().len())];
        let (output, value) = sums::output(self, layers, position);
        let score = (output * Self::SCALE as f32) as i32 + value / i32::from(2 * VALUE_UNIT);
        score / CERTAINTY
    }
}

/// Converts the hidden units' weights to fixed-point numbers.
fn units(weights: &[f32; HIDDEN]) -> Units {
    std::array::from_fn(|tile| std::array::from_fn(|unit| whole(weights[tile * TILE + unit], UNIT)))
}

impl Evaluator<Chess> for ChessNetwork {
    fn evaluate(&self, _: &Chess, position: &Position, seat: Seat) -> Score {
        let board = position.board();
        // Only the formulas can drive a bare king to the edge.
        let score = if super::has_bare_king(board) {
            standard::sum_of_terms(board, board.side_to_move())
        } else {
            self.score(position)
        };
        let score = if position.mover() == seat { score } else { -score };
        Score::new(super::adjust(position, color_of(seat), score))
    }
}
