//! One-line plugin errors with the file, the reason and the remedy.

use std::io;
use std::path::{Path, PathBuf};

use board_engine::{cut_off, is_printable};
use games_package::{Failure, OptionError, hint};
use thiserror::Error;

use crate::{Confinement, Origin};

/// Maximum size of a plugin's file in bytes.
pub const FILE_BYTES_MAX: u64 = 256 << 20;

/// The reason why a folder or a file was refused. Every message is one line.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PluginError {
    /// A folder named by the user can't be read.
    #[error("can't read the plugin folder {} ({origin}): {error}", shown(folder))]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// The option or file in which the user named it.
        origin: Origin,
        /// The system's error.
        error: io::Error,
    },
    /// The file can't be read.
    #[error("{}: can't be read: {error}", shown(file))]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// The path is not a regular file; it was not opened.
    #[error("{}: {what}, not a file", shown(file))]
    NotAFile {
        /// The file.
        file: PathBuf,
        /// The kind of file, such as "a folder".
        what: &'static str,
    },
    /// The file is larger than [`FILE_BYTES_MAX`].
    #[error("{}: {bytes} bytes exceed the limit of {FILE_BYTES_MAX}; strip it", shown(file))]
    TooLarge {
        /// The file.
        file: PathBuf,
        /// The file's size in bytes.
        bytes: u64,
    },
    /// The file is not a dynamic library.
    #[error("{}: not a dynamic library; build it with crate-type = [\"cdylib\"]", shown(file))]
    NotALibrary {
        /// The file.
        file: PathBuf,
    },
    /// The file is a dynamic library for another kind of machine.
    #[error(
        "{}: built for another machine; rebuild it for {}",
        shown(file),
        std::env::consts::ARCH
    )]
    Architecture {
        /// The file.
        file: PathBuf,
    },
    /// A part of the library is malformed, or extends beyond the file.
    #[error("{}: truncated or damaged; copy or build it again", shown(file))]
    Damaged {
        /// The file.
        file: PathBuf,
    },
    /// The library is not a plugin.
    #[error(
        "{}: not a plugin (no stamp); export its players with plugin-sdk's export_players! or rival_plugin.h's RIVAL_EXPORT_PLUGIN",
        shown(file)
    )]
    NoStamp {
        /// The file.
        file: PathBuf,
    },
    /// The plugin uses another version of the interface.
    #[error(
        "{}: built for interface {found} ({kit} {made_with}), but this program uses {supported}; rebuild it with this version's {kit}",
        shown(file)
    )]
    Interface {
        /// The file.
        file: PathBuf,
        /// The plugin's interface number.
        found: u32,
        /// This program's interface number.
        supported: u32,
        /// The name of the kit for plugin authors.
        kit: &'static str,
        /// The kit version with which the plugin was built.
        made_with: String,
    },
    /// The stamp matches, but the layout does not. The log contains a full comparison.
    #[error(
        "{}: its layout differs from this program's; rebuild it with this version's plugin-sdk and compiler",
        shown(file)
    )]
    Layout {
        /// The file.
        file: PathBuf,
    },
    /// A private copy could not be made.
    #[error("{}: can't be copied to {}: {error}", shown(file), shown(folder))]
    Copy {
        /// The file.
        file: PathBuf,
        /// The folder with the copies.
        folder: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// The system's loader refused the library.
    #[error("{}: can't be loaded: {why}", shown(file))]
    Open {
        /// The file.
        file: PathBuf,
        /// The loader's error.
        why: String,
    },
    /// The policy is `require`, but this system can't confine the plugin.
    #[error(
        "{}: it would run {confinement}; allow that with policy = \"prefer\", or trust the plugin with \"rival plugin trust\"",
        shown(file)
    )]
    NotConfined {
        /// The file.
        file: PathBuf,
        /// The results of the confinement steps.
        confinement: Confinement,
    },
    /// This system can't prevent the plugin from reading the user's files.
    #[error(
        "{}: it would run {confinement} and could read your files; if you trust it, run \"rival plugin trust\", or allow all plugins with --allow-unsandboxed",
        shown(file)
    )]
    FilesOpen {
        /// The file.
        file: PathBuf,
        /// The results of the confinement steps.
        confinement: Confinement,
    },
    /// The plugin is trusted, but other users can change it.
    #[error(
        "{}: it is trusted, but {why}; remove that permission (chmod go-w) or run \"rival plugin distrust\"",
        shown(file)
    )]
    Exposed {
        /// The file.
        file: PathBuf,
        /// The access, such as "other users can write /tmp".
        why: String,
    },
    /// The plugin is not trusted to run in this process, and this system can't confine processes.
    #[error(
        "{}: plugins that don't ship with Rival run only on Linux, which can confine them; trust this plugin with \"rival plugin trust\", or set policy = \"off\" to run it unconfined in this program's process",
        shown(file)
    )]
    NoSandbox {
        /// The file.
        file: PathBuf,
    },
    /// The process in which the plugin was loaded failed.
    #[error("{}: {failure}", shown(file))]
    Failed {
        /// The file.
        file: PathBuf,
        /// The failure.
        failure: Failure,
    },
    /// The plugin's manifest is invalid.
    #[error("{}: {why}", shown(file))]
    Manifest {
        /// The file.
        file: PathBuf,
        /// The problem.
        why: String,
    },
}

