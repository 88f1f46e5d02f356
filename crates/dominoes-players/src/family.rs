//! The entry of dominoes in the catalog.

use dominoes::{Dominoes, Move, Position};
use game_family::{
    CatalogEntry, CatalogError, EvaluatorInfo, Family, GameInfo, Hidden, OpenGame, open,
};
use search::{ExpectiMaxN, NoHints};

use crate::evaluation::{Points, rank};

/// Dominoes: the block game, the draw game and all-fives.
pub static FAMILY: &dyn Family = &DominoesFamily;

const NAME: &str = "dominoes";

/// The entry of dominoes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DominoesEntry {}

impl CatalogEntry for DominoesEntry {
    type Game = Dominoes;
    type Kind = Hidden<ExpectiMaxN>;
    type Evaluator = Points;
    type Hints = NoHints;

    const EVALUATORS: &'static [(EvaluatorInfo, Points)] = &[(
        EvaluatorInfo { name: "points", description: "the points that each side still needs" },
        Points,
    )];

    /// The most points at once, then the tile with the most pips.
    fn rank(game: &Dominoes, position: &Position, mv: Move) -> i32 {
        rank(*game, position, mv)
    }
}

struct DominoesFamily;

impl Family for DominoesFamily {
    fn name(&self) -> &'static str {
        NAME
    }

    fn games(&self) -> Vec<GameInfo> {
        let variant =
            |items: &str, description| GameInfo::new(format!("{NAME}:{items}"), description);
        vec![
            GameInfo::new(NAME, "the draw game of two with a double-six set, to 100 points"),
            variant("block", "the block game: a player that can't play passes"),
            variant("all-fives", "ends that add up to a multiple of five score"),
            variant("block,partners", "the block game for two pairs of partners"),
            variant(
                "9,3,to=150",
                "any set, number of players and target: here double-nine for three",
            ),
            variant("round", "a single round"),
        ]
    }

    fn open(&self, variant: Option<&str>) -> Result<Box<dyn OpenGame>, CatalogError> {
        let variant = variant.unwrap_or_default();
        let game = Dominoes::named(variant)
            .map_err(|error| CatalogError::parameters(NAME, variant, error.to_string()))?;
        Ok(open::<DominoesEntry>(format!("{NAME}:{}", game.variant()), game))
    }
}
