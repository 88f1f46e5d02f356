//! The draughts family.

use board_engine::{Color, Game, Seat, Word};
use checkers::rules::{Goal, Kings};
use checkers::{Checkers, Position, Variant};
use search::{Evaluator, Score};

use crate::{EvaluatedGame, EvaluatorInfo, RankedMoves};

/// What a man is worth, in hundredths of a man.
const MAN: i32 = 100;
/// What a king that moves one square is worth.
const SHORT_KING: i32 = 150;
/// What a king that moves any distance is worth.
const FLYING_KING: i32 = 300;

/// The difference in men and kings: a man is 100, a king 150, or 300 where it flies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Material;

impl<V: Variant> Evaluator<Checkers<V>> for Material {
    fn evaluate(&self, _: &Checkers<V>, position: &Position<V::Word>, seat: Seat) -> Score {
        let own = Checkers::<V>::color_of(seat);
        in_sense::<V>(material::<V>(position, own) - material::<V>(position, !own))
    }
}

fn material<V: Variant>(position: &Position<V::Word>, color: Color) -> i32 {
    let king = if matches!(V::RULES.kings, Kings::Short) { SHORT_KING } else { FLYING_KING };
    MAN * count(position.men(color)) + king * count(position.kings(color))
}

/// The difference in freedom: 1 for each move that a side could make without capture, 5 for each capture, if it were
/// its turn. It is the evaluator of a cookbook of game programming, taken for both sides, so that what one side wins
/// the other loses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Mobility;

impl<V: Variant> Evaluator<Checkers<V>> for Mobility {
    fn evaluate(&self, _: &Checkers<V>, position: &Position<V::Word>, seat: Seat) -> Score {
        let own = Checkers::<V>::color_of(seat);
        in_sense::<V>(freedom::<V>(position, own) - freedom::<V>(position, !own))
    }
}

/// In hundredths, so that a move is worth as much as a hundredth of a man.
fn freedom<V: Variant>(position: &Position<V::Word>, color: Color) -> i32 {
    let to_move = if position.turn() == color { *position } else { position.passed() };
    if Checkers::<V>::can_capture(&to_move) {
        let captures = Checkers::<V>::new().count_moves(&to_move, &mut Vec::new());
        return 5 * i32::try_from(captures).unwrap_or(i32::MAX / 5);
    }
    Checkers::<V>::mobility(position, color).cast_signed()
}

/// Where who has nothing left wins, less is more.
fn in_sense<V: Variant>(value: i32) -> Score {
    Score::new(if matches!(V::RULES.goal, Goal::NoMove) { -value } else { value })
}

fn count<W: Word>(set: board_engine::Bitboard<W>) -> i32 {
    set.count().cast_signed()
}

/// Any one of the evaluators of the draughts family.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DraughtsEvaluator {
    /// [`Material`].
    Material,
    /// [`Mobility`].
    Mobility,
}

impl<V: Variant> Evaluator<Checkers<V>> for DraughtsEvaluator {
    #[inline]
    fn evaluate(&self, game: &Checkers<V>, position: &Position<V::Word>, seat: Seat) -> Score {
        match self {
            Self::Material => Material.evaluate(game, position, seat),
            Self::Mobility => Mobility.evaluate(game, position, seat),
        }
    }
}

impl<V: Variant> EvaluatedGame for Checkers<V> {
    type Evaluator = DraughtsEvaluator;

    const EVALUATORS: &'static [(EvaluatorInfo, DraughtsEvaluator)] = &[
        (
            EvaluatorInfo { name: "material", description: "the difference in men and kings" },
            DraughtsEvaluator::Material,
        ),
        (
            EvaluatorInfo {
                name: "mobility",
                description: "the difference in moves, a capture counting five",
            },
            DraughtsEvaluator::Mobility,
        ),
    ];
}

/// The ranks of a player from a programming course: king by man 7, king by king 6, man by king 5, man by man 4, then
/// a promotion 3, else nothing special. A capture of several pieces ranks as its best one.
impl<V: Variant> RankedMoves for Checkers<V> {
    fn rank(&self, position: &Self::Position, mv: Self::Move) -> i32 {
        let own = position.turn();
        let by_king = position.kings(own).contains(mv.from());
        if mv.is_capture() {
            let takes_king = mv.taken().meets(position.kings(!own));
            return match (takes_king, by_king) {
                (true, false) => 7,
                (true, true) => 6,
                (false, true) => 5,
                (false, false) => 4,
            };
        }
        let mut after = *position;
        self.play(&mut after, mv);
        if after.kings(own).count() > position.kings(own).count() { 3 } else { 0 }
    }
}
