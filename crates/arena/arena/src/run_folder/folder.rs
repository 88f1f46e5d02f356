//! A run's folder: settings, openings and journal.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, UNIX_EPOCH};

use crate::journal::{Entry, Journal, JournalError, JournalReader, JournalTail};
use crate::openings::Openings;
use crate::settings::Settings;
use crate::tournament::{Fingerprint, Tournament};
use anyhow::{Context, anyhow};
use app_context::{Failure, FailureKind, OrFail, PlayerRequest};
use game_catalog::table_game;
use system::files::sync_name;

use crate::run_folder::entrants;
use crate::run_folder::request::Request;
use crate::run_folder::setup::{read, with_tables};

/// Number of attempts to lock the journal, with a pause between them.
const LOCK_ATTEMPTS: u32 = 20;
const LOCK_PAUSE: Duration = Duration::from_millis(5);

/// The request for a run whose players are not checked yet.
const REQUEST: &str = "request.toml";
const SETTINGS: &str = "tournament.toml";
const OPENINGS: &str = "openings.txt";
const JOURNAL: &str = "journal.jsonl";

/// A run's folder.
#[derive(Debug)]
pub struct Folder {
    /// The folder's path.
    pub path: PathBuf,
}

/// A run in its folder, locked for writing.
#[derive(Debug)]
pub struct StoredRun {
    /// The folder.
    pub folder: Folder,
    /// The tournament.
    pub tournament: Tournament,
    /// The journal, locked for this process.
    pub journal: Journal,
    /// The games in the journal.
    pub played: Vec<Entry>,
}

/// A request in its folder.
#[derive(Debug)]
pub struct StoredRequest {
    path: PathBuf,
    is_new_folder: bool,
}

impl StoredRequest {
    /// Removes the request, and the folder if it was created for the request and is empty.
    pub fn withdraw(&self) {
        // The request may not exist.
        let _gone = fs::remove_file(self.path.join(REQUEST));
        if self.is_new_folder {
            // The folder may contain other files.
            let _kept = fs::remove_dir(&self.path);
        }
    }
}

impl Folder {
    /// The folder of an existing run.
    pub const fn existing(path: PathBuf) -> Self {
        Self { path }
    }

    /// Opens or creates the folder at `path` for this tournament. If the folder exists, its run resumes. The run must
    /// belong to the same tournament, possibly extended.
    ///
    /// # Errors
    /// [`Failure`] if the folder contains another tournament, if another process is playing it, or if the folder can't
    /// be written.
    pub fn prepare(path: PathBuf, tournament: Tournament) -> Result<StoredRun, Failure> {
        let folder = Self { path };
        if folder.path.join(SETTINGS).exists() {
            let there = folder.tournament()?;
            if there.fingerprint() != tournament.fingerprint() {
                let path = folder.path.display();
                let why = format!(
                    "{path} contains a run with different settings; resume it with \"rival-arena resume {path}\" or pass another --out"
                );
                return Err(Failure::new(FailureKind::Input, anyhow!(why)));
            }
            return folder.open(there.with_tables_of(&tournament));
        }
        folder.create()?;
        folder.write(&tournament)?;
        // The settings replace the request, which may not exist.
        let _gone = fs::remove_file(folder.path.join(REQUEST));
        folder.open(tournament)
    }

    /// Stores the request for a run before its players are checked. Does nothing if the folder already contains a run.
    ///
    /// # Errors
    /// [`Failure`] if the folder can't be written.
    pub fn store_request(&self, request: &Request) -> Result<StoredRequest, Failure> {
        let mut stored = StoredRequest { path: self.path.clone(), is_new_folder: false };
        let Some(text) = request.to_text().filter(|_| !self.is_of_run()) else { return Ok(stored) };
        stored.is_new_folder = !self.path.exists();
        self.create()?;
        write_whole(&self.path.join(REQUEST), text)?;
        Ok(stored)
    }

