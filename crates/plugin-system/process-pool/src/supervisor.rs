//! The supervisor: when this program ends, it ends the program that this program has started, with all descendants.
//!
//! A program can end at any moment and in any way: `kill -9`, a crash, a closed terminal. The program's children then
//! continue unless something ends them. The kernel can do that (`PR_SET_PDEATHSIG`), but only for direct children, not
//! for grandchildren, and as soon as the starting *thread* ends. Killing the process group doesn't help either, because
//! a process can leave its group with a single call to `setsid`.
//!
//! A program is therefore started through a *supervisor*: a second process of this executable with a hidden argument.
//! The supervisor starts the program, adopts every orphan below it (`PR_SET_CHILD_SUBREAPER`), and holds one end of a
//! socket. The other end closes when the [`SupervisedProcess`](crate::SupervisedProcess) is dropped or this program
//! ends. The supervisor then kills all its descendants, regardless of their groups, sessions and ignored signals. The
//! pipes connect the started program directly to this program, so lines have no overhead.
//!
//! A program that starts other programs calls [`supervisor_main`] before anything else:
//!
//! ```no_run
//! use std::process::ExitCode;
//!
//! fn main() -> ExitCode {
//!     if let Some(code) = process_pool::supervisor_main() {
//!         return code;
//!     }
//!     println!("the program itself");
//!     ExitCode::SUCCESS
//! }
//! ```
//!
//! Without that call, and on systems other than Linux, a started program is a direct child in its own process group,
//! which is killed on drop.

use std::path::PathBuf;
use std::process::ExitCode;
#[cfg(target_os = "linux")]
use std::sync::atomic::{AtomicBool, Ordering};

#[cfg(target_os = "linux")]
use crate::supervise::supervise;

/// The first argument of a supervisor.
#[cfg(target_os = "linux")]
pub(crate) const SUPERVISOR_ARGUMENT: &str = "--program-supervisor";

/// Whether this program has called [`supervisor_main`].
#[cfg(target_os = "linux")]
static IS_ABLE: AtomicBool = AtomicBool::new(false);

/// Runs the supervisor's part if this process was started as a supervisor. A program calls this before anything else,
/// and exits with the returned code, if any.
#[cfg(target_os = "linux")]
pub fn supervisor_main() -> Option<ExitCode> {
    if std::env::args_os().nth(1).is_some_and(|argument| argument == SUPERVISOR_ARGUMENT) {
        return Some(supervise().map_or(ExitCode::FAILURE, |()| ExitCode::SUCCESS));
    }
    IS_ABLE.store(true, Ordering::Relaxed);
    None
}

/// Returns `None`, because this system has no supervisors.
#[cfg(not(target_os = "linux"))]
pub fn supervisor_main() -> Option<ExitCode> {
    None
}

/// An executable that calls [`supervisor_main`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Supervisor {
    #[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "there are none"))]
    pub(crate) program: PathBuf,
}

impl Supervisor {
    /// This program, even if its file was replaced after it started. `None` if this program has not called
    /// [`supervisor_main`].
    #[cfg(target_os = "linux")]
    pub fn this_program() -> Option<Self> {
        let link = PathBuf::from("/proc/self/exe");
        (IS_ABLE.load(Ordering::Relaxed) && link.exists()).then_some(Self { program: link })
    }

    /// Returns `None`, because this system has no supervisors.
    #[cfg(not(target_os = "linux"))]
    pub fn this_program() -> Option<Self> {
        None
    }

    /// The program in this file, which must call [`supervisor_main`].
    pub fn in_file(program: impl Into<PathBuf>) -> Self {
        Self { program: program.into() }
    }
}
