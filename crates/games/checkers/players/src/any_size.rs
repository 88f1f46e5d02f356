//! The catalog entry for English draughts on boards of any size, with its evaluator.

use board_engine::{Color, Seat};
use checkers::any_size::{CheckersAnySize, Move, Position};
use game_family::{CatalogEntry, Duel, EvaluatorInfo};
use search::{Evaluator, Hints, MoveIndex, Score, Tension};

/// The score of a man on its back row; a king counts half as much again.
const MAN: i32 = 100;
const KING: i32 = 150;
/// A man's gain per row.
const ROW: i32 = 2;

/// Evaluates men, kings and the rows that men have advanced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PiecesAndRows;

impl Evaluator<CheckersAnySize> for PiecesAndRows {
    fn evaluate(&self, game: &CheckersAnySize, position: &Position, seat: Seat) -> Score {
        let own = CheckersAnySize::color_of(seat);
        Score::new(side(game, position, own) - side(game, position, !own))
    }
}

fn side(game: &CheckersAnySize, position: &Position, color: Color) -> i32 {
    let men = position.men(color).into_iter().map(|bit| {
        let square = board_engine::Square::new(bit as usize);
        MAN + ROW * i32::from(game.rows_advanced(color, square))
    });
    men.sum::<i32>() + KING * position.kings(color).count().cast_signed()
}

/// Hints for a search: captures are noisy and come first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct AnySizeHints;

impl Hints<CheckersAnySize> for AnySizeHints {
    fn tension(&self, game: &CheckersAnySize, position: &Position) -> Tension {
        if game.can_capture(position) { Tension::Noisy } else { Tension::Unknown }
    }

    fn is_noisy(&self, _: &CheckersAnySize, _: &Position, mv: Move) -> bool {
        mv.is_capture()
    }

    fn rank(&self, _: &CheckersAnySize, _: &Position, mv: Move) -> i32 {
        mv.taken().count().cast_signed()
    }

    fn move_index(&self, _: &CheckersAnySize, _: &Position, mv: Move) -> MoveIndex {
        MoveIndex::new(mv.from().index() << 7 | mv.to().index())
    }
}

/// The entry for English draughts on boards of any size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnySizeEntry {}

impl CatalogEntry for AnySizeEntry {
    type Game = CheckersAnySize;
    type Kind = Duel;
    type Evaluator = PiecesAndRows;
    type Hints = AnySizeHints;

    const EVALUATORS: &'static [(EvaluatorInfo, PiecesAndRows)] = &[(
        EvaluatorInfo {
            name: "standard",
            description: "men, kings, and the rows that men have advanced",
        },
        PiecesAndRows,
    )];

    /// Ranks a move by the number of captured pieces.
    fn rank(_: &CheckersAnySize, _: &Position, mv: Move) -> i32 {
        mv.taken().count().cast_signed()
    }
}
