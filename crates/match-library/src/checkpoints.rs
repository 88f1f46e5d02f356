//! Checkpoints by a thread of their own: what was written is moved from the write-ahead log into the database while others
//! write, so that no write waits for the disk (<https://www.sqlite.org/wal.html#application_initiated_checkpoints>).

use std::io;
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use rusqlite::Connection;
use tracing::warn;

use crate::database;
use crate::library_error::LibraryError;

/// How often the log is moved into the database.
const INTERVAL: Duration = Duration::from_secs(2);

/// Pages in the log above which writers wait for a checkpoint, so that the log cannot grow for ever. Most of it was moved
/// just before.
const LOG_PAGES_MAX: i64 = 16_384;

/// How long a checkpoint for which writers wait waits for a reader.
const READER_MAX: Duration = Duration::from_millis(50);

/// Makes checkpoints of a library until it is dropped.
#[derive(Debug)]
#[must_use = "no checkpoint is made any more once it is dropped"]
pub struct Checkpoints {
    /// Nothing is sent: the thread ends when this is gone.
    _running: Sender<()>,
}

impl Checkpoints {
    /// Starts the thread, and leaves the checkpoints of `writer`, a connection to `file`, to it.
    ///
    /// # Errors
    /// [`LibraryError`] if the database can't be opened once more, or there can be no thread.
    pub(crate) fn start(writer: &Connection, file: &Path) -> Result<Self, LibraryError> {
        let connection = database::open(file)?;
        connection.busy_timeout(READER_MAX)?;
        let (running, ended) = channel();
        let thread = thread::Builder::new().name("checkpoints".into());
        let spawned = thread.spawn(move || make_checkpoints(&connection, &ended));
        spawned.map_err(|error: io::Error| LibraryError::Thread { error })?;
        writer.pragma_update(None, "wal_autocheckpoint", 0)?;
        Ok(Self { _running: running })
    }
}

fn make_checkpoints(connection: &Connection, ended: &Receiver<()>) {
    while ended.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
        let moved = checkpoint(connection, "PASSIVE").and_then(|log_pages| {
            if log_pages > LOG_PAGES_MAX { checkpoint(connection, "RESTART") } else { Ok(0) }
        });
        if let Err(error) = moved {
            warn!(%error, "the log of the library is not moved into its database");
        }
    }
}

/// Makes a checkpoint, and returns the number of pages in the log.
fn checkpoint(connection: &Connection, mode: &str) -> rusqlite::Result<i64> {
    connection.query_row(&format!("PRAGMA wal_checkpoint({mode})"), (), |row| row.get("log"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_writer_leaves_checkpoints_to_the_thread() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("matches.sqlite3");
        let writer = database::open(&file).unwrap();
        let _checkpoints = Checkpoints::start(&writer, &file).unwrap();
        let pages =
            writer.pragma_query_value(None, "wal_autocheckpoint", |row| row.get::<_, i64>(0));
        assert_eq!(pages, Ok(0));
        writer.execute_batch("CREATE TABLE something (number)").unwrap();
        let other = database::open(&file).unwrap();
        let log_pages = checkpoint(&other, "PASSIVE").unwrap();
        assert!(log_pages > 0);
        assert_eq!(checkpoint(&other, "RESTART"), Ok(log_pages));
        writer.execute_batch("INSERT INTO something VALUES (1)").unwrap();
        assert_eq!(checkpoint(&other, "PASSIVE"), Ok(1), "the log has begun anew");
    }
}
