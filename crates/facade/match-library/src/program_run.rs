//! Records how long each program run lasts, for matches that are in progress when the program is killed.

use std::time::Duration;

use rusqlite::{Connection, OptionalExtension, params};

use crate::batch::Batch;
use crate::library_error::LibraryError;

/// A program run, which reports its running time at intervals. The program uses its own clock, so changing the system
/// time has no effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProgramRun(i64);

impl ProgramRun {
    /// The run with this number.
    pub const fn new(number: i64) -> Self {
        Self(number)
    }

    /// Its number.
    pub const fn number(self) -> i64 {
        self.0
    }
}

impl Batch<'_> {
    /// Adds a run with this elapsed time.
    ///
    /// # Errors
    /// [`LibraryError`] if the database can't be written.
    pub fn begin_run(&mut self, elapsed: Duration) -> Result<ProgramRun, LibraryError> {
        let sql = "INSERT INTO program_runs (elapsed_ms) VALUES (?1)";
        let mut insert = self.connection().prepare_cached(sql)?;
        Ok(ProgramRun(insert.insert([milliseconds(elapsed)])?))
    }

    /// Updates a run's elapsed time.
    ///
    /// # Errors
    /// [`LibraryError`] if the database can't be written.
    pub fn set_elapsed(&mut self, run: ProgramRun, elapsed: Duration) -> Result<(), LibraryError> {
        let sql = "UPDATE program_runs SET elapsed_ms = ?2 WHERE id = ?1";
        let mut update = self.connection().prepare_cached(sql)?;
        update.execute(params![run.0, milliseconds(elapsed)])?;
        Ok(())
    }
}

/// A run's running time; `None` if unknown.
pub(crate) fn elapsed(
    connection: &Connection,
    run: ProgramRun,
) -> rusqlite::Result<Option<Duration>> {
    let sql = "SELECT elapsed_ms FROM program_runs WHERE id = ?1";
    let found = connection.prepare_cached(sql)?.query_row([run.0], |row| row.get(0)).optional()?;
    Ok(found.map(Duration::from_millis))
}

fn milliseconds(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}
