//! Tests for commands: pause, take back, redo, resign, restart, stop and move now, and when they are refused.

use std::time::{Duration, Instant};

use board_engine::{Seat, Turn, Viewer};
use crossbeam_channel::unbounded;
use games_package::{
    AfterEnd, Command, Control, EndReason, Event, Finished, MatchGone, MatchSetup, Moderator,
    NoEvent, PlayerError, Reply, TableState, TimeControl,
};

use crate::games::{race, stones};
use crate::players::{FIRST, SECOND, chooses, led, person, plays_first};
use crate::table::{Live, PATIENCE, run, setup};

fn staying(setup: MatchSetup) -> MatchSetup {
    MatchSetup { after_end: AfterEnd::Stay, ..setup }
}

fn turn_of(live: &mut Live, seat: Seat) -> usize {
    live.until(|event| match event {
        Event::TurnStarted { turn: Turn::Seat(mover), ply, .. } if *mover == seat => Some(*ply),
        _ => None,
    })
}

fn ended(live: &mut Live) -> EndReason {
    live.until(|event| match event {
        Event::MatchEnded(ending) => Some(ending.reason.clone()),
        _ => None,
    })
}

fn taken_back(live: &mut Live) -> TableState {
    live.until(|event| match event {
        Event::MoveTakenBack(state) => Some(state.clone()),
        _ => None,
    })
}

fn redone(live: &mut Live) -> TableState {
    live.until(|event| match event {
        Event::MoveRedone(state) => Some(state.clone()),
        _ => None,
    })
}

fn is_rules(reason: &EndReason) -> bool {
    matches!(reason, EndReason::Rules(_))
}

#[test]
fn moves_are_undone_and_redone_while_a_player_thinks() {
    let (moves, first) = led();
    let mut live = Live::begin(setup(stones(2, 21), [first, plays_first()]));
    for mv in ["3", "2"] {
        turn_of(&mut live, FIRST);
        moves.send(mv).unwrap();
    }
    assert_eq!(turn_of(&mut live, FIRST), 4);
    live.send(Command::TakeBack { plies: 3 });
    let state = taken_back(&mut live);
    assert_eq!((state.moves, state.position.as_str()), (vec!["3".to_string()], "18/2"));
    // The second seat plays the same move again: the rest can still be redone.
    assert_eq!(turn_of(&mut live, FIRST), 2);
    live.send(Command::Redo { plies: 1 });
    assert_eq!(redone(&mut live).moves, ["3", "1", "2"]);
    assert_eq!(turn_of(&mut live, FIRST), 4);
    live.send(Command::Stop);
    assert_eq!(live.finish().record.moves().collect::<Vec<_>>(), ["3", "1", "2", "1"]);
}

#[test]
fn a_different_move_clears_the_redo_list() {
    let (moves, first) = led();
    let mut live = Live::begin(setup(stones(2, 21), [first, plays_first()]));
    turn_of(&mut live, FIRST);
    moves.send("3").unwrap();
    turn_of(&mut live, FIRST);
    live.send(Command::TakeBack { plies: 2 });
    turn_of(&mut live, FIRST);
    moves.send("2").unwrap();
    turn_of(&mut live, FIRST);
    let why = live.refusal_of(Command::Redo { plies: 1 });
    assert_eq!(why, "there is no move to redo");
    live.send(Command::Stop);
}

#[test]
fn undoing_too_many_plies_stops_at_the_start() {
    let (moves, first) = led();
    let mut live = Live::begin(setup(stones(2, 21), [first, plays_first()]));
    turn_of(&mut live, FIRST);
    moves.send("3").unwrap();
    turn_of(&mut live, FIRST);
    live.send(Command::TakeBack { plies: usize::MAX });
    assert_eq!(taken_back(&mut live).moves, [""; 0]);
    live.send(Command::Redo { plies: usize::MAX });
    assert_eq!(redone(&mut live).moves, ["3", "1"]);
    assert_eq!(
        live.refusal_of(Command::TakeBack { plies: 0 }),
        "there is no move to take back",
        "none is not some"
    );
    live.send(Command::Stop);
}

