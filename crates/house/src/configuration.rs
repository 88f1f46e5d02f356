//! `rival.toml`: plugin folders and how far plugins are trusted, players by names of your own, and defaults.
//!
//! Flags go over the environment, the environment over these files. There are two of them, which are read together: the
//! user's own and the one in the current folder. The second one may have come with the folder from anybody. So it adds
//! names and chooses defaults, but it starts no program, changes the meaning of no name and loosens no limit.

mod file;
mod merge;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;
use games_package::TimeControl;
use plugin_host::Policy;
use serde::Deserialize;

use self::file::{File, Owner};
use crate::failure::Failure;
use crate::spec::PlayerSpec;

/// What the files say.
#[derive(Clone, Debug, Default)]
pub struct Configuration {
    /// Folders to look for plugins in.
    pub plugins: Vec<PathBuf>,
    /// How plugins are run that are not trusted.
    pub isolation: IsolationSettings,
    /// Players by names of one's own.
    pub players: BTreeMap<String, ConfiguredPlayer>,
    /// What is taken where the command line says nothing.
    pub defaults: Defaults,
    /// What boards look like on a full screen.
    pub skin: SkinSettings,
}

/// How plugins are run that are not trusted.
#[derive(Clone, Debug, Default)]
pub struct IsolationSettings {
    /// Whether they must be, should be or need not be kept apart.
    pub policy: Policy,
    /// The most memory that one may take, in MiB.
    pub memory_mib: Option<u64>,
    /// The longest that one may think about a move where no time is counted.
    pub move_time: Option<TimeControl>,
    /// How far single plugins are trusted, by their files.
    pub trust: Vec<(PathBuf, Trust)>,
}

impl IsolationSettings {
    /// The files of the plugins that run in this process.
    pub fn trusted(&self) -> Vec<PathBuf> {
        let files = |wanted| {
            let of_it = self.trust.iter().filter(move |(_, trust)| *trust == wanted);
            of_it.map(|(file, _)| file)
        };
        let is_kept_apart = |file: &Path| files(Trust::Isolated).any(|it| is_same_file(it, file));
        files(Trust::InProcess).filter(|file| !is_kept_apart(file)).cloned().collect()
    }
}

/// What boards look like on a full screen. Which names there are is known to the program that has one.
#[derive(Clone, Debug, Default)]
pub struct SkinSettings {
    /// How pieces are drawn: `unicode`, `ascii` or `wide`.
    pub pieces: Option<Placed>,
    /// The colors by their name together: `wood`.
    pub palette: Option<Placed>,
    /// Colors of one's own with what they are for, the later ones over the earlier ones: `dark = "#8b5a3c"`.
    pub colors: Vec<(Placed, Placed)>,
}

/// A text of a file, with its place for messages.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Placed {
    /// The text.
    pub text: String,
    /// Its place: "rival.toml: line 2, column 10".
    pub place: String,
}

/// How far a plugin is trusted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Trust {
    /// It runs in this process.
    InProcess,
    /// It runs as those of strangers do.
    Isolated,
}

/// A player with options, under a name of one's own.
#[derive(Clone, Debug)]
pub struct ConfiguredPlayer {
    /// The player: name or PLUGIN/name.
    pub player: PlayerSpec,
    /// Its options.
    pub options: BTreeMap<String, toml::Value>,
}

/// What is taken where the command line says nothing.
#[derive(Clone, Debug, Default)]
pub struct Defaults {
    /// The game of the menu's first choice, by its whole name.
    pub game: Option<String>,
    /// The opponent in `rival play`.
    pub opponent: Option<PlayerSpec>,
    /// Time per move of computer players, or a clock for everybody: `2s`, `1m+1s`.
    pub time: Option<TimeControl>,
}

const FILE_NAME: &str = "rival.toml";

impl Configuration {
    /// The configuration in the file that was named; or else in the user's own file, with what `./rival.toml` adds to it.
    ///
    /// # Errors
    /// [`Failure`] if a file can't be read or makes no sense, or if `./rival.toml` says what only the user may say.
    pub fn load(named: Option<&Path>) -> Result<Self, Failure> {
        let mut configuration = Self::default();
        for (path, owner) in files(named) {
            configuration.add(&File::read(&path, owner)?)?;
        }
        Ok(configuration)
    }
}

/// The files that are read, the user's own first.
fn files(named: Option<&Path>) -> Vec<(PathBuf, Owner)> {
    let home = etcetera::choose_base_strategy().ok();
    let own = home.map(|home| home.config_dir().join("rival").join(FILE_NAME));
    let is_own = |path: &Path| own.as_deref().is_some_and(|own| is_same_file(own, path));
    if let Some(path) = named {
        let owner = if is_own(path) { Owner::User } else { Owner::Named };
        return vec![(path.into(), owner)];
    }
    let here = Some(PathBuf::from(FILE_NAME)).filter(|path| !is_own(path));
    let both = [(own.clone(), Owner::User), (here, Owner::Folder)];
    let there = both.into_iter().filter_map(|(path, owner)| Some((path?, owner)));
    there.filter(|(path, _)| path.exists()).collect()
}

fn is_same_file(one: &Path, other: &Path) -> bool {
    let (one, other) = (fs::canonicalize(one).ok(), fs::canonicalize(other).ok());
    one.is_some() && one == other
}
