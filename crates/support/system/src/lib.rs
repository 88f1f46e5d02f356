//! The system below the program: memory hints, durable files, packed files.
//!
//! * [`memory`] has hints for the processor and the system, and the amount of memory.
//! * [`files`] makes file names durable and lists the user's damaged files.
//! * [`packed`] reads and writes files of learned weights.
//!
//! The crate is a dependency of build scripts and must stay small.

#![deny(unsafe_code)]

pub mod files;
pub mod memory;
pub mod packed;
