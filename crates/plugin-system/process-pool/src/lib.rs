//! Processes that serve one match after another: reuse, lifetime and cores.
//!
//! The same rules apply to sandboxed plugins and to the user's engines with any protocol. This crate neither starts nor
//! ends processes; it knows only process IDs.
//!
//! ```
//! use process_pool::Idle;
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

pub use crate::baseline::{ProcessBaseline, ProcessMemory, charged_bytes, charged_bytes_of_tree};
pub use crate::closed::Closed;
#[cfg(target_os = "linux")]
pub use crate::cores::Cores;
pub use crate::idle::Idle;
