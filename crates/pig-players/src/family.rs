//! The entry of Pig in the catalog.

use game_family::{
    CatalogEntry, CatalogError, Dice, EvaluatorInfo, Family, GameInfo, OpenGame, open,
};
use pig::{GOAL_MAX, Move, Pig, Position, RACES_MAX};
use search::NoHints;

use crate::evaluation::Distance;

/// Pig, to any goal.
pub static FAMILY: &dyn Family = &PigFamily;

const NAME: &str = "pig";
const GOAL_DEFAULT: &str = "100";

/// The sum at which a turn should end.
const HOLD_AT: u16 = 20;

/// The entry of Pig.
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
            description: "how many turns each is away from the goal",
        },
        Distance,
    )];

    /// Holds at 20 and rolls before: the simple strategy that brings the most in a turn (Neller and Presser, "Optimal
    /// Play of the Dice Game Pig", 2004).
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

/// A goal, or a goal and a number of races.
fn read(variant: &str) -> Option<Pig> {
    let (goal, races) = variant.split_once(',').unwrap_or((variant, "1"));
    Pig::new(goal.parse().ok()?)?.with_races(races.parse().ok()?)
}
