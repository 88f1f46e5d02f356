//! The catalog entry for Breakthrough.

use breakthrough::{Breakthrough, SIZE_DEFAULT, SIZE_MAX, SIZE_MIN};
use game_family::{
    CatalogEntry, CatalogError, Duel, EvaluatorInfo, Family, GameInfo, NO_EVALUATOR, OpenGame, open,
};
use search::{NoHints, Zero};

/// Breakthrough on boards of 5×5 to 8×8.
pub static FAMILY: &dyn Family = &BreakthroughFamily;

const NAME: &str = "breakthrough";

/// The small board in the game list.
const SIZE_SMALL: u8 = 6;

/// The Breakthrough entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BreakthroughEntry {}

impl CatalogEntry for BreakthroughEntry {
    type Game = Breakthrough;
    type Kind = Duel;
    type Evaluator = Zero;
    type Hints = NoHints;

    const EVALUATORS: &'static [(EvaluatorInfo, Zero)] = &[(NO_EVALUATOR, Zero)];

    fn network(game: &Breakthrough) -> Option<&'static [u8]> {
        Some(match game.size() {
            5 => include_bytes!("learned/5/best.net"),
            6 => include_bytes!("learned/6/best.net"),
            7 => include_bytes!("learned/7/best.net"),
            8 => include_bytes!("learned/8/best.net"),
            _ => return None,
        })
    }
}

struct BreakthroughFamily;

impl Family for BreakthroughFamily {
    fn name(&self) -> &'static str {
        NAME
    }

    fn games(&self) -> Vec<GameInfo> {
        vec![
            GameInfo::new(NAME, "the first pawn on the far side wins, on 8×8"),
            GameInfo::new(format!("{NAME}:{SIZE_SMALL}"), "any size from 5 to 8: here 6×6"),
        ]
    }

    fn open(&self, variant: Option<&str>) -> Result<Box<dyn OpenGame>, CatalogError> {
        let default = SIZE_DEFAULT.to_string();
        let variant = variant.unwrap_or(&default);
        let wrong = |why| CatalogError::parameters(NAME, variant, why);
        let size = variant.parse().ok().ok_or_else(|| {
            wrong(format!("expected a size from {SIZE_MIN} to {SIZE_MAX}, like {default}"))
        })?;
        let game = Breakthrough::new(size).map_err(|error| wrong(error.to_string()))?;
        Ok(open::<BreakthroughEntry>(format!("{NAME}:{size}"), game))
    }
}
