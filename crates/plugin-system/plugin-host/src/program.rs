//! Plugins that are programs in any language: folders with a `player.toml`.

mod executable;
mod grants;
mod manifest;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use games_package::{FailureKind, Options, PlayerInfo};
use plain_protocol::{IdleProgram, Launch, PlainPlayer, PlainSettings, Program, TimeLimits};
use process_pool::Closed;

use self::grants::Grants;
pub(crate) use self::manifest::MANIFEST;
use self::manifest::ProgramManifest;
use crate::data::Data;
use crate::error::shown;
use crate::folder::{CopyError, FolderCopy, FolderKind};
use crate::isolation::Location;
use crate::isolation::build_of;
use crate::needs::Limits;
use crate::sandbox::{self, Boundary, Order, ProcessPool, ProgramKey};
use crate::{Cache, Confinement, Isolation, PluginError, Step, manifest_file};

/// This program's name and version, for hellos.
const HOST: &str = concat!("Rival ", env!("CARGO_PKG_VERSION"));

/// A discovered program.
#[derive(Debug)]
pub(crate) struct ProgramPlugin {
    pub(crate) manifest: ProgramManifest,
    /// The private copy of the program's folder.
    folder: FolderCopy,
    pub(crate) data: Option<Data>,
    grants: Grants,
    /// Refused requests and the remedy.
    pub(crate) missing: Option<String>,
    order: Arc<Order>,
    isolation: Arc<Isolation>,
    /// The confinement of the program's processes; `None` if the user trusts the program.
    pub(crate) confinement: Option<Confinement>,
}

impl ProgramPlugin {
    /// Reads the folder that contains the `player.toml` in `file`, makes a private copy, and tests how well a process
    /// can be confined. Doesn't run the program.
    ///
    /// # Errors
    /// A [`PluginError`] that reports the first problem.
    pub(crate) fn load(
        file: &Path,
        cache: &Cache,
        isolation: &Arc<Isolation>,
    ) -> Result<Self, PluginError> {
        let invalid = |why| PluginError::Manifest { file: file.into(), why };
        let manifest = manifest::read(&manifest_file::text(file)?).map_err(invalid)?;
        let root = file.parent().unwrap_or(file);
        let folder = folder_copy(root, cache)?;
        let data = Data::of(root, cache)?;
        let grants = Grants::of(&manifest, &folder.path, std::env::var_os("PATH").as_deref());
        let grants = grants.map_err(|why| invalid(format!("it {why}")))?;
        let build = build_of(folder.hash, data.as_ref());
        let is_trusted = isolation.place(root, &build)? == Location::InProcess;
        let boundary = if is_trusted { Boundary::Open } else { Boundary::Confined };
        // A grant can name either path.
        let granted = if isolation.grants_to(file) { file } else { root };
        let limits = Limits::of(manifest.needs, manifest::DEFAULT_LIMITS, isolation, granted);
        let order = Arc::new(Order {
            folder: folder.path.clone(),
            data: data.as_ref().map(|data| data.copy().into()),
            program: grants.program.clone(),
            arguments: manifest.command.clone(),
            reads: grants.reads.clone(),
            runs: grants.runs.clone(),
            links: grants.links.clone(),
            limits,
            boundary,
        });
        let mut plugin = Self {
            missing: limits.missing(manifest.needs, root),
            manifest,
            folder,
            data,
            grants,
            order,
            isolation: Arc::clone(isolation),
            confinement: None,
        };
        if !is_trusted {
            plugin.confinement = Some(plugin.try_confinement(file)?);
        }
        Ok(plugin)
    }

    /// The hash of the folder's content and of the program's data, which trust refers to. Doesn't run the program.
    ///
    /// # Errors
    /// [`PluginError`] if the folder or the data can't be read or copied.
    pub(crate) fn build(root: &Path, cache: &Cache) -> Result<blake3::Hash, PluginError> {
        let (folder, data) = (folder_copy(root, cache)?, Data::of(root, cache)?);
        Ok(build_of(folder.hash, data.as_ref()))
    }

