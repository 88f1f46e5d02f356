//! Table building, and the content of table files.

use std::path::PathBuf;

use crate::error::TableError;

/// Build settings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BuildOptions {
    /// Maximum number of pieces on the board, 2 to [`PIECES_MAX`](crate::PIECES_MAX).
    pub pieces: u8,
    /// The stored content: results alone, or also distances.
    pub content: Content,
    /// The number of threads, at least one.
    pub threads: usize,
    /// The build's memory limit, in bytes.
    pub memory_bytes: u64,
}

/// A requested table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlannedTable {
    /// The pieces, as in the file name.
    pub material: String,
    /// The number of position indices, for both sides to move.
    pub cells: u64,
    /// The memory needed to build the table.
    pub memory_bytes: u64,
    /// `true` if the table already exists.
    pub is_present: bool,
}

/// The build progress of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableProgress {
    /// The pieces, as in the file name.
    pub material: String,
    /// The work done for the table, and the total. A cell counts as two units of work: one for its own moves and one
    /// for its neighbors.
    pub work: [u64; 2],
}

/// The answer to a progress report: whether the build continues.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Control {
    /// Continue.
    Continue,
    /// Write a checkpoint immediately and continue.
    Checkpoint,
    /// Write a checkpoint immediately and stop.
    Stop,
}

/// Monitors a table build.
pub trait BuildObserver {
    /// Reports this progress, several times a second.
    fn on_progress(&mut self, progress: TableProgress) -> Control;

    /// Reports a written table.
    fn on_table(&mut self, table: &TableInfo);

    /// Reports a written checkpoint.
    fn on_checkpoint(&mut self) {}

    /// Reports a required file that is unusable and will be rebuilt.
    fn on_refused(&mut self, _error: &TableError) {}
}

/// The tables left to build for a game in a folder. A planner doesn't build anything, and other programs can build in
/// the folder in the meantime.
pub trait TablePlanner {
    /// All requested tables, in build order.
    fn plan(&self) -> Vec<PlannedTable>;

    /// Restricts the plan to the table for these pieces, named as in a file name, and to that table's dependencies.
    ///
    /// # Errors
    /// [`TableError::NotPlanned`] if the table is not among those requested, [`TableError::WeakerFirst`] if its name
    /// starts with the weaker side.
    fn restrict(&mut self, material: &str) -> Result<(), TableError>;

    /// Checks that the allowed memory suffices for each missing table in the plan.
    ///
    /// # Errors
    /// [`TableError::Memory`] for the first table that needs more.
    fn check_memory(&self) -> Result<(), TableError>;

    /// Rebuilds an existing table without writing it so that the caller can measure the speed. Returns the amount of
    /// work, in the units of [`TableProgress`].
    ///
    /// # Errors
    /// [`TableError`] if a table can't be read.
    fn rehearse(&self) -> Result<u64, TableError>;

    /// The existing tables, in build order.
    fn list(&self) -> Vec<TableInfo>;

    /// A builder for the plan. Creates the folder if it doesn't exist, and checks which tables now exist there.
    /// Finished tables are unchanged.
    ///
    /// # Errors
    /// [`TableError`] if the folder can't be created, or another program builds there.
    fn into_builder(self: Box<Self>) -> Result<Box<dyn TableBuilder>, TableError>;
}

/// Builds a game's tables in a folder, which it locks.
pub trait TableBuilder: TablePlanner {
    /// Builds the missing tables.
    ///
    /// # Errors
    /// [`TableError`] if a file can't be written or read, the memory is too small, or the observer stops the build.
    /// Finished tables remain; an unfinished table resumes from its last checkpoint.
    fn build(&mut self, observer: &mut dyn BuildObserver) -> Result<(), TableError>;
}

/// The content of a file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Content {
    /// Wins, draws and losses.
    Values,
    /// Values and the number of plies to the end.
    Distances,
}

impl Content {
    /// Both kinds of content, with the more informative kind first.
    pub const ALL: [Self; 2] = [Self::Distances, Self::Values];

    /// The file suffix.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Values => "values",
            Self::Distances => "distances",
        }
    }
}

/// The numbers of won, drawn and lost positions for one side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// The number of won positions.
    pub wins: u64,
    /// The number of drawn positions.
    pub draws: u64,
    /// The number of lost positions.
    pub losses: u64,
}

impl Counts {
    /// All tables.
    pub const fn positions(self) -> u64 {
        self.wins + self.draws + self.losses
    }
}

/// The header of a table file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableInfo {
    /// The pieces, the stronger side first, as in the file name.
    pub material: String,
    /// The number of pieces.
    pub pieces: u8,
    /// The stored content: results alone, or also distances.
    pub content: Content,
    /// The number of position indices, with both sides to move.
    pub cells: u64,
    /// The size of the file.
    pub bytes: u64,
    /// The number of plies to the most distant end, if distances are known.
    pub plies_max: Option<u16>,
    /// The counts with the first side to move; then, if the sides have different pieces, the counts with the other side
    /// to move.
    pub counts: Vec<Counts>,
    /// The path of the file.
    pub path: PathBuf,
}
