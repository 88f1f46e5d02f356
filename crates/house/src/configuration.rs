//! `rival.toml`: plugin folders and how far plugins are trusted, players by names of your own, and defaults.
//!
//! Flags go over the environment, the environment over this file.

use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use etcetera::BaseStrategy;
use game_catalog::table_game;
use games_package::TimeControl;
use plugin_host::Policy;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use toml::Spanned;

use crate::failure::{Failure, FailureKind, OrFail};

/// What the file says.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Configuration {
    /// Where it was read.
    #[serde(skip)]
    file: PathBuf,
    /// What stands in it.
    #[serde(skip)]
    text: String,
    /// Folders to look for plugins in; relative ones are relative to the file.
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
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct IsolationSettings {
    /// Whether they must be, should be or need not be kept apart.
    #[serde(deserialize_with = "policy")]
    pub policy: Policy,
    /// The most memory that one may take, in MiB.
    #[serde(deserialize_with = "memory_mib")]
    pub memory_mib: Option<u64>,
    /// The longest that one may think about a move where no time is counted: `10m`, or `none`.
    #[serde(deserialize_with = "move_time")]
    pub move_time: Option<TimeControl>,
    /// How far single plugins are trusted, by their files; relative ones are relative to the configuration.
    pub trust: BTreeMap<PathBuf, Trust>,
}

impl IsolationSettings {
    /// Whether a plugin of a stranger may run in this process.
    fn is_loosened(&self) -> bool {
        self.policy == Policy::Off || self.trust.values().any(|trust| *trust == Trust::InProcess)
    }
}

/// What boards look like on a full screen. Which names there are is known to the program that has one: for what is wrong
/// with them there is [`Configuration::place_at`].
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SkinSettings {
    /// How pieces are drawn: `unicode`, `ascii` or `wide`.
    pub pieces: Option<Spanned<String>>,
    /// The colors by their name together: `wood`.
    pub palette: Option<Spanned<String>>,
    /// Colors of one's own by what they are for: `dark = "#8b5a3c"`.
    pub colors: BTreeMap<Spanned<String>, Spanned<String>>,
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
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConfiguredPlayer {
    /// The player: name or PLUGIN/name.
    pub player: String,
    /// Its options.
    #[serde(default)]
    pub options: BTreeMap<String, toml::Value>,
}

/// What is taken where the command line says nothing.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Defaults {
    /// The game of the menu's first choice, by its whole name.
    #[serde(deserialize_with = "known_game")]
    pub game: Option<String>,
    /// The opponent in `rival play`.
    pub opponent: Option<String>,
    /// Time per move of computer players, or a clock for everybody: `2s`, `1m+1s`.
    #[serde(deserialize_with = "time_control")]
    pub time: Option<TimeControl>,
}

/// The whole name of the game that a value names.
fn known_game<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    let game = table_game(&String::deserialize(deserializer)?).map_err(D::Error::custom)?;
    Ok(Some(game.name().into()))
}

fn policy<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Policy, D::Error> {
    match String::deserialize(deserializer)?.as_str() {
        "require" => Ok(Policy::Require),
        "prefer" => Ok(Policy::Prefer),
        "off" => Ok(Policy::Off),
        other => Err(D::Error::unknown_variant(other, &["require", "prefer", "off"])),
    }
}

fn move_time<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<TimeControl>, D::Error> {
    match time_control(deserializer)? {
        time @ Some(TimeControl::PerMove(_) | TimeControl::Unlimited) => Ok(time),
        _ => Err(D::Error::custom("expected a time per move, like 10m, or none")),
    }
}

/// The memory that a plugin can be given, in MiB: less and nothing can be loaded.
const MEMORY_MIB_MIN: u64 = 64;

