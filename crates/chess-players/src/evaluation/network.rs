//! A network with three hidden layers, learned from what a larger network finds.
//!
//! ```text
//! what the mover sees     768 ─▶ 512, multiplied in pairs ─▶ 256 ┐
//!                                                                ├▶ 512 ─▶ 16 ─▶ 32 ─▶ 1
//! what the opponent sees  768 ─▶ 512, multiplied in pairs ─▶ 256 ┘
//! ```
//!
//! Each input is a piece on a square ([`ChessInputs`]). Both sides look with the same weights, each from its own side of the
//! board. Since a position has at most 32 of the inputs, and the next one that is evaluated differs from the last one by a
//! few, the sums of the hidden units are kept from one evaluation to the next
//! (<https://www.chessprogramming.org/NNUE>). A unit is its sum, at least 0 and at most 1. Those of the first half of a view are
//! multiplied by those of the second: what matters only where something else holds is in one product.
//!
//! The layers after them are computed anew for each position, by one of eight sets of weights, according to how many pieces are
//! left. The first of them gives each of its units and the square of each. Beside the layers each input has a value of its
//! own.
//!
//! The network's target is what the network of Stockfish 15.1 finds in positions of games that it plays against itself, and in
//! positions that searches with this network have evaluated (`examples/tune`, docs/strength.md).

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

pub use self::inputs::ChessInputs;
use self::layers::Layers;
use self::sums::{TILE, Units};
use self::weights::whole;
pub use self::weights::{ChessLayers, ChessWeights};
use super::material::color_of;
use super::{endings, standard};

/// The weights, as `examples/tune` writes them.
const WEIGHTS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/weights.bin"));

static LEARNED: LazyLock<ChessNetwork> =
    LazyLock::new(|| ChessNetwork::from_bytes(WEIGHTS).expect("the file belongs to this network"));

const HIDDEN: usize = ChessNetwork::HIDDEN;
const FIRST: usize = ChessNetwork::FIRST;
const SECOND: usize = ChessNetwork::SECOND;
/// What a sum of 1 of a hidden unit is as a number.
const UNIT: i16 = 255;
/// What a weight of 1 to the first layer after them is as a number.
const FIRST_UNIT: i16 = 1024;
/// The parts of a hundredth of a pawn in which the values of inputs are kept.
const VALUE_UNIT: i16 = 8;
/// By what the network's score is divided: the margins of searches are made for scores as `standard` has them, and to the
/// network an advantage counts twice as much (docs/strength.md).
const CERTAINTY: i32 = 2;

/// A network that evaluates positions, with its weights.
#[derive(Debug)]
pub struct ChessNetwork {
    /// Sums that were made with one network don't fit another.
    number: u32,
    inputs: Vec<Units>,
    biases: Units,
    values: Vec<i16>,
    /// The sets of layers.
    layers: Vec<Layers>,
    /// Which instructions the processor has.
    level: Level,
}

impl ChessNetwork {
    /// The hidden units of each view.
    pub const HIDDEN: usize = 512;
    /// The units of the first layer after them.
    pub const FIRST: usize = 16;
    /// Those of the second.
    pub const SECOND: usize = 32;
    /// How many sets of these layers there are, of which one is used.
    pub const LAYER_SETS: usize = 8;
    /// What the output counts, in hundredths of a pawn.
    pub const SCALE: i32 = 172;

    /// The network that the program holds.
    pub(super) fn learned() -> &'static Self {
        &LEARNED
    }

    /// The network with these weights ([`ChessWeights::to_bytes`]). None if there are more or fewer, or if sums could overflow.
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

    /// Which set of layers is used with this many pieces on the board, kings included.
    pub const fn layer_set(pieces: u32) -> usize {
        let set = pieces.saturating_sub(1) as usize * Self::LAYER_SETS / 32;
        if set < Self::LAYER_SETS { set } else { Self::LAYER_SETS - 1 }
    }

    /// What the network finds for the mover, in hundredths of a pawn.
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

/// Weights to the hidden units as numbers.
fn units(weights: &[f32; HIDDEN]) -> Units {
    std::array::from_fn(|tile| std::array::from_fn(|unit| whole(weights[tile * TILE + unit], UNIT)))
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
