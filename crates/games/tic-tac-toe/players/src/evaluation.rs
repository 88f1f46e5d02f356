//! The evaluations for the m,n,k games, and search hints.

use board_engine::{Bitboard, Seat, Stones, Word};
use search::{Evaluator, Hints, MoveIndex, Score};
use tic_tac_toe::{MnkForThree, MnkGame, MnkRules, Move, Position};

/// Adds up the values of each cell and its neighbors over the whole board (empty 1, own stone 2, other stone −1); the
/// score is the difference between the two sides' sums. The evaluator comes from a cookbook on game programming. The
/// evaluator rewards stones near each other and near empty cells, and ignores lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Neighbors;

impl<W: Word> Evaluator<MnkGame<W>> for Neighbors {
    fn evaluate(&self, game: &MnkGame<W>, position: &Position<W>, seat: Seat) -> Score {
        // A cell counts once for itself and once for each neighbor. A stone is worth 2 to its owner and −1 to the
        // opponent, so in the difference between the two sums each stone counts for 3, and empty cells cancel.
        let own = spread(game, position.stones(seat));
        let other = spread(game, position.stones(seat.opponent()));
        Score::new(3 * (own - other))
    }
}

/// The number of cells, with repetitions, that the stones occupy or touch.
fn spread<W: Word>(game: &MnkGame<W>, stones: Bitboard<W>) -> i32 {
    let stride = game.stride().cast_signed();
    let steps = [1, stride - 1, stride, stride + 1];
    let touched = |step: i32| {
        (stones.shifted(step) & game.cells()).count()
            + (stones.shifted(-step) & game.cells()).count()
    };
    (stones.count() + steps.into_iter().map(touched).sum::<u32>()).cast_signed()
}

/// Lines that can still be completed: each winning line without opposing stones counts more with each own stone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct OpenLines;

impl<W: Word> Evaluator<MnkGame<W>> for OpenLines {
    fn evaluate(&self, game: &MnkGame<W>, position: &Position<W>, seat: Seat) -> Score {
        let (own, other) = (position.stones(seat), position.stones(seat.opponent()));
        Score::new(open_lines(game, own, other) - open_lines(game, other, own))
    }
}

/// The sum of a seat's leads over each of the two other seats, so the three seats' scores cancel.
impl<W: Word> Evaluator<MnkForThree<W>> for OpenLines {
    fn evaluate(&self, game: &MnkForThree<W>, position: &Stones<W, 3>, seat: Seat) -> Score {
        let lines = |seat: Seat| {
            let own = position.stones(seat);
            open_lines(game, own, position.occupied() - own)
        };
        let all: i32 = Seat::all(3).map(lines).sum();
        Score::new(3 * lines(seat) - all)
    }
}

/// The score for all lines that `own` can still complete: 1 for an empty line, four times as much for each own stone.
fn open_lines<W: Word, const SEATS: usize>(
    game: &MnkRules<W, SEATS>,
    own: Bitboard<W>,
    other: Bitboard<W>,
) -> i32 {
    let free = game.cells() - other;
    let stride = game.stride().cast_signed();
    let length = i32::from(game.in_a_row());
    let mut score = 0;
    for step in [1, stride - 1, stride, stride + 1] {
        // The first cell of each line on the board without opposing stones. Shifts one step at a time, because the
        // whole distance can exceed the number of bits in the word.
        let (mut starts, mut shifted) = (free, free);
        for _ in 1..length {
            shifted = shifted.shifted(-step);
            starts &= shifted;
        }
        for start in starts {
            let start = start.cast_signed();
            let stones = (0..length)
                .filter(|index| own.contains((start + step * index).cast_unsigned()))
                .count();
            score += 1 << (2 * stones.min(8));
        }
    }
    score
}

/// The evaluators for the m,n,k games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MnkEvaluator {
    /// [`OpenLines`].
    OpenLines,
    /// [`Neighbors`].
    Neighbors,
}

impl<W: Word> Evaluator<MnkGame<W>> for MnkEvaluator {
    #[inline]
    fn evaluate(&self, game: &MnkGame<W>, position: &Position<W>, seat: Seat) -> Score {
        match self {
            Self::OpenLines => OpenLines.evaluate(game, position, seat),
            Self::Neighbors => Neighbors.evaluate(game, position, seat),
        }
    }
}

/// Hints for m,n,k searches: moves that complete a line, or prevent the opponent from doing so, are noisy and come
/// first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MnkHints;

impl<W: Word> Hints<MnkGame<W>> for MnkHints {
    #[inline]
    fn is_noisy(&self, game: &MnkGame<W>, position: &Position<W>, mv: Move) -> bool {
        rank(game, position, mv) > 0
    }

    #[inline]
    fn rank(&self, game: &MnkGame<W>, position: &Position<W>, mv: Move) -> i32 {
        rank(game, position, mv)
    }

    #[inline]
    fn move_index(&self, _: &MnkGame<W>, _: &Position<W>, mv: Move) -> MoveIndex {
        MoveIndex::new(mv.bit() as usize)
    }
}

/// The rank of a move: 2 if it completes a line, 1 if it blocks another seat's line, otherwise 0.
pub(crate) fn rank<W: Word, const SEATS: usize>(
    game: &MnkRules<W, SEATS>,
    position: &Stones<W, SEATS>,
    mv: Move,
) -> i32 {
    let stone = Bitboard::single(mv.bit());
    let completes = |seat| game.has_line_in(position.stones(seat) | stone);
    if completes(position.mover()) { 2 } else { Seat::all(SEATS).any(completes).into() }
}
