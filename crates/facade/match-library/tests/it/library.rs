//! Tests the library: lists, slots and claims.

use games_package::{Ending, Record};
use match_library::{
    KeptMatch, Library, LibraryError, MatchFilter, NewMatch, Page, SaveTarget, Slot,
};

use crate::matches::{create, library, played, record, variation};

fn all(library: &Library) -> Vec<KeptMatch> {
    library.list(&MatchFilter::default(), Page::ALL).unwrap()
}

fn names(library: &Library, filter: &MatchFilter<'_>, page: Page) -> Vec<String> {
    library.list(filter, page).unwrap().into_iter().map(|kept| kept.name).collect()
}

#[test]
fn a_title_has_the_names_of_people() {
    let (_folder, library) = library();
    let mut record = record();
    record.players[0].name = "Ada".into();
    record.players[1].spec = "greedy".into();
    Slot::new(library.clone()).save(&record).unwrap();
    let title = all(&library)[0].title();
    assert_eq!(title, "tic-tac-toe:3,3,3: Ada – greedy, 2 moves, not over");
}

#[test]
fn a_match_in_a_slot_has_one_owner() {
    let (_folder, library) = library();
    let slot = Slot::new(library.clone());
    assert_eq!(slot.name(), None);
    slot.save(&record()).unwrap();
    assert_eq!(slot.name().as_deref(), Some("match-1"));
    let [kept] = &all(&library)[..] else { panic!("one match remains") };
    assert!(kept.is_being_played && !library.delete(kept.id).unwrap());
    let refused = Slot::claim(&library, kept.id).unwrap_err();
    assert_eq!(refused.to_string(), "match-1 is being played by another program");
    assert_eq!(kept.title(), "tic-tac-toe:3,3,3: player 0 – player 1, 2 moves, played now");
    assert_eq!(kept.date().len(), "2026-11-24 06:12".len());
    drop(slot);
    assert!(!all(&library)[0].is_being_played);
    assert_eq!(Slot::claim(&library, kept.id).unwrap().load().unwrap().record, record());
    assert!(library.delete(kept.id).unwrap());
    assert!(all(&library).is_empty());
}

#[test]
fn the_number_of_a_deleted_match_is_never_reused() {
    let (_folder, library) = library();
    let slot = Slot::new(library.clone());
    slot.save(&record()).unwrap();
    drop(slot);
    let first = all(&library)[0].id;
    assert!(library.delete(first).unwrap());
    assert!(matches!(library.delete(first), Err(LibraryError::NoMatch { .. })));
    assert_eq!(create(&library, &record()).to_string(), "match-2");
}

#[test]
fn a_match_without_moves_is_not_saved() {
    let (_folder, library) = library();
    let target = SaveTarget::slot(Slot::new(library.clone()));
    let untouched = Record { plies: Vec::new(), ..record() };
    target.save(&untouched).unwrap();
    assert!(all(&library).is_empty());
    target.save(&record()).unwrap();
    // The moves may be taken back later.
    target.save(&untouched).unwrap();
    assert_eq!(all(&library)[0].ply_count, 0);
}

#[test]
fn a_match_that_ended_before_its_first_move_is_saved() {
    let (_folder, library) = library();
    let ended = Record { plies: Vec::new(), ending: Some(Ending::draw_agreed(2)), ..record() };
    let target = SaveTarget::slot(Slot::new(library.clone()));
    assert_eq!(target.kept_name(), None);
    target.save(&ended).unwrap();
    assert_eq!(target.kept_name().as_deref(), Some("match-1"));
    assert_eq!(library.load(all(&library)[0].id).unwrap(), ended);
}

#[test]
fn a_match_with_all_moves_taken_back_is_saved() {
    let (_folder, library) = library();
    let taken_back = Record { plies: Vec::new(), variations: vec![variation(0, "a1")], ..record() };
    Slot::new(library.clone()).save(&taken_back).unwrap();
    assert_eq!(library.load(all(&library)[0].id).unwrap(), taken_back);
}

#[test]
fn matches_are_found_by_name_number_game_or_state() {
    let (_folder, library) = library();
    let two = create(&library, &record());
    let over = Record { ending: Some(Ending::draw_agreed(2)), ..played("kuhn-poker", 2, &[1]) };
    let _ = create(&library, &over);
    let public = NewMatch { name: Some("a-public-name"), is_listed: true };
    library.write(|batch| batch.create(public, &played("checkers:frisian", 1, &[0]))).unwrap();
    assert_eq!(library.find("match-1").unwrap().id, two);
    assert_eq!(library.find("1").unwrap().id, two);
    assert_eq!(library.find("a-public-name").unwrap().game, "checkers:frisian");
    let unknown = library.find("match-9").unwrap_err();
    assert_eq!(unknown.to_string(), "no saved match \"match-9\"");
    let none = MatchFilter::default();
    let check = |filter: MatchFilter<'_>, expected: &[&str]| {
        assert_eq!(names(&library, &filter, Page::ALL), expected, "{filter:?}");
        assert_eq!(library.count(&filter).unwrap(), expected.len(), "{filter:?}");
    };
    check(MatchFilter { game: Some("checkers"), ..none }, &["a-public-name"]);
    check(MatchFilter { game: Some("checkers:frisian"), ..none }, &["a-public-name"]);
    check(MatchFilter { game: Some("check"), ..none }, &[]);
    check(MatchFilter { is_finished: Some(true), ..none }, &["match-2"]);
    check(MatchFilter { is_finished: Some(false), ..none }, &["a-public-name", "match-1"]);
    check(MatchFilter { is_listed: Some(true), ..none }, &["a-public-name"]);
    check(MatchFilter { program: Some("another"), ..none }, &[]);
    check(MatchFilter { is_being_played: Some(false), ..none }, &[]);
    library.write(|batch| batch.release(two)).unwrap();
    check(MatchFilter { is_being_played: Some(false), ..none }, &["match-1"]);
}

#[test]
fn a_long_list_has_pages_with_the_newest_first() {
    let (_folder, library) = library();
    for _ in 0..120 {
        let _ = create(&library, &record());
    }
    assert_eq!(library.count(&MatchFilter::default()).unwrap(), 120);
    let page = |offset| names(&library, &MatchFilter::default(), Page { offset, limit: 50 });
    assert_eq!(page(0).first().unwrap(), "match-120");
    assert_eq!(page(50).first().unwrap(), "match-70");
    assert_eq!((page(100).len(), page(120).len()), (20, 0));
}

#[test]
fn a_name_belongs_to_one_match() {
    let (_folder, library) = library();
    let new = NewMatch { name: Some("x"), is_listed: false };
    library.write(|batch| batch.create(new, &record())).unwrap();
    assert!(library.write(|batch| batch.create(new, &record())).is_err());
    assert_eq!(all(&library).len(), 1);
}
