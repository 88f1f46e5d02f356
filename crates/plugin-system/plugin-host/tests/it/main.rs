//! Builds, damages, loads and plays plugins. Nothing that they do affects this process.

#![expect(clippy::unwrap_used, reason = "a test that can't continue has failed")]
#![expect(clippy::duplicate_mod, reason = "the same must be so wherever a plugin runs")]

#[cfg(target_os = "linux")]
mod arena;
#[cfg(target_os = "linux")]
mod cpp;
#[cfg(target_os = "linux")]
mod damaged;
#[cfg(target_os = "linux")]
mod data;
#[cfg(target_os = "linux")]
mod handshake;
mod in_process;
#[cfg(target_os = "linux")]
mod programs;
#[cfg(target_os = "linux")]
mod sandboxed;
#[cfg(target_os = "linux")]
mod suite;
mod support;
