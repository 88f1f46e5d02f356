//! The inputs of networks that learn Othello.

use board_engine::{Bitboard, Seat};
use learning::{AutomaticInputs, LearningInputs};
use othello::{Othello, Position};

/// The number of edges, and so the largest number of edges with the same discs.
const EDGES: usize = 4;

/// The maximum number of active inputs for placings. Positions of real games have far fewer than two sets of 60.
const PLACINGS_MAX: usize = 56;

/// The discs, the placings of both sides, and the edges.
///
/// | inputs | one for each |
/// |---|---|
/// | the inputs of [`AutomaticInputs`] | side to move, disc, number of discs |
/// | placings | square, for the mover and its opponent |
/// | edges | row of discs along an edge in either direction, and number of edges that have it |
#[derive(Debug)]
pub struct OthelloInputs {
    discs: AutomaticInputs,
    disc_inputs: usize,
    /// The square number of each bit in the view of each seat.
    views: [Vec<usize>; 2],
    squares: usize,
    /// The bits of each edge, from one corner to the next.
    edges: [Vec<u32>; EDGES],
    /// The number of each edge, by the digits 0 (empty), 1 (own) and 2 (opposing) of its squares. An edge and its
    /// mirror image have the same number.
    edge_numbers: Vec<u16>,
    edge_count: usize,
    symmetries: Vec<Vec<u16>>,
}

impl OthelloInputs {
    /// The inputs of this game. `None` if the sides of the board can't be swapped.
    pub fn new(game: &Othello) -> Option<Self> {
        let discs = AutomaticInputs::new(game)?;
        let source: &dyn LearningInputs<Othello> = &discs;
        let (disc_inputs, of_discs) = (source.count(), source.symmetries().to_vec());
        let size = u32::from(game.size());
        let margin = (8 - size) / 2;
        let line = |first: u32, step: u32| (0..size).map(|at| first + step * at).collect();
        let [near, far] = [margin, 7 - margin];
        let corner = |row: u32, column: u32| 8 * row + column;
        let edges: [Vec<u32>; EDGES] = [
            line(corner(near, near), 1),
            line(corner(far, near), 1),
            line(corner(near, near), 8),
            line(corner(near, far), 8),
        ];
        let (edge_numbers, edge_count) = edge_numbers(size as usize);
        let mut inputs = Self {
            disc_inputs,
            views: [Vec::new(), Vec::new()],
            squares: (size * size) as usize,
            edges,
            edge_numbers,
            edge_count,
            symmetries: Vec::new(),
            discs,
        };
        for seat in Seat::all(2) {
            let view = (0..64).map(|bit| inputs.number_of_square(game, bit, seat));
            inputs.views[seat.index()] = view.collect::<Option<_>>()?;
        }
        inputs.symmetries = of_discs.iter().filter_map(|turn| inputs.turned(turn)).collect();
        Some(inputs)
    }

    /// The number of a square in the view of a seat: the inputs of discs tell it. 0 for bits outside the board.
    fn number_of_square(&self, game: &Othello, bit: u32, seat: Seat) -> Option<usize> {
        let single = Bitboard::<u64>::single(bit);
        if (single & game.squares()).is_empty() {
            return Some(0);
        }
        let position = Position::new([single.0, 0], Seat::FIRST);
        let mut inputs = Vec::new();
        self.discs.push(game, &position, seat, &mut inputs);
        let of_discs = inputs.into_iter().map(usize::from);
        let square = of_discs.filter_map(|input| Some(input.checked_sub(2)? / 2)).min()?;
        (square < self.squares).then_some(square)
    }

    const fn first_placing(&self) -> usize {
        self.disc_inputs
    }

    const fn first_edge(&self) -> usize {
        self.first_placing() + 2 * self.squares
    }

    /// A symmetry of the discs, for all inputs. An edge stays the same edge in either direction.
    fn turned(&self, of_discs: &[u16]) -> Option<Vec<u16>> {
        let mut turned = of_discs.to_vec();
        for kind in 0..2 {
            for square in 0..self.squares {
                // The mover's disc on a square, then its opponent's.
                let disc = usize::from(*of_discs.get(2 + 2 * square)?);
                let to = disc.checked_sub(2)? / 2;
                turned.push(u16::try_from(self.first_placing() + kind * self.squares + to).ok()?);
            }
        }
        let edges = self.first_edge()..LearningInputs::<Othello>::count(self);
        turned.extend(edges.filter_map(|input| u16::try_from(input).ok()));
        Some(turned)
    }
}

/// The number of each row of `size` digits from 0 to 2, the same one in both directions, and the number of numbers.
fn edge_numbers(size: usize) -> (Vec<u16>, usize) {
    let count = 3_usize.pow(u32::try_from(size).unwrap_or(0));
    let mut numbers = vec![0_u16; count];
    let mut next = 0;
    for code in 0..count {
        let mirrored =
            (0..size).fold((0, code), |(mirrored, rest), _| (3 * mirrored + rest % 3, rest / 3)).0;
        if mirrored < code {
            numbers[code] = numbers[mirrored];
        } else {
            numbers[code] = next;
            next += 1;
        }
    }
    (numbers, next.into())
}

impl LearningInputs<Othello> for OthelloInputs {
    fn count(&self) -> usize {
        self.first_edge() + EDGES * self.edge_count
    }

    fn active_max(&self) -> usize {
        LearningInputs::<Othello>::active_max(&self.discs) + PLACINGS_MAX + EDGES
    }

    fn layout(&self) -> u64 {
        let of_discs = LearningInputs::<Othello>::layout(&self.discs);
        board_engine::zobrist::mix(&[of_discs, 1])
    }

    fn symmetries(&self) -> &[Vec<u16>] {
        &self.symmetries
    }

    fn push(&self, game: &Othello, position: &Position, seat: Seat, inputs: &mut Vec<u16>) {
        self.discs.push(game, position, seat, inputs);
        let mut push = |input: usize| inputs.extend(u16::try_from(input));
        let (here, passed) = (game.placings(position), game.placings(&position.after_pass()));
        let is_mover = seat == position.mover();
        let [own, other] = if is_mover { [here, passed] } else { [passed, here] };
        let view = &self.views[seat.index().min(1)];
        for (kind, placings) in [own, other].into_iter().enumerate() {
            for bit in placings {
                push(self.first_placing() + kind * self.squares + view[bit as usize]);
            }
        }
        let [own, other] = [seat, seat.opponent()].map(|seat| position.discs(seat).0);
        let digit = |bit: u32| (own >> bit & 1) + 2 * (other >> bit & 1);
        let code = |edge: &Vec<u32>| edge.iter().fold(0, |code, &bit| 3 * code + digit(bit));
        let numbers = self.edges.each_ref().map(|edge| {
            let number =
                usize::try_from(code(edge)).ok().and_then(|code| self.edge_numbers.get(code));
            usize::from(number.copied().unwrap_or_default())
        });
        for (edge, &number) in numbers.iter().enumerate() {
            let before = numbers[..edge].iter().filter(|&&other| other == number).count();
            push(self.first_edge() + EDGES * number + before);
        }
    }
}
