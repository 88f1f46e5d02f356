//! Systems that can't confine processes: refuses plugins that need confinement.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use games_package::{Failure, FailureKind};
use plain_protocol::{IdleProgram, Program};
use process_pool::Closed;

use super::interface::{Library, Order, PluginResult, Pool, ProgramKey, SandboxedPlugin};
use crate::{Confinement, Isolation, PluginError, RulesSource};

/// Returns `None`, because no process is ever started to run a plugin.
pub(super) fn child_main(_rules: Option<RulesSource>) -> Option<ExitCode> {
    None
}

/// Refuses the plugin under any policy.
///
/// # Errors
/// [`PluginError::NoSandbox`] in every case.
pub(crate) fn load(
    file: &Path,
    _library: Library,
    _isolation: &Arc<Isolation>,
) -> Result<(Arc<dyn SandboxedPlugin>, PluginResult), PluginError> {
    Err(PluginError::NoSandbox { file: file.into() })
}

/// Refuses the program.
///
/// # Errors
/// Always.
pub(super) fn start_program(
    _order: &Order,
    _isolation: &Isolation,
) -> Result<Box<dyn Program>, Failure> {
    Err(Failure::new(FailureKind::LoadRefused, NOT_HERE))
}

/// Refuses the program.
///
/// # Errors
/// Always.
pub(super) fn try_confinement(
    _order: &Order,
    _isolation: &Isolation,
) -> Result<Confinement, Failure> {
    Err(Failure::new(FailureKind::LoadRefused, NOT_HERE))
}

const NOT_HERE: &str = "runs only on Linux, which can confine it";

/// A pool that never has processes.
#[derive(Clone, Debug, Default)]
pub(super) struct Processes(Closed);

impl Pool for Processes {
    fn with_capacity(_kept_max: usize) -> Self {
        Self::default()
    }

    fn close(&self) {
        self.0.close();
    }

    fn closed(&self) -> &Closed {
        &self.0
    }

    fn take_program(&self, _key: &ProgramKey) -> Option<IdleProgram> {
        None
    }

    fn keep_program(&self, _key: &ProgramKey, program: IdleProgram) {
        drop(program);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::needs::Limits;
    use crate::sandbox::Boundary;

    #[test]
    fn without_confinement_no_process_is_started() {
        assert!(child_main(None).is_none());
        Processes::with_capacity(1).close();
        let order = Order {
            folder: "folder".into(),
            data: None,
            program: "program".into(),
            arguments: vec!["program".into()],
            reads: Vec::new(),
            runs: Vec::new(),
            links: Vec::new(),
            limits: Limits { memory_bytes_max: 1 << 20, threads_max: 1 },
            boundary: Boundary::Confined,
        };
        let isolation = Isolation::default();
        let refused = start_program(&order, &isolation).map(drop).unwrap_err();
        assert_eq!(refused.detail, NOT_HERE);
        assert_eq!(try_confinement(&order, &isolation).map(drop).unwrap_err(), refused);
    }
}
