//! The library: saved matches in one database.

pub(crate) mod importing;
mod indexing;
mod interruption;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use etcetera::BaseStrategy;
use games_package::{MatchState, Record, TableGame};
use rusqlite::{Connection, TransactionBehavior};
use system::files::sync_name;

use self::importing::{ImportObserver, ImportOptions, ImportProgress};
use self::interruption::Interruption;
use crate::batch::{self, Batch};
use crate::checkpoints::Checkpoints;
use crate::claims::Claims;
use crate::database;
use crate::entry::{Entry, LoadedMatch};
use crate::import_error::ImportError;
use crate::kept::{self, KeptMatch, MatchFilter, Page};
use crate::library_error::LibraryError;
use crate::match_id::MatchId;
use crate::program_run::{self, ProgramRun};
use crate::rows;
use crate::searching::{self, ExploredMove, Found, PrivateMatches, Search};
use crate::sheets::StoredSheet;

/// The database's file name.
const FILE_NAME: &str = "matches.sqlite3";

/// The folder for lock files of running programs, next to the database.
const CLAIMS_FOLDER: &str = "playing";

/// The matches saved in a folder. Clones share one database connection and take turns using it. A program that must
/// read while it writes opens the library twice.
#[derive(Clone, Debug)]
pub struct Library(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    file: PathBuf,
    /// The program that opened the library.
    program: &'static str,
    interruption: Interruption,
    inner: Mutex<Inner>,
}

#[derive(Debug)]
pub(crate) struct Inner {
    connection: Connection,
    claims: Claims,
}

/// The folder where this user's programs store their state; `None` if the user has no home folder.
pub fn user_folder() -> Option<PathBuf> {
    let strategy = etcetera::choose_base_strategy().ok()?;
    Some(strategy.state_dir().unwrap_or_else(|| strategy.data_dir()).join("rival"))
}

impl Library {
    /// Opens the library in the folder where this user's programs store their state, for the program with this name.
    ///
    /// # Errors
    /// The errors of [`open`](Self::open), and [`LibraryError`] if the user has no home folder.
    pub fn of_user(program: &'static str) -> Result<Self, LibraryError> {
        Self::open(&user_folder().ok_or(LibraryError::NoFolder)?, program)
    }

    /// Opens or creates the library in this folder, for the program with this name.
    ///
    /// # Errors
    /// [`LibraryError`] if the database can't be opened or created, is damaged, or belongs to another program or a
    /// newer version. In that case, the file remains unchanged.
    pub fn open(folder: &Path, program: &'static str) -> Result<Self, LibraryError> {
        let made = if folder.is_dir() {
            Ok(())
        } else {
            fs::create_dir_all(folder).and_then(|()| sync_name(folder))
        };
        made.map_err(|error| LibraryError::Create { path: folder.into(), error })?;
        let file = folder.join(FILE_NAME);
        let connection = database::open(&file)?;
        let claims = Claims::new(folder.join(CLAIMS_FOLDER));
        let interruption = Interruption::of(&connection);
        let inner = Mutex::new(Inner { connection, claims });
        Ok(Self(Arc::new(Shared { file, program, interruption, inner })))
    }

    /// Opens the same library through a separate connection. The two connections don't wait for each other.
    ///
    /// # Errors
    /// The same errors as [`open`](Self::open).
    pub fn reopen(&self) -> Result<Self, LibraryError> {
        let folder = self.file().parent().ok_or(LibraryError::NoFolder)?;
        Self::open(folder, self.0.program)
    }

    /// Aborts this connection's current operation, which then returns an error.
    pub fn interrupt(&self) {
        self.0.interruption.interrupt();
    }

    /// The database file.
    pub fn file(&self) -> &Path {
        &self.0.file
    }

    /// Runs checkpoints, which move the log into the database, on a separate thread until the returned value is
    /// dropped. Without this thread, an occasional write moves the log itself and waits for the disk, possibly for
    /// seconds if the disk is busy.
    ///
    /// # Errors
    /// [`LibraryError`] if the database can't be reopened or the thread fails to start.
    pub fn checkpoint_in_background(&self) -> Result<Checkpoints, LibraryError> {
        let inner = self.lock();
        let started = Checkpoints::start(&inner.connection, &self.0.file);
        started.map_err(|error| error.in_file(&self.0.file))
    }