impl PluginError {
    /// The refused file or folder.
    pub fn file(&self) -> &Path {
        match self {
            Self::Folder { folder: file, .. }
            | Self::Unreadable { file, .. }
            | Self::NotAFile { file, .. }
            | Self::TooLarge { file, .. }
            | Self::NotALibrary { file }
            | Self::Architecture { file }
            | Self::Damaged { file }
            | Self::NoStamp { file }
            | Self::Interface { file, .. }
            | Self::Layout { file }
            | Self::Copy { file, .. }
            | Self::Open { file, .. }
            | Self::NotConfined { file, .. }
            | Self::FilesOpen { file, .. }
            | Self::Exposed { file, .. }
            | Self::NoSandbox { file }
            | Self::Failed { file, .. }
            | Self::Manifest { file, .. } => file,
        }
    }
}

/// The reason why a player could not be created. Every message is one line.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum NewPlayerError {
    /// No plugin has this name.
    #[error("unknown plugin \"{name}\"{}", hint(suggestion.as_deref(), known))]
    UnknownPlugin {
        /// The given name.
        name: String,
        /// The plugin that the user probably meant.
        suggestion: Option<String>,
        /// The names of all plugins, separated by commas.
        known: String,
    },
    /// The file with this name was refused.
    #[error("plugin \"{name}\" was refused: {why}")]
    PluginRefused {
        /// The given name.
        name: String,
        /// The reason why the plugin was refused.
        why: String,
    },
    /// Several plugins declare this name.
    #[error("several plugins are named \"{name}\"; use {choices}")]
    SameName {
        /// The name.
        name: String,
        /// The plugins' names and files, separated by "or".
        choices: String,
    },
    /// The plugin has no such player.
    #[error("plugin {plugin} has no player \"{name}\"{}", hint(suggestion.as_deref(), known))]
    UnknownPlayer {
        /// The plugin's name.
        plugin: String,
        /// The given name.
        name: String,
        /// The player that the user probably meant.
        suggestion: Option<String>,
        /// The names of the plugin's players, separated by commas.
        known: String,
    },
    /// The player doesn't play this game.
    #[error("{player} doesn't play {game}: it plays {games}")]
    Game {
        /// The plugin and the player, such as "lucky/seventh".
        player: String,
        /// The requested game.
        game: String,
        /// The games that the player supports, separated by commas.
        games: String,
    },
    /// An option has an invalid name or value.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// The plugin failed to create the player.
    #[error("{player} can't be created: {failure}")]
    PlayerRefused {
        /// The plugin and the player, such as "lucky/seventh".
        player: String,
        /// The failure.
        failure: Failure,
    },
}

/// A path as one printable line.
pub(crate) fn shown(path: &Path) -> String {
    let escaped =
        |c: char| if is_printable(c) { String::from(c) } else { c.escape_default().collect() };
    path.to_string_lossy().chars().map(escaped).collect()
}

/// Maximum number of characters to display from a plugin's message.
const TEXT_CHARS_MAX: usize = 500;

/// A plugin's message as a single [printable](board_engine::printable) line of limited length.
pub(crate) fn one_line(text: &str) -> String {
    line_of(text, TEXT_CHARS_MAX)
}

/// Like [`one_line`], with at most `chars_max` characters.
pub(crate) fn line_of(text: &str, chars_max: usize) -> String {
    cut_off(text.trim(), chars_max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plugin_texts_become_one_line() {
        assert_eq!(one_line(" two\nlines\x1b[31m "), "two lines\u{fffd}[31m");
        assert_eq!(one_line("a\u{202e}b\u{200b}"), "a\u{fffd}b\u{fffd}");
        assert_eq!(one_line(&"x".repeat(600)), format!("{}…", "x".repeat(500)));
        assert_eq!(one_line(&"é".repeat(500)), "é".repeat(500));
        assert_eq!(line_of("abc", 2), "ab…");
    }

    #[test]
    fn paths_are_shown_on_one_line() {
        assert_eq!(shown(Path::new("a\nb.so")), "a\\nb.so");
        assert_eq!(shown(Path::new("a\u{202e}os.b")), "a\\u{202e}os.b");
    }
}
