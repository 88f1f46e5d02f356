//! The backgammon evaluators.

mod features;
mod network;
mod networks;
mod standard;

use backgammon::{Backgammon, Board, Phase, Position};
use board_engine::Seat;
use search::{Evaluator, Score};

pub use self::network::{Active, Network};
pub use self::networks::{CONTACT_HIDDEN, CONTACT_INPUTS, Networks, RACE_HIDDEN, RACE_INPUTS};
use crate::chances::Chances;
use crate::stake_values::{Owner, StakeValues};

/// The score for a payoff of 1. The evaluation estimates payoffs, and the plays for a roll often differ by less than a
/// hundredth.
const SCALE: f32 = 1_000.0;

/// The source of an evaluator's chances.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum BackgammonEvaluator {
    /// Networks learned from games.
    #[default]
    Learned,
    /// Formulas based on pips, shots, blots, primes and points.
    Standard,
}

impl BackgammonEvaluator {
    /// The chances of `roller`, who is about to roll.
    pub fn chances(self, board: &Board, roller: Seat) -> Chances {
        match self {
            Self::Learned => networks::networks().chances(board, roller),
            Self::Standard => standard::chances(board, roller),
        }
    }

    /// The mean payoff in `position` for the side to move.
    fn payoff_of_mover(self, game: Backgammon, position: &Position) -> f32 {
        let mover = position.mover();
        let chances = match position.phase() {
            Phase::Opening => Chances::default(),
            _ => self.chances(position.board(), mover),
        };
        let values = StakeValues::new(game, position, mover, chances);
        let cube = position.cube();
        let owner = match cube.owner {
            None => Owner::Both,
            Some(owner) if owner == mover => Owner::Own,
            Some(_) => Owner::Other,
        };
        match position.phase() {
            Phase::Opening => values.of_score(),
            Phase::Offered => values.after_double(cube.value),
            _ => values.with_cube(cube.value, owner),
        }
    }
}

impl Evaluator<Backgammon> for BackgammonEvaluator {
    fn evaluate(&self, game: &Backgammon, position: &Position, seat: Seat) -> Score {
        let payoff = self.payoff_of_mover(*game, position);
        #[expect(clippy::cast_possible_truncation, reason = "at most 192 thousands")]
        let score = Score::new((payoff * SCALE) as i32);
        if seat == position.mover() { score } else { -score }
    }

    /// Half a point: the mean payoff of a side that wins three games out of four.
    fn unit(&self) -> i32 {
        Evaluator::<Backgammon>::payoff_scale(self) / 2
    }

    #[expect(clippy::cast_possible_truncation, reason = "a whole number")]
    fn payoff_scale(&self) -> i32 {
        SCALE as i32
    }
}