    /// Makes several changes in one transaction, or none if `change` returns an error. The changes are on disk when
    /// this returns, so they survive both a killed program and a power failure.
    ///
    /// # Errors
    /// [`LibraryError`] if `change` returns an error or the database can't be written.
    pub fn write<T>(
        &self,
        change: impl FnOnce(&mut Batch<'_>) -> Result<T, LibraryError>,
    ) -> Result<T, LibraryError> {
        let written = self.lock().write(self.0.program, change);
        written.map_err(|error| error.in_file(&self.0.file))
    }

    /// Like [`write`](Self::write), but without waiting for the disk. If the program is killed, no change is lost.
    /// After a power failure, the changes since the last [`write`](Self::write) are lost.
    ///
    /// # Errors
    /// The same errors as [`write`](Self::write).
    pub fn write_without_sync<T>(
        &self,
        change: impl FnOnce(&mut Batch<'_>) -> Result<T, LibraryError>,
    ) -> Result<T, LibraryError> {
        let mut inner = self.lock();
        let set = |inner: &Inner, level| {
            inner.connection.pragma_update(None, "synchronous", level).map_err(LibraryError::from)
        };
        let written = set(&inner, "NORMAL").and_then(|()| {
            let written = inner.write(self.0.program, change);
            set(&inner, "FULL").and(written)
        });
        written.map_err(|error| error.in_file(&self.0.file))
    }

    /// The matches that pass a filter, most recently saved first.
    ///
    /// # Errors
    /// [`LibraryError`] if the database can't be read.
    pub fn list(
        &self,
        filter: &MatchFilter<'_>,
        page: Page,
    ) -> Result<Vec<KeptMatch>, LibraryError> {
        self.release_dead()?;
        self.read(|inner| Ok(kept::list(&inner.connection, filter, page)?))
    }

    /// Number of matches that pass a filter.
    ///
    /// # Errors
    /// [`LibraryError`] if the database can't be read.
    pub fn count(&self, filter: &MatchFilter<'_>) -> Result<usize, LibraryError> {
        self.release_dead()?;
        self.read(|inner| Ok(kept::count(&inner.connection, filter)?))
    }

    /// Finds indexed matches. See [`update_index`](Self::update_index).
    ///
    /// # Errors
    /// [`LibraryError`] if the database can't be read.
    pub fn search(&self, search: &Search<'_>, page: Page) -> Result<Found, LibraryError> {
        self.release_dead()?;
        self.read(|inner| Ok(searching::search(&inner.connection, search, page)?))
    }

    /// The moves played in a position in indexed matches, most frequent moves first.
    ///
    /// # Errors
    /// [`LibraryError`] if the database can't be read.
    pub fn explore(
        &self,
        game: &dyn TableGame,
        state: &dyn MatchState,
    ) -> Result<Vec<ExploredMove>, LibraryError> {
        self.read(|inner| Ok(searching::explore(&inner.connection, game, state, None)?))
    }

    /// Like [`explore`](Self::explore), without private matches.
    ///
    /// # Errors
    /// [`LibraryError`] if the database can't be read.
    pub fn explore_public(
        &self,
        game: &dyn TableGame,
        state: &dyn MatchState,
        private: &PrivateMatches,
    ) -> Result<Vec<ExploredMove>, LibraryError> {
        self.read(|inner| Ok(searching::explore(&inner.connection, game, state, Some(private))?))
    }

    /// The non-public matches: all matches that are neither imported nor both listed and finished.
    ///
    /// # Errors
    /// [`LibraryError`] if the database can't be read.
    pub fn private_matches(&self) -> Result<PrivateMatches, LibraryError> {
        self.read(|inner| Ok(PrivateMatches::read(&inner.connection)?))
    }

    /// The match with this public name, with a name such as "match-3", or with this number.
    ///
    /// # Errors
    /// [`LibraryError`] if there is no such match, or the database can't be read.
    pub fn find(&self, name: &str) -> Result<KeptMatch, LibraryError> {
        let by_name = MatchFilter { name: Some(name), ..MatchFilter::default() };
        let mut found = self.list(&by_name, Page::ALL)?;
        if let id @ Some(_) = MatchId::from_name(name) {
            found.extend(self.list(&MatchFilter { id, ..MatchFilter::default() }, Page::ALL)?);
        }
        found.into_iter().next().ok_or_else(|| LibraryError::NoMatch { name: name.into() })
    }

    /// The record of a match, without validation by the rules.
    ///
    /// # Errors
    /// [`LibraryError`] if there is no such match, or if the match can't be read.
    pub fn load(&self, id: MatchId) -> Result<Record, LibraryError> {
        self.read(|inner| rows::read_record(&inner.connection, id, &id.to_string()))
    }

    /// A match that was validated by the rules.
    ///
    /// # Errors
    /// [`LibraryError`] if there is no such match, or if the match can't be read or breaks the rules.
    pub fn load_checked(&self, id: MatchId) -> Result<LoadedMatch, LibraryError> {
        let entry = self.read(|inner| {
            if let Some(sheet) = StoredSheet::read(&inner.connection, id)? {
                return Ok(sheet.entry());
            }
            let record = rows::read_record(&inner.connection, id, &id.to_string())?;
            let player_lines = vec![None; record.players.len()];
            Ok(Entry::Record(Ok(Box::new(record)), player_lines))
        })?;
        let wrong = |error| LibraryError::Match { name: id.to_string(), error: Box::new(error) };
        entry.check().map_err(wrong)
    }

    /// Imports the matches in a notation file or a record, and skips duplicates. The added matches are on disk when
    /// this returns.
    ///
    /// # Errors
    /// [`ImportError`] if the file can't be read, or the database can't be written. Matches added before the error
    /// remain.
    pub fn import(
        &self,
        file: &Path,
        options: &ImportOptions,
        observer: &mut dyn ImportObserver,
    ) -> Result<ImportProgress, ImportError> {
        self.expect_writes(true)?;
        let imported = importing::import(self, file, options, observer);
        self.expect_writes(false)?;
        self.sync()?;
        imported
    }

    /// Deletes a match. Returns `false` if a program is playing the match.
    ///
    /// # Errors
    /// [`LibraryError`] if there is no such match, or the database can't be written.
    pub fn delete(&self, id: MatchId) -> Result<bool, LibraryError> {
        match self.write(|batch| batch.delete(id)) {
            Ok(()) => Ok(true),
            Err(LibraryError::Claimed { .. }) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Deletes matches together, except matches in progress. Returns the matches in progress.
    ///
    /// # Errors
    /// [`LibraryError`] if there is no such match, or the database can't be written. In that case, no match is deleted.
    pub fn delete_all(&self, ids: &[MatchId]) -> Result<Vec<MatchId>, LibraryError> {
        self.write(|batch| {
            let mut played = Vec::new();
            for &id in ids {
                match batch.delete(id) {
                    Ok(()) => {}
                    Err(LibraryError::Claimed { .. }) => played.push(id),
                    Err(error) => return Err(error),
                }
            }
            Ok(played)
        })
    }

    /// The names and values of a match's attributes, sorted by name.
    ///
    /// # Errors
    /// [`LibraryError`] if the database can't be read.
    pub fn attributes(&self, id: MatchId) -> Result<Vec<(String, String)>, LibraryError> {
        self.read(|inner| Ok(batch::attributes(&inner.connection, id)?))
    }

    /// The running time reported by a program run; `None` if there was no such run.
    ///
    /// # Errors
    /// [`LibraryError`] if the database can't be read.
    pub fn elapsed(&self, run: ProgramRun) -> Result<Option<Duration>, LibraryError> {
        self.read(|inner| Ok(program_run::elapsed(&inner.connection, run)?))
    }

    /// Waits until all writes are on disk, and moves them into the database unless a reader prevents that.
    fn sync(&self) -> Result<(), LibraryError> {
        let synced = self.lock().sync();
        synced.map_err(|error| error.in_file(&self.0.file))
    }

    /// Configures the connection for many writes or for few writes.
    fn expect_writes(&self, many: bool) -> Result<(), LibraryError> {
        let pragmas = if many { database::MANY_WRITES } else { database::FEW_WRITES };
        let set = self.lock().connection.execute_batch(pragmas);
        set.map_err(|error| LibraryError::from(error).in_file(&self.0.file))
    }

    /// Removes the claims of programs that were killed.
    #[expect(
        clippy::redundant_closure_for_method_calls,
        reason = "the method is not general enough for the compiler"
    )]
    fn release_dead(&self) -> Result<(), LibraryError> {
        if self.read(|inner| Ok(inner.claims.dead(&inner.connection)?))?.is_empty() {
            return Ok(());
        }
        self.write(|batch| batch.release_dead())
    }

    /// Reads in one transaction so that all results are consistent.
    pub(crate) fn read<T>(
        &self,
        read: impl FnOnce(&Inner) -> Result<T, LibraryError>,
    ) -> Result<T, LibraryError> {
        let guard = self.lock();
        let transaction = guard.connection.unchecked_transaction();
        let found = transaction.map_err(LibraryError::from).and_then(|transaction| {
            let found = read(&guard)?;
            transaction.commit()?;
            Ok(found)
        });
        found.map_err(|error| error.in_file(&self.0.file))
    }

    /// Locks the connection. If a holder panicked, its transaction was rolled back.
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    /// The connection, in a transaction.
    pub(crate) const fn connection(&self) -> &Connection {
        &self.connection
    }

    /// See [`Library::sync`]. Committing an empty transaction syncs all earlier transactions to disk.
    fn sync(&mut self) -> Result<(), LibraryError> {
        let connection = &mut self.connection;
        let version: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        transaction.pragma_update(None, "user_version", version)?;
        transaction.commit()?;
        database::checkpoint(connection, "PASSIVE")?;
        Ok(())
    }

    fn write<T>(
        &mut self,
        program: &'static str,
        change: impl FnOnce(&mut Batch<'_>) -> Result<T, LibraryError>,
    ) -> Result<T, LibraryError> {
        let behavior = TransactionBehavior::Immediate;
        let transaction = self.connection.transaction_with_behavior(behavior)?;
        let changed = change(&mut Batch::new(&transaction, &mut self.claims, program))?;
        transaction.commit()?;
        Ok(changed)
    }
}
