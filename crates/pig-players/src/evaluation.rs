//! The evaluation of Pig.

use board_engine::Seat;
use pig::{Pig, Position};
use search::{Evaluator, Score};

/// How many turns each is away from the goal. Holding at 20 gains 8.14 in a turn on average (Neller and Presser, "Optimal
/// Play of the Dice Game Pig", 2004).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Distance;

/// What a turn brings on average, in hundredths.
const TURN: i32 = 814;

/// A lead of this many turns, in hundredths, counts half a payoff.
const HALF_LEAD: i32 = 250;

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
