//! What ends games by endgame tables.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use board_engine::Turn;
use games_package::{EndReason, Ending, TableGame};
use tablebase::{OpenTables, TableValue};
use thiserror::Error;

/// Why a game that tables end has this ending, as the record says it.
const REASON: &str = "by endgame tables";

/// The settings ask for endgame tables, and none are open.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("games are adjudicated by endgame tables, and none are open")]
pub struct TablesClosed;

/// Endgame tables that decide games.
///
/// Whether a game is over depends on values alone and not on distances, so that it is the same on every machine that has
/// the tables. A value that a rule which counts moves may turn into a draw decides nothing: the game goes on.
pub(crate) struct TableJudge {
    game: Arc<dyn TableGame>,
    tables: Box<dyn OpenTables>,
    /// The first table that could not be read.
    failure: Mutex<Option<String>>,
}

impl TableJudge {
    pub(crate) fn new(game: Arc<dyn TableGame>, tables: Box<dyn OpenTables>) -> Self {
        Self { game, tables, failure: Mutex::new(None) }
    }

    /// The ending of a game that has come to this position; none if it goes on.
    pub(crate) fn ending(&self, position: &str) -> Option<Ending> {
        let value = self.tables.value(position).ok()??;
        let plies_left = self.tables.plies_left(position).ok()?;
        if !value.without_plies().stands_within(plies_left) {
            return None;
        }
        let Turn::Seat(mover) = self.game.open(Some(position)).ok()?.turn() else { return None };
        let of_mover = match value {
            TableValue::Win(_) => 1,
            TableValue::Draw => 0,
            TableValue::Loss(_) => -1,
        };
        let payoff = |seat: usize| if seat == mover.index() { of_mover } else { -of_mover };
        let payoffs = (0..self.game.seat_count()).map(payoff).collect();
        Some(Ending { payoffs: Some(payoffs), reason: EndReason::Adjudicated(REASON.into()) })
    }

    /// Why the tables can't be relied on anymore: the first failure to read one. Games that were decided before it are right.
    pub(crate) fn failure(&self) -> Option<String> {
        let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        if failure.is_none() {
            let first = self.tables.take_failures().into_iter().next();
            *failure = first.map(|error| error.to_string());
        }
        failure.clone()
    }
}

/// The game and its tables.
impl fmt::Debug for TableJudge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tables = self.tables.list().len();
        f.debug_struct("TableJudge")
            .field("game", &self.game.name())
            .field("tables", &tables)
            .finish_non_exhaustive()
    }
}
