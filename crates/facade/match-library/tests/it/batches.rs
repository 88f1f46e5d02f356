//! Tests changes to several matches in one transaction, and additional data stored by a server.

use games_package::{Ending, Record};
use match_library::{LibraryError, MatchId, NewMatch};

use crate::matches::{create, library, played, record};

#[test]
fn plies_are_appended_undone_and_finished() {
    let (_folder, library) = library();
    let whole = played("checkers", 9, &[1, 4, 2]);
    let begun = played("checkers", 3, &[1, 4, 2]);
    let (first, second) = (create(&library, &begun), create(&library, &begun));
    library
        .write(|batch| {
            for (count, ply) in whole.plies.iter().enumerate().skip(3) {
                for id in [first, second] {
                    batch.append(id, count, std::slice::from_ref(ply), &whole.final_position)?;
                }
            }
            batch.set_ending(first, Some(&Ending::draw_agreed(2)))
        })
        .unwrap();
    assert_eq!(library.load(second).unwrap(), whole);
    let ended = Record { ending: Some(Ending::draw_agreed(2)), ..whole };
    assert_eq!(library.load(first).unwrap(), ended);
    assert!(library.find("1").unwrap().is_finished());
    library.write(|batch| batch.take_back(first, 9, 3, &begun.final_position)).unwrap();
    assert_eq!(library.load(first).unwrap(), begun);
}

#[test]
fn a_ply_is_added_once_in_its_place() {
    let (_folder, library) = library();
    let id = create(&library, &record());
    let append = |count| {
        let added = library.write(|batch| batch.append(id, count, &["c3".into()], "x"));
        added.map_err(|error| error.to_string())
    };
    append(2).unwrap();
    let refused = Err("match-1 does not have the expected 2 plies".to_owned());
    assert_eq!(append(2), refused);
    assert!(append(4).is_err());
    assert_eq!(library.load(id).unwrap().plies.len(), 3);
}

#[test]
fn an_error_in_one_match_does_not_affect_the_others() {
    let (_folder, library) = library();
    let id = create(&library, &record());
    library
        .write(|batch| {
            let none = batch.append(MatchId::new(9), 0, &["a1".into()], "x");
            assert!(matches!(none, Err(LibraryError::NoMatch { .. })));
            assert!(batch.append(id, 7, &["a1".into()], "x").is_err());
            batch.append(id, 2, &["c3".into()], "x")
        })
        .unwrap();
    assert_eq!(library.load(id).unwrap().plies.len(), 3);
}

#[test]
fn a_failed_batch_changes_nothing() {
    let (_folder, library) = library();
    let id = create(&library, &record());
    let failed = library.write(|batch| {
        batch.append(id, 2, &["c3".into()], "x")?;
        batch.claim(id)
    });
    assert!(matches!(failed, Err(LibraryError::Claimed { .. })));
    assert_eq!(library.load(id).unwrap(), record());
}

#[test]
fn a_match_is_found_by_its_public_name() {
    let (_folder, library) = library();
    let new = NewMatch { name: Some("unguessable"), is_listed: false };
    let id = library.write(|batch| batch.create(new, &record())).unwrap();
    let find = |name| library.write(|batch| batch.find(name)).unwrap();
    assert_eq!((find("unguessable"), find("match-1")), (Some(id), None));
}

#[test]
fn attributes_are_set_and_removed_and_deleted_with_their_match() {
    let (_folder, library) = library();
    let id = create(&library, &record());
    let set = |name: &str, value: Option<&str>| {
        library.write(|batch| batch.set_attribute(id, name, value)).unwrap();
    };
    set("language", Some("nl"));
    set("language", Some("en"));
    set("theme", Some("wood"));
    set("theme", None);
    library.write(|batch| batch.set_listed(id, true)).unwrap();
    assert!(library.find("1").unwrap().is_listed);
    assert_eq!(library.attributes(id).unwrap(), [("language".to_owned(), "en".to_owned())]);
    library
        .write(|batch| {
            batch.release(id)?;
            batch.delete(id)
        })
        .unwrap();
    assert!(library.attributes(id).unwrap().is_empty());
}
