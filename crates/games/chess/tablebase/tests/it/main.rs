//! Tests of Syzygy tables: comparison with a solver, and damaged files.

#![expect(clippy::unwrap_used, reason = "a test that cannot continue has failed")]

mod damage;
mod ground_truth;
mod solver;
mod values;

use std::fs;
use std::path::Path;

use board_engine::Notation;
use chess::{Chess, Position};

/// The folder with the three-piece tables.
fn folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/syzygy"))
}

fn position(text: &str) -> Position {
    Chess::default().parse_position(text).unwrap()
}

/// A tables folder with a copy of the files in its subfolder `chess`.
fn copied() -> tempfile::TempDir {
    let home = tempfile::tempdir().unwrap();
    let own = home.path().join("chess");
    fs::create_dir(&own).unwrap();
    for name in ["KQvK", "KRvK", "KBvK", "KNvK", "KPvK"] {
        for extension in ["rtbw", "rtbz"] {
            let name = format!("{name}.{extension}");
            fs::copy(folder().join(&name), own.join(name)).unwrap();
        }
    }
    home
}
