//! Tests files that are not libraries, and unusable libraries.

use std::fs;

use games_package::Record;
use match_library::{Library, LibraryError, MatchFilter, Page, SaveTarget, Slot};
use rusqlite::Connection;
use tempfile::TempDir;

use crate::matches::{create, library, record};

/// Checks that opening a library with this file fails with this error, and that the file remains unchanged.
fn check_refused(content: &[u8], expected: &str) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("matches.sqlite3");
    fs::write(&file, content).unwrap();
    let refused = Library::open(folder.path(), "test").unwrap_err().to_string();
    assert_eq!(refused, format!("{} {expected}", file.display()));
    assert_eq!(fs::read(&file).unwrap(), content);
}

/// A database with these statements.
fn database(sql: &str) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x");
    Connection::open(&file).unwrap().execute_batch(sql).unwrap();
    fs::read(file).unwrap()
}

#[test]
fn other_files_are_refused_by_name_and_not_overwritten() {
    let damaged = "is damaged or not a database; move it elsewhere to start a new library";
    check_refused(b"rival_record = 1\n", damaged);
    check_refused(&[7; 8192], damaged);
    let foreign = "belongs to another program; move it elsewhere to start a new library";
    check_refused(&database("CREATE TABLE songs (title)"), foreign);
    check_refused(&database("PRAGMA application_id = 77"), foreign);
    let newer = database("PRAGMA application_id = 0x5249564c; PRAGMA user_version = 99");
    let expected = "was written by a newer version of Rival (format 99; this program reads 9)";
    check_refused(&newer, expected);
}

#[test]
fn a_damaged_library_is_reported() {
    let (folder, library) = library();
    for _ in 0..200 {
        let _ = create(&library, &record());
    }
    drop(library);
    let file = folder.path().join("matches.sqlite3");
    let mut bytes = fs::read(&file).unwrap();
    // Damage all pages except the schema's pages.
    bytes[4096 * 2..].fill(0x5a);
    fs::write(&file, &bytes).unwrap();
    let outcome = Library::open(folder.path(), "test")
        .and_then(|library| library.list(&MatchFilter::default(), Page::ALL).map(|_list| ()));
    let refused = outcome.unwrap_err();
    assert!(matches!(refused, LibraryError::Damaged { .. }), "{refused}");
}

#[test]
fn an_illegal_or_unreadable_match_is_named() {
    let (folder, library) = library();
    let illegal = Record { plies: vec!["a1".into(), "a1".into()], ..record() };
    let id = create(&library, &illegal);
    assert_eq!(library.load(id).unwrap(), illegal);
    assert_eq!(library.load_checked(id).unwrap_err().to_string(), "match-1");
    let check = |sql: &str, expected: &str| {
        let other = Connection::open(folder.path().join("matches.sqlite3")).unwrap();
        other.execute_batch(sql).unwrap();
        let error = library.load(id).unwrap_err();
        let LibraryError::Record { name, error } = error else { panic!("{sql}: {error}") };
        assert_eq!((name.as_str(), error.to_string().as_str()), ("match-1", expected), "{sql}");
        assert_eq!(library.list(&MatchFilter::default(), Page::ALL).unwrap().len(), 1);
    };
    check("UPDATE plies SET mark = '!!!'", "not a record: the mark of a move can't be \"!!!\"");
    check(
        "UPDATE plies SET mark = NULL; UPDATE plies SET number = 2 WHERE number = 1",
        "not a record: the number of a ply can't be \"2\"",
    );
    check("DELETE FROM plies", "not a record: the number of plies can't be \"2\"");
    check(
        "UPDATE matches SET ply_count = 0, end_reason = 'bored'",
        "not a record: the reason of the ending can't be \"bored\"",
    );
    check(
        "INSERT INTO variations VALUES (1, 1, 5, 0)",
        "not a record: the parent line of a variation can't be \"5\"",
    );
    check("DELETE FROM players", "not a record: the number of seats can't be \"0\"");
}

#[test]
fn control_characters_in_a_library_do_not_reach_the_screen() {
    let (_folder, library) = library();
    let mut bad = record();
    bad.game = "\u{1b}[2J".into();
    bad.players[0].name = "\u{1b}]0;x\u{7}".into();
    let id = create(&library, &bad);
    let loaded = library.load(id).unwrap();
    assert_eq!(loaded.game, "\u{fffd}[2J");
    assert!(!loaded.players[0].name.contains('\u{1b}'));
    assert!(!library.find("1").unwrap().title().contains('\u{1b}'));
}

/// A library whose database is full.
fn full() -> (TempDir, Library) {
    let (folder, library) = library();
    let file = folder.path().join("matches.sqlite3");
    let blocker = Connection::open(&file).unwrap();
    blocker.execute_batch("CREATE TRIGGER full BEFORE INSERT ON plies BEGIN SELECT RAISE(ABORT, 'disk full'); END")
        .unwrap();
    (folder, library)
}

#[test]
fn a_match_continues_with_one_warning_while_saving_fails() {
    let (folder, library) = full();
    let target = SaveTarget::slot(Slot::new(library.clone()));
    let error = target.autosave(&record()).unwrap_err();
    assert!(error.to_string().starts_with("can't use "), "{error}");
    target.autosave(&record()).unwrap();
    target.save(&record()).unwrap();
    assert_eq!(library.count(&MatchFilter::default()).unwrap(), 0);
    let file = folder.path().join("matches.sqlite3");
    Connection::open(&file).unwrap().execute_batch("DROP TRIGGER full").unwrap();
    target.autosave(&record()).unwrap();
    assert_eq!(library.count(&MatchFilter::default()).unwrap(), 1);
}

#[test]
fn an_unwritable_file_is_reported_each_time_a_match_is_left() {
    let target = SaveTarget::file("/nonexistent/match.toml");
    assert!(target.autosave(&record()).is_err());
    assert!(target.autosave(&record()).is_ok());
    assert!(target.save(&record()).is_err() && target.save(&record()).is_err());
}

#[test]
fn a_folder_that_cannot_be_created_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let refused = Library::open(&file.join("rival"), "test").unwrap_err().to_string();
    assert_eq!(refused, format!("can't create {}", file.join("rival").display()));
    fs::create_dir(folder.path().join("matches.sqlite3")).unwrap();
    let refused = Library::open(folder.path(), "test").unwrap_err().to_string();
    assert_eq!(refused, format!("can't use {}", folder.path().join("matches.sqlite3").display()));
}
