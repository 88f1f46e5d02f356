//! Changes of several matches in one transaction, and what a server keeps beside the record.

use games_package::{Ending, Record};
use match_library::{LibraryError, MatchId};

use crate::matches::{create, library, played, record};

#[test]
fn plies_are_appended_taken_back_and_ended() {
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
fn a_ply_is_added_once_and_at_its_place() {
    let (_folder, library) = library();
    let id = create(&library, &record());
    let append = |count| {
        let added = library.write(|batch| batch.append(id, count, &["c3".into()], "x"));
        added.map_err(|error| error.to_string())
    };
    append(2).unwrap();
    let refused = Err("match-1 has another number of plies than 2".to_owned());
    assert_eq!(append(2), refused);
    assert!(append(4).is_err());
    assert_eq!(library.load(id).unwrap().plies.len(), 3);
}

#[test]
fn what_is_refused_for_one_match_leaves_the_others() {
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
fn a_batch_that_fails_changes_nothing() {
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
fn a_seat_is_found_by_its_token_which_is_not_kept() {
    let (folder, library) = library();
    let id = create(&library, &record());
    let token = "0123456789abcdef-unguessable";
    library.write(|batch| batch.set_seat(id, 1, Some(token), "Ada")).unwrap();
    let holder = library.holder_of_token(token).unwrap().unwrap();
    assert_eq!((holder.id, holder.seat, holder.person.as_str()), (id, 1, "Ada"));
    assert_eq!(library.holder_of_token("another").unwrap(), None);
    library.write(|batch| batch.set_seat(id, 0, None, "Bob")).unwrap();
    let persons: Vec<String> =
        library.seat_holders(id).unwrap().into_iter().map(|holder| holder.person).collect();
    assert_eq!(persons, ["Bob", "Ada"]);
    for file in std::fs::read_dir(folder.path()).unwrap() {
        let path = file.unwrap().path();
        let bytes = if path.is_file() { std::fs::read(&path).unwrap() } else { Vec::new() };
        let is_kept = bytes.windows(token.len()).any(|part| part == token.as_bytes());
        assert!(!is_kept, "the token stands in {}", path.display());
    }
    library.write(|batch| batch.set_seat(id, 1, Some("new"), "Ada")).unwrap();
    assert_eq!(library.holder_of_token(token).unwrap(), None);
}

#[test]
fn a_command_is_carried_out_once() {
    let (_folder, library) = library();
    let id = create(&library, &record());
    let carry_out = |command| library.write(|batch| batch.carry_out(id, command)).unwrap();
    assert!(carry_out("a") && carry_out("b"));
    assert!(!carry_out("a"));
    let other = create(&library, &record());
    assert!(library.write(|batch| batch.carry_out(other, "a")).unwrap());
    assert!(library.write(|batch| batch.carry_out(MatchId::new(9), "a")).is_err());
}

#[test]
fn attributes_are_set_and_removed_and_go_with_their_match() {
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
