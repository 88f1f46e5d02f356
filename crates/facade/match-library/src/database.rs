//! Opens the library's database file and creates its tables.

use std::fs;
use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, TransactionBehavior};
use tracing::warn;

use crate::library_error::LibraryError;

/// Identifies a SQLite database as a match library: "RIVL".
const APPLICATION_ID: i32 = 0x5249_564c;

/// The schema version.
const FORMAT: i64 = 9;

/// The tables in an empty library.
const SCHEMA: &str = include_str!("database.sql");

/// Settings for an import. The name and digest indexes, which are written in random order, stay in memory (32 MiB). The
/// log is moved into the database every 512 MiB, so index pages that are in the log many times are moved only once.
/// Transactions don't wait for the disk; the import waits once, at its end.
pub(crate) const MANY_WRITES: &str =
    "PRAGMA cache_size = -32768; PRAGMA wal_autocheckpoint = 131072; PRAGMA synchronous = NORMAL;";

/// Settings for everything else: SQLite's defaults, except that each transaction waits until it is on disk.
pub(crate) const FEW_WRITES: &str =
    "PRAGMA cache_size = -2000; PRAGMA wal_autocheckpoint = 1000; PRAGMA synchronous = FULL;";

/// Size in bytes to which the log file is truncated when it restarts. Opening the library empties a larger log.
const LOG_BYTES_MAX: u64 = 16 << 20;

/// The maximum wait for other programs' readers and writers when opening the library. If readers take longer, a long
/// log is unchanged.
const EMPTYING_MAX: Duration = Duration::from_millis(500);

/// The maximum wait for another program's write.
const BUSY_MAX: Duration = Duration::from_secs(10);

/// Opens or creates the database. A file that is not a library remains unchanged.
pub(crate) fn open(file: &Path) -> Result<Connection, LibraryError> {
    let open = || {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let mut connection = Connection::open_with_flags(file, flags)?;
        connection.busy_timeout(BUSY_MAX)?;
        // A schema from another source must not be able to call functions.
        connection.execute_batch("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;")?;
        prepare(&mut connection, file)?;
        // On a file system without shared memory, SQLite uses its rollback journal, which is just as safe.
        connection.pragma_update_and_check(None, "journal_mode", "wal", |_mode| Ok(()))?;
        connection.execute_batch("PRAGMA foreign_keys = ON;")?;
        connection.execute_batch(FEW_WRITES)?;
        connection.pragma_update_and_check(
            None,
            "journal_size_limit",
            LOG_BYTES_MAX,
            |_| Ok(()),
        )?;
        if log_bytes(file) > LOG_BYTES_MAX {
            connection.busy_timeout(EMPTYING_MAX)?;
            let emptied = checkpoint(&connection, "TRUNCATE");
            connection.busy_timeout(BUSY_MAX)?;
            if let Err(error) = emptied {
                warn!(%error, file = %file.display(), "cannot truncate the library's write-ahead log");
            }
        }
        connection.set_prepared_statement_cache_capacity(64);
        Ok(connection)
    };
    open().map_err(|error: LibraryError| error.in_file(file))
}

/// Size of this database's write-ahead log in bytes; 0 if there is none.
pub(crate) fn log_bytes(file: &Path) -> u64 {
    let mut log = file.as_os_str().to_owned();
    log.push("-wal");
    fs::metadata(log).map_or(0, |metadata| metadata.len())
}

/// The result of a checkpoint, which moves the log's content into the database.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Checkpoint {
    /// `true` if a reader or a writer blocked the checkpoint.
    pub(crate) is_blocked: bool,
    /// Number of pages in the log.
    pub(crate) log_pages: i64,
}

/// Runs a checkpoint. "PASSIVE" doesn't wait. "TRUNCATE" waits for readers and writers, for at most as long as the
/// connection waits for locks, and empties the log file.
pub(crate) fn checkpoint(connection: &Connection, mode: &str) -> rusqlite::Result<Checkpoint> {
    connection.query_row(&format!("PRAGMA wal_checkpoint({mode})"), (), |row| {
        Ok(Checkpoint { is_blocked: row.get("busy")?, log_pages: row.get("log")? })
    })
}

