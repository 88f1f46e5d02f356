//! Loaded plugins.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use games_package::{Failure, FailureKind, Games, Options, PlayerInfo};
use plugin_abi::DATA_FOLDER_OPTION;
use plugin_abi::message::{NewPlayer, NewPlayerV1, encode};

use crate::data::Data;
use crate::error::shown;
use crate::isolation::{Location, build_of};
use crate::library::{self, Module};
use crate::log_quota::LogQuota;
use crate::manifest::{self, CheckedManifest};
use crate::needs::{Limits, Needs};
use crate::player::Backend;
use crate::program::{MANIFEST, ProgramPlugin};
use crate::sandbox::{Library, Load, PluginResult, SandboxedPlugin};
use crate::{
    Cache, Confinement, Isolation, NewPlayerError, PluginError, PluginPlayer, ProcessPool, Step,
    preflight, sandbox, wire,
};

/// A loaded plugin and its manifest.
pub struct Plugin {
    account: CheckedManifest,
    file: PathBuf,
    /// The hand-in that contains it: a file or subfolder in a folder that the user named.
    hand_in: Option<PathBuf>,
    hash: blake3::Hash,
    data: Option<Data>,
    /// The plugin's limits; `None` if it runs in this process.
    limits: Option<Limits>,
    /// Refused requests and the remedy.
    missing: Option<String>,
    /// Whether the user trusted the plugin with different content.
    has_changed: bool,
    code: Code,
}

/// The location of a plugin's code.
enum Code {
    /// The code runs in this process.
    InProcess(Module),
    /// The code runs in confined processes, one per player.
    Sandboxed(Arc<dyn SandboxedPlugin>),
    /// The code is a separate program, with one process per player.
    Program(Arc<ProgramPlugin>),
}

impl Plugin {
    /// Reads the folder with a `player.toml`. The program doesn't run until its first match begins.
    ///
    /// # Errors
    /// A [`PluginError`] that reports the first problem.
    pub(crate) fn load_program(
        file: &Path,
        cache: &Cache,
        isolation: &Arc<Isolation>,
    ) -> Result<Self, PluginError> {
        let program = ProgramPlugin::load(file, cache, isolation)?;
        let player = program.player().clone();
        let (name, version) = (program.manifest.name.clone(), program.manifest.version.clone());
        let account = CheckedManifest { name, version, players: vec![player] };
        let (hash, data, missing) = (program.hash(), program.data.clone(), program.missing.clone());
        tracing::debug!(file = %shown(file), name = account.name, %hash, "program found");
        let code = Code::Program(Arc::new(program));
        let root = file.parent().unwrap_or(file);
        let build = build_of(hash, data.as_ref()).to_hex();
        let has_changed = isolation.has_changed(root, &build);
        let file = file.into();
        let (hand_in, limits) = (None, None);
        Ok(Self { account, file, hand_in, hash, data, limits, missing, has_changed, code })
    }

    /// Checks the file, makes a private copy, loads the copy and reads the manifest. This is the first time that the
    /// plugin's code runs. If `isolation` trusts the plugin, it runs in this process and stays loaded. If not, the
    /// plugin runs in a separate process that then ends. A folder with a `player.toml`, or the path to that file, is
    /// loaded as a program.
    ///
    /// # Errors
    /// A [`PluginError`] that reports the first problem.
    pub fn load(
        file: &Path,
        cache: &Cache,
        isolation: &Arc<Isolation>,
    ) -> Result<Self, PluginError> {
        if file.join(MANIFEST).is_file() {
            return Self::load_program(&file.join(MANIFEST), cache, isolation);
        }
        if file.file_name().is_some_and(|name| name == MANIFEST) {
            return Self::load_program(file, cache, isolation);
        }
        let content = preflight::read(file)?;
        preflight::check(file, &content)?;
        Self::load_checked(file, &content, cache, isolation)
    }

