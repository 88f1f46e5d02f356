//! Reading open tables.

use board_engine::{NotationError, TableValue};

use crate::builder::TableInfo;
use crate::error::TableError;

/// One game's open tables. Any number of threads can use the tables at once.
pub trait OpenTables: Send + Sync {
    /// The tables in the folder, in build order.
    fn list(&self) -> Vec<TableInfo>;

    /// The reason why files were refused when the folder was opened.
    fn refused(&self) -> &[TableError];

    /// Failures since the last call: each unreadable table is [recorded](crate::note_unusable), and ignored from then
    /// on.
    fn take_failures(&self) -> Vec<TableError>;

    /// The largest number of pieces up to which there is a table for every material combination; less than 2 if no such
    /// number exists.
    fn complete_to(&self) -> u8;

    /// The material combinations without a table, up to the largest number of pieces with a table, in build order.
    fn missing(&self) -> Vec<String>;

    /// The value of a position for its side to move, if the position is in a table.
    ///
    /// # Errors
    /// [`NotationError`] if the string is not a position.
    fn value(&self, position: &str) -> Result<Option<TableValue>, NotationError>;

    /// The number of plies before the game is drawn by a counting rule, unless a capture or similar move restarts the
    /// count; `u32::MAX` if no such draw is near. See [`TableValue::stands_within`].
    ///
    /// # Errors
    /// [`NotationError`] if the string is not a position.
    fn plies_left(&self, position: &str) -> Result<u32, NotationError>;

    /// The number of plies to the next irreversible move under best play (DTZ), for tables that store this distance
    /// instead of the distance to the end; `None` for drawn positions.
    ///
    /// # Errors
    /// [`NotationError`] if the string is not a position.
    fn plies_to_progress(&self, _position: &str) -> Result<Option<u32>, NotationError> {
        Ok(None)
    }

    /// The legal moves in a position, each with its value for the side that makes it; `None` if the game is over.
    /// Without distances to the end, moves with equal values are still ordered best first if the tables can tell.
    ///
    /// # Errors
    /// [`NotationError`] if the string is not a position.
    fn moves(&self, position: &str) -> Result<Vec<(String, Option<TableValue>)>, NotationError>;

    /// Checks `samples` positions, sampled from all tables in proportion to their size. `draw(n)` returns a uniform
    /// number in `0..n`; `is_wanted` is called before each position and returns `false` to stop.
    fn verify(
        &self,
        samples: u64,
        draw: &mut dyn FnMut(u64) -> u64,
        is_wanted: &mut dyn FnMut(u64) -> bool,
    ) -> Verified;
}

/// The result of checking samples.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verified {
    /// The number of checked positions.
    pub checked: u64,
    /// Positions with a wrong value, each with the table's value and the search's value.
    pub wrong: Vec<(String, Option<TableValue>, Option<TableValue>)>,
    /// The number of further positions that could not be checked because a table is missing or
    /// unreadable.
    pub unchecked: u64,
}
