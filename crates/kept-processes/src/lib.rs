//! Processes that serve one match after another: which are kept, until when, and on which cores.
//!
//! Plugins in processes of their own and engines that the user starts are kept by the same rules, whatever they speak. This
//! crate starts no process and ends none: it knows only their numbers.
//!
//! ```
//! use kept_processes::Idle;
//!
//! let idle = Idle::with_capacity(2);
//! idle.keep("engine --level 1", 4711);
//! assert_eq!(idle.take(|command| *command == "engine --level 2"), None);
//! assert_eq!(idle.take(|command| *command == "engine --level 1"), Some(4711));
//! ```

#![forbid(unsafe_code)]

mod baseline;
mod closed;
#[cfg(target_os = "linux")]
mod cores;
mod idle;

pub use crate::baseline::{ProcessBaseline, ProcessMemory};
pub use crate::closed::Closed;
#[cfg(target_os = "linux")]
pub use crate::cores::Cores;
pub use crate::idle::Idle;