    fn try_confinement(&self, file: &Path) -> Result<Confinement, PluginError> {
        let confinement = sandbox::TRY_CONFINEMENT(&self.order, &self.isolation);
        let confinement = confinement.map_err(|failure| match failure.kind {
            FailureKind::LoadRefused => PluginError::NoSandbox { file: file.into() },
            _ => PluginError::Failed { file: file.into(), failure },
        })?;
        if !self.isolation.accepts(&confinement) {
            return Err(self.isolation.refusal(file.into(), confinement));
        }
        Ok(confinement)
    }

    /// The program's permissions as a phrase: "reads … and starts …".
    pub(crate) fn granted(&self) -> String {
        let list = |paths: &[PathBuf]| {
            let paths: Vec<String> = paths.iter().map(|path| shown(path)).collect();
            paths.join(", ")
        };
        let (reads, runs) = (list(&self.grants.reads), list(&self.grants.runs));
        let limits = self.order.limits.held_by(self.confinement.as_ref());
        let reads = if reads.is_empty() { String::new() } else { format!("; reads {reads}") };
        let runs = if runs.is_empty() { String::new() } else { format!("; starts {runs}") };
        format!("{limits}{reads}{runs}")
    }

    /// The hash of the program's folder.
    pub(crate) const fn hash(&self) -> blake3::Hash {
        self.folder.hash
    }

    /// The program's only player.
    pub(crate) const fn player(&self) -> &PlayerInfo {
        &self.manifest.player
    }

    /// Creates the player for a game. The player reuses processes from `pool`. The options are already checked.
    pub(crate) fn new_player(
        self: &Arc<Self>,
        pool: &ProcessPool,
        label: &str,
        origin: String,
        game: &str,
        options: &Options,
    ) -> PlainPlayer {
        let settings = PlainSettings {
            label: label.into(),
            host: HOST.into(),
            game: game.into(),
            options: options.clone(),
            specs: Some(self.player().options.clone()),
            origin: Some(origin),
            limits: TimeLimits {
                ready: self.isolation.preparation_time_max,
                unlimited_move: self.isolation.move_time_max,
                withdrawal: self.isolation.withdrawal_time_max,
            },
        };
        let order = Arc::clone(&self.order);
        let key = ProgramKey { order, game: game.into(), options: options.to_string() };
        let launcher = Launcher { plugin: Arc::clone(self), pool: pool.clone(), key };
        PlainPlayer::new(settings, Box::new(launcher))
    }
}

/// A private copy of a program's folder.
fn folder_copy(root: &Path, cache: &Cache) -> Result<FolderCopy, PluginError> {
    let file = || root.to_owned();
    FolderCopy::of(root, FolderKind::Program, cache.folder()).map_err(|error| match error {
        CopyError::Source(error) => PluginError::Unreadable { file: file(), error },
        CopyError::Copy { folder, error } => PluginError::Copy { file: file(), folder, error },
    })
}

/// Starts a program's processes.
#[derive(Debug)]
struct Launcher {
    plugin: Arc<ProgramPlugin>,
    pool: ProcessPool,
    key: ProgramKey,
}

impl Launch for Launcher {
    fn launch(&self) -> Result<Box<dyn Program>, games_package::Failure> {
        sandbox::START_PROGRAM(&self.plugin.order, &self.plugin.isolation)
    }

    fn take(&self) -> Option<IdleProgram> {
        self.pool.take_program(&self.key)
    }

    fn keep(&self, program: IdleProgram) {
        self.pool.keep_program(&self.key, program);
    }

    fn closed(&self) -> Closed {
        self.pool.closed()
    }

    fn data_folder(&self) -> Option<String> {
        let has_new_root = self.plugin.confinement.as_ref().is_some_and(|it| it.has(Step::Root));
        let seen = self.plugin.data.as_ref().map(|data| data.seen(has_new_root));
        seen.map(|folder| folder.to_string_lossy().into_owned())
    }
}
