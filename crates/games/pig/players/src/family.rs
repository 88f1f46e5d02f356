//! The catalog entry for Pig.

use board_engine::Seat;
use game_family::{
    CatalogEntry, CatalogError, Dice, EvaluatorInfo, Family, GameInfo, OpenGame, open,
};
use pig::{GOAL_MAX, Move, Pig, Position, RACES_MAX};
use search::{Evaluator, NoHints, Score};

/// Pig with any goal.
pub static FAMILY: &dyn Family = &PigFamily;

const NAME: &str = "pig";
const GOAL_DEFAULT: &str = "100";

/// The turn total at which a turn should end.
const HOLD_AT: u16 = 20;

/// The Pig entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PigEntry {}

impl CatalogEntry for PigEntry {
    type Game = Pig;
    type Kind = Dice;
    type Evaluator = Distance;
    type Hints = NoHints;

    const EVALUATORS: &'static [(EvaluatorInfo, Distance)] = &[(
        EvaluatorInfo {
            name: "distance",
            description: "the number of turns each player needs to reach the goal",
        },
        Distance,
    )];

    /// Rolls until the turn total is 20, then holds: the simple strategy with the highest expected gain per turn
    /// (Neller and Presser, "Optimal Play of the Dice Game Pig", 2004).
    fn rank(_: &Pig, position: &Position, mv: Move) -> i32 {
        let is_time = position.turn_total() >= HOLD_AT;
        ((mv == Move::Hold) == is_time).into()
    }
}

struct PigFamily;

impl Family for PigFamily {
    fn name(&self) -> &'static str {
        NAME
    }

    fn games(&self) -> Vec<GameInfo> {
        vec![
            GameInfo::new(NAME, "a dice race to 100"),
            GameInfo::new(format!("{NAME}:50"), "a dice race to any goal: here to 50"),
            GameInfo::new(
                format!("{NAME}:100,3"),
                "a match of several races: here the best of three",
            ),
        ]
    }

    fn open(&self, variant: Option<&str>) -> Result<Box<dyn OpenGame>, CatalogError> {
        let variant = variant.unwrap_or(GOAL_DEFAULT);
        let game = read(variant).ok_or_else(|| {
            let why = format!(
                "expected a goal from 1 to {GOAL_MAX}, like {GOAL_DEFAULT}, and for a match the number of races up to {RACES_MAX}, like {GOAL_DEFAULT},3"
            );
            CatalogError::parameters(NAME, variant, why)
        })?;
        let races = if game.races() > 1 { format!(",{}", game.races()) } else { String::new() };
        Ok(open::<PigEntry>(format!("{NAME}:{}{races}", game.goal()), game))
    }
}

/// Parses a goal, or a goal and a number of races.
fn read(variant: &str) -> Option<Pig> {
    let (goal, races) = variant.split_once(',').unwrap_or((variant, "1"));
    Pig::new(goal.parse().ok()?)?.with_races(races.parse().ok()?)
}

/// Estimates the number of turns that each side needs to reach the goal. Holding at 20 gains 8.14 per turn on average
/// (Neller and Presser, "Optimal Play of the Dice Game Pig", 2004).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Distance;

/// The average gain in a turn, in hundredths.
const TURN: i32 = 814;

/// The lead that counts as half a payoff, in hundredths of a turn.
const HALF_LEAD: i32 = 250;

impl Distance {
    /// The mover's payoff for the race, in hundredths.
    fn of_race(game: Pig, position: &Position) -> i32 {
        let mover = position.mover();
        if game.winner(position).is_some() {
            return 100;
        }
        let missing = |seat| i32::from(game.goal()) - i32::from(position.score(seat));
        // The lead in hundredths of a turn. Only three quarters of the turn total count, because it can still be lost.
        // The mover is half a turn ahead.
        let lead = (missing(mover.opponent()) - missing(mover)
            + i32::from(position.turn_total()) * 3 / 4)
            * 10_000
            / TURN
            + 50;
        100 * lead / (lead.abs() + HALF_LEAD)
    }
}

impl Evaluator<Pig> for Distance {
    /// In a match, won races count as much as the remaining races.
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

    /// A side that wins three games out of four has half a payoff on average.
    fn unit(&self) -> i32 {
        50
    }

    /// The next race is independent of this one except for its winner.
    fn ends_playout(&self, game: &Pig, position: &Position) -> bool {
        game.races() > 1 && game.winner(position).is_some()
    }
}
