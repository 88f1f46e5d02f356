//! `rival.toml`: plugin folders and trust in plugins, named players, and defaults.
//!
//! Flags override the environment, and the environment overrides these files. Two files are read together: the user's
//! file and the file in the current folder. The second file may come from another person, so it can add names and set
//! defaults, but it can't start programs, change the meaning of names or loosen limits.

mod file;
mod merge;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;
use games_package::TimeControl;
use plugin_host::{Grant, Policy};

pub use self::file::check_format;
use self::file::{File, Owner};
use crate::failure::Failure;
use crate::spec::PlayerSpec;

/// The file contents.
#[derive(Clone, Debug, Default)]
pub struct Configuration {
    /// Folders to search for plugins.
    pub plugins: Vec<PathBuf>,
    /// The isolation of untrusted plugins.
    pub isolation: IsolationSettings,
    /// The players named by the user.
    pub players: BTreeMap<String, ConfiguredPlayer>,
    /// Defaults for command-line options.
    pub defaults: Defaults,
    /// The board's look in full-screen mode.
    pub skin: SkinSettings,
}

/// The isolation of untrusted plugins.
#[derive(Clone, Debug, Default)]
pub struct IsolationSettings {
    /// Whether running plugins in separate processes is required, preferred or optional.
    pub policy: Policy,
    /// The memory limit for a plugin, in MiB.
    pub memory_mib: Option<u64>,
    /// The time limit per move in a match without a clock.
    pub move_time: Option<TimeControl>,
    /// Plugin files that are confined even if the user trusts them.
    pub isolated: Vec<PathBuf>,
    /// Grants to individual plugins.
    pub grants: Vec<Grant>,
}

/// The board's look in full-screen mode. The program that draws the board checks the names.
#[derive(Clone, Debug, Default)]
pub struct SkinSettings {
    /// The style of pieces: `unicode`, `ascii` or `wide`.
    pub pieces: Option<Located>,
    /// The name of a color scheme: `wood`.
    pub palette: Option<Located>,
    /// Individual colors by element name; later ones override earlier ones: `dark = "#8b5a3c"`.
    pub colors: Vec<(Located, Located)>,
}

/// A string from a file, with its location for messages.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Located {
    /// The text.
    pub text: String,
    /// The location: "rival.toml: line 2, column 10".
    pub place: String,
}

/// A player with options, named by the user.
#[derive(Clone, Debug)]
pub struct ConfiguredPlayer {
    /// The player: name or PLUGIN/name.
    pub player: PlayerSpec,
    /// Its options.
    pub options: BTreeMap<String, toml::Value>,
}

/// Defaults for command-line options.
#[derive(Clone, Debug, Default)]
pub struct Defaults {
    /// The game that the menu offers first, by full name.
    pub game: Option<String>,
    /// The opponent in `rival play`.
    pub opponent: Option<PlayerSpec>,
    /// The time per move for computer players, or a clock for all players: `2s`, `1m+1s`.
    pub time: Option<TimeControl>,
}

const FILE_NAME: &str = "rival.toml";

impl Configuration {
    /// Loads the configuration from `named`, if given; otherwise from the user's own file, extended by `./rival.toml`.
    ///
    /// # Errors
    /// [`Failure`] if a file can't be read or is malformed, or if `./rival.toml` contains settings reserved for the
    /// user.
    pub fn load(named: Option<&Path>) -> Result<Self, Failure> {
        let mut configuration = Self::default();
        for (path, owner) in files(named) {
            configuration.add(&File::read(&path, owner)?)?;
        }
        Ok(configuration)
    }
}

/// The files to read, with the user's own first.
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
