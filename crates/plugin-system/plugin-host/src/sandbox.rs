//! Plugins in separate processes: the only part of this crate that depends on the system.
//!
//! [`interface`] is what the rest of the crate uses. Linux can confine a process; on other systems no process is
//! started, and [`load`] refuses every plugin.

#[cfg_attr(
    not(target_os = "linux"),
    expect(dead_code, reason = "no call is carried out where no process is started")
)]
mod interface;
#[cfg(target_os = "linux")]
mod linux;
#[cfg(any(test, not(target_os = "linux")))]
pub(crate) mod unsupported;

use std::process::ExitCode;

use plain_protocol::IdleProgram;
use process_pool::Closed;

use self::interface::Pool as _;
#[cfg(target_os = "linux")]
use self::linux as system;
#[cfg(not(target_os = "linux"))]
use self::unsupported as system;
use crate::isolation::RulesSource;

pub use self::interface::IdleUsage;
pub(crate) use self::interface::{
    Boundary, Call, Library, Load, Order, PluginResult, ProgramKey, Purpose, SandboxedPlayer,
    SandboxedPlugin, StartProgram, Timeouts, TryConfinement,
};

/// Loads plugins in separate processes, if this system can confine processes.
pub(crate) const LOAD: Load = system::load;

/// Starts programs in separate processes, if this system can confine processes.
pub(crate) const START_PROGRAM: StartProgram = system::start_program;

/// Tries how well this system can confine the process of a program.
pub(crate) const TRY_CONFINEMENT: TryConfinement = system::try_confinement;

/// Runs the child's part if this process was started as a child, or as the [supervisor](process_pool) of another
/// program. A program calls this before anything else, and exits with the returned code if there is one. Otherwise it does
/// nothing. Plugins in C get the rules of their games from
/// `rules`.
///
/// ```no_run
/// use std::process::ExitCode;
///
/// fn main() -> ExitCode {
///     if let Some(code) = plugin_host::child_main(None) {
///         return code;
///     }
///     println!("the program itself");
///     ExitCode::SUCCESS
/// }
/// ```
pub fn child_main(rules: Option<RulesSource>) -> Option<ExitCode> {
    process_pool::supervisor_main().or_else(|| system::child_main(rules))
}

/// Processes that are reused for the players of many games, one player after another. Clones share the same processes,
/// which end with the last clone.
///
/// The [default](Self::default) keeps none: every player gets a new process.
#[derive(Clone, Debug, Default)]
pub struct ProcessPool(system::Processes);

impl ProcessPool {
    /// Keeps at most `idle_max` idle processes; beyond that the ones that have been idle for longest are ended.
    pub fn with_capacity(idle_max: usize) -> Self {
        Self(system::Processes::with_capacity(idle_max))
    }

    /// An idle program for the next player of this key.
    pub(crate) fn take_program(&self, key: &ProgramKey) -> Option<IdleProgram> {
        self.0.take_program(key)
    }

    /// Keeps an idle program.
    pub(crate) fn keep_program(&self, key: &ProgramKey, program: IdleProgram) {
        self.0.keep_program(key, program);
    }

    /// Whether it has been closed, for its programs.
    pub(crate) fn closed(&self) -> Closed {
        self.0.closed().clone()
    }

    /// Ends the idle processes, and cancels players that are being made or are starting a match. Libraries get as much
    /// time to return as when a turn is withdrawn; a program that has not sent hello is ended at once.
    pub fn close(&self) {
        self.0.close();
    }
}
