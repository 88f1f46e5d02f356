//! Runs the program as a user would.
#![expect(clippy::unwrap_used, reason = "a test that meets an error has failed")]

mod full_disk;
mod health;
mod killed;
mod owner;
mod power_cut;
mod proxies;
mod server;
mod support;
