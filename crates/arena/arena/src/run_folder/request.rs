//! A run as requested, before its players are found and checked. Its folder stores the request first, so a run that is
//! killed during the checks can be resumed.

use std::env;
use std::path::{PathBuf, absolute};
use std::sync::Arc;

use app_context::{AppContext, Failure, FailureKind, PlayerSpec};
use serde::{Deserialize, Serialize};

use super::setup::{self, Plan, random_seed};
use super::{entrants, plugin_entrants, rehearsal};
use crate::settings::{Settings, Unstartable};

/// The version of the stored form.
const FORMAT: u32 = 1;

/// Number of hexadecimal digits in a folder name.
const DIGITS: usize = 12;

/// A run as requested.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    #[serde(rename = "rival_request")]
    version: u32,
    /// The policy that the user chose for players that fail to start, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unstartable: Option<Unstartable>,
    /// `true` to add the players from all plugins.
    #[serde(default)]
    pub all_plugins: bool,
    /// The plugins and players not to add.
    #[serde(default)]
    pub except: Vec<String>,
    /// The settings with the players that the user named, always with a seed.
    tournament: Settings,
}

impl Request {
    /// A request for a run with these settings. Draws a seed if the settings contain none.
    pub fn new(mut settings: Settings) -> Self {
        settings.seed.get_or_insert_with(random_seed);
        let (unstartable, all_plugins, except) = (None, false, Vec::new());
        Self { version: FORMAT, unstartable, all_plugins, except, tournament: settings }
    }

    /// Finds and checks the players and plans the run. `players` are those named by the user. The failure kind for
    /// unusable settings is `of_file`. Calls `warn` with each warning that the run's tables don't show.
    ///
    /// # Errors
    /// [`Failure`] if the run can't be played or a player is unknown.
    pub fn plan(
        self,
        app: &Arc<AppContext>,
        mut players: Vec<PlayerSpec>,
        of_file: FailureKind,
        warn: &mut dyn FnMut(&str),
    ) -> Result<Plan, Failure> {
        let Self { mut tournament, unstartable, all_plugins, except, .. } = self;
        if let Some(unstartable) = unstartable {
            tournament.unstartable = unstartable;
        }
        if all_plugins {
            let notes = plugin_entrants::add_all(app, &mut tournament, &except, unstartable)?;
            for note in &notes {
                warn(note);
            }
        }
        players.extend(entrants::of_user(&tournament).into_iter().skip(players.len()));
        let (settings, players) = rehearsal::exclude_unstartable(app, tournament, players)?;
        let excluded = settings.excluded.clone();
        setup::plan(app, settings, &players, of_file).inspect_err(|_| {
            // The warnings may explain why too few players are left.
            for it in &excluded {
                warn(&format!("{} is excluded: {}", it.name, it.why));
            }
        })
    }

    /// The named players, as a stored request in the file `name` states them.
    pub fn stored_players(&self, name: &str) -> Vec<PlayerSpec> {
        entrants::of_file(&self.tournament, "", name)
    }

    /// The stored form; `None` if a number is too large for it, which makes the settings invalid. File and program names
    /// keep their meaning if the run resumes in another folder.
    pub(crate) fn to_text(&self) -> Option<String> {
        let mut stored = self.clone();
        let folder = env::current_dir().ok();
        let folder = folder.and_then(|folder| folder.to_str().map(String::from));
        for entrant in &mut stored.tournament.players {
            entrant.folder = entrant.folder.take().or_else(|| folder.clone());
        }
        let openings = &mut stored.tournament.openings;
        if setup::is_opening_file(openings) {
            let path = absolute(&*openings).ok();
            let path = path.and_then(|path| path.to_str().map(String::from));
            *openings = path.unwrap_or_else(|| openings.clone());
        }
        toml::to_string(&stored).ok()
    }

    /// Reads the stored form.
    ///
    /// # Errors
    /// The reason if it is malformed.
    pub(crate) fn from_text(text: &str) -> Result<Self, String> {
        let request: Self = toml::from_str(text).map_err(|error| error.message().to_owned())?;
        match request.version {
            FORMAT => Ok(request),
            other => Err(format!(
                "written by a newer version of Rival (format {other}; this program reads {FORMAT})"
            )),
        }
    }

    /// The name of this run's folder if the user names none.
    pub fn folder(&self) -> PathBuf {
        let hash = blake3::hash(self.to_text().unwrap_or_default().as_bytes()).to_hex();
        let digits: String = hash.chars().take(DIGITS).collect();
        PathBuf::from(format!("arena-{digits}"))
    }
}
