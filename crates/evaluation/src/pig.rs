//! Pig.

use board_engine::Seat;
use pig::{Move, Pig, Position};
use search::{Evaluator, NoHints, Score};

use crate::{EvaluatedGame, EvaluatorInfo, RankedMoves};

/// How many turns each is away from the goal. Holding at 20 gains 8.14 in a turn on average (Neller and Presser, "Optimal
/// Play of the Dice Game Pig", 2004).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Distance;

/// What a turn brings on average, in hundredths.
const TURN: i32 = 814;

/// A lead of this many turns, in hundredths, counts half a payoff.
const HALF_LEAD: i32 = 250;

/// Where it is time to hold.
const HOLD_AT: u16 = 20;

impl Evaluator<Pig> for Distance {
    fn evaluate(&self, game: &Pig, position: &Position, seat: Seat) -> Score {
        let mover = position.mover();
        let missing = |seat| i32::from(game.goal()) - i32::from(position.score(seat));
        // In hundredths of a turn. What the turn has brought may yet be lost, and the mover is half a turn ahead.
        let lead = (missing(mover.opponent()) - missing(mover)
            + i32::from(position.turn_total()) * 3 / 4)
            * 10_000
            / TURN
            + 50;
        let payoff = 100 * lead / (lead.abs() + HALF_LEAD);
        Score::new(if seat == mover { payoff } else { -payoff })
    }
}

impl EvaluatedGame for Pig {
    type Evaluator = Distance;
    type Hints = NoHints;

    const EVALUATORS: &'static [(EvaluatorInfo, Distance)] = &[(
        EvaluatorInfo {
            name: "distance",
            description: "how many turns each is away from the goal",
        },
        Distance,
    )];
}

/// Holds at 20 and rolls before: the simple strategy that brings the most in a turn (Neller and Presser, "Optimal Play of
/// the Dice Game Pig", 2004).
impl RankedMoves for Pig {
    fn rank(&self, position: &Position, mv: Move) -> i32 {
        let is_time = position.turn_total() >= HOLD_AT;
        ((mv == Move::Hold) == is_time).into()
    }
}
