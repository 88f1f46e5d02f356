//! Tables in folders of their own.

use std::thread;
use std::time::{Duration, Instant};

use checkers::Variant;
use endgame_tables::{Builder, SharedTables};
use tablebase::{
    BuildObserver, BuildOptions, Content, Control, SMALL_PIECES, TableError, TableInfo,
    TableProgress,
};

/// The longest that a thread is waited for which builds small tables; it takes seconds.
const PATIENCE: Duration = Duration::from_mins(5);

/// Notes what it sees.
#[derive(Default)]
pub(crate) struct Notes {
    pub(crate) built: Vec<String>,
    pub(crate) refused: Vec<String>,
}

impl BuildObserver for Notes {
    fn on_progress(&mut self, _: TableProgress) -> Control {
        Control::Continue
    }

    fn on_table(&mut self, table: &TableInfo) {
        self.built.push(table.material.clone());
    }

    fn on_refused(&mut self, error: &TableError) {
        self.refused.push(error.to_string());
    }
}

pub(crate) const fn options(pieces: u8, content: Content) -> BuildOptions {
    BuildOptions { pieces, content, threads: 2, memory_bytes: 1 << 28 }
}

/// A builder that has built these tables in a folder that is removed with it.
pub(crate) fn built<V: Variant>(pieces: u8, content: Content) -> (tempfile::TempDir, Builder<V>) {
    let folder = tempfile::tempdir().unwrap();
    let mut builder = Builder::new(folder.path(), options(pieces, content)).unwrap();
    builder.build(&mut Notes::default()).unwrap();
    (folder, builder)
}

/// Waits until the thread fails that builds small tables.
pub(crate) fn wait_for_failure<V: Variant>(tables: &SharedTables<V>) {
    let deadline = Instant::now() + PATIENCE;
    while tables.failure().is_none() {
        assert!(Instant::now() < deadline, "the small tables are still being built");
        thread::yield_now();
    }
}

/// Waits until the small tables are there that a thread builds.
pub(crate) fn wait_for_small<V: Variant>(tables: &SharedTables<V>) {
    let deadline = Instant::now() + PATIENCE;
    while tables.get().complete_to() < SMALL_PIECES {
        assert!(tables.failure().is_none(), "{:?}", tables.failure());
        assert!(Instant::now() < deadline, "the small tables are still not there");
        thread::yield_now();
    }
}
