//! Asking tables.

use board_engine::NotationError;

use crate::content::TableInfo;
use crate::error::TableError;
use crate::value::TableValue;

/// The tables of some game. Any number of threads can ask them at once.
pub trait OpenTables: Send + Sync {
    /// What is in the folder, in the order in which it is built.
    fn list(&self) -> Vec<TableInfo>;

    /// Why files were refused when the folder was opened.
    fn refused(&self) -> &[TableError];

    /// What went wrong since: each table that could not be read is [noted](crate::note_unusable), and left out from then on.
    fn take_failures(&self) -> Vec<TableError>;

    /// The largest number of pieces up to which there is a table of every material; less than 2 if there is none.
    fn complete_to(&self) -> u8;

    /// The pieces of which there is no table, though there is one of as many pieces or of more, in the order in which they are
    /// built.
    fn missing(&self) -> Vec<String>;

    /// The value of a position for its side to move, if there is a table of it.
    ///
    /// # Errors
    /// [`NotationError`] if the text is no position.
    fn value(&self, position: &str) -> Result<Option<TableValue>, NotationError>;

    /// How many plies may be played from a position before a rule that counts them makes a draw, unless a capture or the like
    /// starts the count anew; `u32::MAX` where no such end is near. See [`TableValue::stands_within`].
    ///
    /// # Errors
    /// [`NotationError`] if the text is no position.
    fn plies_left(&self, position: &str) -> Result<u32, NotationError>;

    /// The legal moves of a position, each with what it brings the side that makes it; none if the game is over.
    ///
    /// # Errors
    /// [`NotationError`] if the text is no position.
    fn moves(&self, position: &str) -> Result<Vec<(String, Option<TableValue>)>, NotationError>;

    /// Checks `samples` positions, drawn from all tables by how many positions these have. `draw(n)` gives a number in
    /// `0..n`, all equally likely; `is_wanted` is asked before each position whether to go on.
    fn verify(
        &self,
        samples: u64,
        draw: &mut dyn FnMut(u64) -> u64,
        is_wanted: &mut dyn FnMut(u64) -> bool,
    ) -> Verified;
}

/// What a check of samples has found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verified {
    /// How many positions were checked.
    pub checked: u64,
    /// Positions that are wrong, each with what the table says and what a search finds.
    pub wrong: Vec<(String, Option<TableValue>, Option<TableValue>)>,
    /// How many more were drawn and could not be checked, since a table that they need is missing or can't be read.
    pub unchecked: u64,
}
