//! What endgame tables say of a position.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use board_engine::Viewer;
use games_package::{MatchState, Thinking, Valuation};
use tablebase::{OpenTables, TableValue};

use crate::result::Analysis;

/// The endgame tables that an analysis quotes, or none.
#[derive(Clone, Default)]
pub struct EndgameTables(Option<Arc<dyn OpenTables>>);

impl EndgameTables {
    /// These tables, which must be of the game that is analyzed.
    pub fn new(tables: Option<Arc<dyn OpenTables>>) -> Self {
        Self(tables)
    }

    /// The value of a position for its side to move. None if no table has it, if the game is over, or if a rule that counts moves
    /// may make a draw of it.
    pub fn value(&self, state: &dyn MatchState) -> Option<TableValue> {
        let tables = self.0.as_ref().filter(|_| state.outcome().is_none())?;
        let position = state.position(Viewer::Arbiter);
        let value = tables.value(&position).ok()??;
        value.stands_within(tables.plies_left(&position).ok()?).then_some(value)
    }

    /// The value of a position and those of its moves; none as in [`value`](Self::value).
    pub(crate) fn known(&self, state: &dyn MatchState) -> Option<KnownEnding> {
        let (value, tables) = (self.value(state)?, self.0.as_ref()?);
        let moves = tables.moves(&state.position(Viewer::Arbiter)).ok()?;
        Some(KnownEnding { value, moves })
    }
}

/// A position that the tables know.
#[derive(Clone, Debug)]
pub(crate) struct KnownEnding {
    value: TableValue,
    /// The legal moves, each with what it brings its mover if that is known.
    moves: Vec<(String, Option<TableValue>)>,
}

impl KnownEnding {
    /// The analysis of the position with what the tables say of it. A player without tables may have chosen a move that gives
    /// something away; the best one by the tables takes its place.
    pub(crate) fn correct(&self, found: Analysis) -> Analysis {
        let found = Analysis { table: Some(self.value), ..found };
        let is_as_good = |value: TableValue| value.without_plies() == self.value.without_plies();
        let of = |wanted: &str| self.moves.iter().find(|(mv, _)| mv == wanted)?.1;
        if of(&found.chosen).is_none_or(is_as_good) {
            return found;
        }
        let known = self.moves.iter().filter_map(|(mv, value)| Some((mv, (*value)?)));
        let Some((best, _)) = known.max_by_key(|(_, value)| value.preference()) else {
            return found;
        };
        let line = |(elapsed, line): &(Duration, Thinking)| {
            let valuation = self.valuation().unwrap_or(line.valuation);
            (*elapsed, Thinking { line: best.clone(), valuation, ..line.clone() })
        };
        let lines = found.lines.best().map(line).into_iter().collect();
        Analysis { lines, chosen: best.clone(), ..found }
    }

    /// The value as a score; none for wins and losses without distance.
    fn valuation(&self) -> Option<Valuation> {
        match self.value {
            TableValue::Win(plies) => plies.map(|plies| Valuation::WinIn(plies.into())),
            TableValue::Draw => Some(Valuation::Centi(0)),
            TableValue::Loss(plies) => plies.map(|plies| Valuation::LossIn(plies.into())),
        }
    }
}

/// How many tables there are.
impl fmt::Debug for EndgameTables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.0.as_ref().map(|tables| tables.list().len());
        f.debug_tuple("EndgameTables").field(&count).finish()
    }
}

/// "lost in 31 plies by the tables", "drawn by the tables": what the side to move has.
pub fn table_phrase(value: TableValue) -> String {
    let result = match value {
        TableValue::Win(_) => "won",
        TableValue::Draw => "drawn",
        TableValue::Loss(_) => "lost",
    };
    format!("{result}{} by the tables", value.distance_text())
}
