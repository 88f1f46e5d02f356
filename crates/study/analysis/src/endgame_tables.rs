//! Looks up analyzed positions in tablebases, and finds the position that reveals a threat.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use board_engine::{Board, Turn, Viewer};
use games_package::{MatchState, TableGame, Thinking, Valuation};
use tablebase::{OpenTables, TableValue};

use crate::position_editor::index_among;
use crate::result::Analysis;

/// The tablebases quoted by an analysis, if any.
#[derive(Clone, Default)]
pub struct EndgameTables(Option<Arc<dyn OpenTables>>);

impl EndgameTables {
    /// Wraps these tables, which must belong to the analyzed game.
    pub fn new(tables: Option<Arc<dyn OpenTables>>) -> Self {
        Self(tables)
    }

    /// The value of a position for its side to move. `None` if no table contains the position, if the game is over, or
    /// if a move-count rule may turn the position into a draw.
    pub fn value(&self, state: &dyn MatchState) -> Option<TableValue> {
        let tables = self.0.as_ref().filter(|_| state.outcome().is_none())?;
        let position = state.position(Viewer::Arbiter);
        let value = tables.value(&position).ok()??;
        value.stands_within(tables.plies_left(&position).ok()?).then_some(value)
    }

    /// The values of a position and its moves; `None` as in [`value`](Self::value).
    pub(crate) fn lookup(&self, state: &dyn MatchState) -> Option<KnownEnding> {
        let (value, tables) = (self.value(state)?, self.0.as_ref()?);
        let moves = tables.moves(&state.position(Viewer::Arbiter)).ok()?;
        Some(KnownEnding { value, moves })
    }
}

/// A position in the tables.
#[derive(Clone, Debug)]
pub(crate) struct KnownEnding {
    value: TableValue,
    /// The legal moves, each with its value for the mover if known.
    moves: Vec<(String, Option<TableValue>)>,
}

impl KnownEnding {
    /// Corrects the analysis with the tables. If a player without tables has chosen an inferior move, it is replaced
    /// with the tables' best move.
    pub(crate) fn correct(&self, found: Analysis) -> Analysis {
        let found = Analysis { table: Some(self.value), ..found };
        let is_as_good = |value: TableValue| value.without_plies() == self.value.without_plies();
        let of = |wanted: &str| self.moves.iter().find(|(mv, _)| mv == wanted)?.1;
        if of(&found.chosen).is_none_or(is_as_good) {
            return found;
        }
        // Tables without distances list the best of several equal moves first.
        let known = self.moves.iter().rev().filter_map(|(mv, value)| Some((mv, (*value)?)));
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

    /// The value as a score; `None` for wins and losses without a distance.
    fn valuation(&self) -> Option<Valuation> {
        match self.value {
            TableValue::Win(plies) => plies.map(|plies| Valuation::WinIn(plies.into())),
            TableValue::Draw => Some(Valuation::Centi(0)),
            TableValue::Loss(plies) => plies.map(|plies| Valuation::LossIn(plies.into())),
        }
    }
}

/// Shows the number of tables.
impl fmt::Debug for EndgameTables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.0.as_ref().map(|tables| tables.list().len());
        f.debug_tuple("EndgameTables").field(&count).finish()
    }
}

/// The value for the side to move as a phrase: "lost in 31 plies by tablebase", "drawn by tablebase".
pub fn table_phrase(value: TableValue) -> String {
    let result = match value {
        TableValue::Win(_) => "won",
        TableValue::Draw => "drawn",
        TableValue::Loss(_) => "lost",
    };
    format!("{result}{} by tablebase", value.distance_text())
}

/// The position with the same pieces and the other side to move. `None` if that position is not legal, if the game is
/// over in it, or if the game's positions have more state than the pieces and the side to move.
///
/// The position is like one that was [set up](TableGame::format_set_up): state that the pieces don't show, such as
/// draw-rule counters, has its value at the start of a game.
pub(crate) fn position_after_pass(game: &dyn TableGame, state: &dyn MatchState) -> Option<String> {
    let Turn::Seat(mover) = state.turn() else { return None };
    let offered = game.pieces_to_set_up();
    if game.seat_count() != 2 || offered.is_empty() || state.outcome().is_some() {
        return None;
    }
    let opponent = mover.opponent();
    let diagram = state.diagram(Viewer::Arbiter);
    let mut board = Board::empty(diagram.geometry().square_count());
    for square in diagram.geometry().squares() {
        let Some(shown) = diagram.pieces(square).first() else { continue };
        board.put(square, index_among(&offered, shown)?);
    }
    let position = game.format_set_up(&board, opponent);
    let passed = game.open(Some(&position)).ok()?;
    let goes_on = passed.outcome().is_none() && passed.turn() == Turn::Seat(opponent);
    goes_on.then(|| passed.position(Viewer::Arbiter))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(game: &str, position: &str, expected: Option<&str>) {
        let game = game_catalog::table_game(game).unwrap();
        let state = game.open(Some(position)).unwrap();
        assert_eq!(position_after_pass(&*game, &*state).as_deref(), expected, "{position}");
    }

    #[test]
    fn the_opponent_is_to_move_with_the_same_pieces() {
        check("checkers", "W:W22,K18:B9,K1", Some("B:W22,K18:B9,K1"));
        check(
            "chess",
            "4k3/8/8/8/8/8/4P3/R3K3 w Q - 3 9",
            Some("4k3/8/8/8/8/8/4P3/R3K3 b Q - 0 1"),
        );
    }

    #[test]
    fn no_side_passes_if_the_game_has_no_such_position() {
        // White is in check.
        check("chess", "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", None);
        // Dice are state beyond the pieces.
        let game = game_catalog::table_game("backgammon").unwrap();
        assert_eq!(position_after_pass(&*game, &*game.open(None).unwrap()), None);
    }
}