#[test]
fn a_finished_match_can_be_taken_back_and_ends_again() {
    let (moves, first) = led();
    let mut live = Live::begin(staying(setup(stones(2, 4), [first, plays_first()])));
    turn_of(&mut live, FIRST);
    moves.send("3").unwrap();
    assert!(is_rules(&ended(&mut live)));
    live.send(Command::TakeBack { plies: 2 });
    let state = taken_back(&mut live);
    assert_eq!((state.ending, state.position.as_str()), (None, "4/1"));
    live.send(Command::Redo { plies: 1 });
    assert!(is_rules(&ended(&mut live)), "the second seat plays its move again");
    live.send(Command::TakeBack { plies: 2 });
    turn_of(&mut live, FIRST);
    live.send(Command::Redo { plies: 2 });
    assert!(is_rules(&ended(&mut live)), "the last move was played again");
    live.send(Command::Stop);
    assert!(is_rules(&live.finish().record.ending.unwrap().reason), "stopping changes no result");
}

#[test]
fn undo_includes_the_chance_move_after_a_move() {
    let (moves, first) = led();
    let mut live = Live::begin(setup(race(), [first, plays_first()]));
    for _ in 0..2 {
        turn_of(&mut live, FIRST);
        moves.send("pass").unwrap();
    }
    turn_of(&mut live, FIRST);
    let before = live.control.record().unwrap();
    // The newest ply is the roll for the first seat; the ply before it is the second seat's move.
    live.send(Command::TakeBack { plies: 1 });
    assert_eq!(taken_back(&mut live).turn, Turn::Seat(SECOND));
    assert_eq!(turn_of(&mut live, FIRST), before.plies.len());
    let rolls = |record: &games_package::Record| {
        record.moves().filter(|mv| mv.starts_with("rolled")).map(String::from).collect::<Vec<_>>()
    };
    assert_eq!(
        rolls(&live.control.record().unwrap()),
        rolls(&before),
        "the dice stay as they fell"
    );
    live.send(Command::TakeBack { plies: 3 });
    assert_eq!(taken_back(&mut live).turn, Turn::Seat(FIRST));
    live.send(Command::Redo { plies: 1 });
    assert_eq!(redone(&mut live).turn, Turn::Seat(SECOND), "the roll after the move comes with it");
    assert_eq!(turn_of(&mut live, FIRST), before.plies.len());
    live.send(Command::Stop);
}

#[test]
fn taking_back_during_a_pause_keeps_the_pause() {
    let (moves, first) = led();
    let mut live = Live::begin(setup(stones(2, 9), [first, plays_first()]));
    turn_of(&mut live, FIRST);
    moves.send("1").unwrap();
    turn_of(&mut live, FIRST);
    live.send(Command::Pause);
    live.send(Command::TakeBack { plies: 1 });
    assert_eq!(taken_back(&mut live).moves, ["1"]);
    assert_eq!(live.refusal_of(Command::Pause), "there is nothing to pause");
    live.send(Command::Redo { plies: 1 });
    assert_eq!(redone(&mut live).moves, ["1", "1"]);
    live.send(Command::Resume);
    live.until(|event| (*event == Event::Resumed).then_some(()));
    assert_eq!(turn_of(&mut live, FIRST), 2);
    assert_eq!(live.refusal_of(Command::Resume), "the match is not paused");
    live.send(Command::Stop);
}

#[test]
fn a_pause_between_two_moves_lasts_until_the_match_is_resumed() {
    let pace = Duration::from_hours(1);
    let mut live =
        Live::begin(MatchSetup { pace, ..setup(stones(2, 9), [plays_first(), plays_first()]) });
    let moved = |event: &Event| matches!(event, Event::MovePlayed(_)).then_some(());
    live.until(moved);
    live.send(Command::Pause);
    live.until(|event| (*event == Event::Paused).then_some(()));
    // Even when the wait after the move is over, no player has to move.
    live.send(Command::SetPace(Duration::ZERO));
    assert_eq!(live.refusal_of(Command::Pause), "there is nothing to pause");
    let mut late = live.control.subscribe(Viewer::Public).unwrap();
    let Event::Resynchronized(state) = late.recv_timeout(PATIENCE).unwrap().event else {
        panic!("no state")
    };
    assert!(state.is_paused);
    assert_eq!(state.moves.len(), 1);
    live.send(Command::Resume);
    live.until(|event| (*event == Event::Resumed).then_some(()));
    assert_eq!(live.finish().record.plies.len(), 9);
}

