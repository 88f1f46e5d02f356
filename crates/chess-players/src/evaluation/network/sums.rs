//! The sums of the hidden units, kept from one evaluation to the next.

use std::cell::RefCell;

use chess::Position;
use cozy_chess::Board;

use super::inputs::{KINDS, Sight};
use super::{ChessNetwork, HIDDEN, UNIT};

/// The sums of one view of a position.
#[derive(Clone, Debug)]
pub(super) struct Sums {
    /// The network that they were made with; 0 if with none.
    network: u32,
    /// The squares of each kind of piece.
    squares: [u64; KINDS.len()],
    units: [i16; HIDDEN],
    value: i32,
}

impl Sums {
    const EMPTY: Self =
        Self { network: 0, squares: [0; KINDS.len()], units: [0; HIDDEN], value: 0 };

    /// The sum of the values of the inputs.
    #[inline]
    pub(super) const fn value(&self) -> i32 {
        self.value
    }

    /// The units times their weights to an output.
    #[inline]
    pub(super) fn product(&self, weights: &[i16; HIDDEN]) -> i32 {
        let mut sum = 0;
        for (unit, weight) in self.units.iter().zip(weights) {
            let active = (*unit).clamp(0, UNIT);
            // A weight is at most 127, so that its product fits.
            sum += i32::from(active) * i32::from(active.wrapping_mul(*weight));
        }
        sum
    }

    /// Makes these the sums of the board.
    #[inline]
    fn update(&mut self, network: &ChessNetwork, board: &Board, sight: Sight) {
        if self.network != network.number {
            let number = network.number;
            *self = Self { network: number, units: network.biases, ..Self::EMPTY };
        }
        for ((color, piece), squares) in KINDS.into_iter().zip(&mut self.squares) {
            let now = board.colored_pieces(color, piece).0;
            let before = std::mem::replace(squares, now);
            for square in ones(now & !before) {
                let input = sight.input(color, piece, square);
                self.value += i32::from(network.values[input]);
                for (unit, weight) in self.units.iter_mut().zip(&network.inputs[input]) {
                    *unit = unit.wrapping_add(*weight);
                }
            }
            for square in ones(before & !now) {
                let input = sight.input(color, piece, square);
                self.value -= i32::from(network.values[input]);
                for (unit, weight) in self.units.iter_mut().zip(&network.inputs[input]) {
                    *unit = unit.wrapping_sub(*weight);
                }
            }
        }
    }
}

/// The places of the ones in a number.
#[inline]
fn ones(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let place = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (place < u64::BITS).then_some(place)
    })
}

thread_local! {
    /// For each color, as it sees the board and mirrored.
    static SUMS: RefCell<[[Sums; 2]; 2]> = const {
        RefCell::new([[Sums::EMPTY; 2], [Sums::EMPTY; 2]])
    };
}

/// What `read` makes of the sums of the mover's view and of the other one.
#[inline]
pub(super) fn with_sums<T>(
    network: &ChessNetwork,
    position: &Position,
    read: impl FnOnce(&Sums, &Sums) -> T,
) -> T {
    let board = position.board();
    let color = board.side_to_move();
    SUMS.with_borrow_mut(|sums| {
        let [white, black] = sums;
        let (own, other) =
            if color == cozy_chess::Color::White { (white, black) } else { (black, white) };
        let sights = [Sight::of(board, color), Sight::of(board, !color)];
        let own = &mut own[usize::from(sights[0].is_mirrored())];
        let other = &mut other[usize::from(sights[1].is_mirrored())];
        own.update(network, board, sights[0]);
        other.update(network, board, sights[1]);
        read(own, other)
    })
}
