//! Runs checkpoints on a separate thread, which moves data from the write-ahead log into the database while other
//! connections write. A write waits only for the log
//! (<https://www.sqlite.org/wal.html#application_initiated_checkpoints>).

use std::io;
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::Connection;
use tracing::warn;

use crate::database::{self, checkpoint};
use crate::library_error::LibraryError;

/// Interval between checkpoints of the log.
const INTERVAL: Duration = Duration::from_secs(2);

/// Log size in pages (64 MiB) above which writers wait until the log is emptied, which bounds the log's growth. The
/// wait is short, because most of the log was already moved.
const LOG_PAGES_MAX: i64 = 16_384;

/// The maximum time that a checkpoint waits for a reader while writers are waiting for the checkpoint.
const READER_MAX: Duration = Duration::from_millis(50);

/// Interval between warnings about a reader that prevents the log from being truncated.
const REPORT_INTERVAL: Duration = Duration::from_mins(1);

/// Runs a library's checkpoints until dropped.
#[derive(Debug)]
#[must_use = "no checkpoint is made any more once it is dropped"]
pub struct Checkpoints {
    /// A channel that ends the thread when it is dropped. Nothing is ever sent.
    _running: Sender<()>,
}

impl Checkpoints {
    /// Empties the log and starts a thread that takes over checkpoints from `writer`, a connection to `file`. Emptying
    /// the log first keeps it small even if the program is always killed soon after it starts.
    ///
    /// # Errors
    /// [`LibraryError`] if the database can't be reopened or the thread fails to start.
    pub(crate) fn start(writer: &Connection, file: &Path) -> Result<Self, LibraryError> {
        let connection = database::open(file)?;
        connection.busy_timeout(READER_MAX)?;
        if let Err(error) = checkpoint(&connection, "TRUNCATE") {
            warn!(%error, "cannot truncate the library's write-ahead log");
        }
        let (running, ended) = channel();
        let thread = thread::Builder::new().name("checkpoints".into());
        let spawned = thread.spawn(move || make_checkpoints(&connection, &ended));
        spawned.map_err(|error: io::Error| LibraryError::Thread { error })?;
        writer.pragma_update(None, "wal_autocheckpoint", 0)?;
        Ok(Self { _running: running })
    }
}

fn make_checkpoints(connection: &Connection, ended: &Receiver<()>) {
    let mut reported: Option<Instant> = None;
    while ended.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
        match move_log(connection, LOG_PAGES_MAX) {
            Ok(None) => {}
            Ok(Some(pages)) if reported.is_none_or(|at| at.elapsed() >= REPORT_INTERVAL) => {
                reported = Some(Instant::now());
                warn!(
                    pages,
                    "the library's write-ahead log grows because another program keeps reading the library"
                );
            }
            Ok(Some(_reported)) => {}
            Err(error) => {
                warn!(%error, "cannot move the library's write-ahead log into its database");
            }
        }
    }
}

/// Moves the log into the database, and empties the log if it has more than `pages_max` pages. If a reader prevents
/// emptying the log, returns the log's number of pages.
fn move_log(connection: &Connection, pages_max: i64) -> rusqlite::Result<Option<i64>> {
    if checkpoint(connection, "PASSIVE")?.log_pages <= pages_max {
        return Ok(None);
    }
    let emptied = checkpoint(connection, "TRUNCATE")?;
    Ok(emptied.is_blocked.then_some(emptied.log_pages))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_writer_leaves_checkpoints_to_the_background_thread() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("matches.sqlite3");
        let writer = database::open(&file).unwrap();
        let _checkpoints = Checkpoints::start(&writer, &file).unwrap();
        let pages =
            writer.pragma_query_value(None, "wal_autocheckpoint", |row| row.get::<_, i64>(0));
        assert_eq!(pages, Ok(0));
        assert_eq!(database::log_bytes(&file), 0, "the log is emptied at the start");
        writer.execute_batch("CREATE TABLE something (number)").unwrap();
        assert!(database::log_bytes(&file) > 0);
        let other = database::open(&file).unwrap();
        assert_eq!(move_log(&other, 0), Ok(None));
        assert_eq!(database::log_bytes(&file), 0);
    }

    #[test]
    fn a_reader_that_blocks_a_checkpoint_is_detected() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("matches.sqlite3");
        let (writer, reader) = (database::open(&file).unwrap(), database::open(&file).unwrap());
        reader.execute_batch("BEGIN; SELECT count(*) FROM matches;").unwrap();
        writer.execute_batch("CREATE TABLE something (number)").unwrap();
        let other = database::open(&file).unwrap();
        other.busy_timeout(Duration::ZERO).unwrap();
        let found = move_log(&other, 0).unwrap();
        assert!(found.is_some_and(|pages| pages > 0), "{found:?}");
        reader.execute_batch("COMMIT").unwrap();
        assert_eq!(move_log(&other, 0), Ok(None));
    }
}
