//! Builds tables in temporary folders for the tests.

use std::thread;
use std::time::{Duration, Instant};

use checkers::{Czech, English, Variant};
use checkers_tablebase::{Builder, SharedTables, folder_of, shared};
use tablebase::{
    BuildObserver, BuildOptions, Content, Control, SMALL_PIECES, Selection, TableError, TableInfo,
    TableProgress,
};

/// The longest wait for the thread that builds small tables. Building the small tables usually takes seconds.
const PATIENCE: Duration = Duration::from_mins(5);

/// An observer that records its calls.
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

/// A builder that has built these tables, and its temporary folder.
pub(crate) fn built<V: Variant>(pieces: u8, content: Content) -> (tempfile::TempDir, Builder<V>) {
    let folder = tempfile::tempdir().unwrap();
    let mut builder = Builder::new(folder.path(), options(pieces, content)).unwrap();
    builder.build(&mut Notes::default()).unwrap();
    (folder, builder)
}

/// Waits until the thread that builds small tables fails.
pub(crate) fn wait_for_failure<V: Variant>(tables: &SharedTables<V>) {
    let deadline = Instant::now() + PATIENCE;
    while tables.failure().is_none() {
        assert!(Instant::now() < deadline, "the small tables are still being built");
        thread::yield_now();
    }
}

/// Waits until a thread has built the small tables.
pub(crate) fn wait_for_small<V: Variant>(tables: &SharedTables<V>) {
    let deadline = Instant::now() + PATIENCE;
    while tables.complete_to() < SMALL_PIECES {
        assert!(tables.failure().is_none(), "{:?}", tables.failure());
        assert!(Instant::now() < deadline, "the small tables are still not there");
        thread::yield_now();
    }
}

#[test]
fn equal_requests_share_the_same_tables() {
    let folder = tempfile::tempdir().unwrap();
    let own = folder_of::<English>(folder.path());
    Builder::<English>::new(&own, options(2, Content::Values))
        .unwrap()
        .build(&mut Notes::default())
        .unwrap();
    let one = shared::<English>(folder.path(), Selection::UpTo(2)).unwrap();
    let other = shared::<English>(folder.path(), Selection::UpTo(2)).unwrap();
    assert!(one.is_same(&other));
    assert_eq!(one.complete_to(), 2);
    let error = shared::<English>(folder.path(), Selection::UpTo(3)).unwrap_err();
    assert!(matches!(error, TableError::Incomplete { pieces: 3, .. }), "{error}");
    let text = error.to_string();
    assert!(text.contains("rival tablebase build checkers:english --pieces 3"), "{text}");
}

#[test]
fn small_tables_are_built_while_the_game_runs() {
    let folder = tempfile::tempdir().unwrap();
    let tables = shared::<Czech>(folder.path(), Selection::Present).unwrap();
    // A second player waits for the same tables.
    let again = shared::<Czech>(folder.path(), Selection::Present).unwrap();
    assert!(tables.is_same(&again));
    wait_for_small(&tables);
    assert!(folder.path().join("czech").join("2m-1m.distances").exists());
}
