//! The catalog entry for Hex.

use std::sync::Arc;

use game_family::{
    CatalogEntry, CatalogError, Duel, EvaluatorInfo, Family, GameInfo, NO_EVALUATOR, OpenGame, open,
};
use hex_game::{Hex, SIZE_DEFAULT, Swap};
use learning::LearningInputs;
use search::Zero;

use crate::hints::HexHints;
use crate::learning_inputs::HexInputs;

/// Hex on boards of 3×3 to 11×11.
pub static FAMILY: &dyn Family = &HexFamily;

const NAME: &str = "hex";

/// The small board in the game list.
const SIZE_SMALL: u8 = 7;

/// The suffix of variant names with the swap rule.
const WITH_SWAP: &str = ",swap";

/// The Hex entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HexEntry {}

impl CatalogEntry for HexEntry {
    type Game = Hex;
    type Kind = Duel;
    type Evaluator = Zero;
    type Hints = HexHints;

    const EVALUATORS: &'static [(EvaluatorInfo, Zero)] = &[(NO_EVALUATOR, Zero)];

    fn network(game: &Hex) -> Option<&'static [u8]> {
        (game.size() == SIZE_DEFAULT).then_some(include_bytes!("learned/11/best.net"))
    }

    fn learning_inputs(game: &Hex) -> Option<Arc<dyn LearningInputs<Hex>>> {
        HexInputs::new(game).map(|inputs| Arc::new(inputs) as Arc<dyn LearningInputs<_>>)
    }
}

struct HexFamily;

impl Family for HexFamily {
    fn name(&self) -> &'static str {
        NAME
    }

    fn games(&self) -> Vec<GameInfo> {
        let swap = "the second player may take over the first stone";
        vec![
            GameInfo::new(NAME, "connect your two sides of the board, on 11×11"),
            GameInfo::new(format!("{NAME}:{SIZE_DEFAULT}{WITH_SWAP}"), swap),
            GameInfo::new(format!("{NAME}:{SIZE_SMALL}"), "any size from 3 to 11: here 7×7"),
        ]
    }

    fn open(&self, variant: Option<&str>) -> Result<Box<dyn OpenGame>, CatalogError> {
        let default = SIZE_DEFAULT.to_string();
        let variant = variant.unwrap_or(&default);
        let wrong = |why| CatalogError::parameters(NAME, variant, why);
        let (size, swap) = match variant.strip_suffix(WITH_SWAP) {
            Some(size) => (size, Swap::Allowed),
            None => (variant, Swap::Forbidden),
        };
        let size = size.parse().ok().ok_or_else(|| {
            wrong(format!("expected SIZE or SIZE{WITH_SWAP}, like {default}{WITH_SWAP}"))
        })?;
        let game = Hex::new(size, swap).map_err(|error| wrong(error.to_string()))?;
        let suffix = if swap == Swap::Allowed { WITH_SWAP } else { "" };
        Ok(open::<HexEntry>(format!("{NAME}:{size}{suffix}"), game))
    }
}
