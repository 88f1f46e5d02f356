//! The draughts evaluations, and hints for draughts searches.

mod chunks;
mod classic;
pub(crate) mod hints;
mod material;
mod mobility;
mod patterns;
mod standard;

use board_engine::{Bitboard, Seat, Word};
use checkers::rules::Goal;
use checkers::{Checkers, Position, Variant};
use search::{Evaluator, Score};

pub use self::classic::{Advance, Fibonacci, Pieces};
pub use self::hints::DraughtsHints;
pub use self::material::Material;
pub use self::mobility::Mobility;
pub use self::patterns::{Patterns, Window};
pub use self::standard::{Standard, Term, Terms};
use game_family::EvaluatorInfo;

/// The score for a material advantage, negated if the side without pieces wins, because having less is then better.
#[inline]
fn in_sense<V: Variant>(value: i32) -> Score {
    Score::new(if matches!(V::RULES.goal, Goal::NoMove) { -value } else { value })
}

#[inline]
fn count<W: Word>(set: Bitboard<W>) -> i32 {
    set.count().cast_signed()
}

/// The evaluators for the draughts family.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DraughtsEvaluator {
    /// Evaluates by [`Patterns`].
    Patterns,
    /// Evaluates by [`Standard`].
    Standard,
    /// Evaluates by [`Material`].
    Material,
    /// Evaluates by [`Mobility`].
    Mobility,
    /// Evaluates by [`Pieces`].
    Pieces,
    /// Evaluates by [`Advance`].
    Advance,
    /// Evaluates by [`Fibonacci`].
    Fibonacci,
}

impl DraughtsEvaluator {
    /// The evaluator with its name and description.
    pub(crate) const fn named(self) -> (EvaluatorInfo, Self) {
        let (name, description) = match self {
            Self::Patterns => {
                ("patterns", "the standard evaluation plus learned patterns of pieces")
            }
            Self::Standard => {
                ("standard", "material, placement, mobility, structure, runaway men, drawn endings")
            }
            Self::Material => ("material", "the difference in men and kings"),
            Self::Mobility => ("mobility", "the difference in moves; a capture counts as five"),
            Self::Pieces => ("pieces", "the difference in the number of pieces"),
            Self::Advance => ("advance", "men weighted by the square of the rows advanced"),
            Self::Fibonacci => {
                ("fibonacci", "men weighted by the Fibonacci number of the rows advanced")
            }
        };
        (EvaluatorInfo { name, description }, self)
    }

    /// The value of a man, which is the [unit](Evaluator::unit) of the scores.
    pub(crate) const fn man(self) -> i32 {
        if matches!(self, Self::Fibonacci) { Fibonacci::MAN } else { 100 }
    }
}

impl<V: Variant> Evaluator<Checkers<V>> for DraughtsEvaluator {
    #[inline]
    fn evaluate(&self, game: &Checkers<V>, position: &Position<V::Word>, seat: Seat) -> Score {
        match self {
            Self::Patterns if const { Patterns::are_learned::<V>() } => {
                Patterns.evaluate(game, position, seat)
            }
            Self::Patterns | Self::Standard => Standard.evaluate(game, position, seat),
            Self::Material => Material.evaluate(game, position, seat),
            Self::Mobility => Mobility.evaluate(game, position, seat),
            Self::Pieces => Pieces.evaluate(game, position, seat),
            Self::Advance => Advance.evaluate(game, position, seat),
            Self::Fibonacci => Fibonacci.evaluate(game, position, seat),
        }
    }

    fn unit(&self) -> i32 {
        self.man()
    }
}

#[cfg(test)]
mod visits {
    use board_engine::{Game, Status};
    use checkers::{Checkers, Position, Variant};

    /// Calls `visit` with the starting position and with every position reached by choosing legal moves by these
    /// numbers.
    pub(super) fn visit_each<V: Variant>(choices: &[usize], visit: impl Fn(&Position<V::Word>)) {
        let game = Checkers::<V>::new();
        let (mut position, mut moves) = (game.start(), Vec::new());
        for choice in choices {
            visit(&position);
            if game.legal_moves(&position, &mut moves) != Status::Ongoing {
                break;
            }
            game.play(&mut position, moves[choice % moves.len()]);
        }
    }
}
