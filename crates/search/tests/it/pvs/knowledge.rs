//! What a search may ask about a game of draughts, besides what a position is worth: the simplest answers.

use board_engine::{Color, Game, Seat};
use checkers::{Checkers, Position, Variant};
use search::{Evaluator, Score, Tension};

/// Men, kings, and how far the men have come; captures are noisy.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plain;

impl<V: Variant> Evaluator<Checkers<V>> for Plain {
    fn evaluate(&self, _: &Checkers<V>, position: &Position<V::Word>, seat: Seat) -> Score {
        let own = Checkers::<V>::color_of(seat);
        let worth = |color: Color| {
            let men = position.men(color).count() + 2 * position.kings(color).count();
            100 * men.cast_signed()
        };
        Score::new(worth(own) - worth(!own))
    }

    fn tension(&self, game: &Checkers<V>, position: &Position<V::Word>) -> Tension {
        if Checkers::<V>::can_capture(position) {
            Tension::Noisy
        } else if Checkers::<V>::can_capture(&position.passed()) {
            if game.count_moves(position, &mut Vec::new()) == 0 {
                Tension::Unknown
            } else {
                Tension::Threatened
            }
        } else {
            Tension::Unknown
        }
    }

    fn is_noisy(
        &self,
        _: &Checkers<V>,
        _: &Position<V::Word>,
        mv: <Checkers<V> as Game>::Move,
    ) -> bool {
        mv.is_capture()
    }

    fn move_index(
        &self,
        _: &Checkers<V>,
        _: &Position<V::Word>,
        mv: <Checkers<V> as Game>::Move,
    ) -> usize {
        (mv.from() as usize) << 7 | mv.to() as usize
    }
}
