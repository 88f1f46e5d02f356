//! The entry of the m,n,k games for three players in the catalog.

use board_engine::Stones;
use game_family::{
    CatalogEntry, CatalogError, EvaluatorInfo, Family, GameInfo, Many, OpenGame, numbers, open,
};
use search::NoHints;
use tic_tac_toe::{MnkForThree, Move};

use crate::evaluation::{OpenLines, rank};

/// Tic-tac-toe for three players, on boards of any size with rows of any length.
pub static FAMILY_FOR_THREE: &dyn Family = &MnkForThreeFamily;

const NAME: &str = "tic-tac-toe-3";
const SIZES_DEFAULT: &str = "4,4,3";

/// The entry of the m,n,k games for three players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MnkForThreeEntry {}

impl CatalogEntry for MnkForThreeEntry {
    type Game = MnkForThree<u128>;
    type Kind = Many;
    type Evaluator = OpenLines;
    type Hints = NoHints;

    const EVALUATORS: &'static [(EvaluatorInfo, OpenLines)] = &[(
        EvaluatorInfo { name: "lines", description: "lines that can still be completed" },
        OpenLines,
    )];

    /// Completes a line before anything else, then keeps another player from doing so.
    fn rank(game: &MnkForThree<u128>, position: &Stones<u128, 3>, mv: Move) -> i32 {
        rank(game, position, mv)
    }
}

struct MnkForThreeFamily;

impl Family for MnkForThreeFamily {
    fn name(&self) -> &'static str {
        NAME
    }

    fn games(&self) -> Vec<GameInfo> {
        vec![GameInfo::new(NAME, "three in a row on 4×4, for three players")]
    }

    fn open(&self, variant: Option<&str>) -> Result<Box<dyn OpenGame>, CatalogError> {
        let variant = variant.unwrap_or(SIZES_DEFAULT);
        let wrong = |why| CatalogError::parameters(NAME, variant, why);
        let [width, height, in_a_row] =
            numbers(NAME, variant, "WIDTH,HEIGHT,LENGTH", SIZES_DEFAULT)?;
        let game =
            MnkForThree::new(width, height, in_a_row).map_err(|error| wrong(error.to_string()))?;
        Ok(open::<MnkForThreeEntry>(format!("{NAME}:{width},{height},{in_a_row}"), game))
    }
}
