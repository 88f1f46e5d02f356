//! All discovered plugins.

use std::env::consts::DLL_SUFFIX;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use games_package::{Options, PlayerInfo};

use crate::error::shown;
use crate::folder::LEFT_OUT;
use crate::program::MANIFEST;
use crate::{
    Cache, Folder, Isolation, NewPlayerError, Plugin, PluginError, PluginPlayer, ProcessPool, data,
    misplaced, preflight,
};

/// The folder with the state of a cargo build, next to its libraries.
const CARGO_STATE: &str = ".fingerprint";

/// The loaded plugins and the refused files.
#[derive(Debug, Default)]
pub struct Plugins {
    /// The loaded plugins, sorted by name, then by file.
    loaded: Vec<Plugin>,
    refusals: Vec<PluginError>,
    /// The subfolders without a plugin, each with the reason.
    skipped: Vec<(PathBuf, String)>,
}

impl Plugins {
    /// Searches these folders in order and loads their plugins, sorted by file name within a folder. Skips files with
    /// the same content as an earlier file. In a default folder, also skips files that don't claim to be plugins.
    ///
    /// # Errors
    /// [`PluginError::Folder`] if a folder that the user named can't be read. Files that fail to load are
    /// [refusals](Self::refusals), not errors.
    pub fn discover(
        folders: &[Folder],
        cache: &Cache,
        isolation: Isolation,
    ) -> Result<Self, PluginError> {
        let mut plugins = Self::default();
        let isolation = Arc::new(isolation);
        for folder in folders {
            for file in library_files(folder)? {
                plugins.add(&file, folder, cache, &isolation);
            }
            for file in program_files(folder) {
                plugins.add_loaded(Plugin::load_program(&file, cache, &isolation));
            }
            // The subfolders of a plugin belong to it, and those of a build belong to cargo.
            let owns_subfolders =
                [MANIFEST, CARGO_STATE].map(|name| folder.path.join(name).exists());
            if folder.origin.is_explicit() && owns_subfolders == [false; 2] {
                plugins.add_hand_ins(folder, cache, &isolation);
            }
        }
        let key = |plugin: &Plugin| (plugin.name().to_owned(), plugin.file().to_owned());
        plugins.loaded.sort_by_cached_key(key);
        Ok(plugins)
    }

    /// Adds the plugins in subfolders without their own `player.toml`.
    fn add_hand_ins(&mut self, folder: &Folder, cache: &Cache, isolation: &Arc<Isolation>) {
        for subfolder in subfolders(folder) {
            match plugin_in(&subfolder) {
                Ok(plugin) if plugin == subfolder => {}
                Ok(plugin) if plugin.is_dir() => {
                    let manifest = plugin.join(MANIFEST);
                    self.add_loaded(Plugin::load_program(&manifest, cache, isolation));
                }
                Ok(library) => self.add(&library, folder, cache, isolation),
                Err(why) => self.skipped.push((subfolder, why)),
            }
        }
    }

    fn add(&mut self, file: &Path, folder: &Folder, cache: &Cache, isolation: &Arc<Isolation>) {
        let content = match preflight::read(file) {
            Ok(content) => content,
            Err(error) if folder.origin.is_explicit() => return self.refusals.push(error),
            Err(error) => return tracing::debug!(%error, "skipped"),
        };
        if let Err(error) = preflight::check(file, &content) {
            if folder.origin.is_explicit() || preflight::claims_to_be_a_plugin(&content) {
                self.refusals.push(error);
            }
            return;
        }
        let hash = blake3::hash(&content).to_hex();
        let is_known =
            |plugin: &Plugin| plugin.hash() == hash.as_str() && plugin.data_hash().is_none();
        if self.loaded.iter().any(is_known) && matches!(data::beside(file, "data"), Ok(None)) {
            return;
        }
        self.add_loaded(Plugin::load_checked(file, &content, cache, isolation));
    }

