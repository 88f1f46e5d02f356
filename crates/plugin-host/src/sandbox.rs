//! Plugins in processes of their own: the one part of this crate that depends on the system.
//!
//! [`interface`] is what the rest of the crate knows. Linux can confine a process; elsewhere nothing is started, and
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

use self::interface::Pool as _;
#[cfg(target_os = "linux")]
use self::linux as system;
#[cfg(not(target_os = "linux"))]
use self::unsupported as system;

pub use self::interface::IdleUsage;
pub(crate) use self::interface::{
    Call, Given, Load, Patience, Purpose, SandboxedPlayer, SandboxedPlugin,
};

/// Loads plugins in processes of their own, if this system can confine those.
pub(crate) const LOAD: Load = system::load;

/// Runs a child, if that is what this process was started for: a program calls this before anything else, and ends
/// with the exit code if there is one. Otherwise it does nothing.
///
/// ```no_run
/// use std::process::ExitCode;
///
/// fn main() -> ExitCode {
///     if let Some(code) = plugin_host::child_main() {
///         return code;
///     }
///     println!("the program itself");
///     ExitCode::SUCCESS
/// }
/// ```
pub fn child_main() -> Option<ExitCode> {
    system::child_main()
}

/// The processes of a run of many games, in which players of plugins are seated one after another. Copies are the same
/// processes. They end with the last copy.
///
/// The [default](Self::default) keeps none: every player gets a process of its own.
#[derive(Clone, Debug, Default)]
pub struct ProcessPool(system::Processes);

impl ProcessPool {
    /// Keeps at most `kept_max` processes that nobody sits in; of more, those end in which nobody has sat for longest.
    pub fn keeping(kept_max: usize) -> Self {
        Self(system::Processes::keeping(kept_max))
    }

    /// Ends those that nobody sits in, and gives up on players that are being made or told that a match begins: nobody
    /// wants them any more. They have a moment to come to an end, as when a turn is withdrawn.
    pub fn close(&self) {
        self.0.close();
    }
}
