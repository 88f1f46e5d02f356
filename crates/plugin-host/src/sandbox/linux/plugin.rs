//! Plugins of strangers: what is loaded in a process of its own, and why it may not be.

use std::fs::File;
use std::io;
use std::os::fd::AsRawFd;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use games_package::{Failure, FailureKind};

use super::Processes;
use super::child::{Confine, Refusal};
use super::frame::{Frame, Kind, PROTOCOL};
use super::hosting::RemoteHosting;
use super::player::ChildPlayer;
use super::process::Process;
use super::verdict::Fault;
use crate::sandbox::{Given, Patience, ProcessPool, SandboxedPlayer, SandboxedPlugin};
use crate::{Confinement, Isolation, PluginError, Policy};

/// Loads the plugin in `file`, of which `copy` is the private copy,
/// in a process of its own, and asks it for its manifest.
///
/// # Errors
/// [`PluginError`] if it can't be loaded, or not as the policy wants it.
pub(in crate::sandbox) fn load(
    file: &Path,
    copy: &Path,
    isolation: &Arc<Isolation>,
) -> Result<(Arc<dyn SandboxedPlugin>, Given), PluginError> {
    let library = File::open(copy).map_err(|error| {
        let folder = copy.parent().unwrap_or(copy).into();
        PluginError::Copy { file: file.into(), folder, error }
    })?;
    let mut plugin = ChildPlugin::new(Arc::clone(isolation), library);
    let (given, confinement) = plugin.describe().map_err(|error| error.in_file(file))?;
    plugin.confinement = confinement;
    Ok((Arc::new(plugin), given))
}

/// A plugin whose code never runs in this process.
#[derive(Debug)]
pub(super) struct ChildPlugin {
    isolation: Arc<Isolation>,
    /// How well the process was confined that gave the manifest.
    confinement: Confinement,
    /// The private copy of its library. It is kept open, so that it may be removed.
    library: File,
}

/// Why there is no child with the plugin loaded.
#[derive(Debug)]
pub(super) enum NoProcess {
    /// Its layout is another one.
    Layout,
    /// What the system's loader says.
    Open(String),
    /// The system can't confine it as the policy wants it.
    NotConfined(Confinement),
    /// It failed before it could say so.
    Fault(Fault),
}

impl NoProcess {
    /// Why the plugin in `file` can't be loaded.
    fn in_file(self, file: &Path) -> PluginError {
        let file = file.into();
        match self {
            Self::Layout => PluginError::Layout { file },
            Self::Open(why) => PluginError::Open { file, why },
            Self::NotConfined(confinement) => PluginError::NotConfined { file, confinement },
            Self::Fault(_) => {
                PluginError::Failed { file, failure: self.failure("it", "when it was loaded") }
            }
        }
    }

    /// The failure of the player called `name`, which has no process any more.
    pub(super) fn failure(&self, name: &str, when: &str) -> Failure {
        let refused = |text| Failure::new(FailureKind::LoadRefused, text);
        let failure = match self {
            Self::Fault(fault) => fault.failure(name, when),
            Self::Layout => refused(format!("the layout of {name} is another one")),
            Self::Open(why) => refused(format!("{name} can't be loaded: {why}")),
            Self::NotConfined(confinement) => {
                Failure::new(FailureKind::HostFault, format!("{name} runs {confinement}"))
            }
        };
        tracing::warn!(%failure, "a plugin failed");
        failure
    }
}

impl From<Fault> for NoProcess {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

impl ChildPlugin {
    fn new(isolation: Arc<Isolation>, library: File) -> Self {
        Self { isolation, confinement: Confinement::default(), library }
    }

    /// What the plugin says of itself, with how well its child was confined.
    fn describe(&self) -> Result<(Given, Confinement), NoProcess> {
        let pool = Processes::default();
        let (mut process, confinement) = self.open(&pool)?;
        let frame = self.prepare(&pool, &mut process, Kind::Describe, &[])?;
        Ok((result_of(frame)?, confinement))
    }

