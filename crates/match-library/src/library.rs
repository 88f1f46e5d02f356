//! The library: matches that are kept in one database.

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
use crate::old_files;
use crate::program_run::{self, ProgramRun};
use crate::rows;
use crate::searching::{self, ExploredMove, Found, PrivateMatches, Search};
use crate::sheets::StoredSheet;

/// The name of the database in its folder.
const FILE_NAME: &str = "matches.sqlite3";

/// The folder of the lock files of running programs, beside the database.
const CLAIMS_FOLDER: &str = "playing";

/// The matches that are kept in a folder. Clones share one connection to the database and take turns; a program that
/// reads while it writes opens the library twice.
#[derive(Clone, Debug)]
pub struct Library(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    file: PathBuf,
    /// The program that opened it.
    program: &'static str,
    unreadable: Vec<String>,
    interruption: Interruption,
    inner: Mutex<Inner>,
}

#[derive(Debug)]
pub(crate) struct Inner {
    connection: Connection,
    claims: Claims,
}

/// The folder where programs of this user keep their state; none if the user has no home.
pub fn user_folder() -> Option<PathBuf> {
    let strategy = etcetera::choose_base_strategy().ok()?;
    Some(strategy.state_dir().unwrap_or_else(|| strategy.data_dir()).join("rival"))
}

impl Library {
    /// The library in the folder where programs of this user keep their state, for the program of this name.
    ///
    /// # Errors
    /// [`LibraryError`] as for [`open`](Self::open), and if the user has no such folder.
    pub fn of_user(program: &'static str) -> Result<Self, LibraryError> {
        Self::open(&user_folder().ok_or(LibraryError::NoFolder)?, program)
    }

    /// The library in this folder, which is made if there is none, for the program of this name. Matches in files of their
    /// own, from older programs, are imported; the files stay.
    ///
    /// # Errors
    /// [`LibraryError`] if the database can't be opened or made, if it is damaged, of another program or of a newer one.
    /// It is left as it is then.
    pub fn open(folder: &Path, program: &'static str) -> Result<Self, LibraryError> {
        fs::create_dir_all(folder)
            .map_err(|error| LibraryError::Create { path: folder.into(), error })?;
        let file = folder.join(FILE_NAME);
        let connection = database::open(&file)?;
        let claims = Claims::new(folder.join(CLAIMS_FOLDER));
        let mut inner = Inner { connection, claims };
        let import = |inner: &mut Inner| {
            if old_files::new_files(&inner.connection, folder)?.is_empty() {
                return Ok(Vec::new());
            }
            inner.write(program, |batch| old_files::import(batch, folder))
        };
        let unreadable = import(&mut inner).map_err(|error| error.in_file(&file))?;
        let interruption = Interruption::of(&inner.connection);
        let inner = Mutex::new(inner);
        Ok(Self(Arc::new(Shared { file, program, unreadable, interruption, inner })))
    }

    /// The same library over a connection of its own, so that what is done there need not wait for what is done here.
    ///
    /// # Errors
    /// [`LibraryError`] as for [`open`](Self::open).
    pub fn reopen(&self) -> Result<Self, LibraryError> {
        let folder = self.file().parent().ok_or(LibraryError::NoFolder)?;
        Self::open(folder, self.0.program)
    }

    /// Breaks off what is read or written over this connection now, which then is an error.
    pub fn interrupt(&self) {
        self.0.interruption.interrupt();
    }

    /// The file of the database.
    pub fn file(&self) -> &Path {
        &self.0.file
    }

    /// Why files of older programs could not be imported, one phrase per file.
    pub fn unreadable_files(&self) -> &[String] {
        &self.0.unreadable
    }

    /// Moves what is written from the log into the database by a thread of its own until what is returned is dropped. Without
    /// it a write does so now and then and waits for the disk, for seconds where the disk is busy.
    ///
    /// # Errors
    /// [`LibraryError`] if the database can't be opened once more, or there can be no thread.
    pub fn checkpoint_in_background(&self) -> Result<Checkpoints, LibraryError> {
        let inner = self.lock();
        let started = Checkpoints::start(&inner.connection, &self.0.file);
        started.map_err(|error| error.in_file(&self.0.file))
    }

