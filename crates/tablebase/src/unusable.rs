//! Files of tables that can't be used, wherever in the program that is found.
//!
//! Players, analyses and whoever quotes tables open them, each for itself, and damage of a block is found in the middle of a
//! search, which can't report it: the value is unknown, and play goes on. So there is one list in the process. Whoever finds
//! that a file can't be used puts it there, and the program names what is new at its next moment for output.

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::error::TableError;

/// A file of tables that can't be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnusableTable {
    /// The file.
    pub path: PathBuf,
    /// Why, as a message that names the file.
    pub why: String,
}

/// All that was noted in this process.
static NOTED: Mutex<Noted> = Mutex::new(Noted { tables: Vec::new(), taken: 0 });

#[derive(Debug)]
struct Noted {
    /// One for each file, in the order in which they were found.
    tables: Vec<UnusableTable>,
    /// So many of them, the first ones, were taken.
    taken: usize,
}

/// Notes that a file can't be used, for [`take_unusable`], and writes it to the log. Each file is noted once, with the first
/// reason. An error that is about [no file](TableError::path) is not noted.
pub fn note_unusable(error: &TableError) {
    note(error, error.to_string(), Noted::add);
}

/// The same for a file that is built again meanwhile, which is said in place of what was noted of it and not taken yet.
pub fn note_built_again(error: &TableError) {
    note(error, error.built_again(), Noted::add_or_explain);
}

fn note(error: &TableError, why: String, add: fn(&mut Noted, UnusableTable) -> bool) {
    let Some(path) = error.path() else { return };
    let is_new = add(&mut noted(), UnusableTable { path: path.into(), why });
    if is_new {
        tracing::warn!(%error, "an endgame table can't be used");
    }
}

/// The files that were noted since this was last called. Each is given once in the life of the process, so that the caller must
/// name it to the user.
pub fn take_unusable() -> Vec<UnusableTable> {
    let mut noted = noted();
    let new = noted.tables.iter().skip(noted.taken).cloned().collect();
    noted.taken = noted.tables.len();
    new
}

/// The list. A panic of another holder leaves it valid.
fn noted() -> MutexGuard<'static, Noted> {
    NOTED.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Noted {
    /// Adds a file, unless it is there. Returns whether it is new.
    fn add(&mut self, table: UnusableTable) -> bool {
        let is_new = self.tables.iter().all(|known| known.path != table.path);
        if is_new {
            self.tables.push(table);
        }
        is_new
    }

    /// Adds a file, or gives the reason for one that was not taken. Returns whether it is new.
    fn add_or_explain(&mut self, table: UnusableTable) -> bool {
        let mut waiting = self.tables.iter_mut().skip(self.taken);
        if let Some(known) = waiting.find(|known| known.path == table.path) {
            known.why = table.why;
            return false;
        }
        self.add(table)
    }
}
