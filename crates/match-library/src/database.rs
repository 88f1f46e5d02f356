//! The file of the library: opening it, and bringing it to the newest version.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, TransactionBehavior};

use crate::library_error::LibraryError;

/// Marks a SQLite database as a library of matches: "RIVL".
const APPLICATION_ID: i32 = 0x5249_564c;

/// The steps from an empty database to the newest version, each of which raises the version by one. They are never
/// changed, only added to.
const MIGRATIONS: &[&str] = &[
    include_str!("database/1-matches.sql"),
    include_str!("database/2-attributes.sql"),
    include_str!("database/3-program-runs.sql"),
    include_str!("database/4-search.sql"),
    include_str!("database/5-puzzles.sql"),
    include_str!("database/6-puzzle-progress.sql"),
    include_str!("database/7-player-blocks.sql"),
    include_str!("database/8-days-and-results.sql"),
];

/// For an import: the indexes of names and digests, which are written all over, stay in memory (256 MiB), and the log goes into
/// the database every 512 MiB: the pages of those indexes are in it many times, and go into the database once.
pub(crate) const MANY_WRITES: &str =
    "PRAGMA cache_size = -262144; PRAGMA wal_autocheckpoint = 131072;";

/// What SQLite does by itself.
pub(crate) const FEW_WRITES: &str = "PRAGMA cache_size = -2000; PRAGMA wal_autocheckpoint = 1000;";

/// How long a write waits for that of another program.
const BUSY_MAX: Duration = Duration::from_secs(10);

/// Opens the database, and makes it if there is none. A file that is no library is left as it is.
pub(crate) fn open(file: &Path) -> Result<Connection, LibraryError> {
    open_migrated(file, MIGRATIONS)
}

fn open_migrated(file: &Path, migrations: &[&str]) -> Result<Connection, LibraryError> {
    let open = || {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let mut connection = Connection::open_with_flags(file, flags)?;
        connection.busy_timeout(BUSY_MAX)?;
        // A schema that somebody else wrote calls no functions.
        connection.execute_batch("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;")?;
        migrate(&mut connection, migrations, file)?;
        // Where a file system has no shared memory, SQLite keeps its other journal, which is as safe.
        connection.pragma_update_and_check(None, "journal_mode", "wal", |_mode| Ok(()))?;
        connection.execute_batch("PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;")?;
        connection.set_prepared_statement_cache_capacity(64);
        Ok(connection)
    };
    open().map_err(|error: LibraryError| error.in_file(file))
}

