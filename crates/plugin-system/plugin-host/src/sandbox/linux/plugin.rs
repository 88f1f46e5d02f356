//! Loads untrusted plugins in separate processes, and explains refusals.

use std::fs::File;
use std::io;
use std::os::fd::AsRawFd;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use games_package::{Failure, FailureKind};
use process_pool::Closed;

use super::call_host::RemoteHost;
use super::child::{Confine, Refusal};
use super::frame::{Frame, Kind, PROTOCOL};
use super::process::{Process, Sampling};
use super::verdict::Fault;
use crate::sandbox::{Library, PluginResult, SandboxedPlugin, Timeouts};
use crate::{Confinement, Isolation, PluginError};

/// Loads the plugin in `file` in a separate process, and reads its manifest.
///
/// # Errors
/// [`PluginError`] if it can't be loaded or the policy forbids it.
pub(in crate::sandbox) fn load(
    file: &Path,
    library: Library,
    isolation: &Arc<Isolation>,
) -> Result<(Arc<dyn SandboxedPlugin>, PluginResult), PluginError> {
    let opened = File::open(&library.copy).map_err(|error| {
        let folder = library.copy.parent().unwrap_or(&library.copy).into();
        PluginError::Copy { file: file.into(), folder, error }
    })?;
    let mut plugin = ChildPlugin {
        isolation: Arc::clone(isolation),
        confinement: Confinement::default(),
        opened,
        library,
    };
    let (given, confinement) = plugin.describe().map_err(|error| error.in_file(file, isolation))?;
    plugin.confinement = confinement;
    Ok((Arc::new(plugin), given))
}

/// A plugin that never runs in this process.
#[derive(Debug)]
pub(super) struct ChildPlugin {
    isolation: Arc<Isolation>,
    /// The confinement of the process that returned the manifest.
    confinement: Confinement,
    /// The library's private copy, which stays open because its file could be deleted.
    opened: File,
    library: Library,
}

/// The reason why the plugin couldn't be loaded in a child.
#[derive(Debug)]
pub(super) enum ProcessError {
    /// The plugin's layout differs.
    Layout,
    /// The loader refused the library with this message.
    Open(String),
    /// The system can't confine the plugin as required.
    NotConfined(Confinement),
    /// The child failed before the plugin was loaded.
    Fault(Fault),
}

impl ProcessError {
    /// The error for the plugin in `file`.
    fn in_file(self, file: &Path, isolation: &Isolation) -> PluginError {
        let file = file.into();
        match self {
            Self::Layout => PluginError::Layout { file },
            Self::Open(why) => PluginError::Open { file, why },
            Self::NotConfined(confinement) => isolation.refusal(file, confinement),
            Self::Fault(_) => {
                PluginError::Failed { file, failure: self.failure("it", "when it was loaded") }
            }
        }
    }

    /// The failure of the player `name`, whose process has ended.
    pub(super) fn failure(&self, name: &str, when: &str) -> Failure {
        let refused = |text| Failure::new(FailureKind::LoadRefused, text);
        let failure = match self {
            Self::Fault(fault) => fault.failure(name, when),
            Self::Layout => refused(format!("the layout of {name} differs")),
            Self::Open(why) => refused(format!("{name} can't be loaded: {why}")),
            Self::NotConfined(confinement) => {
                Failure::new(FailureKind::HostFault, format!("{name} runs {confinement}"))
            }
        };
        tracing::warn!(%failure, "a plugin failed");
        failure
    }
}

impl From<Fault> for ProcessError {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

impl ChildPlugin {
    /// The plugin's manifest and its child's confinement.
    fn describe(&self) -> Result<(PluginResult, Confinement), ProcessError> {
        let closed = Closed::default();
        let (mut process, confinement) = self.open(&closed)?;
        let frame = self.prepare(&closed, &mut process, Kind::Describe, &[])?;
        Ok((result_of(frame)?, confinement))
    }

    /// Maximum thinking time per move in a match without a clock.
    pub(super) fn move_time_max(&self) -> Option<Duration> {
        self.isolation.move_time_max
    }

    /// The confinement of the process that returned the manifest.
    pub(super) const fn manifest_confinement(&self) -> &Confinement {
        &self.confinement
    }

    /// Sends a request outside a match.
    pub(super) fn prepare(
        &self,
        closed: &Closed,
        process: &mut Process,
        kind: Kind,
        payload: &[u8],
    ) -> Result<Frame, Fault> {
        let share = process.log();
        let nobody = RemoteHost::new("", None, &share, closed);
        let timeouts = Timeouts::of(self.isolation.preparation_time_max);
        process.exchange(kind, payload, Sampling::Never, &nobody, timeouts)
    }

    /// Starts a child and loads the plugin in it.
    pub(super) fn open(&self, closed: &Closed) -> Result<(Process, Confinement), ProcessError> {
        let (process, confinement) = self.confined(closed).map_err(ours)?;
        self.load(closed, process, confinement)
    }

    /// Starts a child that has confined itself. Only our own code has run in that child so far.
    fn confined(&self, closed: &Closed) -> Result<(Process, Confinement), Fault> {
        let Library { data, limits, .. } = &self.library;
        let mut process =
            Process::start(&self.isolation, limits.memory_bytes_max).map_err(Fault::Host)?;
        let order = Confine {
            protocol: PROTOCOL,
            host: std::process::id(),
            library: self.opened.as_raw_fd(),
            data: data.as_ref().map(|data| data.copy().into()),
            limits: *limits,
        };
        let order =
            postcard::to_stdvec(&order).map_err(|error| Fault::Malformed(error.to_string()))?;
        let confined = self.prepare(closed, &mut process, Kind::Confine, &order)?;
        let confinement: Confinement = match confined.kind {
            Kind::Confined => postcard::from_bytes(&confined.payload)
                .map_err(|error| Fault::Malformed(error.to_string()))?,
            _ => return Err(unexpected_answer()),
        };
        Ok((process, confinement))
    }

    fn load(
        &self,
        closed: &Closed,
        mut process: Process,
        confinement: Confinement,
    ) -> Result<(Process, Confinement), ProcessError> {
        if !self.isolation.accepts(&confinement) {
            return Err(ProcessError::NotConfined(confinement));
        }
        let loaded = self.prepare(closed, &mut process, Kind::Load, &[])?;
        match loaded.kind {
            Kind::Done => {
                process.record_baseline();
                Ok((process, confinement))
            }
            Kind::Refused => Err(match postcard::from_bytes(&loaded.payload) {
                Ok(Refusal::Layout) => ProcessError::Layout,
                Ok(Refusal::Open(why)) => ProcessError::Open(crate::error::one_line(&why)),
                Err(error) => Fault::Malformed(error.to_string()).into(),
            }),
            _ => Err(unexpected_answer().into()),
        }
    }
}

/// Marks a failure as ours, because none of the plugin's code has run yet.
fn ours(fault: Fault) -> Fault {
    match fault {
        Fault::Host(_) => fault,
        fault => {
            let detail = fault.failure("it", "before the plugin was loaded").detail;
            Fault::Host(io::Error::other(detail))
        }
    }
}

fn unexpected_answer() -> Fault {
    Fault::Malformed("an answer that doesn't match the request".into())
}

/// Extracts the plugin's answer from a frame.
pub(super) fn result_of(frame: Frame) -> Result<PluginResult, Fault> {
    match frame.kind {
        Kind::Done => Ok(Ok(frame.payload)),
        Kind::Failed => Ok(Err(frame.payload)),
        _ => Err(unexpected_answer()),
    }
}
