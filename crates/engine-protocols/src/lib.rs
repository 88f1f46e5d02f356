//! Other programs' engines as players, and our players as engines for other programs.
//!
//! A protocol is lines of text over a pipe. Nothing that comes through the pipe is trusted. [`HubPlayer`] and [`UciPlayer`]
//! run an engine as a child process with threads that read and write for it, so that one absolute deadline bounds each
//! wait. An engine that hangs, crashes, or sends nonsense, an illegal move or an endless line causes a
//! [`PlayerError`](games_package::PlayerError) with its kind, and its process is killed and reaped with the player.
//! [`hub::serve`] and [`uci::serve`] are the other side: they let any [`Player`](games_package::Player) act as an engine.
//!
//! The protocols are [Hub](hub) 2, of Scan 3.1, for draughts, [UCI](uci) for chess, and the [plain] one for every
//! game.

#![forbid(unsafe_code)]

pub mod check;
mod child;
mod control;
pub mod dxp;
mod engine_option;
pub mod hub;
mod level;
mod lines;
mod lock;
pub mod plain;
mod played;
mod process;
mod searcher;
pub mod uci;

pub use crate::dxp::DxpPlayer;
pub use crate::hub::HubPlayer;
pub use crate::process::{CommandError, Timeouts};
pub use crate::searcher::{Engine, Make, ServeError};
pub use crate::uci::UciPlayer;