    /// Loads the content of a file that has passed the preflight check.
    pub(crate) fn load_checked(
        file: &Path,
        content: &[u8],
        cache: &Cache,
        isolation: &Arc<Isolation>,
    ) -> Result<Self, PluginError> {
        let hash = blake3::hash(content);
        let no_copy =
            |error| PluginError::Copy { file: file.into(), folder: cache.folder().into(), error };
        let copy = cache.store(content, &hash).map_err(no_copy)?;
        let data = Data::of(file, cache)?;
        let needs = Needs::of_library(file)?;
        let limits = Limits::of(needs, Limits::of_library(isolation), isolation, file);
        let library = Library { copy, data: data.clone(), limits };
        let build = build_of(hash, data.as_ref());
        let (code, described) = open(file, &build, library, isolation, sandbox::LOAD)?;
        let account = match described {
            Ok(bytes) => manifest::read(&bytes),
            Err(answer) => Err(wire::refusal(&answer).to_string()),
        };
        let account = account.map_err(|why| PluginError::Manifest { file: file.into(), why })?;
        tracing::debug!(file = %shown(file), name = account.name, %hash, "plugin loaded");
        let limits = Some(limits).filter(|_| matches!(code, Code::Sandboxed(_)));
        let missing = limits.and_then(|limits| limits.missing(needs, file));
        let has_changed = isolation.has_changed(file, &build.to_hex());
        let file = file.into();
        let hand_in = None;
        Ok(Self { account, file, hand_in, hash, data, limits, missing, has_changed, code })
    }

    /// Sets the hand-in that contains it.
    pub(crate) fn in_hand_in(self, hand_in: Option<PathBuf>) -> Self {
        Self { hand_in, ..self }
    }

    /// The hand-in that contains it, if it was found in a subfolder of a folder that the user named.
    pub(crate) fn hand_in(&self) -> Option<&Path> {
        self.hand_in.as_deref()
    }

    /// Renames it, because another plugin has the same name.
    pub(crate) fn rename(&mut self, name: String) {
        self.account.name = name;
    }

    /// The [build](Self::build) of the plugin in `file`, which trust refers to. Doesn't run any of the plugin's code.
    ///
    /// # Errors
    /// [`PluginError`] if the file is not a plugin or can't be read.
    pub fn build_in(file: &Path, cache: &Cache) -> Result<String, PluginError> {
        let is_manifest = file.file_name().is_some_and(|name| name == MANIFEST);
        let root = if is_manifest { file.parent().unwrap_or(file) } else { file };
        let build = if root.join(MANIFEST).is_file() {
            ProgramPlugin::build(root, cache)?
        } else {
            let content = preflight::read(file)?;
            preflight::check(file, &content)?;
            build_of(blake3::hash(&content), Data::of(file, cache)?.as_ref())
        };
        Ok(build.to_hex().to_string())
    }

    /// The name, consisting of `a-z`, `0-9`, `-`, `_` and `.`. If [several plugins](crate::SameName) have the same name,
    /// `@` and the name of the hand-in or file follow.
    pub fn name(&self) -> &str {
        &self.account.name
    }

    /// The plugin's version, which can be any line of text.
    pub fn version(&self) -> &str {
        &self.account.version
    }

    /// The plugin's name, with its version if it has one.
    pub fn title(&self) -> String {
        format!("{} {}", self.name(), self.version()).trim_end().into()
    }

    /// The file that contains the plugin.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// The BLAKE3 hash of the file's content, or of the program's folder, as 64 hexadecimal digits. Records contain
    /// this hash.
    pub fn hash(&self) -> String {
        self.hash.to_hex().to_string()
    }

    /// The BLAKE3 hash of the names and contents of its data, if any. Records also contain this text.
    pub fn data_hash(&self) -> Option<String> {
        self.data.as_ref().map(|data| data.hash().to_hex().to_string())
    }

    /// The identity of its players as 64 hexadecimal digits: the [hash](Self::hash), combined with the hash of its
    /// data, if any.
    pub fn build(&self) -> String {
        build_of(self.hash, self.data.as_ref()).to_hex().to_string()
    }

    /// The confinement of its players' processes; `None` if they run in this process.
    pub fn confinement(&self) -> Option<&Confinement> {
        match &self.code {
            Code::InProcess(_) => None,
            Code::Sandboxed(plugin) => Some(plugin.confinement()),
            Code::Program(program) => program.confinement.as_ref(),
        }
    }

    /// Returns `true` if the user trusted the plugin with different content. If so, the plugin is no longer trusted.
    pub const fn has_changed(&self) -> bool {
        self.has_changed
    }

    /// Returns `true` if the plugin is a program in any language, not a library.
    pub(crate) const fn is_program(&self) -> bool {
        matches!(self.code, Code::Program(_))
    }

