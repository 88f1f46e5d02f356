//! Plugins in separate processes: the only system-dependent part of this crate.
//!
//! The rest of the crate uses [`interface`]. Linux can confine a process. On other systems, no process starts, and
//! [`load`] refuses every plugin.

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

/// Tests how well this system can confine a program's process.
pub(crate) const TRY_CONFINEMENT: TryConfinement = system::try_confinement;

/// Runs the child's part if this process was started as a child or as the [supervisor](process_pool) of another
/// program; otherwise does nothing. A program calls this before anything else, and exits with the returned code, if
/// any. Plugins in C get their games' rules from `rules`.
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

/// Processes that are reused for players in many games, one player at a time. Clones share the same processes, which
/// end with the last clone.
///
/// The [default](Self::default) pool doesn't store processes, so every player gets a new one.
#[derive(Clone, Debug, Default)]
pub struct ProcessPool(system::Processes);

impl ProcessPool {
    /// A pool of at most `idle_max` idle processes. Beyond that, the processes that have been idle longest are ended.
    pub fn with_capacity(idle_max: usize) -> Self {
        Self(system::Processes::with_capacity(idle_max))
    }

    /// Takes an idle program for the next player with this key.
    pub(crate) fn take_program(&self, key: &ProgramKey) -> Option<IdleProgram> {
        self.0.take_program(key)
    }

    /// Returns an idle program to the pool.
    pub(crate) fn keep_program(&self, key: &ProgramKey, program: IdleProgram) {
        self.0.keep_program(key, program);
    }

    /// The pool's closed flag, for its programs.
    pub(crate) fn closed(&self) -> Closed {
        self.0.closed().clone()
    }

    /// Ends the idle processes, and cancels players that are being created or are starting a match. Libraries get as
    /// much time to return as after a withdrawn turn. A program that hasn't sent its hello is ended immediately.
    pub fn close(&self) {
        self.0.close();
    }
}
