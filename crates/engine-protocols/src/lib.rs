//! Other programs' engines as players, and our players as engines for other programs.
//!
//! A protocol is lines of text over a pipe. Nothing that comes through the pipe is trusted. [`HubPlayer`] runs an
//! engine as a child process with threads that read and write for it, so that one absolute deadline bounds each wait.
//! An engine that hangs, crashes, or sends nonsense, an illegal move or an endless line causes a
//! [`PlayerError`](games_package::PlayerError) with its kind, and its process is killed and reaped with the player.
//! [`serve`] is the other side: it lets any draughts [`Player`](games_package::Player) act as an engine.
//!
//! The protocol is [Hub](hub) 2, of Scan 3.1.

#![forbid(unsafe_code)]

mod child;
pub mod hub;
mod lines;

pub use crate::hub::{Engine, HubError, HubPlayer, Make, ServeError, Timeouts, serve};