    /// Returns `true` if its players run in their own processes, which are killed if they hang.
    pub fn has_own_processes(&self) -> bool {
        !matches!(self.code, Code::InProcess(_))
    }

    /// Returns `true` if the CPU time that its players use between calls is measured
    /// ([`PluginPlayer::idle_usage`](crate::PluginPlayer::idle_usage)). A program doesn't need this measurement because
    /// it is suspended between calls.
    pub fn has_samples(&self) -> bool {
        matches!(self.code, Code::Sandboxed(_))
    }

    /// Describes where the plugin's code runs: "in this process", or in other processes and how they are confined.
    pub fn place(&self) -> String {
        match (self.confinement(), &self.code) {
            (Some(confinement), _) => format!("in its own processes, {confinement}"),
            (None, Code::Program(_)) => "in its own processes, trusted and not confined".into(),
            (None, _) => "in this process".into(),
        }
    }

    /// The plugin's permissions as a phrase: memory, threads, its data, and the files outside its folder that a program
    /// may read or start. `None` for a library in this process without data.
    pub fn granted(&self) -> Option<String> {
        let limits = match &self.code {
            Code::Program(program) => Some(program.granted()),
            _ => self.limits.map(|limits| limits.held_by(self.confinement())),
        };
        let data = self.data.as_ref().map(Data::described);
        let parts: Vec<String> = limits.into_iter().chain(data).collect();
        Some(parts.join("; ")).filter(|parts| !parts.is_empty())
    }

    /// A phrase with its requests that were not granted, the limits that it gets instead, and the remedy.
    pub fn not_granted(&self) -> Option<&str> {
        self.missing.as_deref()
    }

    /// The origin of its players for a record: the exact binary and data, and where they run.
    fn origin(&self) -> String {
        let (title, hash, place) = (self.title(), self.hash(), self.place());
        let data = self.data_hash().map(|hash| format!(", data BLAKE3 {hash}")).unwrap_or_default();
        format!("{title}, BLAKE3 {hash}{data}, {place}")
    }

    /// The players that the plugin can create, in the order of its manifest; never empty.
    pub fn players(&self) -> &[PlayerInfo] {
        &self.account.players
    }

    /// One of its players.
    ///
    /// # Errors
    /// [`NewPlayerError::UnknownPlayer`] if the plugin has no player with this name.
    pub fn player(&self, name: &str) -> Result<&PlayerInfo, NewPlayerError> {
        self.players().iter().find(|player| player.name == name).ok_or_else(|| {
            let names = self.players().iter().map(|player| player.name.as_str());
            NewPlayerError::UnknownPlayer {
                plugin: self.name().into(),
                name: name.into(),
                suggestion: games_package::suggestion(name, names.clone()),
                known: names.collect::<Vec<_>>().join(", "),
            }
        })
    }

    /// Creates a player for a game such as "checkers:english", in a new process if the plugin runs in child processes.
    ///
    /// # Errors
    /// [`NewPlayerError`] if the player doesn't exist or doesn't play the game, an option is invalid, or the plugin
    /// fails.
    pub fn new_player(
        &self,
        name: &str,
        game: &str,
        options: &Options,
    ) -> Result<PluginPlayer, NewPlayerError> {
        self.new_player_in(&ProcessPool::default(), name, game, options)
    }

    /// Creates a player like [`new_player`](Self::new_player), but reuses a process from `pool` with the same
    /// parameters, if any.
    ///
    /// # Errors
    /// The same errors as [`new_player`](Self::new_player).
    pub fn new_player_in(
        &self,
        pool: &ProcessPool,
        name: &str,
        game: &str,
        options: &Options,
    ) -> Result<PluginPlayer, NewPlayerError> {
        let info = self.player(name)?;
        let label = format!("{}/{}", self.name(), info.name);
        if let Games::Named(games) = &info.games
            && !info.games.include(game)
        {
            let games = games.join(", ");
            return Err(NewPlayerError::Game { player: label, game: game.into(), games });
        }
        let options = options.checked(&label, &info.options)?;
        if let Code::Program(program) = &self.code {
            let player = program.new_player(pool, &label, self.origin(), game, &options);
            return Ok(PluginPlayer::of_program(label, self.origin(), player));
        }
        match self.seat(pool, &label, &info.name, game, &options) {
            Ok(seated) => Ok(PluginPlayer::new(label, self.origin(), seated)),
            Err(failure) => Err(NewPlayerError::PlayerRefused { player: label, failure }),
        }
    }

