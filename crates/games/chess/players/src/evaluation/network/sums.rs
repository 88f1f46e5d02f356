//! The hidden units' sums, updated incrementally.

use std::cell::RefCell;

use chess::Position;
use cozy_chess::{Board, Color};
use fearless_simd::{Simd, dispatch};
use smallvec::SmallVec;

use super::inputs::{KINDS, Sight};
use super::layers::Layers;
use super::{ChessNetwork, HIDDEN};

/// The number of units updated at a time, chosen so that their sums stay in registers.
pub(super) const TILE: usize = 64;
/// The number of tiles.
const TILES: usize = HIDDEN / TILE;

/// Inputs to add or remove. Most moves change up to four inputs.
type Inputs = SmallVec<[usize; 8]>;

/// A number for each hidden unit.
pub(super) type Units = [[i16; TILE]; TILES];

/// The sums for one view of a position.
#[derive(Clone, Debug)]
pub(super) struct Sums {
    /// The network that the sums belong to; 0 for none.
    network: u32,
    /// The squares of each kind of piece.
    squares: [u64; KINDS.len()],
    units: Units,
    /// The sum of the input values.
    value: i32,
}

impl Sums {
    const EMPTY: Self =
        Self { network: 0, squares: [0; KINDS.len()], units: [[0; TILE]; TILES], value: 0 };

    /// Recomputes the sums from the board.
    #[expect(clippy::inline_always, reason = "it shall be compiled for the widest instructions")]
    #[inline(always)]
    fn update(&mut self, network: &ChessNetwork, board: &Board, sight: Sight) {
        if self.network != network.number {
            let number = network.number;
            *self = Self { network: number, units: network.biases, ..Self::EMPTY };
        }
        let (mut came, mut went) = (Inputs::new(), Inputs::new());
        for ((color, piece), squares) in KINDS.into_iter().zip(&mut self.squares) {
            let now = board.colored_pieces(color, piece).0;
            let before = std::mem::replace(squares, now);
            for (inputs, squares) in [(&mut came, now & !before), (&mut went, before & !now)] {
                for square in ones(squares) {
                    inputs.push(sight.input(color, piece, square));
                }
            }
        }
        let value = |input: &usize| i32::from(network.values[*input]);
        self.value += came.iter().map(value).sum::<i32>();
        self.value -= went.iter().map(value).sum::<i32>();
        for (tile, units) in self.units.iter_mut().enumerate() {
            let mut sums = *units;
            for &input in &came {
                for (sum, weight) in sums.iter_mut().zip(&network.inputs[input][tile]) {
                    *sum = sum.wrapping_add(*weight);
                }
            }
            for &input in &went {
                for (sum, weight) in sums.iter_mut().zip(&network.inputs[input][tile]) {
                    *sum = sum.wrapping_sub(*weight);
                }
            }
            *units = sums;
        }
    }
}

/// The positions of the ones in a binary number.
#[inline]
fn ones(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let place = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (place < u64::BITS).then_some(place)
    })
}

thread_local! {
    /// The sums for each color, in its view of the board and mirrored.
    static SUMS: RefCell<[[Sums; 2]; 2]> = const {
        RefCell::new([[Sums::EMPTY; 2], [Sums::EMPTY; 2]])
    };
}

/// The layers' output for the mover, and the difference between both sides' input values, computed with the widest
/// available instructions.
#[inline]
pub(super) fn output(network: &ChessNetwork, layers: &Layers, position: &Position) -> (f32, i32) {
    let board = position.board();
    let color = board.side_to_move();
    SUMS.with_borrow_mut(|sums| {
        let [white, black] = sums;
        let (own, other) = if color == Color::White { (white, black) } else { (black, white) };
        let sights = [Sight::of(board, color), Sight::of(board, !color)];
        let own = &mut own[usize::from(sights[0].is_mirrored())];
        let other = &mut other[usize::from(sights[1].is_mirrored())];
        dispatch!(network.level, simd => simd.vectorize(
            #[inline(always)]
            || {
                own.update(network, board, sights[0]);
                other.update(network, board, sights[1]);
                let views = [own.units.as_flattened(), other.units.as_flattened()];
                (layers.output(simd, views), own.value - other.value)
            }
        ))
    })
}
