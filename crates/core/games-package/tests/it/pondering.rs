//! Tests for thinking on the opponents' time.

use std::sync::Arc;
use std::time::Duration;

use crossbeam_channel::{Receiver, unbounded};
use games_package::{
    AskError, Command, EndReason, Event, FailureKind, Host, ManualTime, MatchSetup, PonderRequest,
    Prompt, Reply, Thinking, TimeSource,
};

use crate::games::{secret, stones};
use crate::players::{FIRST, SECOND, Scripted, chooses, led, plays, plays_first};
use crate::table::{Live, PATIENCE, names, play, play_watched, setup};

/// Waits until the player is stopped.
fn until_stopped(host: &dyn Host) {
    while !host.is_stopped() {
        std::thread::yield_now();
    }
}

/// `player`, extended to send all pondering requests to the channel and to ponder until it is
/// stopped.
fn forwarding(player: Scripted) -> (Scripted, Receiver<PonderRequest>) {
    let (sender, requests) = unbounded();
    let ponders = player.ponders(move |request, host| {
        sender.send(request.clone()).expect("the test listens");
        until_stopped(host);
    });
    (ponders, requests)
}

fn pondered(request: &PonderRequest) -> (&str, &str) {
    (&request.moves, &request.position)
}

#[test]
fn players_ponder_only_if_the_match_allows_it() {
    let ponders = || plays_first().ponders(|_, _| panic!("it is not asked for"));
    let record = play(setup(stones(2, 9), [ponders(), ponders()])).record;
    assert!(matches!(record.ending.unwrap().reason, EndReason::Rules(_)));
}

#[test]
fn a_player_ponders_until_its_own_turn() {
    let (moves, first) = led();
    let (second, requests) = forwarding(plays_first());
    let (first, requests_first) = forwarding(first);
    let time_control = "1m+2s".parse().unwrap();
    let time = Arc::new(ManualTime::default());
    let live = Live::begin(MatchSetup {
        pondering: true,
        time_control,
        time: time as Arc<dyn TimeSource>,
        ..setup(stones(2, 4), [first, second])
    });
    let at_start = requests.recv_timeout(PATIENCE).unwrap();
    let left =
        |request: &PonderRequest| request.clocks.iter().map(|it| it.left).collect::<Vec<_>>();
    assert_eq!(left(&at_start), [60, 60].map(Duration::from_secs));
    assert_eq!((at_start.seat, pondered(&at_start)), (SECOND, ("", "4/1")));
    // Each move arrives while the other player ponders; a player that didn't stop would never answer.
    moves.send("1").unwrap();
    let after_reply = requests.recv_timeout(PATIENCE).unwrap();
    assert_eq!(pondered(&after_reply), ("1 1", "2/1"));
    assert_eq!(left(&after_reply), [62, 62].map(Duration::from_secs));
    moves.send("1").unwrap();
    let finished = live.finish();
    assert!(finished.record.pondering);
    assert!(finished.abandoned.is_empty());
    assert!(requests_first.iter().all(|request| request.seat == FIRST));
}

#[test]
fn players_do_not_ponder_in_a_pause() {
    let (stopped, stops) = unbounded();
    let second = plays_first().ponders(move |_, host| {
        until_stopped(host);
        stopped.send(()).expect("the test listens");
    });
    // The player's answers arrive after the turn was withdrawn.
    let first = chooses(|_, host| {
        until_stopped(host);
        Ok(Reply::Resign)
    });
    let mut live =
        Live::begin(MatchSetup { pondering: true, ..setup(stones(2, 9), [first, second]) });
    live.until(|event| matches!(event, Event::TurnStarted { .. }).then_some(()));
    live.send(Command::Pause);
    live.until(|event| (*event == Event::Paused).then_some(()));
    live.send(Command::Resume);
    live.until(|event| matches!(event, Event::TurnStarted { .. }).then_some(()));
    live.send(Command::Restart);
    live.until(|event| matches!(event, Event::TurnStarted { .. }).then_some(()));
    live.send(Command::Stop);
    assert!(live.finish().abandoned.is_empty());
    // A request that was withdrawn before the player saw it is not pondered at all.
    assert!(stops.len() <= 3);
}

#[test]
fn a_panic_while_pondering_loses() {
    let panics = plays_first().ponders(|_, _| panic!("lost in thought"));
    let (_moves, first) = led();
    let record =
        play(MatchSetup { pondering: true, ..setup(stones(2, 9), [first, panics]) }).record;
    let EndReason::PlayerFailed(SECOND, failure) = record.ending.unwrap().reason else {
        panic!("the second player failed")
    };
    assert_eq!(failure.kind, FailureKind::Panicked);
    assert!(failure.detail.starts_with("lost in thought"), "{failure}");
}

#[test]
fn reports_while_pondering_are_dropped() {
    let (sender, answers) = unbounded();
    let second = plays_first().ponders(move |_, host| {
        host.report(&Thinking::default());
        let answers = (host.ask(&Prompt::default()), host.resolve("1"));
        sender.send(answers).expect("the test listens");
    });
    let second = second.may_ask();
    let setup = MatchSetup { pondering: true, ..setup(stones(2, 2), [plays_first(), second]) };
    let (_, events) = play_watched(setup);
    for (asked, resolved) in &answers {
        assert_eq!(asked, Err(AskError::Cancelled));
        assert_eq!(resolved, Err(AskError::Cancelled.to_string()));
    }
    let names = names(&events);
    for unheard in ["ThinkingReported", "InputRequested"] {
        assert!(!names.iter().any(|name| name == unheard), "{names:?}");
    }
}

#[test]
fn a_pondering_player_sees_only_its_own_cards() {
    let (first, requests) = forwarding(plays(&["higher"]));
    let cards =
        MatchSetup { seed: 2, pondering: true, ..setup(secret(), [first, plays(&["lower"])]) };
    play(cards);
    for request in requests {
        let shown = format!("{request:?}");
        assert!(shown.contains("badger") && !shown.contains("lynx"), "{shown}");
    }
}

#[test]
fn a_report_has_the_time_of_the_turn() {
    let time = Arc::new(ManualTime::default());
    let thinks = {
        let time = Arc::clone(&time);
        chooses(move |_, host| {
            for _ in 0..2 {
                time.advance(Duration::from_secs(3));
                host.report(&Thinking::default());
            }
            Ok(Reply::play("1"))
        })
    };
    let (_, events) = play_watched(MatchSetup {
        time: time as Arc<dyn TimeSource>,
        ..setup(stones(2, 2), [thinks, plays_first()])
    });
    let times: Vec<Duration> = events
        .iter()
        .filter_map(|event| match event {
            Event::ThinkingReported { elapsed, .. } => Some(*elapsed),
            _ => None,
        })
        .collect();
    assert_eq!(times, [3, 6].map(Duration::from_secs));
}