    /// Makes several changes in one transaction. If `change` returns an error, none is made. What was returned is on the
    /// disk, as far as the operating system survives: a crash of the machine can lose the last changes, but never damage
    /// others.
    ///
    /// # Errors
    /// [`LibraryError`] if `change` returns it, or the database can't be written.
    pub fn write<T>(
        &self,
        change: impl FnOnce(&mut Batch<'_>) -> Result<T, LibraryError>,
    ) -> Result<T, LibraryError> {
        let written = self.lock().write(self.0.program, change);
        written.map_err(|error| error.in_file(&self.0.file))
    }

    /// The matches of a filter, those first that were saved last.
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

    /// The number of matches of a filter.
    ///
    /// # Errors
    /// [`LibraryError`] if the database can't be read.
    pub fn count(&self, filter: &MatchFilter<'_>) -> Result<usize, LibraryError> {
        self.release_dead()?;
        self.read(|inner| Ok(kept::count(&inner.connection, filter)?))
    }

    /// The matches of a search among those that are in the index: see [`update_index`](Self::update_index).
    ///
    /// # Errors
    /// [`LibraryError`] if the database can't be read.
    pub fn search(&self, search: &Search<'_>, page: Page) -> Result<Found, LibraryError> {
        self.release_dead()?;
        self.read(|inner| Ok(searching::search(&inner.connection, search, page)?))
    }

    /// The moves of a position that were played in matches of the index, the most frequent one first.
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

    /// The same, without matches that are private.
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

    /// The matches that not everybody may see: those that were not imported, unless others could find them in a list and they are
    /// over.
    ///
    /// # Errors
    /// [`LibraryError`] if the database can't be read.
    pub fn private_matches(&self) -> Result<PrivateMatches, LibraryError> {
        self.read(|inner| Ok(PrivateMatches::read(&inner.connection)?))
    }

    /// The match with this public name, with a name like "match-3", or with this number.
    ///
    /// # Errors
    /// [`LibraryError`] if there is none, or the database can't be read.
    pub fn find(&self, name: &str) -> Result<KeptMatch, LibraryError> {
        let by_name = MatchFilter { name: Some(name), ..MatchFilter::default() };
        let mut found = self.list(&by_name, Page::ALL)?;
        if let id @ Some(_) = MatchId::from_name(name) {
            found.extend(self.list(&MatchFilter { id, ..MatchFilter::default() }, Page::ALL)?);
        }
        found.into_iter().next().ok_or_else(|| LibraryError::NoMatch { name: name.into() })
    }

    /// The record of a match. It is not checked against the rules.
    ///
    /// # Errors
    /// [`LibraryError`] if there is no such match, or it can't be read.
    pub fn load(&self, id: MatchId) -> Result<Record, LibraryError> {
        self.read(|inner| rows::read_record(&inner.connection, id, &id.to_string()))
    }

    /// A match, checked against its rules.
    ///
    /// # Errors
    /// [`LibraryError`] if there is no such match, if it can't be read, or breaks the rules.
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

    /// Imports the matches of a file in a notation, or a record. Matches of which there is a copy are left out.
    ///
    /// # Errors
    /// [`ImportError`] if the file can't be read, or the database can't be written. What was added before stays.
    pub fn import(
        &self,
        file: &Path,
        options: &ImportOptions,
        observer: &mut dyn ImportObserver,
    ) -> Result<ImportProgress, ImportError> {
        self.expect_writes(true)?;
        let imported = importing::import(self, file, options, observer);
        self.expect_writes(false)?;
        imported
    }

    /// Deletes a match. False if a program is playing it.
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

    /// Deletes matches, all of them together but those that a program is playing. Returns the latter.
    ///
    /// # Errors
    /// [`LibraryError`] if there is no such match, or the database can't be written. None is deleted then.
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

    /// The names and values of a match's attributes, by name.
    ///
    /// # Errors
    /// [`LibraryError`] if the database can't be read.
    pub fn attributes(&self, id: MatchId) -> Result<Vec<(String, String)>, LibraryError> {
        self.read(|inner| Ok(batch::attributes(&inner.connection, id)?))
    }

    /// How long a run of a program has gone on, as far as it has said so; none if there was no such run.
    ///
    /// # Errors
    /// [`LibraryError`] if the database can't be read.
    pub fn elapsed(&self, run: ProgramRun) -> Result<Option<Duration>, LibraryError> {
        self.read(|inner| Ok(program_run::elapsed(&inner.connection, run)?))
    }

    /// Gives the connection the memory for many writes, or for few.
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

    /// Reads in one transaction, so that all that is read was there at the same time.
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

    /// The connection. A panic while it was held has rolled its transaction back.
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    /// The connection, within a transaction.
    pub(crate) const fn connection(&self) -> &Connection {
        &self.connection
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
