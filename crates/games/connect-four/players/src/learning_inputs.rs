//! The inputs of learned networks, from the bits of the board.

use board_engine::{Seat, Square, Word};
use connect_four::{ConnectGame, Position};
use learning::{AutomaticInputs, LearningInputs};

/// The inputs of the side to move, which precede the squares.
const BEFORE_SQUARES: u16 = 2;

/// The same inputs as [`AutomaticInputs`] derives, without a diagram of each position.
#[derive(Debug)]
pub struct DiscInputs {
    /// The first input of the square of each bit; the second one is for the opponent's disc.
    input_of_bit: Vec<u16>,
    /// The offset of the second seat's inputs from the first seat's; 0 if both share inputs.
    second_view: u16,
    count: usize,
    active_max: usize,
    layout: u64,
}

impl DiscInputs {
    /// The inputs of this game. `None` if it has too many.
    pub fn new<W: Word>(game: &ConnectGame<W>) -> Option<Self> {
        let automatic = AutomaticInputs::new(game)?;
        let automatic: &dyn LearningInputs<ConnectGame<W>> = &automatic;
        let squares = usize::from(game.width()) * usize::from(game.height());
        let mut input_of_bit = vec![0; usize::try_from(W::BITS).ok()?];
        for (square, input) in (0..squares).map(Square::new).zip((BEFORE_SQUARES..).step_by(2)) {
            *input_of_bit.get_mut(game.bit(square) as usize)? = input;
        }
        // On a board on which random games are never won, the symmetry of the sides is unconfirmed.
        let of_view = u16::try_from(2 * squares).ok()?;
        let is_shared = automatic.count() == usize::from(BEFORE_SQUARES + of_view);
        let second_view = if is_shared { 0 } else { of_view };
        let (count, active_max) = (automatic.count(), automatic.active_max());
        let layout = automatic.layout();
        Some(Self { input_of_bit, second_view, count, active_max, layout })
    }
}

impl<W: Word> LearningInputs<ConnectGame<W>> for DiscInputs {
    fn count(&self) -> usize {
        self.count
    }

    fn active_max(&self) -> usize {
        self.active_max
    }

    fn layout(&self) -> u64 {
        self.layout
    }

    fn push(&self, _: &ConnectGame<W>, position: &Position<W>, seat: Seat, inputs: &mut Vec<u16>) {
        inputs.push(u16::from(position.mover() != Seat::FIRST));
        let view = if seat == Seat::FIRST { 0 } else { self.second_view };
        for (side, owner) in [(view, seat), (view + 1, seat.opponent())] {
            let stones = position.stones(owner).into_iter();
            inputs.extend(stones.map(|bit| self.input_of_bit[bit as usize] + side));
        }
    }
}
