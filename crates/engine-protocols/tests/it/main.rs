//! Both sides of the protocols: correct and faulty engines as players, and our players as engines.

#![expect(clippy::unwrap_used, reason = "tests stop where something is missing")]

mod as_engine;
mod as_player;
mod check;
mod dxp_engine;
mod dxp_player;
mod uci_engine;
mod uci_player;

use std::path::PathBuf;

/// The engine for the tests of Hub, which is built with them.
pub(crate) fn fake_engine() -> PathBuf {
    example("fake_engine")
}

/// The program of this name, which is built with the tests.
pub(crate) fn example(name: &str) -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let folder = test.parent().and_then(|deps| deps.parent()).unwrap();
    folder.join("examples").join(name)
}
