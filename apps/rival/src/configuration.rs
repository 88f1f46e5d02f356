//! `rival.toml`: plugin folders, players by names of your own, and defaults.
//!
//! Flags go over the environment, the environment over this file.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use etcetera::BaseStrategy;
use game_catalog::table_game;
use games_package::TimeControl;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

use crate::failure::{Failure, FailureKind, OrFail};

/// What the file says.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Configuration {
    /// Where it was read.
    #[serde(skip)]
    file: PathBuf,
    /// Folders to look for plugins in; relative ones are relative to the file.
    pub(crate) plugins: Vec<PathBuf>,
    /// Players by names of one's own.
    pub(crate) players: BTreeMap<String, ConfiguredPlayer>,
    /// What is taken where the command line says nothing.
    pub(crate) defaults: Defaults,
}

/// A player with options, under a name of one's own.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ConfiguredPlayer {
    /// The player: name or PLUGIN/name.
    pub(crate) player: String,
    /// Its options.
    #[serde(default)]
    pub(crate) options: BTreeMap<String, toml::Value>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Defaults {
    /// The game of the menu's first choice, by its whole name.
    #[serde(deserialize_with = "known_game")]
    pub(crate) game: Option<String>,
    /// The opponent in `rival play`.
    pub(crate) opponent: Option<String>,
    /// Time per move or clock: `2s`, `1m+1s`.
    #[serde(deserialize_with = "time_control")]
    pub(crate) time: Option<TimeControl>,
}

/// The whole name of the game that a value names.
fn known_game<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    let game = table_game(&String::deserialize(deserializer)?).map_err(D::Error::custom)?;
    Ok(Some(game.name().into()))
}

fn time_control<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<TimeControl>, D::Error> {
    String::deserialize(deserializer)?.parse().map(Some).map_err(D::Error::custom)
}

const FILE_NAME: &str = "rival.toml";

impl Configuration {
    /// The configuration in the file that was named, or else in `./rival.toml`, or else in the folder where people
    /// keep their configurations; an empty one if there is none of these.
    pub(crate) fn load(named: Option<&Path>) -> Result<Self, Failure> {
        let path = match named {
            Some(path) => path.to_path_buf(),
            None => match usual_places().into_iter().find(|path| path.exists()) {
                Some(path) => path,
                None => return Ok(Self::default()),
            },
        };
        let text = fs::read_to_string(&path)
            .with_context(|| format!("can't read the configuration {}", path.display()))
            .or_fail(FailureKind::Input)?;
        Self::parse(&text, &path)
    }

    fn parse(text: &str, path: &Path) -> Result<Self, Failure> {
        let mut configuration: Self = toml::from_str(text)
            .map_err(|error| anyhow!("{}: {}", path.display(), one_line(text, &error)))
            .or_fail(FailureKind::Input)?;
        let folder = path.parent().unwrap_or(Path::new("."));
        for plugins in &mut configuration.plugins {
            *plugins = folder.join(&*plugins);
        }
        configuration.file = path.into();
        Ok(configuration)
    }

    /// The file and the key in it, for messages: "rival.toml: players.patient".
    pub(crate) fn place(&self, key: &str) -> String {
        format!("{}: {key}", self.file.display())
    }
}

fn usual_places() -> Vec<PathBuf> {
    let home = etcetera::choose_base_strategy().ok();
    let of_home = home.map(|home| home.config_dir().join("rival").join(FILE_NAME));
    [Some(PathBuf::from(FILE_NAME)), of_home].into_iter().flatten().collect()
}

/// The error with its line and column, without the picture that TOML draws.
fn one_line(text: &str, error: &toml::de::Error) -> String {
    let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
    let line = 1 + before.matches('\n').count();
    let column = 1 + before.chars().rev().take_while(|&c| c != '\n').count();
    format!("line {line}, column {column}: {}", error.message().replace('\n', " "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let parsed = Configuration::parse(text, Path::new("conf/rival.toml"));
        assert_eq!(parsed.map_or_else(|failure| failure.to_string(), |_| "ok".into()), expected);
    }

    #[test]
    fn what_is_wrong_is_named_with_its_place() {
        check("", "ok");
        check(
            "plugins = []\nplugin = []\n",
            "conf/rival.toml: line 2, column 1: unknown field `plugin`, expected one of `plugins`, `players`, `defaults`",
        );
        check(
            "[defaults]\ngame = 3\n",
            "conf/rival.toml: line 2, column 8: invalid type: integer `3`, expected a string",
        );
        check(
            "[defaults]\ntime = 'soon'\n",
            "conf/rival.toml: line 2, column 8: malformed time \"soon\": expected a time like 250ms, 2s or 1m, a clock like 1m+1s or 40/5m, or none",
        );
        check(
            "[defaults]\ngame = 'tic-tac-to'\n",
            "conf/rival.toml: line 2, column 8: there is no game \"tic-tac-to\": did you mean tic-tac-toe?",
        );
    }

    #[test]
    fn a_game_is_known_by_its_short_name() {
        let configuration =
            Configuration::parse("[defaults]\ngame = 'tic-tac-toe'", Path::new("rival.toml"))
                .unwrap();
        assert_eq!(configuration.defaults.game.as_deref(), Some("tic-tac-toe:3,3,3"));
    }

    #[test]
    fn folders_are_relative_to_the_file() {
        let configuration =
            Configuration::parse("plugins = ['mine', '/all']", Path::new("conf/rival.toml"))
                .unwrap();
        assert_eq!(configuration.plugins, [Path::new("conf/mine"), Path::new("/all")]);
    }
}
