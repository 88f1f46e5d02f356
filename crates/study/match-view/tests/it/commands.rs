//! Tests for commands other than moves.

use std::num::NonZeroUsize;

use analysis::{Advice, Topic};
use board_engine::{Seat, Turn, Viewer};
use games_package::{Command, Ending, Event, TableState};

use crate::Watched;

fn check(command: Option<&Command>, expected: &Command) {
    assert_eq!(format!("{command:?}"), format!("{:?}", Some(expected)));
}

#[test]
fn a_person_takes_back_to_its_last_move_and_a_spectator_one_ply() {
    let mut played = Watched::new("tic-tac-toe", &[true, false]);
    let mut watched = Watched::new("tic-tac-toe", &[false, false]);
    assert!(watched.view.take_back(NonZeroUsize::MIN).is_none());
    let mut second = Watched::new("tic-tac-toe", &[false, true]);
    second.plays("a1");
    assert!(second.view.take_back(NonZeroUsize::MIN).is_none(), "the move is the opponent's");
    for mv in ["a1", "b2"] {
        played.plays(mv);
        watched.plays(mv);
    }
    check(played.view.take_back(NonZeroUsize::MIN).as_ref(), &Command::TakeBack { plies: 2 });
    let three = NonZeroUsize::new(3).unwrap();
    check(watched.view.take_back(three).as_ref(), &Command::TakeBack { plies: 3 });
    check(watched.view.take_back(NonZeroUsize::MIN).as_ref(), &Command::TakeBack { plies: 1 });
    played.plays("c3");
    check(played.view.take_back(NonZeroUsize::MIN).as_ref(), &Command::TakeBack { plies: 1 });
    let two = NonZeroUsize::new(2).unwrap();
    check(played.view.take_back(two).as_ref(), &Command::TakeBack { plies: 3 });
    check(played.view.take_back(three).as_ref(), &Command::TakeBack { plies: 3 });
}

#[test]
fn moves_taken_back_can_be_redone_until_another_is_played() {
    let mut watched = Watched::new("tic-tac-toe", &[true, false]);
    assert!(!watched.view.allowed().redoing && !watched.view.allowed().taking_back);
    for mv in ["a1", "b2"] {
        watched.plays(mv);
    }
    while watched.state.take_back() {}
    let table = TableState { redoable: 2, ..watched.table(Viewer::Public) };
    assert!(watched.happens(&Event::MoveTakenBack(table)).needs_saving);
    check(Some(&watched.view.redo()), &Command::Redo { plies: 2 });
    watched.asks();
    watched.view.play("c3").unwrap();
    assert!(!watched.view.allowed().redoing);
    watched.view.handle_refusal();
    assert!(watched.view.allowed().redoing, "nothing was played");
    check(
        watched.view.answer("z9").as_ref(),
        &Command::Answer { seat: Seat::FIRST, ply: 0, text: "z9".into() },
    );
    check(Some(&watched.view.redo()), &Command::Redo { plies: 2 });
    watched.plays("c3");
    assert!(!watched.view.allowed().redoing);
}

#[test]
fn a_draw_is_offered_or_the_opponents_offer_accepted() {
    let (first, second) = (Seat::FIRST, Seat::SECOND);
    let mut watched = Watched::new("tic-tac-toe", &[true, false]);
    check(watched.view.offer_draw().as_ref(), &Command::OfferDraw(first));
    watched.happens(&Event::DrawOffered(first));
    assert!(watched.view.offer_draw().is_none(), "it is offered already");
    assert!(!watched.view.allowed().answering_draw && !watched.view.allowed().offering_draw);
    watched.happens(&Event::DrawDeclined(second));
    watched.happens(&Event::DrawOffered(second));
    assert!(watched.view.allowed().answering_draw);
    check(watched.view.offer_draw().as_ref(), &Command::AcceptDraw(first));
    assert_eq!(watched.view.draw_responder(), Some(first));
    watched.plays("a1");
    assert_eq!(watched.view.draw_offer(), None, "a move declines it");
}

#[test]
fn the_next_round_follows_unless_the_match_is_paused() {
    let mut played = Watched::new("kuhn-poker:3", &[false, true]);
    let mut watched = Watched::new("kuhn-poker:3", &[false, false]);
    for mv in ["deal-J", "deal-K", "bet", "fold"] {
        assert!(played.view.next_round().is_none(), "{mv}");
        played.plays(mv);
        watched.plays(mv);
    }
    check(played.view.next_round().as_ref(), &Command::NextRound(Seat::SECOND));
    assert!(watched.view.next_round().is_none(), "no person plays here");
    played.view.show_ply(0);
    assert!(played.view.next_round().is_none(), "the past is shown");
    played.view.show_ply(4);
    played.happens(&Event::Paused);
    assert!(played.view.next_round().is_none());
    played.happens(&Event::Resumed);
    assert!(played.view.next_round().is_some());
    played.plays("shuffle");
    assert!(played.view.next_round().is_none());
}

#[test]
fn a_spectator_can_neither_move_nor_resign() {
    let mut watched = Watched::new("tic-tac-toe", &[false, false]);
    watched.turn_starts();
    let allowed = watched.view.allowed();
    assert!(!allowed.moving && !allowed.resigning && !allowed.offering_draw);
    assert!(allowed.pausing && allowed.hurrying);
    assert_eq!(watched.view.acting_seat(), None);
    assert!(watched.view.answer("a1").is_none());
}

#[test]
fn after_the_end_moves_can_only_be_taken_back() {
    let mut watched = Watched::new("tic-tac-toe", &[true, false]);
    watched.plays("a1");
    watched.happens(&Event::MatchEnded(Ending::draw_agreed(2)));
    let allowed = watched.view.allowed();
    assert!(allowed.taking_back && !allowed.pausing && !allowed.resigning);
    assert!(watched.view.why_not_now().starts_with("The match is over"));
}

#[test]
fn advice_is_valid_while_the_match_continues_from_its_position() {
    let mut watched = Watched::new("tic-tac-toe", &[true, false]);
    watched.plays("a1");
    let advice = |topic| {
        let question = watched.view.question(topic);
        Advice { question, best: None, sentence: String::new() }
    };
    let (hint, coach) = (advice(Topic::BestMove), advice(Topic::LastMove));
    assert!(watched.view.is_current(&hint) && watched.view.is_current(&coach));
    watched.plays("b2");
    assert!(!watched.view.is_current(&hint) && watched.view.is_current(&coach));
}

/// Kuhn poker after the cards were dealt, with an open question for the first seat.
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
fn a_hand_is_covered_until_its_person_is_ready() {
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
fn the_end_of_a_round_is_shown_until_the_next_move() {
    let mut watched = dealt();
    assert_eq!(watched.view.history().last_round_end(), None);
    let ended = Some("a player folded, 41–39 in chips");
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