    /// Adds a plugin, unless one with the same content and data exists already.
    fn add_loaded(&mut self, loaded: Result<Plugin, PluginError>) {
        match loaded {
            Ok(plugin) if self.loaded.iter().any(|known| known.build() == plugin.build()) => {}
            Ok(plugin) => self.loaded.push(plugin),
            Err(error) => self.refusals.push(error),
        }
    }

    /// All plugins, by name.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Plugin> {
        self.loaded.iter()
    }

    /// The reasons why files were refused, in the order of discovery.
    pub fn refusals(&self) -> &[PluginError] {
        &self.refusals
    }

    /// The subfolders without a plugin in folders that the user named, each with the reason.
    pub fn skipped(&self) -> &[(PathBuf, String)] {
        &self.skipped
    }

    /// The player `PLUGIN/name`, or the plugin's first player for `PLUGIN`.
    ///
    /// # Errors
    /// [`NewPlayerError`] if there is no such plugin or no such player.
    pub fn find(&self, name: &str) -> Result<(&Plugin, &PlayerInfo), NewPlayerError> {
        let (plugin, player) = name.split_once('/').unwrap_or((name, ""));
        let plugin = self.plugin(plugin)?;
        let first = plugin.players().first().filter(|_| player.is_empty());
        Ok((plugin, first.map_or_else(|| plugin.player(player), Ok)?))
    }

    /// Creates the player `PLUGIN/name` like [`Plugin::new_player_in`]. The player can outlive this value.
    ///
    /// # Errors
    /// The same errors as [`find`](Self::find) and [`Plugin::new_player_in`].
    pub fn new_player(
        &self,
        pool: &ProcessPool,
        name: &str,
        game: &str,
        options: &Options,
    ) -> Result<PluginPlayer, NewPlayerError> {
        let (plugin, player) = self.find(name)?;
        plugin.new_player_in(pool, &player.name, game, options)
    }

    fn plugin(&self, name: &str) -> Result<&Plugin, NewPlayerError> {
        let mut same_name = self.loaded.iter().filter(|plugin| plugin.name() == name);
        match (same_name.next(), same_name.next()) {
            (Some(plugin), None) => Ok(plugin),
            (None, _) => Err(self.unknown(name)),
            (Some(_), Some(_)) => {
                let same_name = self.loaded.iter().filter(|plugin| plugin.name() == name);
                let files = same_name.map(|plugin| shown(plugin.file())).collect::<Vec<_>>();
                Err(NewPlayerError::Ambiguous { name: name.into(), files: files.join(" and ") })
            }
        }
    }

    fn unknown(&self, name: &str) -> NewPlayerError {
        if let Some(error) = self.refusals.iter().find(|error| is_file_of(name, error.file())) {
            return NewPlayerError::PluginRefused { name: name.into(), why: error.to_string() };
        }
        let mut names: Vec<_> = self.loaded.iter().map(Plugin::name).collect();
        names.dedup();
        NewPlayerError::UnknownPlugin {
            name: name.into(),
            suggestion: games_package::suggestion(name, names.iter().copied()),
            known: names.join(", "),
        }
    }
}

/// The probable name of the plugin in this file: a program's folder name, or the file name without "lib" and its
/// extension.
pub fn file_label(file: &Path) -> String {
    let is_program = file.file_name().is_some_and(|name| name == MANIFEST);
    let name = if is_program { file.parent().and_then(Path::file_name) } else { file.file_stem() };
    let name = name.unwrap_or(file.as_os_str()).to_string_lossy();
    let name = if is_program { &name } else { name.strip_prefix("lib").unwrap_or(&name) };
    shown(Path::new(name))
}

/// Returns `true` if the file has this name, is named like cargo's library for a crate with this name, or is the
/// `player.toml` in a folder with this name.
fn is_file_of(name: &str, file: &Path) -> bool {
    let is_program = file.file_name().is_some_and(|name| name == MANIFEST);
    if is_program {
        // A program's name is in its `player.toml`, which may be unreadable. The program's folder usually has the same
        // name.
        return file.parent().and_then(Path::file_name).is_some_and(|folder| folder == name);
    }
    let stem = file.file_stem().map(|stem| stem.to_string_lossy().replace('-', "_"));
    let stem = stem.unwrap_or_default();
    stem.strip_prefix("lib").unwrap_or(&stem) == name.replace('-', "_")
}

