//! Matches of older programs, which kept each in a file.

use std::fs::{self, File};
use std::path::Path;

use match_library::{Library, MatchFilter, Page};

use crate::matches::{create, played, record, variation};

fn open(folder: &Path) -> Library {
    Library::open(folder, "test").unwrap()
}

fn names(library: &Library) -> Vec<String> {
    let list = library.list(&MatchFilter::default(), Page::ALL).unwrap();
    let mut names: Vec<String> = list.into_iter().map(|kept| kept.name).collect();
    names.sort();
    names
}

#[test]
fn files_are_imported_once_with_their_numbers_and_stay() {
    let folder = tempfile::tempdir().unwrap();
    let mut third = played("backgammon", 9, &[5, 1, 3]);
    third.variations.push(variation(2, "x"));
    let seventh = record();
    third.save(&folder.path().join("match-3.toml")).unwrap();
    seventh.save(&folder.path().join("match-7.toml")).unwrap();
    fs::write(folder.path().join("other.toml"), "").unwrap();
    let library = open(folder.path());
    assert_eq!(names(&library), ["match-3", "match-7"]);
    assert_eq!(library.load(library.find("3").unwrap().id).unwrap(), third);
    assert_eq!(library.load(library.find("7").unwrap().id).unwrap(), seventh);
    assert!(library.unreadable_files().is_empty());
    assert!(folder.path().join("match-3.toml").exists());
    // A new match has a number of its own, and a deleted one is not imported again.
    assert_eq!(create(&library, &record()).to_string(), "match-8");
    assert!(library.delete(library.find("3").unwrap().id).unwrap());
    drop(library);
    assert_eq!(names(&open(folder.path())), ["match-7", "match-8"]);
}

#[test]
fn files_keep_the_time_at_which_they_were_saved() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("match-1.toml");
    record().save(&path).unwrap();
    let file = File::options().write(true).open(&path).unwrap();
    file.set_modified(std::time::UNIX_EPOCH + std::time::Duration::from_secs(1_000_000_000))
        .unwrap();
    assert_eq!(open(folder.path()).find("1").unwrap().timestamp(), "2001-09-09T01:46:40Z");
}

#[test]
fn a_damaged_file_is_named_and_a_file_that_is_played_waits() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("match-1.toml"), "damaged").unwrap();
    record().save(&folder.path().join("match-2.toml")).unwrap();
    record().save(&folder.path().join("match-4.toml")).unwrap();
    let lock = File::create(folder.path().join("match-4.lock")).unwrap();
    lock.try_lock().unwrap();
    let library = open(folder.path());
    assert_eq!(names(&library), ["match-2"]);
    let [why] = library.unreadable_files() else { panic!("one file is damaged") };
    assert!(why.contains("match-1.toml: not a record: line 1"), "{why}");
    drop((library, lock));
    record().save(&folder.path().join("match-1.toml")).unwrap();
    let library = open(folder.path());
    assert_eq!(names(&library), ["match-1", "match-2", "match-4"]);
    assert!(library.unreadable_files().is_empty());
}
