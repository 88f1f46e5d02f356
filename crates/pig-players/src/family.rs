//! The entry of Pig in the catalog.

use game_family::{
    CatalogEntry, CatalogError, Dice, EvaluatedGame, EvaluatorInfo, Family, GameInfo, OpenGame,
    open,
};
use pig::{GOAL_MAX, Move, Pig, Position};
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
}

impl EvaluatedGame for PigEntry {
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
        ]
    }

    fn open(&self, variant: Option<&str>) -> Result<Box<dyn OpenGame>, CatalogError> {
        let variant = variant.unwrap_or(GOAL_DEFAULT);
        let game = variant.parse().ok().and_then(Pig::new).ok_or_else(|| {
            let why = format!("expected a goal from 1 to {GOAL_MAX}, like {GOAL_DEFAULT}");
            CatalogError::parameters(NAME, variant, why)
        })?;
        Ok(open::<PigEntry>(format!("{NAME}:{}", game.goal()), game))
    }
}
