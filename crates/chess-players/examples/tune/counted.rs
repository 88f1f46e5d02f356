//! What the evaluation `standard` counts in a position.

use board_engine::Seat;
use chess::{Chess, Position};
use chess_players::{ChessEvaluator, ChessTerms};
use search::Evaluator;
use tuning::{Features, Linear};

/// The terms of the evaluation, and the move.
pub(crate) struct Counted;

impl Counted {
    /// The number of the term for the side to move.
    pub(crate) const TEMPO: usize = ChessTerms::COUNT;
}

impl Linear<Chess> for Counted {
    #[expect(clippy::cast_possible_truncation, reason = "small numbers")]
    fn count(&mut self, _: &Chess, position: &Position, features: &mut Features) {
        let ChessTerms { counts, phase } = ChessTerms::of(position);
        let turn = if position.mover() == Seat::FIRST { 1 } else { -1 };
        let terms = counts.into_iter().chain([(Self::TEMPO, turn)]);
        features.terms.extend(terms.map(|(term, times)| {
            let times = i16::try_from(times).expect("a term counts a few times");
            (u16::try_from(term).expect("there are few terms"), times.into())
        }));
        features.stage = phase as f32;
    }

    fn reference(&self, game: &Chess, position: &Position) -> i32 {
        ChessEvaluator::Standard.evaluate(game, position, Seat::FIRST).value()
    }

    fn known(&self, term: usize, knot: usize) -> f64 {
        if term == Self::TEMPO {
            return ChessTerms::TEMPO.into();
        }
        ChessTerms::weight(term)[1 - knot.min(1)].into()
    }
}
