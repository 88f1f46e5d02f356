//! Tests for player faults. Faults always end the match according to a rule, with the reason recorded.

use std::panic::panic_any;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use board_engine::Seat;
use crossbeam_channel::unbounded;
use games_package::{
    AfterEnd, Command, EndReason, Event, Failure, FailureKind, ManualTime, MatchSetup, PlayerError,
    Record, Reply, Thinking, TimeControl, Urgency,
};
use notation::RecordFile;

use crate::games::stones;
use crate::players::{FIRST, SECOND, Scripted, block, chooses, plays, plays_first, replies};
use crate::table::{Live, PATIENCE, names, play, play_watched, setup};

/// A payload that panics with another payload of its kind when dropped.
struct Bomb(u8);

impl Drop for Bomb {
    fn drop(&mut self) {
        if self.0 > 0 {
            panic_any(Self(self.0 - 1));
        }
    }
}

/// Checks that a match with `player` as the second player ends by its failure, in the events and in the record.
fn check(player: Scripted, kind: FailureKind, detail: &str) {
    check_seat(SECOND, setup(stones(2, 9), [plays_first(), player]), kind, detail);
}

fn check_seat(seat: Seat, setup: MatchSetup, kind: FailureKind, detail: &str) {
    let (finished, events) = play_watched(setup);
    let failure = Failure::new(kind, detail);
    let payoffs = if seat == FIRST { vec![-1, 1] } else { vec![1, -1] };
    let ending = finished.record.ending.unwrap();
    assert_eq!(ending.reason, EndReason::PlayerFailed(seat, failure.clone()));
    assert_eq!(ending.payoffs, Some(payoffs));
    let [.., failed, ended] = events.as_slice() else { panic!("{events:?}") };
    assert_eq!(*failed, Event::PlayerFailed { seat, failure });
    assert_eq!(*ended, Event::MatchEnded(ending));
}

#[test]
fn a_player_that_errs_loses() {
    check(chooses(|_, _| Err(PlayerError::new("no idea"))), FailureKind::Error, "no idea");
}

#[test]
fn no_player_loses_if_a_player_could_not_run() {
    let fault = || Err(PlayerError::of_kind(FailureKind::HostFault, "no process"));
    let game = stones(2, 9);
    let finished = play(setup(game.clone(), [plays_first(), chooses(move |_, _| fault())]));
    let ending = finished.record.ending.clone().unwrap();
    assert_eq!(ending.payoffs, None);
    assert_eq!(
        ending.describe(|seat| game.seat_name(seat)),
        "No result: East failed (host fault: no process)"
    );
    let read = Record::from_text(&finished.record.to_text()).unwrap();
    assert_eq!(read.replay(&*game).map(|_| ()), Ok(()));
}

#[test]
fn an_error_after_the_time_limit_explains_the_end() {
    let late = chooses(|_, host| {
        while host.urgency() < Urgency::Withdrawn {
            std::thread::yield_now();
        }
        Err(PlayerError::of_kind(FailureKind::TimedOut, "killed"))
    });
    // The other player moves in time, even on a busy machine.
    let control = TimeControl::PerMove(Duration::from_millis(250));
    let setup = MatchSetup {
        time_control: control,
        time: Arc::new(games_package::MonotonicTime),
        ..setup(stones(2, 9), [plays_first(), late])
    };
    let finished = play(setup);
    let explained = EndReason::TimeExpired(SECOND, "killed".into());
    assert_eq!(finished.record.ending.unwrap().reason, explained);
    assert_eq!(finished.late_failures, []);
}

#[test]
fn a_late_error_explains_the_end() {
    let time = Arc::new(ManualTime::default());
    let clock = Arc::clone(&time);
    let killed = chooses(move |_, _| {
        clock.advance(Duration::from_millis(21));
        Err(PlayerError::of_kind(FailureKind::TimedOut, "killed"))
    });
    let control = TimeControl::PerMove(Duration::from_millis(20));
    let setup = setup(stones(2, 9), [plays_first(), killed]);
    let finished = play(MatchSetup { time_control: control, time, ..setup });
    let explained = EndReason::TimeExpired(SECOND, "killed".into());
    assert_eq!(finished.record.ending.unwrap().reason, explained);
    assert_eq!(finished.late_failures, []);
}

#[test]
fn a_player_that_panics_loses() {
    check(chooses(|_, _| panic!("lost my {}", "mind")), FailureKind::Panicked, "lost my mind");
    check(chooses(|_, _| panic!("plain")), FailureKind::Panicked, "plain");
    check(chooses(|_, _| panic_any(7)), FailureKind::Panicked, "without a message");
}