#[test]
fn the_table_waits_after_each_move_while_no_clock_runs() {
    let setup = MatchSetup {
        pace: Duration::from_millis(30),
        time_control: TimeControl::Increment {
            initial: Duration::from_hours(1),
            increment: Duration::ZERO,
        },
        ..setup(stones(2, 3), [plays_first(), plays_first()])
    };
    let began = Instant::now();
    let record = Live::begin(setup).finish().record;
    assert!(began.elapsed() >= Duration::from_millis(60), "after two of three moves");
    let all: Duration = record.plies.iter().map(|ply| ply.elapsed).sum();
    assert!(all + Duration::from_millis(60) <= began.elapsed(), "{all:?}");
}

#[test]
fn a_director_can_skip_the_wait_between_moves() {
    let pace = Duration::from_hours(1);
    let mut live =
        Live::begin(MatchSetup { pace, ..setup(stones(2, 3), [plays_first(), plays_first()]) });
    for _ in 0..2 {
        live.until(|event| matches!(event, Event::MovePlayed(_)).then_some(()));
        live.send(Command::MoveNow);
    }
    assert_eq!(live.finish().record.plies.len(), 3);
}

#[test]
fn any_seat_can_resign_at_any_time() {
    for (resigning, payoffs) in [(FIRST, [-2, 1, 1]), (SECOND, [1, -2, 1])] {
        let mut live = Live::begin(setup(stones(3, 9), [person(), plays_first(), plays_first()]));
        turn_of(&mut live, FIRST);
        live.send(Command::Pause);
        live.send(Command::Resign(resigning));
        let ending = live.finish().record.ending.unwrap();
        assert_eq!(ending.payoffs, Some(payoffs.to_vec()));
        assert_eq!(ending.reason, EndReason::Resigned(resigning));
    }
}

#[test]
fn a_restart_begins_from_the_start_with_the_same_chance() {
    let mut live =
        Live::begin(staying(MatchSetup { seed: 3, ..setup(race(), [person(), plays_first()]) }));
    live.until(|event| matches!(event, Event::InputRequested { .. }).then_some(()));
    live.send(live.answer(FIRST, "pass"));
    live.until(|event| matches!(event, Event::InputRequested { .. }).then_some(()));
    let before = live.control.record().unwrap();
    live.send(Command::Restart);
    let state = live.until(|event| match event {
        Event::MatchStarted(state) => Some(state.clone()),
        _ => None,
    });
    assert_eq!((state.moves.len(), state.position.as_str()), (0, "0,0/1/0"));
    turn_of(&mut live, FIRST);
    assert_eq!(live.control.record().unwrap().plies[0].mv, before.plies[0].mv);
    live.send(Command::Resign(FIRST));
    ended(&mut live);
    live.send(Command::Restart);
    turn_of(&mut live, FIRST);
    live.send(Command::Stop);
    let record = live.finish().record;
    assert_eq!(record.ending.unwrap().reason, EndReason::Stopped);
    assert_eq!(record.plies.len(), 1);
}

#[test]
fn a_restart_while_players_start_restarts_them() {
    let (go, going) = unbounded::<()>();
    let (starting, starts) = unbounded();
    let slow = plays_first().starts(move |_| {
        starting.send(())?;
        Ok(going.recv()?)
    });
    let live = Live::begin(setup(stones(2, 3), [slow, plays_first()]));
    starts.recv_timeout(PATIENCE).unwrap();
    live.send(Command::Restart);
    live.send(Command::Restart);
    for _ in 0..3 {
        go.send(()).unwrap();
    }
    assert_eq!(live.finish().record.plies.len(), 3);
    assert_eq!(starts.iter().count(), 2);
}