    fn seat(
        &self,
        pool: &ProcessPool,
        label: &str,
        player: &str,
        game: &str,
        options: &Options,
    ) -> Result<Backend, Failure> {
        let data = self.data.as_ref().map(|data| {
            let has_new_root = self.confinement().is_some_and(|it| it.has(Step::Root));
            let folder = data.seen(has_new_root).to_string_lossy().into_owned();
            (DATA_FOLDER_OPTION.to_owned(), folder)
        });
        let options = options.iter().map(|(name, value)| (name.into(), value.into()));
        let options = options.chain(data).collect();
        let order = NewPlayerV1 { player: player.into(), game: game.into(), options };
        let order = encode(&NewPlayer::V1(order))
            .map_err(|error| Failure::new(FailureKind::LoadRefused, error.to_string()))?;
        match &self.code {
            Code::InProcess(module) => module
                .new_player(&order)
                .map(|player| Backend::InProcess(player, LogQuota::default()))
                .map_err(|answer| wire::refusal(answer.as_slice())),
            Code::Program(_) => {
                Err(Failure::new(FailureKind::LoadRefused, "a program is not a library"))
            }
            Code::Sandboxed(plugin) => {
                Arc::clone(plugin).new_player(order, pool, label).map(Backend::Sandboxed)
            }
        }
    }
}

/// Loads the plugin in `file` in the process where its code will run, and reads its manifest.
fn open(
    file: &Path,
    build: &blake3::Hash,
    library: Library,
    isolation: &Arc<Isolation>,
    load_sandboxed: Load,
) -> Result<(Code, PluginResult), PluginError> {
    match isolation.place(file, build)? {
        Location::InProcess => {
            let module = library::load(&library.copy, file, isolation.rules)?;
            Ok((Code::InProcess(module), module.manifest().map(Into::into).map_err(Into::into)))
        }
        Location::Sandboxed => {
            let (plugin, given) = load_sandboxed(file, library, isolation)?;
            Ok((Code::Sandboxed(plugin), given))
        }
    }
}

/// Shows name, version, file and hash.
impl fmt::Debug for Plugin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Plugin")
            .field("name", &self.name())
            .field("version", &self.version())
            .field("file", &self.file)
            .field("hash", &self.hash())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sandbox::unsupported;
    use crate::{Pin, Policy, Shipped};

    /// Checks that loading a non-library fails with `expected`, on systems that can't confine processes.
    fn check(isolation: impl FnOnce(&Path) -> Isolation, expected: &str) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("libplugin.so");
        std::fs::write(&file, "no library").unwrap();
        let isolation = Arc::new(isolation(&file));
        let limits = Limits::of_library(&isolation);
        let library = Library { copy: file.clone(), data: None, limits };
        let build = blake3::hash(b"no library");
        let error = open(&file, &build, library, &isolation, unsupported::load);
        let error = error.err().unwrap().to_string();
        let error = error.replace(&shown(&file), "libplugin.so");
        assert!(error.starts_with(expected), "{error}");
    }

    #[test]
    fn without_confinement_a_plugin_runs_in_this_process_or_nowhere() {
        let refused = "libplugin.so: plugins that don't ship with Rival run only on Linux, which can confine them; \
                       trust this plugin with \"rival plugin trust\", or set policy = \"off\" to run it unconfined in this program's process";
        let loaded = "libplugin.so: can't be loaded: the library: ";
        let with = |policy| move |_: &Path| Isolation { policy, ..Isolation::default() };
        check(with(Policy::Require), refused);
        check(with(Policy::Prefer), refused);
        check(with(Policy::Off), loaded);
        let trust = |file: &Path| {
            let build = blake3::hash(b"no library").to_hex().to_string();
            Isolation { trusted: vec![Pin { file: file.into(), build }], ..Isolation::default() }
        };
        check(trust, loaded);
        let ship = |file: &Path| {
            let names = vec!["libplugin.so".into()];
            let shipped = Some(Shipped { executable: file.into(), names });
            Isolation { shipped, ..Isolation::default() }
        };
        check(ship, loaded);
    }
}
