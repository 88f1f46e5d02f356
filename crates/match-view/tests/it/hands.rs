//! Hidden hands of two people at one screen.

use board_engine::{Turn, Viewer};
use games_package::{Ending, Event};

use crate::Watched;

/// Kuhn poker after the cards were dealt, with the first seat asked.
fn dealt() -> Watched {
    let mut watched = Watched::new("kuhn-poker", &[true, true]);
    while watched.state.turn() == Turn::Chance {
        watched.state.play_drawn(&mut |_| 0).unwrap();
    }
    let table = watched.table(Viewer::Public);
    watched.happens(&Event::Resynchronized(table));
    watched.asks();
    watched
}

#[test]
fn a_hand_is_covered_until_its_person_has_come() {
    let mut watched = dealt();
    let first = watched.seat(0);
    assert_eq!(watched.view.covered_for(), Some(first));
    assert_eq!(watched.view.uncover(first), Viewer::Seat(first));
    assert_eq!(watched.view.covered_for(), Some(first), "the hand has not come yet");
    let table = watched.table(Viewer::Seat(first));
    watched.happens(&Event::Resynchronized(table));
    assert_eq!((watched.view.covered_for(), watched.view.seen_by()), (None, Some(first)));
    assert!(watched.view.may_move());
}

#[test]
fn at_the_end_no_hand_is_visible() {
    let mut watched = dealt();
    let first = watched.seat(0);
    watched.view.uncover(first);
    let update = watched.happens(&Event::MatchEnded(Ending::stopped()));
    assert_eq!((update.viewer, watched.view.seen_by()), (Some(Viewer::Public), None));
}

#[test]
fn the_end_of_a_round_is_known_until_somebody_has_moved() {
    let mut watched = dealt();
    assert_eq!(watched.view.history().last_round_end(), None);
    let ended = Some("a player folded, 41 : 39 chips");
    for (mv, how) in [
        ("bet", None),
        ("fold", ended),
        ("shuffle", ended),
        ("deal-K", ended),
        ("deal-Q", ended),
        ("check", None),
    ] {
        watched.plays(mv);
        assert_eq!(watched.view.history().last_round_end().as_deref(), how, "{mv}");
    }
}
