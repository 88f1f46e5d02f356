//! Other programs' engines as players, and our players as engines for other programs.
//!
//! Programs exchange lines of text over a pipe. All input is untrusted. [`hub::player`], [`uci::player`] and
//! [`xboard::player`] run an engine as a child process with non-blocking input and output, and a deadline for each
//! wait. If an engine hangs, crashes, or sends nonsense, an illegal move or an endless line, the player returns a
//! [`PlayerError`](games_package::PlayerError) of the matching kind. Dropping the player kills and reaps the engine's
//! process. [`hub::serve`], [`uci::serve`] and [`xboard::serve`] work in the other direction: they let any
//! [`Player`](games_package::Player) act as an engine.
//!
//! The protocols are [Hub](hub) 2 (as in Scan 3.1) and [DXP](dxp) for draughts, [UCI](uci) and [XBoard](xboard) for
//! chess, and the [plain] protocol for every game. This crate contains no games: the caller passes the game's
//! [`EngineNotations`](notation::EngineNotations).

#![forbid(unsafe_code)]

pub mod check;
mod child;
mod command_queue;
mod control;
pub mod dxp;
mod engine;
mod engine_option;
mod engine_player;
mod engine_pool;
pub mod hub;
mod launch_options;
mod level;
mod lines;
mod lock;
pub mod plain;
mod process;
mod program_command;
mod search_host;
mod searcher;
pub mod uci;
pub mod xboard;

pub use crate::dxp::DxpPlayer;
pub use crate::engine_player::Launch;
pub use crate::engine_pool::EnginePool;
pub use crate::process::{CommandError, Timeouts};
pub use crate::program_command::{command_files, with_absolute_program};
pub use crate::searcher::{Engine, Make, ServeError};