#[test]
fn commands_are_refused_before_the_match_begins() {
    let (go, going) = unbounded::<()>();
    let slow = plays_first().starts(move |_| Ok(going.recv()?));
    let live = Live::begin(MatchSetup {
        opening: vec!["1".into()],
        ..setup(stones(2, 3), [slow, plays_first()])
    });
    for (command, why) in [
        (Command::Pause, "there is nothing to pause"),
        (Command::TakeBack { plies: 1 }, "the match has not begun"),
        (Command::Redo { plies: 1 }, "the match has not begun"),
        (Command::Resign(FIRST), "the match has not begun"),
        (Command::OfferDraw(FIRST), "the match has not begun"),
        (Command::MoveNow, "it is not any player's turn"),
        (live.answer(FIRST, "1"), "it is not any player's turn"),
    ] {
        assert_eq!(live.refusal_of(command), why);
    }
    go.send(()).unwrap();
    assert_eq!(live.finish().record.plies.len(), 3);
}

#[test]
fn a_match_whose_players_never_started_has_no_moves_to_take_back() {
    let refuses = plays_first().starts(|_| Err(PlayerError::new("not today")));
    let mut live = Live::begin(staying(MatchSetup {
        opening: vec!["1".into()],
        ..setup(stones(2, 3), [refuses, plays_first()])
    }));
    assert!(matches!(ended(&mut live), EndReason::PlayerFailed(FIRST, _)));
    assert_eq!(live.refusal_of(Command::TakeBack { plies: 1 }), "the match has not begun");
    live.send(Command::Stop);
    live.finish();
}

#[test]
fn a_finished_match_accepts_no_more_moves() {
    let mut live = Live::begin(staying(setup(stones(2, 1), [plays_first(), plays_first()])));
    ended(&mut live);
    for (command, why) in [
        (Command::Pause, "there is nothing to pause"),
        (Command::Resume, "the match is not paused"),
        (Command::Resign(FIRST), "the match is over"),
        (Command::OfferDraw(FIRST), "the match is over"),
        (Command::AcceptDraw(FIRST), "the match is over"),
        (Command::DeclineDraw(FIRST), "the match is over"),
        (Command::MoveNow, "it is not any player's turn"),
        (Command::Redo { plies: 1 }, "there is no move to redo"),
        (Command::Resign(Seat::new(7)), "there is no such seat"),
    ] {
        assert_eq!(live.refusal_of(command), why);
    }
    live.send(Command::Stop);
    assert!(is_rules(&live.finish().record.ending.unwrap().reason));
}

#[test]
fn a_seat_holder_cannot_pause_a_match_forever() {
    let finished = left_after(setup(stones(2, 9), [person(), plays_first()]), |control, events| {
        events.find(|it| matches!(it.event, Event::TurnStarted { .. })).unwrap();
        control.send(Command::Pause).unwrap().wait().unwrap();
        std::mem::forget(control.for_seat(FIRST).unwrap());
    });
    assert_eq!(finished.record.ending.unwrap().reason, EndReason::Stopped);
}

#[test]
fn a_stopped_match_has_no_result() {
    let live = Live::begin(setup(stones(2, 9), [person(), plays_first()]));
    let control = live.control.clone();
    live.send(Command::Stop);
    let Finished { record, .. } = live.finish();
    let ending = record.ending.unwrap();
    assert_eq!((ending.payoffs, ending.reason), (None, EndReason::Stopped));
    assert_eq!(control.send(Command::Pause).map(|_| ()), Err(MatchGone));
    assert_eq!(control.subscribe(Viewer::Public).map(|_| ()), Err(MatchGone.into()));
    assert_eq!(control.record(), Err(MatchGone.into()));
}

#[test]
fn a_hurried_player_answers_at_once() {
    let waits = chooses(|_, host| {
        while !host.is_stopped() {
            std::thread::yield_now();
        }
        Ok(Reply::play("1"))
    });
    let mut live = Live::begin(setup(stones(2, 1), [waits, plays_first()]));
    turn_of(&mut live, FIRST);
    live.send(Command::MoveNow);
    assert!(is_rules(&live.finish().record.ending.unwrap().reason));
}

#[test]
fn a_late_answer_to_a_withdrawn_request_is_dropped() {
    let (asked, asks) = unbounded();
    let (go, going) = unbounded::<Reply>();
    let slow = chooses(move |_, _| {
        asked.send(())?;
        Ok(going.recv()?)
    });
    let mut live = Live::begin(setup(stones(2, 9), [slow, plays_first()]));
    asks.recv_timeout(PATIENCE).unwrap();
    live.send(Command::Pause);
    live.send(Command::Resume);
    turn_of(&mut live, FIRST);
    go.send(Reply::Resign).unwrap();
    go.send(Reply::play("2")).unwrap();
    let played = live.until(|event| match event {
        Event::MovePlayed(played) => Some(played.mv.clone()),
        _ => None,
    });
    assert_eq!(played, "2");
    live.send(Command::Stop);
}

