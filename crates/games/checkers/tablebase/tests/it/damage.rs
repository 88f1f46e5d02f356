//! Tests that unusable files are named and refused, and that the others are used.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use board_engine::Notation;
use checkers::{Checkers, English, Italian};
use checkers_tablebase::{TableFilter, Tables, VariantTablebase, folder_of, shared};
use tablebase::{Content, Selection, TableValue, Tablebase, UnusableFile, take_unusable};

use crate::support::{Notes, built, options, wait_for_failure, wait_for_small};

const CACHE: usize = 1 << 20;

/// The recorded reasons why this file can't be used, each as often as it was recorded. All tests in this program share
/// one list, so one test can take another test's entries.
fn notes_of(file: &Path) -> Vec<String> {
    static TAKEN: Mutex<Vec<UnusableFile>> = Mutex::new(Vec::new());
    let mut taken = TAKEN.lock().unwrap();
    taken.extend(take_unusable());
    taken.iter().filter(|table| table.path == file).map(|table| table.why.clone()).collect()
}

/// Checks the message when the folder is opened after `change` has modified the king-against-king table.
fn check(change: impl FnOnce(PathBuf), expected: &str) {
    let (folder, builder) = built::<English>(2, Content::Distances);
    drop(builder);
    let file = folder.path().join("1k-1k.distances");
    change(file.clone());
    let tables = Tables::<English>::open(folder.path(), TableFilter::All, CACHE).unwrap();
    let refused: Vec<String> = tables.refused().iter().map(ToString::to_string).collect();
    assert_eq!(refused.len(), 1, "{refused:?}");
    assert!(refused[0].contains(expected), "{}", refused[0]);
    assert!(refused[0].contains(file.to_str().unwrap()), "{}", refused[0]);
    assert_eq!(notes_of(&file), refused);
    let game = Checkers::<English>::new();
    let value = |text| tables.probe(&game.parse_position(text).unwrap());
    assert_eq!(value("B:WK27:BK32"), None);
    assert!(value("B:W27:BK32").is_some());
    // Play continues without the table, and the table can be rebuilt.
    let mut notes = Notes::default();
    let mut builder =
        checkers_tablebase::Builder::<English>::new(folder.path(), options(2, Content::Distances))
            .unwrap();
    builder.build(&mut notes).unwrap();
    assert_eq!(notes.built, ["1k-1k"]);
}

#[test]
fn other_files_are_refused() {
    check(|file| fs::write(file, "").unwrap(), "is not a Rival tablebase");
    check(|file| fs::write(file, "something else").unwrap(), "is not a Rival tablebase");
}

/// A folder in place of a table is reported instead of removed.
#[test]
fn a_folder_in_place_of_a_table_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("1k-1k.distances");
    fs::create_dir(&file).unwrap();
    let tables = Tables::<English>::open(folder.path(), TableFilter::All, CACHE).unwrap();
    let refused = tables.refused()[0].to_string();
    let why = "is a folder, not a tablebase; remove it or choose another folder";
    assert_eq!(refused, format!("{} {why}", file.display()));
    let mut builder =
        checkers_tablebase::Builder::<English>::new(folder.path(), options(2, Content::Distances))
            .unwrap();
    let error = builder.build(&mut Notes::default()).unwrap_err();
    // The system's error is part of the message and would be repeated as a source.
    assert!(error.source().is_none());
    let error = error.to_string();
    assert!(error.starts_with(&format!("can't write {}: ", file.display())), "{error}");
}

/// Opening the pipe would wait for a writer.
#[cfg(unix)]
#[test]
fn a_pipe_in_place_of_a_table_is_not_opened() {
    let pipe = |file: PathBuf| {
        fs::remove_file(&file).unwrap();
        assert!(std::process::Command::new("mkfifo").arg(&file).status().unwrap().success());
    };
    check(pipe, "is not a Rival tablebase");
}

