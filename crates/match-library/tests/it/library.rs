//! The library.

use std::fs;

use games_package::{Ending, Record};
use match_library::{Library, MatchFile, SaveTarget};
use tempfile::TempDir;

fn library() -> (TempDir, Library) {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::new(folder.path());
    (folder, library)
}

/// A match of two plies that is not over.
fn record() -> Record {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.pgn");
    fs::write(&file, "[Game \"tic-tac-toe\"]\n[Result \"*\"]\n\n1. a1 b2 *\n").unwrap();
    MatchFile::open(&file, None).unwrap().load(None).unwrap().record
}

#[test]
fn each_slot_has_its_own_file_and_one_owner() {
    let (_folder, library) = library();
    let (one, two) = (library.new_slot().unwrap(), library.new_slot().unwrap());
    assert!(one.file().ends_with("match-1.toml") && two.file().ends_with("match-2.toml"));
    record().save(one.file()).unwrap();
    let [kept] = &library.matches()[..] else { panic!("one match is kept") };
    assert!(kept.is_being_played && kept.take().is_none());
    assert!(!kept.delete().unwrap());
    drop(one);
    assert!(kept.take().is_some());
    assert_eq!(kept.title(), "tic-tac-toe:3,3,3: human – human, 2 plies, played now");
}

#[test]
fn a_match_is_found_by_its_name_or_its_number_and_deleted() {
    let (folder, library) = library();
    record().save(library.new_slot().unwrap().file()).unwrap();
    let over = Record { ending: Some(Ending::draw_agreed(2)), ..record() };
    over.save(library.new_slot().unwrap().file()).unwrap();
    fs::write(folder.path().join("match-9.toml"), "damaged").unwrap();
    fs::write(folder.path().join("other.toml"), "").unwrap();
    let matches = library.matches();
    assert_eq!(matches.len(), 3);
    let named = |name| matches.iter().find(|kept| kept.has_name(name)).unwrap();
    assert!(!named("1").is_finished() && named("match-2").is_finished());
    assert!(named("9").title().starts_with("can't be read: "), "{}", named("9").title());
    assert_eq!(named("1").date().len(), "2026-11-24 06:12".len());
    assert!(named("1").delete().unwrap());
    assert_eq!(library.matches().len(), 2);
}

#[test]
fn a_match_without_moves_is_not_kept() {
    let (_folder, library) = library();
    let target = SaveTarget::Slot(library.new_slot().unwrap());
    let untouched = Record { plies: Vec::new(), ..record() };
    target.save(&untouched).unwrap();
    assert_eq!(library.matches().len(), 0);
    target.save(&record()).unwrap();
    assert_eq!(library.matches().len(), 1);
}

#[test]
fn the_oldest_of_many_matches_are_removed() {
    let (_folder, library) = library();
    let slots: Vec<_> = (0..60).map(|_| library.new_slot().unwrap()).collect();
    for slot in &slots {
        record().save(slot.file()).unwrap();
    }
    // Matches that are being played stay.
    let _new = library.new_slot();
    assert_eq!(library.matches().len(), 60);
    drop(slots);
    let _new = library.new_slot();
    assert_eq!(library.matches().len(), 49);
}