fn memory_mib<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    let given = u64::deserialize(deserializer)?;
    if (MEMORY_MIB_MIN..=u64::MAX >> 20).contains(&given) {
        return Ok(Some(given));
    }
    Err(D::Error::custom(format!("{given} MiB of memory: at least {MEMORY_MIB_MIN} are needed")))
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
    ///
    /// # Errors
    /// [`Failure`] if it can't be read or makes no sense, or if it trusts plugins and was merely found in the current
    /// folder: it may have come with them.
    pub fn load(named: Option<&Path>) -> Result<Self, Failure> {
        let usual = || usual_places().into_iter().find(|path| path.exists());
        let Some(path) = named.map(Path::to_path_buf).or_else(usual) else {
            return Ok(Self::default());
        };
        let text = fs::read_to_string(&path)
            .with_context(|| format!("can't read the configuration {}", path.display()))
            .or_fail(FailureKind::Input)?;
        let configuration = Self::parse(&text, &path)?;
        // A folder that was got from somewhere may have one.
        let is_found = named.is_none() && path == Path::new(FILE_NAME);
        if is_found && configuration.isolation.is_loosened() {
            return Err(anyhow!(
                "{}: trust in plugins is set in your own configuration, or in one named by --config",
                path.display()
            ))
            .or_fail(FailureKind::Input);
        }
        Ok(configuration)
    }

    fn parse(text: &str, path: &Path) -> Result<Self, Failure> {
        let mut configuration: Self = toml::from_str(text)
            .map_err(|error| anyhow!("{}: {}", path.display(), told(text, &error)))
            .or_fail(FailureKind::Input)?;
        let folder = path.parent().unwrap_or(Path::new("."));
        for plugins in &mut configuration.plugins {
            *plugins = folder.join(&*plugins);
        }
        let trust = std::mem::take(&mut configuration.isolation.trust);
        configuration.isolation.trust =
            trust.into_iter().map(|(file, trust)| (folder.join(file), trust)).collect();
        (configuration.file, configuration.text) = (path.into(), text.into());
        Ok(configuration)
    }

    /// The file and the key in it, for messages: "rival.toml: players.patient".
    pub fn place(&self, key: &str) -> String {
        format!("{}: {key}", self.file.display())
    }

    /// The file and the place of these bytes in it, for messages: "rival.toml: line 2, column 10".
    pub fn place_at(&self, bytes: Range<usize>) -> String {
        format!("{}: {}", self.file.display(), place_in(&self.text, bytes.start))
    }
}

fn usual_places() -> Vec<PathBuf> {
    let home = etcetera::choose_base_strategy().ok();
    let of_home = home.map(|home| home.config_dir().join("rival").join(FILE_NAME));
    [Some(PathBuf::from(FILE_NAME)), of_home].into_iter().flatten().collect()
}

/// The error with its line and column in one line, without the picture that TOML draws.
fn told(text: &str, error: &toml::de::Error) -> String {
    let start = error.span().map_or(0, |span| span.start);
    format!("{}: {}", place_in(text, start), error.message().replace('\n', " "))
}

/// The line and the column, both from 1, of the character that begins with this byte.
fn place_in(text: &str, start: usize) -> String {
    let before = text.get(..start).unwrap_or_default();
    let line = 1 + before.matches('\n').count();
    let column = 1 + before.chars().rev().take_while(|&c| c != '\n').count();
    format!("line {line}, column {column}")
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
            "conf/rival.toml: line 2, column 1: unknown field `plugin`, expected one of `plugins`, `isolation`, `players`, `defaults`, `skin`",
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
    fn isolation_is_set_in_known_words() {
        check("[isolation]\npolicy = 'require'\nmemory_mib = 512\nmove_time = 'none'\n", "ok");
        check("[isolation]\ntrust = { 'liba.so' = 'in-process', 'libb.so' = 'isolated' }\n", "ok");
        check(
            "[isolation]\npolicy = 'never'\n",
            "conf/rival.toml: line 2, column 10: unknown variant `never`, expected one of `require`, `prefer`, `off`",
        );
        check(
            "[isolation]\nmemory_mib = 8\n",
            "conf/rival.toml: line 2, column 14: 8 MiB of memory: at least 64 are needed",
        );
        check(
            "[isolation]\nmove_time = '1m+1s'\n",
            "conf/rival.toml: line 2, column 13: expected a time per move, like 10m, or none",
        );
    }

    #[test]
    fn the_places_of_a_skin_are_known() {
        let text = "[skin]\npieces = 'ascii'\n[skin.colors]\n'dark' = '#000000'\n'ä' = 1";
        let wrong =
            "conf/rival.toml: line 5, column 7: invalid type: integer `1`, expected a string";
        check(text, wrong);
        let text = text.replace("'ä' = 1", "");
        let configuration = Configuration::parse(&text, Path::new("rival.toml")).unwrap();
        let skin = &configuration.skin;
        let pieces = configuration.place_at(skin.pieces.as_ref().unwrap().span());
        assert_eq!(pieces, "rival.toml: line 2, column 10");
        let (name, color) = skin.colors.first_key_value().unwrap();
        assert_eq!((name.as_ref().as_str(), color.as_ref().as_str()), ("dark", "#000000"));
        assert_eq!(configuration.place_at(name.span()), "rival.toml: line 4, column 1");
        assert_eq!(configuration.place_at(color.span()), "rival.toml: line 4, column 10");
        check(
            "[skin]\npiece = 'ascii'",
            "conf/rival.toml: line 2, column 1: unknown field `piece`, expected one of `pieces`, `palette`, `colors`",
        );
    }

    #[test]
    fn trust_is_in_files_relative_to_the_configuration() {
        let text = "[isolation]\ntrust = { 'liba.so' = 'in-process' }";
        let configuration = Configuration::parse(text, Path::new("conf/rival.toml")).unwrap();
        let trust = configuration.isolation.trust;
        assert_eq!(trust.get(Path::new("conf/liba.so")), Some(&Trust::InProcess));
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