/// A file in place of a tables folder, or of a parent, is reported once for all variants; a missing
/// folder has no tables.
#[cfg(unix)]
#[test]
fn a_file_in_place_of_a_folder_is_named() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("tables");
    let refused = |folder: &Path| -> Vec<String> {
        let tables = Tables::<English>::open(folder, TableFilter::All, CACHE).unwrap();
        assert!(tables.list().is_empty());
        tables.refused().iter().map(ToString::to_string).collect()
    };
    assert!(refused(&file).is_empty());
    fs::write(&file, "").unwrap();
    let advice = "check its permissions or choose another folder";
    let why = format!(
        "can't read the folder {}: Not a directory (os error 20); {advice}",
        file.display()
    );
    assert_eq!(refused(&file), std::slice::from_ref(&why));
    assert_eq!(refused(&file.join("english")), std::slice::from_ref(&why));
    assert_eq!(notes_of(&file), [why]);
}

#[test]
fn a_truncated_or_longer_table_is_refused() {
    let cut = |file: PathBuf| {
        let bytes = fs::read(&file).unwrap();
        fs::write(file, &bytes[..bytes.len() - 1]).unwrap();
    };
    check(cut, "it is truncated");
    let longer = |file: PathBuf| {
        let mut bytes = fs::read(&file).unwrap();
        bytes.push(0);
        fs::write(file, bytes).unwrap();
    };
    check(longer, "it is too long");
    let changed = |file: PathBuf| {
        let mut bytes = fs::read(&file).unwrap();
        bytes[30] ^= 1;
        fs::write(file, bytes).unwrap();
    };
    check(changed, "is damaged");
}

#[test]
fn a_table_with_other_rules_pieces_or_format_is_refused() {
    let italian = |file: PathBuf| {
        let (other, _builder) = built::<Italian>(2, Content::Distances);
        fs::copy(other.path().join("1k-1k.distances"), file).unwrap();
    };
    let other = "contains 1k-1k of checkers:italian, not 1k-1k of checkers:english; remove it";
    check(italian, other);
    let renamed = |file: PathBuf| {
        fs::copy(file.with_file_name("1m-1m.distances"), file).unwrap();
    };
    check(renamed, "contains 1m-1m of checkers:english, not 1k-1k of checkers:english; remove it");
    let newer = |file: PathBuf| {
        let mut bytes = fs::read(&file).unwrap();
        bytes[8] += 1;
        fs::write(file, bytes).unwrap();
    };
    check(newer, "was written by a newer version of Rival (format 2; this program reads 1)");
    let values = |file: PathBuf| {
        let (other, _builder) = built::<English>(2, Content::Values);
        fs::copy(other.path().join("1k-1k.values"), file).unwrap();
    };
    check(values, "its content doesn't match its file extension");
}

/// A changed block is detected when it is read: the table is ignored from then on, and reported
/// once.
#[test]
fn a_damaged_block_has_no_values_and_is_named() {
    let (folder, builder) = built::<English>(2, Content::Distances);
    drop(builder);
    let file = folder.path().join("1k-1k.distances");
    let mut bytes = fs::read(&file).unwrap();
    let last = bytes.len() - 10;
    bytes[last] ^= 0x10;
    fs::write(&file, bytes).unwrap();
    let open = || Tables::<English>::open(folder.path(), TableFilter::All, CACHE).unwrap();
    let (tables, others) = (open(), open());
    assert!(tables.refused().is_empty());
    assert!(notes_of(&file).is_empty());
    let game = Checkers::<English>::new();
    let position = game.parse_position("B:WK27:BK32").unwrap();
    assert_eq!([tables.probe(&position), tables.probe(&position)], [None, None]);
    assert_eq!(others.probe(&position), None);
    let failures = tables.take_failures();
    assert_eq!(failures.len(), 1);
    let message = failures[0].to_string();
    assert!(message.contains("a block has a wrong checksum"), "{message}");
    assert!(message.contains("1k-1k.distances"), "{message}");
    assert!(tables.take_failures().is_empty());
    assert_eq!(notes_of(&file), [message]);
}

