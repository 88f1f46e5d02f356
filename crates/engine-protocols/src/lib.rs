//! Other people's engines as our players, and our players as engines for other people's programs.
//!
//! A protocol is lines of text over a pipe. Its main decision is the same as the table's: nothing that comes through
//! the pipe is trusted. [`HubPlayer`] runs an engine as a child process behind threads that read and write for it, so
//! that one absolute deadline bounds each wait; an engine that hangs, crashes, is silent, or sends nonsense, an illegal
//! move or a line without end is a [`PlayerError`](games_package::PlayerError) with its kind, and the process is killed
//! and reaped with the player. [`serve`] is the other side: it lets any [`Player`](games_package::Player) of draughts
//! answer to the commands of such a program.
//!
//! The protocol is [Hub](hub) 2, of Scan 3.1.

#![forbid(unsafe_code)]

mod child;
pub mod hub;
mod lines;

pub use crate::hub::{Engine, HubError, HubPlayer, Make, Patience, ServeError, serve};
