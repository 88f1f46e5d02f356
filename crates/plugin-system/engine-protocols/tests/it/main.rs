//! Both sides of the protocols: correct and faulty engines as players, and our players as engines.

#![expect(clippy::unwrap_used, reason = "tests stop where something is missing")]

mod as_engine;
mod as_player;
mod check;
mod clocks;
mod dxp_check;
mod dxp_engine;
mod dxp_player;
mod plain_player;
mod support;
mod uci_engine;
mod uci_player;
mod xboard_engine;
mod xboard_player;