/// If all tables are required, a substitute for a damaged table suffices, and the damaged table is reported. Without a
/// substitute, nothing is opened, and the error mentions the damaged table.
#[test]
fn a_damaged_file_among_required_tables_is_named() {
    let (folder, builder) = built::<English>(2, Content::Distances);
    drop(builder);
    let file = folder.path().join("1k-1k.distances");
    fs::write(&file, "something else").unwrap();
    let open = || VariantTablebase::<English>::new().open_complete(2, folder.path(), CACHE);
    let refused = open().err().map(|error| error.to_string()).unwrap();
    assert!(refused.contains("1k-1k.distances is not a Rival tablebase"), "{refused}");
    assert!(notes_of(&file).is_empty());
    let (other, _builder) = built::<English>(2, Content::Values);
    fs::copy(other.path().join("1k-1k.values"), file.with_extension("values")).unwrap();
    assert!(open().is_ok());
    assert_eq!(notes_of(&file), [refused]);
    // The error about a missing table takes precedence over the error about a replaced table.
    fs::remove_file(file.with_file_name("1m-1m.distances")).unwrap();
    let missing = open().err().map(|error| error.to_string()).unwrap();
    assert!(missing.contains("with up to 2 pieces are missing from"), "{missing}");
}

/// Players use the existing tables while small ones are built. A damaged small table is reported as
/// such.
#[test]
fn the_other_tables_are_used_while_a_damaged_one_is_rebuilt() {
    let folder = tempfile::tempdir().unwrap();
    let own = folder_of::<English>(folder.path());
    let builder = checkers_tablebase::Builder::<English>::new(&own, options(2, Content::Values));
    builder.unwrap().build(&mut Notes::default()).unwrap();
    let file = own.join("1k-1k.values");
    fs::write(&file, "something else").unwrap();
    let tables = shared::<English>(folder.path(), Selection::Present).unwrap();
    let game = Checkers::<English>::new();
    let value = |text| tables.probe(&game.parse_position(text).unwrap());
    assert!(value("W:W5:B28").is_some());
    let message = "is not a Rival tablebase; rebuilding it";
    assert_eq!(notes_of(&file), [format!("{} {message}", file.display())]);
    wait_for_small(&tables);
    assert_eq!(value("B:WK27:BK32"), Some(TableValue::Win(Some(1))));
}

/// Folders in place of lock files behave like read-only folders.
#[test]
fn small_tables_that_cannot_be_built_are_named_once_for_all_games() {
    let folder = tempfile::tempdir().unwrap();
    let lock = folder_of::<English>(folder.path()).join("building.lock");
    fs::create_dir_all(&lock).unwrap();
    fs::create_dir_all(folder_of::<Italian>(folder.path()).join("building.lock")).unwrap();
    wait_for_failure(&shared::<English>(folder.path(), Selection::Present).unwrap());
    wait_for_failure(&shared::<Italian>(folder.path(), Selection::Present).unwrap());
    let found = notes_of(folder.path());
    assert_eq!(found.len(), 1, "{found:?}");
    let why = format!("small tablebases can't be built: can't write {}: ", lock.display());
    assert!(found[0].starts_with(&why), "{}", found[0]);
}

/// The unreadable folder is reported, but not the resulting failure to build in it.
#[cfg(unix)]
#[test]
fn unreadable_folders_for_small_tables_are_reported_once() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("tables");
    fs::write(&file, "").unwrap();
    wait_for_failure(&shared::<English>(&file, Selection::Present).unwrap());
    let found = notes_of(&file);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with("can't read the folder "), "{}", found[0]);
}

#[test]
fn values_are_used_if_distances_are_damaged() {
    let (folder, builder) = built::<English>(2, Content::Distances);
    drop(builder);
    let mut values =
        checkers_tablebase::Builder::<English>::new(folder.path(), options(2, Content::Values))
            .unwrap();
    values.build(&mut Notes::default()).unwrap();
    drop(values);
    let (other, _builder) = built::<English>(2, Content::Values);
    fs::copy(other.path().join("1k-1k.values"), folder.path().join("1k-1k.values")).unwrap();
    fs::write(folder.path().join("1k-1k.distances"), "x").unwrap();
    let tables = Tables::<English>::open(folder.path(), TableFilter::All, CACHE).unwrap();
    assert_eq!(tables.refused().len(), 1);
    let position = Checkers::<English>::new().parse_position("B:WK27:BK32").unwrap();
    assert_eq!(tables.probe(&position), Some(TableValue::Win(None)));
}
