//! Learned patterns of edges, corners, rows and diagonals, combined with hand-crafted terms.

mod learned;
mod shapes;

use board_engine::Seat;
use othello::{Othello, Position};
use search::{Evaluator, Score};

use self::learned::TERMS;
use self::shapes::Shape;
use super::standard;
use super::terms::{TERM_COUNT, terms};
use super::weights::PHASE_PLIES;

/// A sum over overlapping patterns on the board, with a learned weight for each pattern content (Buro, "From Simple
/// Features to Sophisticated Evaluation Functions", 1998), plus the terms of the `standard` evaluation, with weights
/// learned together with the patterns. On boards other than 8×8, this evaluator equals `standard`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct OthelloPatterns;

impl OthelloPatterns {
    /// The number of weights per term or pattern: for 0, 20, 40 and 60 empty squares.
    pub const KNOTS: usize = 4;
    /// The number of patterns in a position.
    pub const COUNT: usize = Shape::PLACES;
    /// The number of distinct patterns.
    pub const CONTENTS: usize = Shape::CONTENTS;
    /// The number of terms besides the patterns.
    pub const TERMS: usize = TERM_COUNT;

    /// The patterns in an 8×8 position in the mover's view, each a number below [`CONTENTS`](Self::CONTENTS).
    #[inline]
    pub fn numbers(position: &Position) -> [u32; Self::COUNT] {
        shapes::numbers(position.own().0, position.opposing().0)
    }

    /// The lower of two numbers: the pattern's and its mirror image's.
    pub fn without_mirrors(number: u32) -> u32 {
        number.min(shapes::mirror(number))
    }

    /// The term values for the mover, in order.
    pub fn terms(game: &Othello, position: &Position) -> [i32; Self::TERMS] {
        terms(game, position)
    }

    /// The stage of the game: from 0 at the end to 3 with 60 empty squares.
    pub fn stage(game: &Othello, position: &Position) -> f32 {
        let (phase, part) = standard::phase(game, position);
        let phase = u8::try_from(phase).unwrap_or(u8::MAX);
        let part = u8::try_from(part).unwrap_or(u8::MAX);
        f32::from(phase) + f32::from(part) / f32::from(PHASE_PLIES)
    }

    /// The mover's expected score, in hundredths of the score unit.
    #[inline]
    fn score(game: &Othello, position: &Position) -> i32 {
        let learned = learned::weights();
        let mut sums = [0; Self::KNOTS];
        for number in Self::numbers(position) {
            for (sum, weight) in sums.iter_mut().zip(learned[number as usize]) {
                *sum += i32::from(weight.cast_signed());
            }
        }
        let terms = terms(game, position);
        for (sum, weights) in sums.iter_mut().zip(&TERMS) {
            let of_terms: i32 =
                weights.iter().zip(&terms).map(|(weight, term)| weight * term).sum();
            *sum += of_terms / 10;
        }
        standard::between_knots(game, position, |knot| sums[knot])
    }
}

impl Evaluator<Othello> for OthelloPatterns {
    #[inline]
    fn evaluate(&self, game: &Othello, position: &Position, seat: Seat) -> Score {
        if game.size() != 8 {
            return standard::Standard.evaluate(game, position, seat);
        }
        let limit = standard::score_max(game);
        let score = Self::score(game, position).clamp(-limit, limit);
        Score::new(if seat == position.mover() { score } else { -score })
    }
}
