//! A single configuration file: its content and the locations of its values.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read};
use std::num::NonZero;
use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use game_catalog::table_game;
use games_package::TimeControl;
use plugin_host::Policy;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use toml::Spanned;

use super::Located;
use crate::failure::{Failure, FailureKind, OrFail};
use crate::spec::PlayerSpec;

/// The owner of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Owner {
    /// The file is in the user's configuration folder, so it can set everything.
    User,
    /// The user named the file, so it can set everything, but it can't start programs.
    Named,
    /// The file is in the current folder and may come from another person.
    Folder,
}

/// A parsed file.
#[derive(Debug)]
pub(super) struct File {
    pub(super) path: PathBuf,
    pub(super) owner: Owner,
    pub(super) content: Content,
    text: String,
}

/// The content of a file.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Content {
    /// Plugin folders; relative paths are relative to the file.
    pub(super) plugins: Vec<PathBuf>,
    pub(super) isolation: Isolation,
    pub(super) players: BTreeMap<Spanned<String>, Player>,
    pub(super) defaults: Defaults,
    pub(super) skin: Skin,
    /// The format version, checked by [`check_format`].
    #[serde(rename = "format")]
    _format: Option<u32>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Isolation {
    #[serde(deserialize_with = "policy")]
    pub(super) policy: Option<Spanned<Policy>>,
    #[serde(deserialize_with = "memory_mib")]
    pub(super) memory_mib: Option<Spanned<u64>>,
    /// The time per move: `10m` or `none`.
    #[serde(deserialize_with = "move_time")]
    pub(super) move_time: Option<Spanned<TimeControl>>,
    /// Trust in plugins by file; relative paths are relative to the configuration file.
    #[expect(clippy::zero_sized_map_values, reason = "the value is read, and must be this one")]
    pub(super) trust: BTreeMap<PathBuf, Isolated>,
    /// Grants to individual plugins, by plugin file.
    pub(super) grants: BTreeMap<PathBuf, Spanned<Granted>>,
}

/// Marks a plugin that is confined even if the user trusts it. A configuration file can't state any other kind of
/// trust.
#[derive(Debug)]
pub(super) struct Isolated;

impl<'de> Deserialize<'de> for Isolated {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match String::deserialize(deserializer)?.as_str() {
            "isolated" => Ok(Self),
            "in-process" => Err(D::Error::custom(
                "a path doesn't identify the content; run \"rival plugin trust FILE\"",
            )),
            other => Err(D::Error::unknown_variant(other, &["isolated"])),
        }
    }
}