#[test]
fn a_panic_with_a_panicking_payload_is_one_panic() {
    check(chooses(|_, _| panic_any(Bomb(3))), FailureKind::Panicked, "without a message");
}

#[test]
fn a_panic_while_it_observes_loses_too() {
    check(plays_first().observes(|_| panic!("saw it")), FailureKind::Panicked, "saw it");
}

#[test]
fn a_panic_at_the_end_changes_no_result() {
    for leave in [|| panic!("leaving"), || panic_any(Bomb(2))] {
        let finished = play(setup(stones(2, 2), [plays_first().leaves(leave), plays_first()]));
        assert!(matches!(finished.record.ending.unwrap().reason, EndReason::Rules(_)));
        assert_eq!(finished.abandoned, []);
    }
    let late = plays_first().observes(|event| assert!(!matches!(event, Event::MatchEnded(_))));
    let finished = play(setup(stones(2, 2), [late, plays_first()]));
    assert!(matches!(finished.record.ending.unwrap().reason, EndReason::Rules(_)));
}

#[test]
fn a_panic_during_a_withdrawn_turn_loses_and_an_error_does_not() {
    for (panics, fails) in [(true, true), (false, false)] {
        let (asked, asks) = unbounded();
        let (go, going) = unbounded::<()>();
        let mut turns = 0;
        let withdrawn = chooses(move |_, _| {
            turns += 1;
            asked.send(())?;
            going.recv()?;
            match turns {
                1 if panics => panic!("too late"),
                1 => Err(PlayerError::new("too late")),
                _ => Ok(Reply::play("1")),
            }
        });
        let mut live = Live::begin(setup(stones(2, 1), [withdrawn, plays_first()]));
        asks.recv_timeout(PATIENCE).unwrap();
        live.send(Command::Pause);
        live.send(Command::Resume);
        live.until(|event| (*event == Event::Resumed).then_some(()));
        go.send(()).unwrap();
        go.send(()).unwrap();
        let reason = live.finish().record.ending.unwrap().reason;
        assert_eq!(matches!(reason, EndReason::PlayerFailed(..)), fails, "{reason:?}");
    }
}

#[test]
fn an_illegal_move_loses_and_is_shown() {
    for (text, why) in [
        ("4", "1 to 3 stones may be taken"),
        ("-1", "expected the number of stones at column 1"),
        ("", "expected the number of stones at column 1"),
        ("\u{202e}\0\u{1f600}", "expected the number of stones at column 1"),
    ] {
        let (finished, events) = play_watched(setup(stones(2, 9), [plays(&[text]), plays_first()]));
        let text = text.replace(['\u{202e}', '\0'], "\u{fffd}");
        let rejected = Event::MoveRejected { seat: FIRST, text: text.clone(), why: why.into() };
        assert!(events.contains(&rejected), "{events:?}");
        let EndReason::PlayerFailed(FIRST, failure) = finished.record.ending.unwrap().reason else {
            panic!("{text} was accepted")
        };
        assert_eq!(failure.kind, FailureKind::IllegalMove);
        assert_eq!(finished.record.plies.len(), 0);
    }
}

#[test]
fn the_error_for_an_illegal_move_names_move_position_and_rule() {
    check(
        plays(&["9"]),
        FailureKind::IllegalMove,
        "illegal move 9 in 8/2: 1 to 3 stones may be taken",
    );
}

#[test]
fn strings_of_any_length_are_harmless() {
    let megabytes = "9".repeat(64 << 20);
    let moves = megabytes.clone();
    let (_, events) = play_watched(setup(
        stones(2, 9),
        [chooses(move |_, _| Ok(Reply::Move(moves.clone()))), plays_first()],
    ));
    assert!(format!("{events:?}").len() < 20_000);
    let error = megabytes.clone();
    let record = play(setup(
        stones(2, 9),
        [chooses(move |_, _| Err(PlayerError::new(error.clone()))), plays_first()],
    ))
    .record;
    assert!(record.to_text().len() < 20_000);
    let record =
        play(setup(stones(2, 2), [plays_first().named(move || megabytes.clone()), plays_first()]))
            .record;
    assert!(record.to_text().len() < 20_000);
}

#[test]
fn a_player_may_report_that_its_program_has_vanished() {
    for kind in [FailureKind::Vanished, FailureKind::LoadRefused, FailureKind::ProtocolError] {
        let gone = chooses(move |_, _| Err(PlayerError::of_kind(kind, "signal 11")));
        check(gone, kind, "signal 11");
    }
}

