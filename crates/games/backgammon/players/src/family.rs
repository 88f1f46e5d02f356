//! The catalog entry for backgammon.

use backgammon::{Backgammon, Move, Position};
use board_engine::{Game, Turn};
use game_family::{
    CatalogEntry, CatalogError, Dice, EvaluatorInfo, Family, GameInfo, OpenGame, open,
};
use notation::{Pgn, SheetFormat};
use search::{Evaluator, NoHints};

use crate::evaluation::BackgammonEvaluator;
use crate::mat::Mat;
use crate::variants::{CUBE, JACOBY, MATCH, NAME, SINGLE, rules};

/// Backgammon with all stakes.
pub static FAMILY: &dyn Family = &BackgammonFamily;

/// The backgammon entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BackgammonEntry {}

impl CatalogEntry for BackgammonEntry {
    type Game = Backgammon;
    type Kind = Dice;
    type Evaluator = BackgammonEvaluator;
    type Hints = NoHints;

    const SHEETS: &'static [&'static dyn SheetFormat] = &[&Pgn, &Mat];

    const EVALUATORS: &'static [(EvaluatorInfo, BackgammonEvaluator)] = &[
        (
            EvaluatorInfo {
                name: "learned",
                description: "two small networks trained by self-play",
            },
            BackgammonEvaluator::Learned,
        ),
        (
            EvaluatorInfo {
                name: "standard",
                description: "pips, shots, primes and points, by formulas",
            },
            BackgammonEvaluator::Standard,
        ),
    ];

    /// Ranks a move by the value of the position after it.
    fn rank(game: &Backgammon, position: &Position, mv: Move) -> i32 {
        let Turn::Seat(seat) = game.turn(position) else { return 0 };
        let mut after = *position;
        game.play(&mut after, mv);
        match game.status(&after, &mut Vec::new()).outcome() {
            Some(outcome) => {
                i32::from(outcome.payoff(seat))
                    * Evaluator::payoff_scale(&BackgammonEvaluator::Learned)
            }
            None => BackgammonEvaluator::Learned.evaluate(game, &after, seat).value(),
        }
    }
}

struct BackgammonFamily;

impl Family for BackgammonFamily {
    fn name(&self) -> &'static str {
        NAME
    }

    fn aliases(&self) -> &'static [(&'static str, Option<&'static str>)] {
        &[("gammon", None)]
    }

    fn games(&self) -> Vec<GameInfo> {
        vec![
            GameInfo::new(NAME, "one game without the doubling cube"),
            GameInfo::new(format!("{NAME}:{CUBE}"), "one game with the doubling cube"),
            GameInfo::new(
                format!("{NAME}:{JACOBY}"),
                "the same; gammons count only after a double",
            ),
            GameInfo::new(
                format!("{NAME}:{MATCH}7"),
                "games with the cube to any number of points: here 7",
            ),
        ]
    }

    fn open(&self, variant: Option<&str>) -> Result<Box<dyn OpenGame>, CatalogError> {
        let variant = variant.unwrap_or(SINGLE);
        let game = rules(variant)?;
        let name = match game.match_points() {
            Some(points) => format!("{NAME}:{MATCH}{points}"),
            None => format!("{NAME}:{variant}"),
        };
        Ok(open::<BackgammonEntry>(name, game))
    }
}