    /// The request for a run that was killed while its players were checked, with the file's name. `None` if the run
    /// has begun or there is no request.
    ///
    /// # Errors
    /// [`Failure`] if the request is damaged.
    pub fn request(&self) -> Result<Option<(Request, String)>, Failure> {
        let path = self.path.join(REQUEST);
        if self.is_of_run() || !path.is_file() {
            return Ok(None);
        }
        let name = path.display().to_string();
        let request = Request::from_text(&read(&path)?);
        let request =
            request.map_err(|why| anyhow!("{name}: {why}")).or_fail(FailureKind::Input)?;
        Ok(Some((request, name)))
    }

    fn create(&self) -> Result<(), Failure> {
        fs::create_dir_all(&self.path)
            .and_then(|()| sync_name(&self.path))
            .with_context(|| format!("can't create the folder {}", self.display()))
            .or_fail(FailureKind::Failed)
    }

    /// Writes the tournament's settings and openings.
    ///
    /// # Errors
    /// [`Failure`] if a file can't be written.
    pub fn write(&self, tournament: &Tournament) -> Result<(), Failure> {
        // Write the settings last, so a folder with settings is complete.
        write_whole(&self.path.join(OPENINGS), tournament.openings().stored_text())?;
        write_whole(&self.path.join(SETTINGS), tournament.settings().to_text())
    }

    /// Opens this tournament's stored run, with the journal ready for appending.
    ///
    /// # Errors
    /// [`Failure`] if the journal is damaged or another process is writing to it.
    pub fn open(self, tournament: Tournament) -> Result<StoredRun, Failure> {
        let path = self.path.join(JOURNAL);
        let (journal, played) =
            open_journal(&path, tournament.fingerprint()).or_fail(FailureKind::Input)?;
        Ok(StoredRun { folder: self, tournament, journal, played })
    }

    /// Reads this folder's tournament.
    ///
    /// # Errors
    /// [`Failure`] if the folder has no tournament or its files are damaged.
    pub fn tournament(&self) -> Result<Tournament, Failure> {
        let (settings, openings) = (self.path.join(SETTINGS), self.path.join(OPENINGS));
        if !settings.exists() {
            let path = self.display();
            let why = if self.path.join(REQUEST).is_file() {
                format!(
                    "{path}: the run has not begun, because its players are not checked yet; resume it with \"rival-arena resume {path}\""
                )
            } else {
                format!("{path} is not a run folder: it has no {SETTINGS}")
            };
            return Err(Failure::new(FailureKind::Input, anyhow!(why)));
        }
        // A newer version's settings can have any content, so check the version first.
        Journal::check_format(&self.path.join(JOURNAL)).or_fail(FailureKind::Input)?;
        let names = [settings.display().to_string(), openings.display().to_string()];
        assemble(&read(&settings)?, &read(&openings)?, &names).or_fail(FailureKind::Input)
    }

    /// The tournament in this folder, with its tablebases and players: everything needed to resume it.
    ///
    /// # Errors
    /// The same errors as [`tournament`](Self::tournament) and
    /// [`setup::with_tables`](crate::run_folder::setup::with_tables), and [`Failure`] if a player's options are
    /// malformed.
    pub fn plan(&self) -> Result<(Tournament, Vec<PlayerRequest>), Failure> {
        let tournament = with_tables(self.tournament()?, FailureKind::Input)?;
        let settings = self.path.join(SETTINGS);
        let name = settings.display().to_string();
        let asked = entrants::stored_players(tournament.settings(), &read(&settings)?, &name)?;
        Ok((tournament, asked))
    }

    /// The journal entries.
    ///
    /// # Errors
    /// [`Failure`] if the journal is damaged or belongs to another tournament.
    pub fn entries(&self, of: &Tournament) -> Result<Vec<Entry>, Failure> {
        Journal::read(&self.path.join(JOURNAL), of.fingerprint()).or_fail(FailureKind::Input)
    }

    /// The journal's path and a reader for its lines.
    ///
    /// # Errors
    /// [`Failure`] if the journal can't be read.
    pub fn lines(&self) -> Result<(PathBuf, JournalReader<fs::File>), Failure> {
        let path = self.path.join(JOURNAL);
        let lines = Journal::lines(&path).or_fail(FailureKind::Input)?;
        Ok((path, lines))
    }