/// Checks that a match with `player` as the first player has no result, because the player doesn't start.
fn check_not_started(player: Scripted, detail: &str) {
    let game = stones(2, 9);
    let finished = play(setup(game.clone(), [player, plays_first()]));
    let ending = finished.record.ending.clone().unwrap();
    let failure = Failure::new(FailureKind::StartFailed, detail);
    assert_eq!(ending.reason, EndReason::PlayerFailed(FIRST, failure));
    assert_eq!((ending.payoffs.clone(), ending.is_failed_start()), (None, true));
    let read = Record::from_text(&finished.record.to_text()).unwrap();
    assert_eq!(read.ending, Some(ending));
    assert_eq!(read.replay(&*game).map(|_| ()), Ok(()));
}

#[test]
fn no_player_loses_if_a_player_does_not_start() {
    check_not_started(plays_first().starts(|_| Err(PlayerError::new("no licence"))), "no licence");
    let refused = || PlayerError::of_kind(FailureKind::LoadRefused, "no such file");
    check_not_started(plays_first().starts(move |_| Err(refused())), "no such file");
    let vanished = || PlayerError::of_kind(FailureKind::Vanished, "it ended");
    check_not_started(plays_first().starts(move |_| Err(vanished())), "vanished: it ended");
    check_not_started(plays_first().starts(|_| panic!("at start")), "panicked: at start");
    let bomb = "panicked: without a message";
    check_not_started(plays_first().starts(|_| panic_any(Bomb(1))), bomb);
    check_not_started(plays_first().named(|| panic!("nameless")), "panicked: nameless");
}

#[test]
fn no_player_loses_if_a_player_cannot_restart() {
    let gone = || Err(PlayerError::of_kind(FailureKind::StartFailed, "no such file"));
    let finished = play(setup(stones(2, 9), [plays_first(), chooses(move |_, _| gone())]));
    assert_eq!(finished.record.ending.unwrap().payoffs, None);
}

#[test]
fn a_move_without_a_clock_loses_after_the_move_limit() {
    for (person, limit) in [(false, "20ms"), (false, "none"), (true, "20ms")] {
        let time = Arc::new(ManualTime::default());
        let clock = Arc::clone(&time);
        let slow = chooses(move |_, _| {
            clock.advance(Duration::from_millis(21));
            Ok(Reply::play("1"))
        });
        let mut setup = setup(stones(2, 3), [plays_first(), slow]);
        setup.seats[1].is_person = person;
        let finished = play(MatchSetup { move_limit: limit.parse().unwrap(), time, ..setup });
        let reason = finished.record.ending.unwrap().reason;
        if person || limit == "none" {
            assert!(matches!(reason, EndReason::Rules(_)), "{reason:?}");
        } else {
            let detail = "no move within 20ms, the move limit".to_owned();
            assert_eq!(reason, EndReason::TimeExpired(SECOND, detail));
        }
    }
}

#[test]
fn the_margin_applies_to_the_move_limit_and_players_know_both() {
    let time = Arc::new(ManualTime::default());
    let clock = Arc::clone(&time);
    let slow = chooses(move |_, _| {
        clock.advance(Duration::from_millis(21));
        Ok(Reply::play("1"))
    });
    let knows = slow.starts(|setup| {
        assert_eq!(setup.margin, Duration::from_millis(5));
        assert_eq!(setup.move_limit.to_string(), "20ms");
        Ok(())
    });
    let finished = play(MatchSetup {
        move_limit: "20ms".parse().unwrap(),
        margin: Duration::from_millis(5),
        time,
        ..setup(stones(2, 3), [plays_first(), knows])
    });
    let reason = finished.record.ending.unwrap().reason;
    assert!(matches!(reason, EndReason::Rules(_)), "{reason:?}");
}

#[test]
fn a_player_that_never_finishes_starting_is_abandoned() {
    let setup = MatchSetup {
        start_time_max: Duration::from_millis(50),
        ..setup(
            stones(2, 9),
            [plays_first().starts(|_| block()), plays_first().starts(|_| block())],
        )
    };
    let (finished, events) = play_watched(setup);
    assert_eq!(names(&events), ["PlayerFailed", "MatchEnded"]);
    let EndReason::PlayerFailed(FIRST, failure) = finished.record.ending.unwrap().reason else {
        panic!("{events:?}")
    };
    let late = "start failed: unresponsive: it did not start within 50ms";
    assert_eq!(failure.to_string(), late);
    assert_eq!(finished.abandoned, [FIRST, SECOND]);
}

#[test]
fn a_player_can_request_more_time_to_start() {
    let setup = MatchSetup {
        start_time_max: Duration::ZERO,
        ..setup(stones(2, 9), [plays_first().needs_to_start(Duration::MAX), plays_first()])
    };
    let reason = play(setup).record.ending.unwrap().reason;
    assert!(matches!(reason, EndReason::Rules(_)), "{reason:?}");
}