/// Creates the tables in an empty database, or checks the version of an existing one.
fn prepare(connection: &mut Connection, file: &Path) -> Result<(), LibraryError> {
    if !is_empty(&*connection.transaction()?, file)? {
        return Ok(());
    }
    // Use a single transaction, because another program may be creating the library at the same time.
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Another program may have created the library first.
    if is_empty(&transaction, file)? {
        transaction.execute_batch(SCHEMA)?;
        transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
        transaction.pragma_update(None, "user_version", FORMAT)?;
    }
    Ok(transaction.commit()?)
}

/// Returns `true` if the database is new. Otherwise checks that it is a library that this program can read.
fn is_empty(connection: &Connection, file: &Path) -> Result<bool, LibraryError> {
    let number = |sql| connection.query_row(sql, (), |row| row.get::<_, i64>(0));
    let application = number("PRAGMA application_id")?;
    let found = number("PRAGMA user_version")?;
    let tables = number("SELECT count(*) FROM sqlite_schema")?;
    match (application, found, tables) {
        (0, 0, 0) => Ok(true),
        _ if application != i64::from(APPLICATION_ID) => {
            Err(LibraryError::Foreign { file: file.into() })
        }
        (_, FORMAT, _) => Ok(false),
        (_, found, _) => Err(LibraryError::Format { file: file.into(), found, known: FORMAT }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(connection: &Connection, table: &str) -> i64 {
        let sql = format!("SELECT count(*) FROM {table}");
        connection.query_row(&sql, (), |row| row.get(0)).unwrap()
    }

    #[test]
    fn a_library_from_another_version_is_refused_by_name() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("matches.sqlite3");
        let library = open(&file).unwrap();
        for (format, version) in [(10, "a newer"), (8, "an unreleased")] {
            library.pragma_update(None, "user_version", format).unwrap();
            let refused = open(&file).unwrap_err().to_string();
            let expected = format!(
                "matches.sqlite3 was written by {version} version of Rival (format {format}; this program reads 9)"
            );
            assert!(refused.ends_with(&expected), "{refused}");
        }
    }

    #[test]
    fn writes_survive_a_power_cut_and_refer_to_matches_that_exist() {
        let folder = tempfile::tempdir().unwrap();
        let connection = open(&folder.path().join("matches.sqlite3")).unwrap();
        let pragma = |name: &str| {
            let sql = format!("SELECT * FROM pragma_{name}");
            connection.query_row(&sql, (), |row| row.get::<_, rusqlite::types::Value>(0)).unwrap()
        };
        assert_eq!(pragma("journal_mode"), "wal".to_owned().into());
        assert_eq!(pragma("synchronous"), 2_i64.into());
        assert_eq!(pragma("journal_size_limit"), (16_i64 << 20).into());
        assert_eq!(pragma("foreign_keys"), 1_i64.into());
        assert!(connection.execute("INSERT INTO claims VALUES (9, 'x')", ()).is_err());
    }

    #[test]
    fn opening_the_library_empties_a_long_log_left_by_a_killed_program() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("matches.sqlite3");
        let killed = open(&file).unwrap();
        killed.pragma_update(None, "wal_autocheckpoint", 0).unwrap();
        killed.execute_batch("CREATE TABLE filled (bytes)").unwrap();
        for _ in 0..20 {
            killed.execute("INSERT INTO filled VALUES (randomblob(1 << 20))", ()).unwrap();
        }
        // Closing a connection runs a checkpoint; killing the program doesn't.
        let left = folder.path().join("left.sqlite3");
        fs::copy(&file, &left).unwrap();
        fs::copy(folder.path().join("matches.sqlite3-wal"), folder.path().join("left.sqlite3-wal"))
            .unwrap();
        assert!(log_bytes(&left) > LOG_BYTES_MAX);
        let opened = open(&left).unwrap();
        assert_eq!(log_bytes(&left), 0);
        assert_eq!(count(&opened, "filled"), 20);
    }
}