    /// The journal, for reading while it grows.
    pub fn tail(&self, of: &Tournament) -> JournalTail {
        JournalTail::new(&self.path.join(JOURNAL), of.fingerprint())
    }

    /// Returns `true` if this or another program is playing the run.
    ///
    /// # Errors
    /// [`Failure`] if the check fails.
    pub fn is_in_use(&self) -> Result<bool, Failure> {
        Journal::is_in_use(&self.path.join(JOURNAL)).or_fail(FailureKind::Input)
    }

    /// Returns `true` if the folder contains a run.
    pub fn is_of_run(&self) -> bool {
        self.path.join(SETTINGS).is_file()
    }

    /// Modification time of the settings, in nanoseconds since 1970. It changes when the run is extended. `None`
    /// without settings.
    pub fn settings_changed_ns(&self) -> Option<u64> {
        changed_ns(&self.path.join(SETTINGS))
    }

    /// Latest modification time of the settings and the journal, in nanoseconds since 1970. `None` without files.
    pub fn changed_ns(&self) -> Option<u64> {
        changed_ns(&self.path.join(JOURNAL)).max(self.settings_changed_ns())
    }

    /// The folder name.
    pub fn name(&self) -> String {
        let whole = self.path.canonicalize().unwrap_or_else(|_unknown| self.path.clone());
        whole.file_name().map_or_else(|| "?".into(), |name| name.to_string_lossy().into_owned())
    }

    /// The path, for messages.
    pub fn display(&self) -> impl std::fmt::Display {
        Path::display(&self.path)
    }
}

/// A file's modification time.
fn changed_ns(path: &Path) -> Option<u64> {
    let changed = fs::metadata(path).and_then(|metadata| metadata.modified()).ok()?;
    u64::try_from(changed.duration_since(UNIX_EPOCH).ok()?.as_nanos()).ok()
}

/// Opens a journal. Retries, because another process may briefly lock it to check whether it is in use.
fn open_journal(path: &Path, of: Fingerprint) -> Result<(Journal, Vec<Entry>), JournalError> {
    for _ in 1..LOCK_ATTEMPTS {
        match Journal::open(path, of) {
            Err(JournalError::InUse { .. }) => thread::sleep(LOCK_PAUSE),
            other => return other,
        }
    }
    Journal::open(path, of)
}

/// Replaces a file atomically: readers see either the old or the new file. The file is on disk when this returns.
///
/// # Errors
/// [`Failure`] with the file name if the file can't be written.
pub fn write_whole(path: &Path, content: impl AsRef<[u8]>) -> Result<(), Failure> {
    let mut draft = path.as_os_str().to_owned();
    draft.push(".draft");
    let written = fs::write(&draft, content).and_then(|()| fs::File::open(&draft)?.sync_all());
    let written = written.and_then(|()| fs::rename(&draft, path)).and_then(|()| sync_name(path));
    if written.is_err() {
        // The file may not exist.
        let _gone = fs::remove_file(&draft);
    }
    written.with_context(|| format!("can't write {}", path.display())).or_fail(FailureKind::Failed)
}

/// Assembles a tournament from a folder's settings and openings. Errors include the file name from `names`.
///
/// # Errors
/// An error with the name of the invalid file.
pub fn assemble(settings: &str, openings: &str, names: &[String; 2]) -> anyhow::Result<Tournament> {
    let [of_settings, of_openings] = names;
    let settings =
        Settings::from_text(settings).map_err(|error| anyhow!("{of_settings}: {error}"))?;
    // The settings keep the game's name as written, because the games' IDs depend on it.
    let game = table_game(&settings.game)?;
    let openings = if openings.is_empty() {
        Openings::start()
    } else {
        Openings::from_stored_text(&*game, openings).with_context(|| of_openings.clone())?
    };
    Ok(Tournament::new(settings, game, openings)?)
}
