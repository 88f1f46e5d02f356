//! Systems on which no process can be confined: a plugin that would need one is refused.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use super::interface::{PluginResult, Pool, SandboxedPlugin};
use crate::{Isolation, PluginError};

/// Never: no process is started to run a plugin.
pub(super) fn child_main() -> Option<ExitCode> {
    None
}

/// Refuses the plugin, whatever the policy is.
///
/// # Errors
/// [`PluginError::NoSandbox`].
pub(crate) fn load(
    file: &Path,
    _copy: &Path,
    _isolation: &Arc<Isolation>,
) -> Result<(Arc<dyn SandboxedPlugin>, PluginResult), PluginError> {
    Err(PluginError::NoSandbox { file: file.into() })
}

/// No processes.
#[derive(Clone, Debug, Default)]
pub(super) struct Processes;

impl Pool for Processes {
    fn with_capacity(_kept_max: usize) -> Self {
        Self
    }

    fn close(&self) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_confinement_no_process_is_started() {
        assert!(child_main().is_none());
        Processes::with_capacity(1).close();
    }
}