    /// The longest that a player may think about a move where no time is counted.
    pub(super) fn move_time_max(&self) -> Option<Duration> {
        self.isolation.move_time_max
    }

    /// What a child answers that is not yet in a match.
    pub(super) fn prepare(
        &self,
        pool: &Processes,
        process: &mut Process,
        kind: Kind,
        payload: &[u8],
    ) -> Result<Frame, Fault> {
        let share = process.log();
        let nobody = RemoteHosting::new("", None, &share, pool);
        let patience = Patience::of(self.isolation.preparation_time_max);
        process.exchange(kind, payload, &nobody, patience)
    }

    /// A child in which the plugin is loaded.
    pub(super) fn open(&self, pool: &Processes) -> Result<(Process, Confinement), NoProcess> {
        let (process, confinement) = self.confined(pool).map_err(ours)?;
        self.load(pool, process, confinement)
    }

    /// A child that has shut itself in. It runs our code and no other so far.
    fn confined(&self, pool: &Processes) -> Result<(Process, Confinement), Fault> {
        let mut process = Process::start(&self.isolation).map_err(Fault::Ours)?;
        let order = Confine {
            protocol: PROTOCOL,
            host: std::process::id(),
            library: self.library.as_raw_fd(),
            memory_bytes_max: self.isolation.memory_bytes_max,
        };
        let order =
            postcard::to_stdvec(&order).map_err(|error| Fault::Garbled(error.to_string()))?;
        let confined = self.prepare(pool, &mut process, Kind::Confine, &order)?;
        let confinement: Confinement = match confined.kind {
            Kind::Confined => postcard::from_bytes(&confined.payload)
                .map_err(|error| Fault::Garbled(error.to_string()))?,
            _ => return Err(out_of_place()),
        };
        Ok((process, confinement))
    }

    fn load(
        &self,
        pool: &Processes,
        mut process: Process,
        confinement: Confinement,
    ) -> Result<(Process, Confinement), NoProcess> {
        if self.isolation.policy == Policy::Require && !confinement.is_full() {
            return Err(NoProcess::NotConfined(confinement));
        }
        let loaded = self.prepare(pool, &mut process, Kind::Load, &[])?;
        match loaded.kind {
            Kind::Done => {
                process.remember_as_new();
                Ok((process, confinement))
            }
            Kind::Refused => Err(match postcard::from_bytes(&loaded.payload) {
                Ok(Refusal::Layout) => NoProcess::Layout,
                Ok(Refusal::Open(why)) => NoProcess::Open(crate::error::one_line(&why)),
                Err(error) => Fault::Garbled(error.to_string()).into(),
            }),
            _ => Err(out_of_place().into()),
        }
    }
}

impl SandboxedPlugin for ChildPlugin {
    fn confinement(&self) -> &Confinement {
        &self.confinement
    }

    fn new_player(
        self: Arc<Self>,
        order: Vec<u8>,
        pool: &ProcessPool,
        label: &str,
    ) -> Result<Box<dyn SandboxedPlayer>, Failure> {
        match ChildPlayer::seat(&self, order, pool.0.clone()) {
            Ok(player) => Ok(Box::new(player)),
            Err(error) => Err(error.failure(label, "when it was seated")),
        }
    }
}

/// What goes wrong before any code of the plugin has run is no fault of it.
fn ours(fault: Fault) -> Fault {
    match fault {
        Fault::Ours(_) => fault,
        fault => {
            let detail = fault.failure("it", "before the plugin was loaded").detail;
            Fault::Ours(io::Error::other(detail))
        }
    }
}

fn out_of_place() -> Fault {
    Fault::Garbled("something else than it was asked for".into())
}

/// The plugin's answer in a frame.
pub(super) fn result_of(frame: Frame) -> Result<Given, Fault> {
    match frame.kind {
        Kind::Done => Ok(Ok(frame.payload)),
        Kind::Failed => Ok(Err(frame.payload)),
        _ => Err(out_of_place()),
    }
}