#[test]
fn a_player_that_blocks_while_it_observes_loses_on_time() {
    let deaf = plays_first().observes(|event| {
        if matches!(event, Event::MovePlayed(_)) {
            block::<()>();
        }
    });
    let finished = play(MatchSetup {
        time_control: TimeControl::PerMove(Duration::from_millis(500)),
        ..setup(stones(2, 9), [plays_first(), deaf])
    });
    assert_eq!(finished.record.ending.unwrap().reason, EndReason::time_expired(SECOND));
    assert_eq!(finished.abandoned, [SECOND]);
}

#[test]
fn a_player_that_blocks_on_drop_is_abandoned() {
    let finished = play(setup(stones(2, 1), [plays_first(), plays_first().leaves(block)]));
    assert!(matches!(finished.record.ending.unwrap().reason, EndReason::Rules(_)));
    assert_eq!(finished.abandoned, [SECOND]);
}

#[test]
fn endless_reports_delay_neither_the_clock_nor_the_end() {
    let over = Arc::new(AtomicBool::new(false));
    let floods = {
        let over = Arc::clone(&over);
        chooses(move |_, host| {
            while !over.load(Ordering::Relaxed) {
                host.report(&Thinking::default());
            }
            Ok(Reply::play("1"))
        })
    };
    let (finished, events) = play_watched(MatchSetup {
        time_control: TimeControl::PerMove(Duration::from_millis(50)),
        ..setup(stones(2, 9), [floods, plays_first()])
    });
    assert_eq!(finished.record.ending.unwrap().reason, EndReason::time_expired(FIRST));
    assert_eq!(finished.abandoned, [FIRST]);
    assert!(matches!(events.last(), Some(Event::MatchEnded(_))));
    over.store(true, Ordering::Relaxed);
}

#[test]
fn endless_questions_about_moves_do_not_stop_the_clock() {
    let over = Arc::new(AtomicBool::new(false));
    let asks = {
        let over = Arc::clone(&over);
        chooses(move |_, host| {
            while !over.load(Ordering::Relaxed) {
                let _answer = host.resolve("1");
            }
            Ok(Reply::play("1"))
        })
    };
    let finished = play(MatchSetup {
        time_control: TimeControl::PerMove(Duration::from_millis(50)),
        ..setup(stones(2, 9), [asks, plays_first()])
    });
    assert_eq!(finished.record.ending.unwrap().reason, EndReason::time_expired(FIRST));
    over.store(true, Ordering::Relaxed);
}

#[test]
fn a_command_gets_through_a_flood_of_reports() {
    let floods = chooses(|_, host| {
        while !host.is_stopped() {
            host.report(&Thinking::default());
        }
        Ok(Reply::Resign)
    });
    let mut live = Live::begin(setup(stones(2, 9), [floods, plays_first()]));
    live.until(|event| matches!(event, Event::ThinkingReported { .. }).then_some(()));
    live.send(Command::Stop);
    assert_eq!(live.finish().record.ending.unwrap().reason, EndReason::Stopped);
}

#[test]
fn both_players_may_fail_at_once() {
    let explodes = || plays_first().observes(|_| panic!("both"));
    let (finished, events) = play_watched(setup(stones(2, 9), [explodes(), explodes()]));
    assert!(matches!(finished.record.ending.unwrap().reason, EndReason::PlayerFailed(..)));
    assert_eq!(names(&events).iter().filter(|name| *name == "MatchEnded").count(), 1);
}

#[test]
fn a_match_can_resume_after_a_failure() {
    let errs_once = {
        let mut turns = 0;
        chooses(move |_, _| {
            turns += 1;
            if turns == 2 { Err(PlayerError::new("once")) } else { Ok(Reply::play("1")) }
        })
    };
    let mut live = Live::begin(MatchSetup {
        after_end: AfterEnd::Stay,
        ..setup(stones(2, 4), [errs_once, plays_first()])
    });
    let reason = |event: &Event| match event {
        Event::MatchEnded(ending) => Some(ending.reason.clone()),
        _ => None,
    };
    assert!(matches!(live.until(reason), EndReason::PlayerFailed(FIRST, _)));
    live.send(Command::TakeBack { plies: 2 });
    assert!(matches!(live.until(reason), EndReason::Rules(_)));
    live.send(Command::Stop);
    assert_eq!(live.finish().record.plies.len(), 4);
}

#[test]
fn a_player_may_resign() {
    let ending = play(setup(stones(2, 9), [plays_first(), replies(Reply::Resign)])).record.ending;
    assert_eq!(ending.unwrap().reason, EndReason::Resigned(SECOND));
}
