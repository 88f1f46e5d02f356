//! Plugins that are programs in any language: a folder with a `player.toml`.

mod folder;
mod grants;
mod manifest;

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use games_package::{FailureKind, Options, PlayerInfo};
use plain_protocol::{Launch, PlainPlayer, PlainSettings, Program, TimeLimits};

use self::folder::ProgramFolder;
use self::grants::Grants;
pub(crate) use self::manifest::MANIFEST;
use self::manifest::{MANIFEST_BYTES_MAX, ProgramManifest};
use crate::error::shown;
use crate::isolation::Location;
use crate::sandbox::{self, Boundary, Order};
use crate::{Cache, Confinement, Isolation, PluginError, Policy};

/// The name and the version of this program, for hellos.
const HOST: &str = concat!("Rival ", env!("CARGO_PKG_VERSION"));

/// A program that was found.
#[derive(Debug)]
pub(crate) struct ProgramPlugin {
    pub(crate) manifest: ProgramManifest,
    pub(crate) hash: blake3::Hash,
    grants: Grants,
    order: Order,
    isolation: Arc<Isolation>,
    /// How well its processes are confined; none if the user trusts it.
    pub(crate) confinement: Option<Confinement>,
}

impl ProgramPlugin {
    /// Reads the folder of the `player.toml` in `file`, makes a private copy, and tries how well a process can be
    /// confined. Nothing of the program runs.
    ///
    /// # Errors
    /// [`PluginError`] with the first problem.
    pub(crate) fn load(
        file: &Path,
        cache: &Cache,
        isolation: &Arc<Isolation>,
    ) -> Result<Self, PluginError> {
        let invalid = |why| PluginError::Manifest { file: file.into(), why };
        let manifest = manifest::read(&text(file)?).map_err(invalid)?;
        let root = file.parent().unwrap_or(file);
        let unreadable = |error| PluginError::Unreadable { file: root.into(), error };
        let folder = ProgramFolder::read(root).map_err(unreadable)?;
        let copies = cache.folder().join("programs");
        let copy = folder.copy(&copies).map_err(|error| PluginError::Copy {
            file: root.into(),
            folder: copies.clone(),
            error,
        })?;
        let grants = Grants::of(&manifest, &copy, std::env::var_os("PATH").as_deref());
        let grants = grants.map_err(|why| invalid(format!("it {why}")))?;
        let is_trusted = isolation.place(file) == Location::InProcess
            || isolation.place(root) == Location::InProcess;
        let boundary = if is_trusted { Boundary::Open } else { Boundary::Confined };
        let order = order(&manifest, &grants, copy, isolation, boundary);
        let mut plugin = Self {
            manifest,
            hash: folder.hash,
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

    fn try_confinement(&self, file: &Path) -> Result<Confinement, PluginError> {
        let confinement = sandbox::TRY_CONFINEMENT(&self.order, &self.isolation);
        let confinement = confinement.map_err(|failure| match failure.kind {
            FailureKind::LoadRefused => PluginError::NoSandbox { file: file.into() },
            _ => PluginError::Failed { file: file.into(), failure },
        })?;
        if self.isolation.policy == Policy::Require && !confinement.is_full() {
            return Err(PluginError::NotConfined { file: file.into(), confinement });
        }
        Ok(confinement)
    }

    /// What it may use, as a phrase: "reads … and starts …".
    pub(crate) fn granted(&self) -> String {
        let list = |paths: &[PathBuf]| {
            let paths: Vec<String> = paths.iter().map(|path| shown(path)).collect();
            paths.join(", ")
        };
        let (reads, runs) = (list(&self.grants.reads), list(&self.grants.runs));
        let limits = format!(
            "{} MiB of memory, {} threads",
            self.order.memory_bytes_max >> 20,
            self.order.threads_max
        );
        let reads = if reads.is_empty() { String::new() } else { format!("; reads {reads}") };
        let runs = if runs.is_empty() { String::new() } else { format!("; starts {runs}") };
        format!("{limits}{reads}{runs}")
    }

    /// Its only player.
    pub(crate) const fn player(&self) -> &PlayerInfo {
        &self.manifest.player
    }

    /// Makes the player for a game. The options are checked.
    pub(crate) fn new_player(
        self: &Arc<Self>,
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
        PlainPlayer::new(settings, Box::new(Launcher(Arc::clone(self))))
    }
}

/// Starts the processes of a program.
#[derive(Debug)]
struct Launcher(Arc<ProgramPlugin>);

impl Launch for Launcher {
    fn launch(&self) -> Result<Box<dyn Program>, games_package::Failure> {
        sandbox::START_PROGRAM(&self.0.order, &self.0.isolation)
    }
}

/// The text of a `player.toml`.
fn text(file: &Path) -> Result<String, PluginError> {
    let unreadable = |error| PluginError::Unreadable { file: file.into(), error };
    let metadata = std::fs::metadata(file).map_err(unreadable)?;
    if !metadata.is_file() {
        return Err(PluginError::NotAFile { file: file.into(), what: "something else" });
    }
    let mut bytes = Vec::new();
    let opened = File::open(file).map_err(unreadable)?;
    opened.take(MANIFEST_BYTES_MAX + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    let invalid = |why: &str| PluginError::Manifest { file: file.into(), why: why.into() };
    if bytes.len() as u64 > MANIFEST_BYTES_MAX {
        return Err(invalid("it is longer than 64 KiB"));
    }
    String::from_utf8(bytes).map_err(|_not_text| invalid("it is not UTF-8"))
}

fn order(
    manifest: &ProgramManifest,
    grants: &Grants,
    folder: PathBuf,
    isolation: &Isolation,
    boundary: Boundary,
) -> Order {
    Order {
        folder,
        program: grants.program.clone(),
        arguments: manifest.command.clone(),
        reads: grants.reads.clone(),
        runs: grants.runs.clone(),
        links: grants.links.clone(),
        memory_bytes_max: (manifest.memory_mib << 20).min(isolation.memory_bytes_max),
        threads_max: manifest.threads_max,
        boundary,
    }
}
