//! Tests for draws by agreement, between two and three seats.

use crossbeam_channel::unbounded;
use games_package::{Command, EndReason, Event, FailureKind, Reply};

use crate::games::stones;
use crate::players::{FIRST, SECOND, Scripted, chooses, person, plays_first, replies};
use crate::table::{Live, names, play, play_watched, setup};
use board_engine::{Seat, Turn};

const THIRD: Seat = Seat::new(2);

fn offers() -> Scripted {
    replies(Reply::MoveAndOfferDraw("1".into()))
}

/// Accepts every draw offer.
fn accepts() -> Scripted {
    chooses(|request, _| {
        Ok(match request.draw_offer {
            Some(_) => Reply::AcceptDraw,
            None => Reply::play(request.legal_moves[0].as_str()),
        })
    })
}

#[test]
fn a_draw_that_is_offered_and_accepted_ends_the_match() {
    let (finished, events) = play_watched(setup(stones(2, 9), [offers(), accepts()]));
    let ending = finished.record.ending.unwrap();
    assert_eq!((ending.payoffs, ending.reason), (Some(vec![0, 0]), EndReason::DrawAgreed));
    assert_eq!(
        names(&events),
        ["MatchStarted", "TurnStarted", "MovePlayed", "DrawOffered", "TurnStarted", "MatchEnded"]
    );
}

#[test]
fn playing_on_declines() {
    let (finished, events) = play_watched(setup(stones(2, 2), [offers(), plays_first()]));
    assert!(matches!(finished.record.ending.unwrap().reason, EndReason::Rules(_)));
    assert_eq!(events.iter().filter(|event| **event == Event::DrawDeclined(SECOND)).count(), 1);
}

#[test]
fn an_offer_with_the_last_move_is_ignored() {
    let (_, events) = play_watched(setup(stones(2, 1), [offers(), plays_first()]));
    assert!(!events.contains(&Event::DrawOffered(FIRST)));
}

#[test]
fn with_three_seats_both_others_must_accept() {
    let (finished, events) = play_watched(setup(stones(3, 9), [offers(), accepts(), accepts()]));
    assert_eq!(finished.record.ending.unwrap().payoffs, Some(vec![0, 0, 0]));
    // The second seat accepts and still has to move; its turn starts only once.
    let turns = events.iter().filter(|event| matches!(event, Event::TurnStarted { .. })).count();
    assert_eq!((finished.record.plies.len(), turns), (2, 3));
}

#[test]
fn with_three_seats_each_can_decline() {
    let (finished, events) =
        play_watched(setup(stones(3, 3), [offers(), accepts(), plays_first()]));
    assert_eq!(finished.record.plies.len(), 3);
    assert!(events.contains(&Event::DrawDeclined(THIRD)));
}

#[test]
fn accepting_a_draw_without_an_offer_loses() {
    for players in [
        [plays_first(), replies(Reply::AcceptDraw)],
        // A seat can't accept its own offer.
        [
            chooses({
                let mut turns = 0;
                move |_, _| {
                    turns += 1;
                    Ok(if turns == 1 {
                        Reply::MoveAndOfferDraw("1".into())
                    } else {
                        Reply::AcceptDraw
                    })
                }
            }),
            chooses(|_, _| Ok(Reply::play("1"))),
        ],
    ] {
        let ending = play(setup(stones(2, 9), players)).record.ending.unwrap();
        let EndReason::PlayerFailed(_, failure) = ending.reason else { panic!("{ending:?}") };
        assert_eq!(failure.kind, FailureKind::OutOfTurn);
        assert_eq!(failure.detail, "it accepted a draw that was not offered");
    }
}

#[test]
fn accepting_twice_loses() {
    let accepts_again = replies(Reply::AcceptDraw);
    let ending =
        play(setup(stones(3, 9), [offers(), accepts_again, plays_first()])).record.ending.unwrap();
    assert!(matches!(ending.reason, EndReason::PlayerFailed(SECOND, _)), "{ending:?}");
}

