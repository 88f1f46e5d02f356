//! The entry of the m,n,k games in the catalog.

use std::marker::PhantomData;

use board_engine::Word;
use game_family::{
    CatalogEntry, CatalogError, Classic, ClassicSearch, Duel, EvaluatorInfo, Family, GameInfo,
    OpenGame, PlayerAbout, depth_and_algorithm_options, numbers, open,
};
use players::{LEVELS, Level};
use tic_tac_toe::{MnkGame, Move, Position};

use crate::evaluation::{MnkEvaluator, MnkHints, rank};

/// Tic-tac-toe, on boards of any size with rows of any length.
pub static FAMILY: &dyn Family = &MnkFamily;

const NAME: &str = "tic-tac-toe";
const SIZES_DEFAULT: &str = "3,3,3";

/// The entry of the m,n,k games on boards of `W`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MnkEntry<W>(PhantomData<W>);

impl<W: Word> CatalogEntry for MnkEntry<W> {
    type Game = MnkGame<W>;
    type Kind = Duel;

    /// The game is so small that players of similar strength play it alike.
    const LEVELS: &'static [Level] = &[LEVELS[0], LEVELS[2], LEVELS[5]];

    type Evaluator = MnkEvaluator;
    type Hints = MnkHints;

    const EVALUATORS: &'static [(EvaluatorInfo, MnkEvaluator)] = &[
        (
            EvaluatorInfo { name: "lines", description: "lines that can still be completed" },
            MnkEvaluator::OpenLines,
        ),
        (
            EvaluatorInfo { name: "neighbors", description: "stones, and what they touch" },
            MnkEvaluator::Neighbors,
        ),
    ];

    const CLASSICS: &'static [Classic<MnkEvaluator>] = &[Classic {
        about: PlayerAbout::new(
            "neighbors",
            "a cookbook's player: counts stones and what they touch",
            depth_and_algorithm_options,
        ),
        evaluator: MnkEvaluator::Neighbors,
        search: ClassicSearch::IterativeByOption,
    }];

    /// Completes a line before anything else, then keeps the opponent from doing so.
    fn rank(game: &MnkGame<W>, position: &Position<W>, mv: Move) -> i32 {
        rank(game, position, mv)
    }
}

struct MnkFamily;

impl Family for MnkFamily {
    fn name(&self) -> &'static str {
        NAME
    }

    fn games(&self) -> Vec<GameInfo> {
        vec![
            GameInfo::new(NAME, "three in a row on 3×3"),
            GameInfo::new(
                format!("{NAME}:5,5,4"),
                "any width, height and length of row: here four in a row on 5×5",
            ),
        ]
    }

    /// The word of the board is the smallest that fits: small ones are faster.
    fn open(&self, variant: Option<&str>) -> Result<Box<dyn OpenGame>, CatalogError> {
        let variant = variant.unwrap_or(SIZES_DEFAULT);
        let wrong = |why| CatalogError::parameters(NAME, variant, why);
        let [width, height, in_a_row] =
            numbers(NAME, variant, "WIDTH,HEIGHT,LENGTH", SIZES_DEFAULT)?;
        let name = format!("{NAME}:{width},{height},{in_a_row}");
        if let Ok(game) = MnkGame::<u16>::new(width, height, in_a_row) {
            return Ok(open::<MnkEntry<u16>>(name, game));
        }
        if let Ok(game) = MnkGame::<u64>::new(width, height, in_a_row) {
            return Ok(open::<MnkEntry<u64>>(name, game));
        }
        let game = MnkGame::<u128>::new(width, height, in_a_row)
            .map_err(|error| wrong(error.to_string()))?;
        Ok(open::<MnkEntry<u128>>(name, game))
    }
}
