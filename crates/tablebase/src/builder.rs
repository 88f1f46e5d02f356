//! Building tables.

use crate::content::{Content, TableInfo};
use crate::error::TableError;

/// What is to be built, and with what.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BuildOptions {
    /// The most pieces on the board, 2 to [`PIECES_MAX`](crate::PIECES_MAX).
    pub pieces: u8,
    /// What the tables hold.
    pub content: Content,
    /// How many threads work, at least one.
    pub threads: usize,
    /// How many bytes of memory the tables may take up together while they are made.
    pub memory_bytes: u64,
}

/// A table that belongs to what was asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlannedTable {
    /// The pieces, as the name of its file has them.
    pub material: String,
    /// How many numbers of positions it has, for both sides to move.
    pub cells: u64,
    /// How much memory must be allowed for it to be made.
    pub memory_bytes: u64,
    /// Whether it is there already.
    pub is_present: bool,
}

/// How far a table has come.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableProgress {
    /// The pieces, as the name of its file has them.
    pub material: String,
    /// The work that is done for it, and all of it. A cell takes two units: one for its own moves, one for its neighbors.
    pub work: [u64; 2],
}

/// What is to be done next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Control {
    /// Go on.
    Continue,
    /// Write a checkpoint at once, and go on.
    Checkpoint,
    /// Write a checkpoint at once, and end.
    Stop,
}

/// Watches tables being built.
pub trait BuildObserver {
    /// This work is done. It is called several times a second.
    fn on_progress(&mut self, progress: TableProgress) -> Control;

    /// A table is written.
    fn on_table(&mut self, table: &TableInfo);

    /// A checkpoint was written.
    fn on_checkpoint(&mut self) {}

    /// A file of a table that was asked for can't be used; it is built again.
    fn on_refused(&mut self, _error: &TableError) {}
}

/// What there is to build of some game in a folder. It makes nothing, and others may build there meanwhile.
pub trait TablePlanner {
    /// All tables that belong to what was asked for, in the order in which they are built.
    fn plan(&self) -> Vec<PlannedTable>;

    /// From now on, only the table of these pieces, named as its file is, and those that it is made from are asked for.
    ///
    /// # Errors
    /// [`TableError::NotPlanned`] if the table does not belong to what was asked for, [`TableError::WeakerFirst`] if only its name
    /// is another one.
    fn restrict(&mut self, material: &str) -> Result<(), TableError>;

    /// Checks that the memory that is allowed is enough for each table of the plan that is missing.
    ///
    /// # Errors
    /// [`TableError::Memory`] of the first one for which it is not.
    fn check_memory(&self) -> Result<(), TableError>;

    /// Makes a table that is there once more, without writing it, so that the caller can measure how fast that goes. Returns
    /// how much work it was, as [`TableProgress`] counts it.
    ///
    /// # Errors
    /// [`TableError`] if a table can't be read.
    fn rehearse(&self) -> Result<u64, TableError>;

    /// The tables that are there, in the order in which they are built.
    fn list(&self) -> Vec<TableInfo>;

    /// The builder of what is planned, which makes the folder if it doesn't exist, and knows what has been built there by now.
    /// What is one already stays as it is.
    ///
    /// # Errors
    /// [`TableError`] if the folder can't be made, or somebody else builds there.
    fn into_builder(self: Box<Self>) -> Result<Box<dyn TableBuilder>, TableError>;
}

/// Builds the tables of some game in a folder, and holds it for itself meanwhile.
pub trait TableBuilder: TablePlanner {
    /// Builds what is missing.
    ///
    /// # Errors
    /// [`TableError`] if something can't be written or read, the memory is not enough, or the observer wants to stop. What
    /// is finished stays; a table that was begun goes on from its last checkpoint.
    fn build(&mut self, observer: &mut dyn BuildObserver) -> Result<(), TableError>;
}
