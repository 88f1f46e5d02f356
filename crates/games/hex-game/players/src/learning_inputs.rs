//! The inputs for networks that learn Hex.

use board_engine::Seat;
use hex_game::{Hex, Position};
use learning::{AutomaticInputs, LearningInputs};

use crate::connection::{STONES_MAX, Shortest, shortest_of_both};

/// The number of inputs for missing stones. The last input stands for all larger numbers of stones.
const STONES: usize = STONES_MAX + 2;
/// The differences of these numbers, from −6 to 6.
const DIFFERENCES: usize = 13;

/// The stones, and what each seat still needs to connect its sides.
///
/// | inputs | one for each |
/// |---|---|
/// | the inputs of [`AutomaticInputs`] | side to move, stone |
/// | missing stones | number, for the mover and its opponent |
/// | difference of these numbers | number |
/// | places of the smallest connections | place, for the mover, its opponent, and both |
#[derive(Debug)]
pub struct HexInputs {
    stones: AutomaticInputs,
    stone_count: usize,
    places: usize,
    /// Each place's number in each seat's view.
    views: [Vec<usize>; 2],
    symmetries: Vec<Vec<u16>>,
}

impl HexInputs {
    /// The inputs for this game. `None` if the board's sides can't be swapped.
    pub fn new(game: &Hex) -> Option<Self> {
        let stones = AutomaticInputs::new(game)?;
        let source: &dyn LearningInputs<Hex> = &stones;
        let (stone_count, of_stones) = (source.count(), source.symmetries().to_vec());
        let size = usize::from(game.size());
        let places = size * size;
        // Both seats' stones have the same inputs.
        if stone_count != 2 + 2 * places {
            return None;
        }
        let straight = (0..places).collect();
        let transposed = (0..places).map(|place| place % size * size + place / size).collect();
        let views = [straight, transposed];
        let mut inputs = Self { stones, stone_count, places, views, symmetries: Vec::new() };
        inputs.symmetries = of_stones.iter().filter_map(|turn| inputs.turned(turn)).collect();
        Some(inputs)
    }

    const fn first_place(&self) -> usize {
        self.stone_count + 2 * STONES + DIFFERENCES
    }

    /// Extends a symmetry of the stone inputs to all inputs.
    fn turned(&self, of_stones: &[u16]) -> Option<Vec<u16>> {
        let mut turned = of_stones.to_vec();
        let rest = self.stone_count..self.first_place();
        turned.extend(rest.filter_map(|input| u16::try_from(input).ok()));
        for kind in 0..3 {
            for place in 0..self.places {
                // The mover's stone on a place, then its opponent's.
                let stone = usize::from(*of_stones.get(2 + 2 * place)?);
                let to = stone.checked_sub(2)? / 2;
                let input = self.first_place() + kind * self.places + to;
                turned.push(u16::try_from(input).ok()?);
            }
        }
        Some(turned)
    }
}

impl LearningInputs<Hex> for HexInputs {
    fn count(&self) -> usize {
        self.first_place() + 3 * self.places
    }

    fn active_max(&self) -> usize {
        // Every place is taken, or belongs to at most three sets.
        4 + 3 * self.places
    }

    fn layout(&self) -> u64 {
        let of_stones = LearningInputs::<Hex>::layout(&self.stones);
        board_engine::zobrist::mix(&[of_stones, 1])
    }

    fn symmetries(&self) -> &[Vec<u16>] {
        &self.symmetries
    }

    fn push(&self, game: &Hex, position: &Position, seat: Seat, inputs: &mut Vec<u16>) {
        self.stones.push(game, position, seat, inputs);
        let [own, other] = shortest_of_both(game.size(), position);
        let [own, other] = if seat == position.mover() { [own, other] } else { [other, own] };
        let missing = |shortest: &Shortest| shortest.stones.map_or(STONES - 1, usize::from);
        let mut push = |input: usize| inputs.extend(u16::try_from(input));
        let (of_own, of_other) = (missing(&own), missing(&other));
        push(self.stone_count + of_own);
        push(self.stone_count + STONES + of_other);
        let middle = DIFFERENCES / 2;
        let difference = (of_other + middle).saturating_sub(of_own).min(DIFFERENCES - 1);
        push(self.stone_count + 2 * STONES + difference);
        let view = &self.views[seat.index().min(1)];
        let kinds = [own.places, other.places, own.places & other.places];
        for (kind, places) in kinds.into_iter().enumerate() {
            for bit in places {
                let Some(place) = view.get(bit as usize) else { continue };
                push(self.first_place() + kind * self.places + place);
            }
        }
    }
}
