//! Tables that several players use.

use std::sync::Arc;

use checkers::{Czech, English};
use endgame_tables::{Builder, folder_of, shared};
use tablebase::{Content, Selection, TableError};

use crate::support::{Notes, options, wait_for_small};

#[test]
fn players_that_ask_for_the_same_get_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let own = folder_of::<English>(folder.path());
    Builder::<English>::new(&own, options(2, Content::Values))
        .unwrap()
        .build(&mut Notes::default())
        .unwrap();
    let one = shared::<English>(folder.path(), Selection::UpTo(2)).unwrap();
    let other = shared::<English>(folder.path(), Selection::UpTo(2)).unwrap();
    assert!(Arc::ptr_eq(&one, &other));
    assert_eq!(one.get().complete_to(), 2);
    let error = shared::<English>(folder.path(), Selection::UpTo(3)).unwrap_err();
    assert!(matches!(error, TableError::Incomplete { pieces: 3, .. }), "{error}");
    let text = error.to_string();
    assert!(text.contains("rival tablebase build checkers:english --pieces 3"), "{text}");
}

#[test]
fn small_tables_are_built_beside_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let tables = shared::<Czech>(folder.path(), Selection::Present).unwrap();
    // A second one waits for the same tables.
    let again = shared::<Czech>(folder.path(), Selection::Present).unwrap();
    assert!(Arc::ptr_eq(&tables, &again));
    wait_for_small(&tables);
    assert!(folder.path().join("czech").join("2m-1m.distances").exists());
}
