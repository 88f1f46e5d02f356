//! Both sides of the protocol: correct and faulty engines as players, and our players as engines.

#![expect(clippy::unwrap_used, reason = "tests stop where something is missing")]

mod as_engine;
mod as_player;

use std::path::PathBuf;

/// The engine for the tests, which is built with them.
pub(crate) fn fake_engine() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let folder = test.parent().and_then(|deps| deps.parent()).unwrap();
    folder.join("examples").join("fake_engine")
}
