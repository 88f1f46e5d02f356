//! System services: memory hints, durable files, packed files.
//!
//! * [`memory`] has hints for the CPU and the operating system, and the amount of memory.
//! * [`files`] makes file names durable and lists the user's damaged files.
//! * [`packed`] reads and writes learned weight files.
//!
//! Build scripts depend on this crate, so it must stay small.

#![deny(unsafe_code)]

pub mod files;
pub mod memory;
pub mod packed;
