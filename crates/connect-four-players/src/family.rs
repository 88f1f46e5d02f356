//! The entry of Connect Four in the catalog.

use std::marker::PhantomData;

use board_engine::Word;
use connect_four::{ConnectGame, Move, Position};
use game_family::{
    CatalogEntry, CatalogError, Duel, EvaluatorInfo, Family, GameInfo, OpenGame, numbers, open,
};
use search::Solver;

use crate::evaluation::{ConnectFourHints, Threats, rank};
use crate::solver::ConnectFourSolver;

/// Connect Four on boards of any size.
pub static FAMILY: &dyn Family = &ConnectFourFamily;

const NAME: &str = "connect-four";
const SIZES_DEFAULT: &str = "7,6,4";

/// The entry of Connect Four on boards of `W`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ConnectFourEntry<W>(PhantomData<W>);

impl<W: Word> CatalogEntry for ConnectFourEntry<W> {
    type Game = ConnectGame<W>;
    type Kind = Duel;
    type Evaluator = Threats;
    type Hints = ConnectFourHints;

    const EVALUATORS: &'static [(EvaluatorInfo, Threats)] = &[(
        EvaluatorInfo {
            name: "threats",
            description: "lines that can still be completed, and by whom in the end",
        },
        Threats,
    )];

    fn solver(game: &ConnectGame<W>) -> Option<Box<dyn Solver<ConnectGame<W>>>> {
        ConnectFourSolver::new(game).map(|solver| Box::new(solver) as Box<dyn Solver<_>>)
    }

    /// Completes a line before anything else, then keeps the opponent from doing so.
    fn rank(game: &ConnectGame<W>, position: &Position<W>, mv: Move) -> i32 {
        rank(game, position, mv)
    }
}

struct ConnectFourFamily;

impl Family for ConnectFourFamily {
    fn name(&self) -> &'static str {
        NAME
    }

    fn games(&self) -> Vec<GameInfo> {
        vec![
            GameInfo::new(NAME, "discs fall, four in a row win, on 7×6"),
            GameInfo::new(
                format!("{NAME}:8,7,4"),
                "any width, height and length of row: here four in a row on 8×7",
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
        if let Ok(game) = ConnectGame::<u64>::new(width, height, in_a_row) {
            return Ok(open::<ConnectFourEntry<u64>>(name, game));
        }
        let game = ConnectGame::<u128>::new(width, height, in_a_row)
            .map_err(|error| wrong(error.to_string()))?;
        Ok(open::<ConnectFourEntry<u128>>(name, game))
    }
}
