//! Other programs' engines as players, and our players as engines for other programs.
//!
//! A protocol is lines of text over a pipe. Input from the pipe is untrusted. [`hub::player`],
//! [`uci::player`] and [`xboard::player`] run an engine as a child process with non-blocking input and output; one
//! absolute deadline bounds each wait. An engine that hangs, crashes, or sends nonsense, an illegal
//! move or an endless line causes a [`PlayerError`](games_package::PlayerError) with its kind, and
//! its process is killed and reaped with the player. [`hub::serve`], [`uci::serve`] and
//! [`xboard::serve`] are the other side: they let any [`Player`](games_package::Player) act as an engine.
//!
//! The protocols are [Hub](hub) 2 (of Scan 3.1) and [DXP](dxp) for draughts, [UCI](uci) and [XBoard](xboard) for chess,
//! and the [plain] protocol for every game. This crate knows no game: the caller passes the game's
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
