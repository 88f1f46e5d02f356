//! The program as its users run it.
#![expect(clippy::unwrap_used, reason = "a test that meets an error has failed")]

mod builds;
mod docs;
mod evidence;
mod formats;
mod growing;
mod killed;
mod pages;
#[cfg(feature = "queue")]
mod queue;
mod support;
mod tables;
mod verifying;