#[test]
fn requests_withdrawn_in_the_queue_never_reach_the_player() {
    let (asked, asks) = unbounded();
    let (go, going) = unbounded::<()>();
    let slow = chooses(move |_, _| {
        asked.send(())?;
        going.recv()?;
        Ok(Reply::play("1"))
    });
    let mut live = Live::begin(setup(stones(2, 1), [slow, plays_first()]));
    asks.recv_timeout(PATIENCE).unwrap();
    for _ in 0..100 {
        live.send(Command::Pause);
        live.send(Command::Resume);
        live.until(|event| (*event == Event::Resumed).then_some(()));
    }
    go.send(()).unwrap();
    go.send(()).unwrap();
    assert!(is_rules(&live.finish().record.ending.unwrap().reason));
    assert_eq!(asks.iter().count(), 1, "besides the first one");
}

#[test]
fn the_record_of_a_running_match_is_up_to_date() {
    let (moves, first) = led();
    let mut live = Live::begin(setup(stones(2, 9), [first, plays_first()]));
    turn_of(&mut live, FIRST);
    moves.send("2").unwrap();
    turn_of(&mut live, FIRST);
    let record = live.control.record().unwrap();
    assert_eq!((record.final_position.as_str(), record.ending), ("6/1", None));
    live.send(Command::Stop);
}

/// Runs a match without watchers, and drops the control after these commands.
fn left_after(
    setup: MatchSetup,
    commands: impl Fn(&Control, &mut games_package::Subscription),
) -> Finished {
    let mut moderator = Moderator::new(setup).unwrap();
    let (control, mut events) = (moderator.control(), moderator.subscribe(Viewer::Public));
    let finished = run(moderator);
    commands(&control, &mut events);
    drop(control);
    finished.recv_timeout(PATIENCE).expect("a match without a director ends")
}

#[test]
fn a_match_is_not_paused_forever_when_its_director_leaves() {
    let finished = left_after(setup(stones(2, 9), [person(), plays_first()]), |control, events| {
        events.find(|it| matches!(it.event, Event::TurnStarted { .. })).unwrap();
        control.send(Command::Pause).unwrap();
        events.find(|it| it.event == Event::Paused).unwrap();
    });
    assert_eq!(finished.record.ending.unwrap().reason, EndReason::Stopped);
}

#[test]
fn a_finished_match_ends_when_its_director_leaves() {
    let finished =
        left_after(staying(setup(stones(2, 2), [plays_first(), plays_first()])), |_, events| {
            events.find(|it| matches!(it.event, Event::MatchEnded(_))).unwrap();
        });
    assert!(is_rules(&finished.record.ending.unwrap().reason));
}

#[test]
fn a_flood_of_commands_does_not_block_players() {
    let live = Live::begin(setup(stones(2, 300), [plays_first(), plays_first()]));
    let flood = {
        let control = live.control.clone();
        std::thread::spawn(move || while control.send(Command::Resume).is_ok() {})
    };
    assert_eq!(live.finish().record.plies.len(), 300);
    flood.join().unwrap();
}

#[test]
fn a_late_watcher_sees_the_current_table() {
    let mut live = Live::begin(MatchSetup {
        opening: vec!["2".into()],
        ..setup(stones(2, 9), [plays_first(), person()])
    });
    live.until(|event| matches!(event, Event::InputRequested { .. }).then_some(()));
    let mut late = live.control.subscribe(Viewer::Public).unwrap();
    let Event::Resynchronized(state) = late.recv_timeout(PATIENCE).unwrap().event else {
        panic!("no state")
    };
    assert_eq!(
        (state.moves.as_slice(), state.position.as_str()),
        (["2".to_string()].as_slice(), "7/2")
    );
    assert_eq!(late.recv_timeout(std::time::Duration::ZERO), Err(NoEvent::Timeout));
    live.send(Command::Stop);
    assert!(late.any(|it| matches!(it.event, Event::MatchEnded(_))));
}