/// The permissions granted to one plugin if the plugin requests them.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Granted {
    #[serde(default, deserialize_with = "memory_mib")]
    pub(super) memory_mib: Option<Spanned<u64>>,
    pub(super) threads: Option<NonZero<u32>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Player {
    pub(super) player: Spanned<String>,
    #[serde(default)]
    pub(super) options: BTreeMap<String, toml::Value>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Defaults {
    #[serde(deserialize_with = "known_game")]
    pub(super) game: Option<String>,
    pub(super) opponent: Option<Spanned<String>>,
    #[serde(deserialize_with = "time_control")]
    pub(super) time: Option<TimeControl>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Skin {
    pub(super) pieces: Option<Spanned<String>>,
    pub(super) palette: Option<Spanned<String>>,
    pub(super) colors: BTreeMap<Spanned<String>, Spanned<String>>,
}

/// Parses a game name and returns the full name.
fn known_game<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    let game = table_game(&String::deserialize(deserializer)?).map_err(D::Error::custom)?;
    Ok(Some(game.name().into()))
}

fn policy<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Spanned<Policy>>, D::Error> {
    let given = Spanned::<String>::deserialize(deserializer)?;
    let policy = match given.as_ref().as_str() {
        "require" => Policy::Require,
        "prefer" => Policy::Prefer,
        "off" => Policy::Off,
        other => return Err(D::Error::unknown_variant(other, &["require", "prefer", "off"])),
    };
    Ok(Some(Spanned::new(given.span(), policy)))
}

/// Minimum memory limit for a plugin, in MiB; no plugin loads with less.
const MEMORY_MIB_MIN: u64 = 64;

fn memory_mib<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Spanned<u64>>, D::Error> {
    let given = Spanned::<u64>::deserialize(deserializer)?;
    if (MEMORY_MIB_MIN..=u64::MAX >> 20).contains(given.as_ref()) {
        return Ok(Some(given));
    }
    let mib = given.as_ref();
    Err(D::Error::custom(format!("{mib} MiB of memory: the minimum is {MEMORY_MIB_MIN}")))
}

fn move_time<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Spanned<TimeControl>>, D::Error> {
    let given = Spanned::<String>::deserialize(deserializer)?;
    match given.as_ref().parse().map_err(D::Error::custom)? {
        time @ (TimeControl::PerMove(_) | TimeControl::Unlimited) => {
            Ok(Some(Spanned::new(given.span(), time)))
        }
        _ => Err(D::Error::custom("expected a time per move, like 10m, or none")),
    }
}

fn time_control<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<TimeControl>, D::Error> {
    String::deserialize(deserializer)?.parse().map(Some).map_err(D::Error::custom)
}

/// Maximum size of a file in bytes.
const FILE_BYTES_MAX: u64 = 1 << 20;

/// The format version.
const FORMAT: u32 = 1;

/// Checks the format version of a TOML file: the value of `format`, or 1 if missing. This check must come before
/// parsing the rest, because a newer version may have any other content.
///
/// # Errors
/// A message with the file name, if the file's version is newer than `known`.
pub fn check_format(text: &str, path: &Path, known: u32) -> anyhow::Result<()> {
    #[derive(Deserialize)]
    struct Version {
        format: u32,
    }
    match toml::from_str(text) {
        Ok(Version { format }) if format > known => Err(anyhow!(
            "{} was written by a newer version of Rival (format {format}; this program reads {known})",
            path.display()
        )),
        _ => Ok(()),
    }
}

impl File {
    /// Reads the file.
    ///
    /// # Errors
    /// [`Failure`] if the file can't be read or is malformed.
    pub(super) fn read(path: &Path, owner: Owner) -> Result<Self, Failure> {
        let text = text_of(path, owner)
            .with_context(|| format!("can't read the configuration {}", path.display()))
            .or_fail(FailureKind::Input)?;
        Self::parse(text, path, owner)
    }

    pub(super) fn parse(text: String, path: &Path, owner: Owner) -> Result<Self, Failure> {
        check_format(&text, path, FORMAT).or_fail(FailureKind::Input)?;
        let content = toml::from_str(&text)
            .map_err(|error| anyhow!("{}: {}", path.display(), result(&text, &error)))
            .or_fail(FailureKind::Input)?;
        Ok(Self { path: path.into(), owner, content, text })
    }

    /// Resolves a path named in the file, relative to the file's folder.
    pub(super) fn beside(&self, named: &Path) -> PathBuf {
        self.path.parent().unwrap_or(Path::new(".")).join(named)
    }

    /// The string with its location.
    pub(super) fn located(&self, text: &Spanned<String>) -> Located {
        Located { text: text.as_ref().clone(), place: self.place_at(text.span()) }
    }

    /// The player named by this string under this key.
    pub(super) fn player(&self, text: &Spanned<String>, key: &str) -> PlayerSpec {
        let spec = match self.owner {
            Owner::User => PlayerSpec::from_user(text.as_ref()),
            Owner::Named | Owner::Folder => {
                let (line, _) = place_in(&self.text, text.span().start);
                PlayerSpec::from_file(text.as_ref(), self.path.display(), Some(line))
            }
        };
        spec.under_key(format!("{}: {key}", self.path.display()))
    }

    /// The failure for the string in this byte range.
    pub(super) fn refusal(&self, bytes: Range<usize>, why: &str) -> Failure {
        Failure::new(FailureKind::Input, anyhow!("{}: {why}", self.place_at(bytes)))
    }

    /// The file and the location of this byte range: "rival.toml: line 2, column 10".
    fn place_at(&self, bytes: Range<usize>) -> String {
        let (line, column) = place_in(&self.text, bytes.start);
        format!("{}: line {line}, column {column}", self.path.display())
    }
}

/// Reads a file. In the current folder, only regular files are read, because a pipe might never end.
fn text_of(path: &Path, owner: Owner) -> io::Result<String> {
    if owner == Owner::Folder && !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("it is not a file"));
    }
    let mut text = String::new();
    fs::File::open(path)?.take(FILE_BYTES_MAX + 1).read_to_string(&mut text)?;
    if text.len() as u64 > FILE_BYTES_MAX {
        return Err(io::Error::other(format!("it is larger than {FILE_BYTES_MAX} bytes")));
    }
    Ok(text)
}