/// Carries out the migrations that the database lacks.
fn migrate(
    connection: &mut Connection,
    migrations: &[&str],
    file: &Path,
) -> Result<(), LibraryError> {
    // In one transaction, since another program may be making the library.
    if version(&*connection.transaction()?, migrations.len(), file)? == migrations.len() {
        return Ok(());
    }
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Another program may have been faster.
    let found = version(&transaction, migrations.len(), file)?;
    for migration in &migrations[found..] {
        transaction.execute_batch(migration)?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
    transaction.pragma_update(None, "user_version", migrations.len())?;
    Ok(transaction.commit()?)
}

/// The version of the database, at most `known`; 0 for an empty one.
fn version(connection: &Connection, known: usize, file: &Path) -> Result<usize, LibraryError> {
    let number = |sql| connection.query_row(sql, (), |row| row.get::<_, i64>(0));
    let application = number("PRAGMA application_id")?;
    let found = number("PRAGMA user_version")?;
    let tables = number("SELECT count(*) FROM sqlite_schema")?;
    if (application, found, tables) == (0, 0, 0) {
        return Ok(0);
    }
    if application != i64::from(APPLICATION_ID) {
        return Err(LibraryError::Foreign { file: file.into() });
    }
    match usize::try_from(found) {
        Ok(version) if (1..=known).contains(&version) => Ok(version),
        _ => Err(LibraryError::Newer { file: file.into(), found, known }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A row in each table of the first version.
    const FIRST_VERSION_ROWS: &str = "
        INSERT INTO matches (id, name, program, is_listed, created_ms, updated_ms, game, start, final_position, ply_count,
            seed, time_control, depth_max, nodes_max, pondering, end_reason, end_payoffs, end_seat, end_rule, end_failure,
            end_detail) VALUES (7, NULL, 'rival', 1, 5, 6, 'pig:100', 's', 'f', 1, -1, 'none', NULL, NULL, 0,
            'stopped', NULL, NULL, NULL, NULL, NULL);
        INSERT INTO players VALUES (7, 0, 'human', 'Ada', NULL, NULL, NULL, NULL);
        INSERT INTO plies VALUES (7, 0, 0, 'roll', 5, NULL, NULL, NULL, NULL, '');
        INSERT INTO variations VALUES (7, 1, 0, 0);
        INSERT INTO claims VALUES (7, 'x');
        INSERT INTO imported_files VALUES ('match-7.toml');";

    fn count(connection: &Connection, table: &str) -> i64 {
        let sql = format!("SELECT count(*) FROM {table}");
        connection.query_row(&sql, (), |row| row.get(0)).unwrap()
    }

    #[test]
    fn a_library_of_each_earlier_version_is_brought_to_the_newest() {
        for earlier in 1..MIGRATIONS.len() {
            let folder = tempfile::tempdir().unwrap();
            let file = folder.path().join("matches.sqlite3");
            let old = open_migrated(&file, &MIGRATIONS[..earlier]).unwrap();
            old.execute_batch(FIRST_VERSION_ROWS).unwrap();
            drop(old);
            let new = open(&file).unwrap();
            assert_eq!(version(&new, MIGRATIONS.len(), &file).unwrap(), MIGRATIONS.len());
            for table in ["matches", "players", "plies", "variations", "claims", "imported_files"] {
                assert_eq!(count(&new, table), 1, "{table} of version {earlier}");
            }
            assert_eq!(count(&new, "attributes") + count(&new, "program_runs"), 0);
            assert_eq!(count(&new, "player_names"), 1);
            let day = new.query_row("SELECT day FROM matches", (), |row| row.get::<_, String>(0));
            assert_eq!(day, Ok("1970.01.01".to_owned()), "version {earlier}");
        }
    }

    #[test]
    fn a_migration_that_fails_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("matches.sqlite3");
        drop(open_migrated(&file, &MIGRATIONS[..1]).unwrap());
        let broken = [MIGRATIONS[0], "CREATE TABLE more (a) STRICT;"];
        assert!(open_migrated(&file, &broken).is_err());
        let again = open_migrated(&file, &MIGRATIONS[..1]).unwrap();
        assert_eq!(version(&again, 1, &file).unwrap(), 1);
    }

    #[test]
    fn a_library_of_a_newer_program_is_refused_by_name() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("matches.sqlite3");
        drop(open(&file).unwrap());
        let refused = open_migrated(&file, &MIGRATIONS[..1]).unwrap_err().to_string();
        let expected = "matches.sqlite3 is of version 8, and this program knows version 1 at most: use a newer program";
        assert!(refused.ends_with(expected), "{refused}");
    }

    #[test]
    fn writes_survive_the_program_and_refer_to_matches_that_exist() {
        let folder = tempfile::tempdir().unwrap();
        let connection = open(&folder.path().join("matches.sqlite3")).unwrap();
        let pragma = |name: &str| {
            let sql = format!("SELECT * FROM pragma_{name}");
            connection.query_row(&sql, (), |row| row.get::<_, rusqlite::types::Value>(0)).unwrap()
        };
        assert_eq!(pragma("journal_mode"), "wal".to_owned().into());
        assert_eq!(pragma("synchronous"), 1_i64.into());
        assert_eq!(pragma("foreign_keys"), 1_i64.into());
        assert!(connection.execute("INSERT INTO claims VALUES (9, 'x')", ()).is_err());
    }
}
