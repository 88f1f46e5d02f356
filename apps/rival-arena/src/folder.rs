//! The folder of a run: settings, openings and journal.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use arena::journal::{Entry, Journal, JournalReader};
use arena::openings::Openings;
use arena::settings::Settings;
use arena::tournament::Tournament;
use game_catalog::recorded_game;
use house::{Failure, FailureKind, OrFail, PlayerRequest, PlayerSpec};

use crate::entrants;
use crate::setup::read;

const SETTINGS: &str = "tournament.toml";
const OPENINGS: &str = "openings.txt";
const JOURNAL: &str = "journal.jsonl";

/// The folder of a run.
#[derive(Debug)]
pub(crate) struct Folder {
    pub(crate) path: PathBuf,
}

/// A run in its folder, locked for writing.
#[derive(Debug)]
pub(crate) struct StoredRun {
    pub(crate) folder: Folder,
    pub(crate) tournament: Tournament,
    pub(crate) journal: Journal,
    /// The games that are in the journal.
    pub(crate) played: Vec<Entry>,
}

impl Folder {
    /// The folder of a run that was begun.
    pub(crate) const fn existing(path: PathBuf) -> Self {
        Self { path }
    }

    /// The folder for this tournament, with what is kept there: the folder that was named, or one whose name nobody has
    /// used. What lies in it must be the same tournament, which then goes on; it may have been extended.
    pub(crate) fn prepare(
        named: Option<PathBuf>,
        tournament: Tournament,
    ) -> Result<StoredRun, Failure> {
        let path = named.unwrap_or_else(|| {
            let fingerprint = tournament.fingerprint().to_string();
            PathBuf::from(format!("arena-{}", fingerprint.chars().take(12).collect::<String>()))
        });
        let folder = Self { path };
        if folder.path.join(SETTINGS).exists() {
            let there = folder.tournament()?;
            if there.fingerprint() != tournament.fingerprint() {
                let path = folder.path.display();
                let why = format!(
                    "{path} holds a tournament with other settings: continue it with rival-arena resume {path}, or give another --out"
                );
                return Err(Failure::new(FailureKind::Input, anyhow!(why)));
            }
            return folder.open(there);
        }
        fs::create_dir_all(&folder.path)
            .with_context(|| format!("can't make the folder {}", folder.path.display()))
            .or_fail(FailureKind::Failed)?;
        folder.write(&tournament)?;
        folder.open(tournament)
    }

    /// Writes what the tournament is to be.
    pub(crate) fn write(&self, tournament: &Tournament) -> Result<(), Failure> {
        // The settings come last: a folder that has them has all.
        write_whole(&self.path.join(OPENINGS), tournament.openings().kept_text())?;
        write_whole(&self.path.join(SETTINGS), tournament.settings().to_text())
    }

    /// What is kept here of this tournament, with the journal open for more.
    pub(crate) fn open(self, tournament: Tournament) -> Result<StoredRun, Failure> {
        let path = self.path.join(JOURNAL);
        let (journal, played) =
            Journal::open(&path, tournament.fingerprint()).or_fail(FailureKind::Input)?;
        Ok(StoredRun { folder: self, tournament, journal, played })
    }

    /// The tournament that was begun here.
    pub(crate) fn tournament(&self) -> Result<Tournament, Failure> {
        let (settings, openings) = (self.path.join(SETTINGS), self.path.join(OPENINGS));
        if !settings.exists() {
            let path = self.display();
            let why = format!("{path} is no folder of a run: there is no {SETTINGS} in it");
            return Err(Failure::new(FailureKind::Input, anyhow!(why)));
        }
        let names = [settings.display().to_string(), openings.display().to_string()];
        assemble(&read(&settings)?, &read(&openings)?, &names).or_fail(FailureKind::Input)
    }

    /// The tournament that was begun here, with its players.
    pub(crate) fn plan(&self) -> Result<(Tournament, Vec<PlayerRequest>), Failure> {
        let (tournament, settings) = (self.tournament()?, self.path.join(SETTINGS));
        let name = settings.display().to_string();
        let players = entrants::of_file(tournament.settings(), &read(&settings)?, &name);
        let asked = players.iter().map(PlayerSpec::request).collect::<Result<_, _>>()?;
        Ok((tournament, asked))
    }

    /// What is in the journal.
    pub(crate) fn entries(&self, of: &Tournament) -> Result<Vec<Entry>, Failure> {
        Journal::read(&self.path.join(JOURNAL), of.fingerprint()).or_fail(FailureKind::Input)
    }

    /// The lines of the journal, one by one, and where it is.
    pub(crate) fn lines(&self) -> Result<(PathBuf, JournalReader<fs::File>), Failure> {
        let path = self.path.join(JOURNAL);
        let lines = Journal::lines(&path).or_fail(FailureKind::Input)?;
        Ok((path, lines))
    }

    /// What the folder is called.
    pub(crate) fn name(&self) -> String {
        let whole = self.path.canonicalize().unwrap_or_else(|_unknown| self.path.clone());
        whole.file_name().map_or_else(|| "?".into(), |name| name.to_string_lossy().into_owned())
    }

    pub(crate) fn display(&self) -> impl std::fmt::Display {
        Path::display(&self.path)
    }
}

/// Writes a file whole or not at all: a reader finds the old one or the new one.
pub(crate) fn write_whole(path: &Path, content: impl AsRef<[u8]>) -> Result<(), Failure> {
    let mut draft = path.as_os_str().to_owned();
    draft.push(".draft");
    let written = fs::write(&draft, content).and_then(|()| fs::File::open(&draft)?.sync_all());
    let written = written.and_then(|()| fs::rename(&draft, path));
    if written.is_err() {
        // It may never have been made.
        let _gone = fs::remove_file(&draft);
    }
    written.with_context(|| format!("can't write {}", path.display())).or_fail(FailureKind::Failed)
}

/// The tournament of these texts, as a folder keeps them; errors contain the texts' `names`.
pub(crate) fn assemble(
    settings: &str,
    openings: &str,
    names: &[String; 2],
) -> anyhow::Result<Tournament> {
    let [of_settings, of_openings] = names;
    let settings =
        Settings::from_text(settings).map_err(|error| anyhow!("{of_settings}: {error}"))?;
    // The settings keep the name that they were written with: the numbers of the games depend on it.
    let game = recorded_game(&settings.game)?;
    let openings = if openings.is_empty() {
        Openings::start()
    } else {
        Openings::from_kept_text(&*game, openings).with_context(|| of_openings.clone())?
    };
    Ok(Tournament::new(settings, game, openings)?)
}