/// Formats the error as one line with line and column, without TOML's excerpt.
fn result(text: &str, error: &toml::de::Error) -> String {
    let (line, column) = place_in(text, error.span().map_or(0, |span| span.start));
    format!("line {line}, column {column}: {}", error.message().replace('\n', " "))
}

/// The line and column, both from 1, of the character that starts at this byte.
fn place_in(text: &str, start: usize) -> (usize, usize) {
    let before = text.get(..start).unwrap_or_default();
    let line = 1 + before.matches('\n').count();
    let column = 1 + before.chars().rev().take_while(|&c| c != '\n').count();
    (line, column)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<File, Failure> {
        File::parse(text.into(), Path::new("conf/rival.toml"), Owner::User)
    }

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let parsed = parse(text);
        assert_eq!(parsed.map_or_else(|failure| failure.to_string(), |_| "ok".into()), expected);
    }

    #[test]
    fn errors_are_reported_with_their_place() {
        check("", "ok");
        check(
            "plugins = []\nplugin = []\n",
            "conf/rival.toml: line 2, column 1: unknown field `plugin`, expected one of `plugins`, `isolation`, `players`, `defaults`, `skin`, `format`",
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
    fn a_file_from_a_newer_version_is_refused_by_name() {
        check("format = 1\nplugins = []\n", "ok");
        check(
            "format = 2\nanything = 'else'\n",
            "conf/rival.toml was written by a newer version of Rival (format 2; this program reads 1)",
        );
    }

    #[test]
    fn isolation_has_known_values() {
        check("[isolation]\npolicy = 'require'\nmemory_mib = 512\nmove_time = 'none'\n", "ok");
        check("[isolation]\ntrust = { 'liba.so' = 'isolated' }\n", "ok");
        check(
            "[isolation]\ntrust = { 'liba.so' = 'in-process' }\n",
            "conf/rival.toml: line 2, column 23: a path doesn't identify the content; run \"rival plugin trust FILE\"",
        );
        check("[isolation.grants]\n'liba.so' = { memory_mib = 9000, threads = 600 }\n", "ok");
        check(
            "[isolation.grants]\n'liba.so' = { memory_mib = 8 }\n",
            "conf/rival.toml: line 2, column 28: 8 MiB of memory: the minimum is 64",
        );
        check(
            "[isolation.grants]\n'liba.so' = { network = true }\n",
            "conf/rival.toml: line 2, column 15: unknown field `network`, expected `memory_mib` or `threads`",
        );
        check(
            "[isolation]\npolicy = 'never'\n",
            "conf/rival.toml: line 2, column 10: unknown variant `never`, expected one of `require`, `prefer`, `off`",
        );
        check(
            "[isolation]\nmemory_mib = 8\n",
            "conf/rival.toml: line 2, column 14: 8 MiB of memory: the minimum is 64",
        );
        check(
            "[isolation]\nmove_time = '1m+1s'\n",
            "conf/rival.toml: line 2, column 13: expected a time per move, like 10m, or none",
        );
    }

    #[test]
    fn the_locations_of_skin_values_are_known() {
        let text = "[skin]\npieces = 'ascii'\n[skin.colors]\n'dark' = '#000000'\n'ä' = 1";
        let wrong =
            "conf/rival.toml: line 5, column 7: invalid type: integer `1`, expected a string";
        check(text, wrong);
        let file = parse(&text.replace("'ä' = 1", "")).unwrap();
        let skin = &file.content.skin;
        let located = |text, place: &str| Located {
            text: String::from(text),
            place: format!("conf/rival.toml: {place}"),
        };
        let pieces = file.located(skin.pieces.as_ref().unwrap());
        assert_eq!(pieces, located("ascii", "line 2, column 10"));
        let (name, color) = skin.colors.first_key_value().unwrap();
        assert_eq!(file.located(name), located("dark", "line 4, column 1"));
        assert_eq!(file.located(color), located("#000000", "line 4, column 10"));
        check(
            "[skin]\npiece = 'ascii'",
            "conf/rival.toml: line 2, column 1: unknown field `piece`, expected one of `pieces`, `palette`, `colors`",
        );
    }

    #[test]
    fn a_game_is_recognized_by_its_short_name() {
        let file = parse("[defaults]\ngame = 'tic-tac-toe'").unwrap();
        assert_eq!(file.content.defaults.game.as_deref(), Some("tic-tac-toe:3,3,3"));
    }
}
