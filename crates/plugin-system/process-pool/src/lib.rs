//! Starts other programs' processes, reuses them between matches, limits their memory and cores, and ends them.
//!
//! The same rules apply to sandboxed plugins and to the user's engines, under any protocol. A [`SupervisedProcess`] and
//! everything that it starts end with this program. A program that starts other programs must first call
//! [`supervisor_main`].
//!
//! ```
//! use process_pool::Idle;
//!
//! let idle = Idle::with_capacity(2);
//! idle.keep("engine --level 1", 4711);
//! assert_eq!(idle.take(|command| *command == "engine --level 2"), None);
//! assert_eq!(idle.take(|command| *command == "engine --level 1"), Some(4711));
//! ```

mod baseline;
mod closed;
#[cfg(target_os = "linux")]
mod cores;
#[cfg(target_os = "linux")]
mod descendants;
mod idle;
#[cfg(target_os = "linux")]
mod message;
mod process;
#[cfg(target_os = "linux")]
mod supervise;
mod supervisor;

pub use crate::baseline::{ProcessBaseline, ProcessMemory, charged_bytes, charged_bytes_of_tree};
pub use crate::closed::Closed;
#[cfg(target_os = "linux")]
pub use crate::cores::Cores;
pub use crate::idle::Idle;
pub use crate::process::{Pipes, SupervisedProcess};
pub use crate::supervisor::{Supervisor, supervisor_main};
