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

impl Distance {
    /// The payoff of the race for its mover, in hundredths.
    fn of_race(game: Pig, position: &Position) -> i32 {
        let mover = position.mover();
        if game.winner(position).is_some() {
            return 100;
        }
        let missing = |seat| i32::from(game.goal()) - i32::from(position.score(seat));
        // In hundredths of a turn. What the turn has brought may yet be lost, and the mover is half a turn ahead.
        let lead = (missing(mover.opponent()) - missing(mover)
            + i32::from(position.turn_total()) * 3 / 4)
            * 10_000
            / TURN
            + 50;
        100 * lead / (lead.abs() + HALF_LEAD)
    }
}

impl Evaluator<Pig> for Distance {
    /// In a match, the races that are ahead count as much as those that may still be played.
    fn evaluate(&self, game: &Pig, position: &Position, seat: Seat) -> Score {
        let sign = if seat == position.mover() { 1 } else { -1 };
        let mover = position.mover().index();
        let wins = position.wins().map(i32::from);
        let lead = 100 * (wins[mover] - wins[1 - mover]) + Self::of_race(*game, position);
        let races_left = i32::from(game.races()) - wins.iter().sum::<i32>() - 1;
        let payoff =
            if races_left <= 0 { lead } else { 100 * lead / (lead.abs() + 100 * races_left) };
        Score::new(sign * payoff.clamp(-100, 100))
    }

    /// A side that wins three games of four has half a payoff on average.
    fn unit(&self) -> i32 {
        50
    }

    /// What comes after a race has nothing to do with it but who has won.
    fn ends_playout(&self, game: &Pig, position: &Position) -> bool {
        game.races() > 1 && game.winner(position).is_some()
    }
}
