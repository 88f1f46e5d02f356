//! The catalog entry for Othello.

use std::sync::Arc;

use game_family::{
    CatalogEntry, CatalogError, Duel, EvaluatorInfo, Family, GameInfo, OpenGame, open,
};
use learning::LearningInputs;
use notation::{Pgn, SheetFormat};
use othello::{Goal, Move, Othello, Position};
use search::Solver;

use crate::evaluation::{OthelloEvaluator, OthelloHints, value};
use crate::ggf::Ggf;
use crate::learning_inputs::OthelloInputs;
use crate::solver::LateSolver;

/// Othello on boards of three sizes.
pub static FAMILY: &dyn Family = &OthelloFamily;

const NAME: &str = "othello";
const SIZE_DEFAULT: &str = "8";
const SIZE_SMALLEST: u8 = 4;

/// The suffix of the names of variants in which the payoff is the difference in discs.
const FOR_DISCS: &str = ",discs";

/// The Othello entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OthelloEntry {}

impl CatalogEntry for OthelloEntry {
    type Game = Othello;
    type Kind = Duel;
    type Evaluator = OthelloEvaluator;
    type Hints = OthelloHints;

    const SHEETS: &'static [&'static dyn SheetFormat] = &[&Pgn, &Ggf];

    const EVALUATORS: &'static [(EvaluatorInfo, OthelloEvaluator)] = &[
        (
            EvaluatorInfo {
                name: "patterns",
                description: "the standard evaluation plus learned patterns of edges, corners, rows and diagonals",
            },
            OthelloEvaluator::Patterns,
        ),
        (
            EvaluatorInfo {
                name: "standard",
                description: "mobility, corners, edges, stable discs, parity",
            },
            OthelloEvaluator::Standard,
        ),
        (
            EvaluatorInfo {
                name: "squares",
                description: "discs weighted by the value of their squares",
            },
            OthelloEvaluator::SquareValues,
        ),
        (
            EvaluatorInfo { name: "discs", description: "the difference in discs" },
            OthelloEvaluator::Discs,
        ),
    ];

    /// The smallest board is small enough for a search of all its positions.
    fn solver(game: &Othello) -> Option<Box<dyn Solver<Othello>>> {
        (game.size() > SIZE_SMALLEST).then(|| Box::new(LateSolver::default()) as Box<dyn Solver<_>>)
    }

    fn learning_inputs(game: &Othello) -> Option<Arc<dyn LearningInputs<Othello>>> {
        OthelloInputs::new(game).map(|inputs| Arc::new(inputs) as Arc<dyn LearningInputs<_>>)
    }

    /// Ranks moves by their square, then by the number of discs that they flip.
    fn rank(game: &Othello, position: &Position, mv: Move) -> i32 {
        let Some(square) = mv.square() else { return 0 };
        64 * value(game, square) + position.flips(square).count().cast_signed()
    }
}

struct OthelloFamily;

impl Family for OthelloFamily {
    fn name(&self) -> &'static str {
        NAME
    }

    fn aliases(&self) -> &'static [(&'static str, Option<&'static str>)] {
        &[("reversi", None)]
    }

    fn games(&self) -> Vec<GameInfo> {
        vec![
            GameInfo::new(NAME, "more discs win, on 8×8"),
            GameInfo::new(format!("{NAME}:6"), "the same on 6×6"),
            GameInfo::new(format!("{NAME}:8{FOR_DISCS}"), "played for the difference in discs"),
        ]
    }

    fn open(&self, variant: Option<&str>) -> Result<Box<dyn OpenGame>, CatalogError> {
        let variant = variant.unwrap_or(SIZE_DEFAULT);
        let wrong = |why| CatalogError::parameters(NAME, variant, why);
        let (size, goal) = match variant.strip_suffix(FOR_DISCS) {
            Some(size) => (size, Goal::Discs),
            None => (variant, Goal::Win),
        };
        let size = size.parse().ok();
        let size = size.ok_or_else(|| {
            wrong(format!("expected SIZE or SIZE{FOR_DISCS}, like {SIZE_DEFAULT}"))
        })?;
        let game = Othello::new(size, goal).map_err(|error| wrong(error.to_string()))?;
        let suffix = if goal == Goal::Discs { FOR_DISCS } else { "" };
        Ok(open::<OthelloEntry>(format!("{NAME}:{size}{suffix}"), game))
    }

    fn starter_puzzles(&self) -> Option<&'static str> {
        Some(include_str!("../puzzles.toml"))
    }
}