/// A match that is waiting for the first seat's first move.
fn waiting() -> Live {
    let mut live = Live::begin(setup(stones(2, 9), [person(), plays_first()]));
    live.until(|event| matches!(event, Event::InputRequested { .. }).then_some(()));
    live
}

fn next(live: &mut Live) -> Event {
    live.next().expect("the match continues")
}

#[test]
fn directors_offer_decline_and_accept_for_their_seats() {
    let mut live = waiting();
    live.send(Command::OfferDraw(FIRST));
    assert_eq!(next(&mut live), Event::DrawOffered(FIRST));
    live.send(Command::DeclineDraw(SECOND));
    assert_eq!(next(&mut live), Event::DrawDeclined(SECOND));
    live.send(Command::OfferDraw(SECOND));
    assert_eq!(next(&mut live), Event::DrawOffered(SECOND));
    live.send(Command::AcceptDraw(FIRST));
    assert!(matches!(next(&mut live), Event::MatchEnded(_)));
    assert_eq!(live.finish().record.ending.unwrap().reason, EndReason::DrawAgreed);
}

#[test]
fn two_offers_are_an_agreement() {
    let mut live = waiting();
    live.send(Command::OfferDraw(FIRST));
    live.send(Command::OfferDraw(SECOND));
    assert_eq!(live.until(|event| matches!(event, Event::MatchEnded(_)).then_some(())), ());
    assert_eq!(live.finish().record.ending.unwrap().reason, EndReason::DrawAgreed);
}

#[test]
fn a_player_cannot_accept_its_own_offer() {
    let live = waiting();
    live.send(Command::OfferDraw(FIRST));
    assert_eq!(live.refusal_of(Command::OfferDraw(FIRST)), "a draw offer is already pending");
    assert_eq!(live.refusal_of(Command::AcceptDraw(FIRST)), "this seat has no draw offer");
    assert_eq!(live.refusal_of(Command::DeclineDraw(FIRST)), "this seat has no draw offer");
    live.send(Command::Stop);
    assert_eq!(live.finish().record.ending.unwrap().reason, EndReason::Stopped);
}

#[test]
fn an_offer_in_mid_turn_is_sent_with_the_next_request() {
    let (go, going) = unbounded::<()>();
    let waits = chooses(move |request, _| {
        going.recv()?;
        Ok(match request.draw_offer {
            Some(_) => Reply::AcceptDraw,
            None => Reply::play("1"),
        })
    });
    let mut live = Live::begin(setup(stones(2, 9), [waits, plays_first()]));
    live.until(|event| matches!(event, Event::TurnStarted { .. }).then_some(()));
    live.send(Command::OfferDraw(SECOND));
    live.until(|event| matches!(event, Event::DrawOffered(_)).then_some(()));
    // The first seat received its request before the offer, so its move doesn't decline it.
    go.send(()).unwrap();
    live.until(|event| match event {
        Event::TurnStarted { turn: Turn::Seat(FIRST), .. } => Some(()),
        Event::DrawDeclined(_) => panic!("no seat has declined"),
        _ => None,
    });
    go.send(()).unwrap();
    assert_eq!(live.finish().record.ending.unwrap().reason, EndReason::DrawAgreed);
}

#[test]
fn taking_back_ends_an_offer() {
    let mut live = Live::begin(games_package::MatchSetup {
        opening: vec!["1".into(), "1".into()],
        ..setup(stones(2, 9), [person(), plays_first()])
    });
    live.until(|event| matches!(event, Event::TurnStarted { .. }).then_some(()));
    live.send(Command::OfferDraw(FIRST));
    live.send(Command::TakeBack { plies: 2 });
    assert_eq!(live.refusal_of(Command::AcceptDraw(SECOND)), "this seat has no draw offer");
    live.send(Command::Stop);
}
