//! Static evaluation.

use board_engine::{Game, Seat};

use crate::Score;

/// Scores positions at which a search stops before the game is over. Weights that were learned are fields of the
/// evaluator's value.
pub trait Evaluator<G: Game>: Send + Sync {
    /// The score of the unfinished `position` for `seat`. In a [`ZeroSum`](board_engine::ZeroSum) game the scores for
    /// the two seats must cancel, or algorithms that look from the mover's side alone see another game than those that
    /// look from both.
    fn evaluate(&self, game: &G, position: &G::Position, seat: Seat) -> Score;

    /// Whether a game that is played out at random may end at the unfinished `position`, with the scores in place of
    /// payoffs: what follows has nothing to do with the choices before, as after a round, when all is dealt anew. The scores
    /// are hundredths of a payoff of 1 there. `false` by default: games are played to their ends.
    fn ends_playout(&self, _game: &G, _position: &G::Position) -> bool {
        false
    }

    /// What this evaluator gives to one unit of the game: the lead with which a side wins three times as often as it loses
    /// among equals, such as a man in draughts, a pawn in chess, eight discs in Othello, half a point in backgammon. Everything
    /// that people see, the coach, the levels and adjudication count in hundredths of it ([`Score::in_units`]). 100 unless it
    /// says otherwise, and always above 0.
    fn unit(&self) -> i32 {
        100
    }

    /// What this evaluator gives to a payoff of 1, where it estimates payoffs: searches of games with chance weigh what it
    /// says against what the ends of the game bring. 100 unless it says otherwise; more where differences of less than a
    /// hundredth of a payoff matter.
    fn payoff_scale(&self) -> i32 {
        100
    }
}

/// The evaluator by which every unfinished position is equal. A search with it sees only the ends of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Zero;

impl<G: Game> Evaluator<G> for Zero {
    #[inline]
    fn evaluate(&self, _: &G, _: &G::Position, _: Seat) -> Score {
        Score::ZERO
    }
}