/// The plugin in a hand-in's folder: the folder itself if it contains a `player.toml`, its only subfolder with a
/// `player.toml`, or its only library.
///
/// # Errors
/// The reason if there is no plugin or more than one, as a phrase.
pub fn plugin_in(folder: &Path) -> Result<PathBuf, String> {
    if folder.join(MANIFEST).is_file() {
        return Ok(folder.into());
    }
    let entries = fs::read_dir(folder).map_err(|error| format!("can't be read: {error}"))?;
    let paths = entries.take(ENTRIES_MAX).flatten().map(|entry| entry.path());
    let mut found: Vec<PathBuf> =
        paths.filter(|path| path.join(MANIFEST).is_file() || is_library(path)).collect();
    match (found.pop(), found.len()) {
        (Some(plugin), 0) => Ok(plugin),
        (Some(_), _) => Err("several plugins; put each in its own folder".into()),
        (None, _) => Err(misplaced::reason(folder)),
    }
}

/// Maximum number of entries in a hand-in's folder to examine for a plugin.
const ENTRIES_MAX: usize = 10_000;

fn is_library(path: &Path) -> bool {
    path.is_file() && path.as_os_str().as_encoded_bytes().ends_with(DLL_SUFFIX.as_bytes())
}

/// Returns `true` if a subfolder might be a hand-in: it is neither hidden, nor a cache, nor a plugin's data.
pub fn may_be_hand_in(folder: &Path) -> bool {
    let name = folder.file_name().unwrap_or_default();
    let is_hidden = name.as_encoded_bytes().starts_with(b".");
    let is_data = folder.extension().is_some_and(|extension| extension == "data");
    folder.is_dir() && !is_hidden && !is_data && LEFT_OUT.iter().all(|left_out| name != *left_out)
}

/// The subfolders that might be hand-ins, sorted by name.
fn subfolders(folder: &Folder) -> Vec<PathBuf> {
    let entries = fs::read_dir(&folder.path).into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path());
    let mut found: Vec<PathBuf> = paths.filter(|path| may_be_hand_in(path)).collect();
    found.sort();
    found
}

/// The `player.toml` files in a folder and its direct subfolders, sorted by name.
fn program_files(folder: &Folder) -> Vec<PathBuf> {
    let entries = fs::read_dir(&folder.path).into_iter().flatten().flatten();
    let folders = entries.map(|entry| entry.path()).filter(|path| path.is_dir());
    let mut files: Vec<PathBuf> = folders.map(|folder| folder.join(MANIFEST)).collect();
    files.push(folder.path.join(MANIFEST));
    files.retain(|file| file.is_file());
    files.sort();
    files
}

/// The files in a folder with the extension of a dynamic library, sorted by name.
fn library_files(folder: &Folder) -> Result<Vec<PathBuf>, PluginError> {
    let failed =
        |error| PluginError::Folder { folder: folder.path.clone(), origin: folder.origin, error };
    let entries = match fs::read_dir(&folder.path) {
        Ok(entries) => entries,
        Err(error) if folder.origin.is_explicit() => return Err(failed(error)),
        Err(error) => {
            if error.kind() != ErrorKind::NotFound {
                tracing::debug!(folder = %folder.path.display(), %error, "skipped");
            }
            return Ok(Vec::new());
        }
    };
    let mut files = Vec::new();
    for entry in entries {
        let name = entry.map_err(failed)?.file_name();
        if name.as_encoded_bytes().ends_with(DLL_SUFFIX.as_bytes()) {
            files.push(folder.path.join(name));
        }
    }
    files.sort();
    Ok(files)
}
