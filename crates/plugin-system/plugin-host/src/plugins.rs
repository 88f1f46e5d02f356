//! All discovered plugins.

use std::env::consts::DLL_SUFFIX;
use std::fmt;
use std::fs;
use std::io::ErrorKind;
use std::iter;
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
    same_names: Vec<SameName>,
}

/// A name that several plugins declare. They get different names, such as `bot@ada` and `bot@bob`.
#[derive(Debug)]
pub struct SameName {
    /// The declared name.
    pub declared: String,
    /// The plugins' names.
    pub names: Vec<String>,
    /// Their files, in the same order.
    files: Vec<PathBuf>,
}

/// Formats a sentence with the plugins' names.
impl fmt::Display for SameName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { declared, names, .. } = self;
        let names = names.join(", ");
        write!(f, "several plugins are named \"{declared}\" and play as {names}")
    }
}

/// Separates a plugin's declared name from the name of its hand-in.
const PLACE_MARK: char = '@';

impl Plugins {
    /// Searches these folders in order and loads their plugins, sorted by file name within a folder. Skips files with
    /// the same content as an earlier file, except in different subfolders of a folder that the user named. Plugins
    /// with the same name get [different names](SameName). In a default folder, also skips files that don't claim to be plugins.
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
                plugins.add(&file, None, folder, cache, &isolation);
            }
            for file in program_files(folder) {
                let hand_in = file.parent().filter(|&own| own != folder.path);
                let hand_in = hand_in.filter(|_| folder.origin.is_explicit());
                plugins.add_loaded(Plugin::load_program(&file, cache, &isolation), hand_in);
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
        plugins.separate_same_names();
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
                    let loaded = Plugin::load_program(&manifest, cache, isolation);
                    self.add_loaded(loaded, Some(&subfolder));
                }
                Ok(library) => self.add(&library, Some(&subfolder), folder, cache, isolation),
                Err(why) => self.skipped.push((subfolder, why)),
            }
        }
    }

    /// Adds the library in `file`, which is in the subfolder `hand_in` or directly in `folder`.
    fn add(
        &mut self,
        file: &Path,
        hand_in: Option<&Path>,
        folder: &Folder,
        cache: &Cache,
        isolation: &Arc<Isolation>,
    ) {
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
        let is_known = |plugin: &Plugin| {
            plugin.hash() == hash.as_str()
                && plugin.data_hash().is_none()
                && !are_separate(plugin.hand_in(), hand_in)
        };
        if self.loaded.iter().any(is_known) && matches!(data::beside(file, "data"), Ok(None)) {
            return;
        }
        self.add_loaded(Plugin::load_checked(file, &content, cache, isolation), hand_in);
    }

    /// Adds a plugin, unless one with the same content and data exists already outside of another hand-in.
    fn add_loaded(&mut self, loaded: Result<Plugin, PluginError>, hand_in: Option<&Path>) {
        let plugin = match loaded {
            Ok(plugin) => plugin,
            Err(error) => return self.refusals.push(error),
        };
        let is_known = |known: &Plugin| {
            known.build() == plugin.build() && !are_separate(known.hand_in(), hand_in)
        };
        if !self.loaded.iter().any(is_known) {
            self.loaded.push(plugin.in_hand_in(hand_in.map(Path::to_path_buf)));
        }
    }

    /// Gives plugins with the same name different names: the name, `@`, and the name of the hand-in or file.
    fn separate_same_names(&mut self) {
        for same in self.loaded.chunk_by_mut(|one, other| one.name() == other.name()) {
            let [first, _, ..] = same else { continue };
            let declared = first.name().to_owned();
            let mut names: Vec<String> = Vec::new();
            for plugin in &mut *same {
                let name = format!("{declared}{PLACE_MARK}{}", place_name(plugin));
                let numbered = (2..).map(|number| format!("{name}-{number}"));
                let mut candidates = iter::once(name.clone()).chain(numbered);
                let name = candidates.find(|name| !names.contains(name)).unwrap_or(name);
                plugin.rename(name.clone());
                names.push(name);
            }
            let files = same.iter().map(|plugin| plugin.file().to_owned()).collect();
            self.same_names.push(SameName { declared, names, files });
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

    /// The names that several plugins declare, sorted.
    pub fn same_names(&self) -> &[SameName] {
        &self.same_names
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
        let named = |name: &str| self.loaded.iter().find(|plugin| plugin.name() == name);
        // If the other plugins of the same name are gone, the remaining one has its declared name.
        let remaining = || {
            let (declared, place) = name.split_once(PLACE_MARK)?;
            named(declared).filter(|plugin| place_name(plugin) == place)
        };
        named(name).or_else(remaining).ok_or_else(|| self.unknown(name))
    }

    fn unknown(&self, name: &str) -> NewPlayerError {
        if let Some(error) = self.refusals.iter().find(|error| is_file_of(name, error.file())) {
            return NewPlayerError::PluginRefused { name: name.into(), why: error.to_string() };
        }
        if let Some(same) = self.same_names.iter().find(|same| same.declared == name) {
            let named = |(name, file): (&String, &PathBuf)| format!("{name} ({})", shown(file));
            let choices = same.names.iter().zip(&same.files).map(named).collect::<Vec<_>>();
            return NewPlayerError::SameName { name: name.into(), choices: choices.join(" or ") };
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

/// Returns `true` if these are different subfolders of the same folder, and thus hand-ins by different authors.
fn are_separate(one: Option<&Path>, other: Option<&Path>) -> bool {
    let (Some(one), Some(other)) = (one, other) else { return false };
    one != other && one.parent() == other.parent()
}

/// The name of a plugin's hand-in or file, without characters that have a meaning in a player's name.
fn place_name(plugin: &Plugin) -> String {
    place_name_of(plugin.hand_in().unwrap_or_else(|| plugin.file()))
}

/// The part after `@` in the [name](SameName) of a plugin in this subfolder or file.
pub fn place_name_of(place: &Path) -> String {
    let folder = place.file_name().filter(|_| place.is_dir());
    let label = folder.map_or_else(|| file_label(place), |name| name.to_string_lossy().into());
    let is_plain = |c: char| c.is_alphanumeric() || "-_.".contains(c);
    label.chars().map(|c| if is_plain(c) { c } else { '-' }).collect()
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
