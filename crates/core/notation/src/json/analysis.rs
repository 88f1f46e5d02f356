//! Results of an analysis.

use games_package::Valuation;
use serde::{Deserialize, Serialize};

use super::ending::Ending;
use super::thinking::Line;
use super::values::{Score, Turn, units};

/// A position's analysis. A search reports one object per completed depth; the last object has `final`.
///
/// A reader that treats absent fields as unknown needs only this type, for a single position and for the plies of a
/// match.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Analysis {
    /// The best line at this depth, or one of several; absent at a chance turn.
    #[serde(flatten)]
    pub line: Option<Line>,
    /// `true` if this is the final result for the position; absent otherwise.
    #[serde(default, rename = "final", skip_serializing_if = "std::ops::Not::not")]
    pub is_final: bool,
    /// All lines in a result with several lines, the best first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lines: Option<Vec<Line>>,
    /// The position's value for the side to move in the tablebases; absent if the tables don't contain the position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<TableValue>,
    /// The book moves for the position, best first; absent if the position is not in the book.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub book: Vec<BookMove>,
    /// The opening that the position belongs to; absent if the opening has no name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<Opening>,
    /// The plies before the position, if several positions are analyzed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ply: Option<usize>,
    /// The position, if several are analyzed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The played move, if the position is from a match.
    #[serde(flatten)]
    pub played: Option<PlayedPly>,
    /// The result of the game if it is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Ending>,
    /// `"chance"` if no seat is to move; absent otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<Turn>,
}

/// An opening with a name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Opening {
    /// The opening's code in an index: "B90".
    pub code: String,
    /// The opening's English name: "Sicilian Defense: Najdorf Variation".
    pub name: String,
}

impl Opening {
    /// The opening with this code and name.
    pub fn new(code: impl Into<String>, name: impl Into<String>) -> Self {
        Self { code: code.into(), name: name.into() }
    }
}

/// A book move for a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct BookMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The score of the move from the mover's side.
    #[serde(flatten)]
    pub score: Score,
    /// The depth of the search behind the score, in plies.
    pub depth: u32,
    /// The number of expanded book positions after this move.
    pub positions: usize,
    /// The move, followed by the best play according to the book.
    pub line: Vec<String>,
}

/// The value in tablebases for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableValue {
    /// The result of perfect play.
    pub value: TableResult,
    /// The plies to the end of a win or loss; null for a draw, or if the tables don't store distances.
    pub plies: Option<u16>,
}

/// The result of perfect play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TableResult {
    /// The side to move wins.
    Win,
    /// Neither side can win.
    Draw,
    /// The side to move loses.
    Loss,
}

impl From<board_engine::TableValue> for TableValue {
    fn from(value: board_engine::TableValue) -> Self {
        let result = match value {
            board_engine::TableValue::Win(_) => TableResult::Win,
            board_engine::TableValue::Draw => TableResult::Draw,
            board_engine::TableValue::Loss(_) => TableResult::Loss,
        };
        Self { value: result, plies: value.plies() }
    }
}

/// A played move compared with the best one.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlayedPly {
    /// The move that was played.
    pub played: String,
    /// The quality of the move; absent if unknown.
    #[serde(flatten)]
    pub appraisal: Option<Appraisal>,
}

/// The quality of a move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Appraisal {
    /// The score of the move from the mover's side.
    #[serde(flatten)]
    pub score: PlayedScore,
    /// The table value for the mover; absent if unknown.
    #[serde(default, rename = "played_table", skip_serializing_if = "Option::is_none")]
    pub table: Option<TableValue>,
    /// The expected points, 0 to 1, that the move loses compared with the best move.
    pub loss: f64,
    /// The mark, `?!`, `?` or `??`; null for a move without a mark.
    pub mark: Option<String>,
}

/// The score of a move that was played: exactly one of three fields.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub enum PlayedScore {
    /// A score in the game's units.
    #[serde(rename = "played_score")]
    Score(f64),
    /// Proven to be won in this number of plies.
    #[serde(rename = "played_win_in")]
    WinIn(u32),
    /// Proven to be lost in this number of plies.
    #[serde(rename = "played_loss_in")]
    LossIn(u32),
}

impl From<Valuation> for PlayedScore {
    fn from(valuation: Valuation) -> Self {
        match valuation {
            Valuation::Centi(value) => Self::Score(units(value)),
            Valuation::WinIn(plies) => Self::WinIn(plies),
            Valuation::LossIn(plies) => Self::LossIn(plies),
        }
    }
}
