//! The evaluator that counts men and kings.

use board_engine::{Color, Seat};
use checkers::rules::Kings;
use checkers::{Checkers, Position, Variant};
use search::{Evaluator, Score};

use crate::evaluation::{count, in_sense};

/// The value of a man, in hundredths of a man.
const MAN: i32 = 100;
/// The value of a king that moves one square.
const SHORT_KING: i32 = 150;
/// The value of a king that moves any distance.
const FLYING_KING: i32 = 300;

/// The difference in men and kings: a man is 100, a king 150, or 300 if it flies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Material;

impl<V: Variant> Evaluator<Checkers<V>> for Material {
    #[inline]
    fn evaluate(&self, _: &Checkers<V>, position: &Position<V::Word>, seat: Seat) -> Score {
        let own = Checkers::<V>::color_of(seat);
        in_sense::<V>(material::<V>(position, own) - material::<V>(position, !own))
    }
}

#[inline]
fn material<V: Variant>(position: &Position<V::Word>, color: Color) -> i32 {
    let king = if matches!(V::RULES.kings, Kings::Short) { SHORT_KING } else { FLYING_KING };
    MAN * count(position.men(color)) + king * count(position.kings(color))
}
