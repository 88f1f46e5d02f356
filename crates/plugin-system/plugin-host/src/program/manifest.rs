//! `player.toml`: a program's player and its requests.

use std::path::PathBuf;

use games_package::{Games, PlayerInfo, check_count, check_name};
use plain_protocol::{OptionDescription, option_specs};
use serde::Deserialize;

use crate::error::{line_of, one_line};
use crate::manifest::GAME_CHARS_MAX;
use crate::manifest_file::toml_error;
use crate::needs::{Limits, Needs};

/// The file that turns a folder into a plugin.
pub(crate) const MANIFEST: &str = "player.toml";

/// The name of a program's only player, `NAME/player`.
const PLAYER: &str = "player";

/// Maximum number of words in a command, and maximum number of requests of each kind.
const WORDS_MAX: usize = 64;

/// The default limits for a program.
pub(super) const DEFAULT_LIMITS: Limits = Limits { memory_bytes_max: 1 << 30, threads_max: 64 };

/// Minimum memory limit that a program can request, in MiB; nothing starts with less.
const MEMORY_MIB_MIN: u64 = 16;

/// The file's contents before they are checked.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    name: String,
    #[serde(default)]
    version: String,
    #[serde(default)]
    description: String,
    command: Vec<String>,
    games: Option<Vec<String>>,
    #[serde(default)]
    options: Vec<OptionDescription>,
    memory_mib: Option<u64>,
    threads: Option<u64>,
    #[serde(default)]
    reads: Vec<PathBuf>,
    #[serde(default)]
    runs: Vec<String>,
}

/// The file's checked contents.
#[derive(Clone, Debug)]
pub(crate) struct ProgramManifest {
    /// The plugin's name.
    pub(crate) name: String,
    pub(crate) version: String,
    /// The only player.
    pub(crate) player: PlayerInfo,
    /// The program and its arguments; at least one word.
    pub(crate) command: Vec<String>,
    /// The requested resident memory and threads.
    pub(crate) needs: Needs,
    /// The files and folders that the manifest requests to read.
    pub(crate) reads: Vec<PathBuf>,
    /// The programs that the manifest requests to start, by name or path. These programs run under the plugin's own
    /// confinement.
    pub(crate) runs: Vec<String>,
}

/// Parses the file's contents.
///
/// # Errors
/// The problem, as a phrase.
pub(crate) fn read(text: &str) -> Result<ProgramManifest, String> {
    let written: Written = toml::from_str(text).map_err(|error| toml_error(text, &error))?;
    let checked = |result: Result<(), games_package::DeclarationError>| {
        result.map_err(|error| one_line(&error.to_string()))
    };
    checked(check_name("plugin", &written.name))?;
    let options = option_specs(written.options).map_err(|error| one_line(&error.to_string()))?;
    let games = match written.games {
        None => Games::All,
        Some(names) if names.is_empty() => {
            return Err("its list of games is empty; add games, or omit the list".into());
        }
        Some(names) => {
            checked(check_count("games", names.len()))?;
            Games::Named(names.iter().map(|name| line_of(name, GAME_CHARS_MAX)).collect())
        }
    };
    if written.command.first().is_none_or(|word| word.trim().is_empty()) {
        return Err(
            "its command is empty; expected something like [\"python3\", \"player.py\"]".into()
        );
    }
    for (what, count) in [
        ("command", written.command.len()),
        ("reads", written.reads.len()),
        ("runs", written.runs.len()),
    ] {
        if count > WORDS_MAX {
            return Err(format!("its {what} has {count} entries; the limit is {WORDS_MAX}"));
        }
    }
    if written.command.iter().any(|word| word.contains('\0')) {
        return Err("its command contains a zero byte".into());
    }
    let needs = Needs { memory_mib: written.memory_mib, threads: written.threads };
    let needs = needs.checked(MEMORY_MIB_MIN)?;
    let description = one_line(&written.description);
    let player = PlayerInfo { name: PLAYER.into(), description, games, options };
    Ok(ProgramManifest {
        name: written.name,
        version: line_of(&written.version, 64),
        player,
        command: written.command,
        needs,
        reads: written.reads,
        runs: written.runs,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let result = read(text).map(|_| "fine".to_owned());
        assert_eq!(result.unwrap_or_else(|why| why), expected);
    }

    #[test]
    fn an_invalid_file_is_refused_with_the_problem() {
        let with = |more: &str| format!("name = \"a\"\ncommand = [\"python3\", \"a.py\"]\n{more}");
        check(&with(""), "fine");
        check(&with("memory_mib = 64\nthreads = 8\nreads = [\"/usr\"]\nruns = [\"sh\"]"), "fine");
        check("name = \"a\"", "line 1: missing field `command`");
        check(
            "name = \"a\"\ncommand = []",
            "its command is empty; expected something like [\"python3\", \"player.py\"]",
        );
        check(
            "name = \"A\"\ncommand = [\"a\"]",
            "its plugin name \"A\" is invalid: use 1 to 64 of a-z, 0-9, -, _ and .",
        );
        check(&with("memory_mib = 1"), "its memory_mib is 1: expected 16 to 1048576");
        check(&with("threads = 0"), "its threads is 0: expected 1 to 4096");
        check(&with("games = []"), "its list of games is empty; add games, or omit the list");
        let option =
            "[[options]]\nname = \"depth\"\ntype = \"int\"\ndefault = 10\nmin = 1\nmax = 9";
        check(
            &with(option),
            "its default: option depth can't be \"10\": expected a whole number from 1 to 9",
        );
        let refusal = read(&with("network = true")).unwrap_err();
        assert!(refusal.starts_with("line 3: unknown field `network`"), "{refusal}");
    }
}
