//! Messages between the table and a plugin arrive unchanged in both directions.

use std::time::{Duration, Instant};

use board_engine::{Seat, Turn};
use games_package::{
    EndReason, Ending, Event, Failure, FailureKind, MoveLimit, PlayedMove, Player, PonderRequest,
    Reply, Request, Setup, TableState, ThinkingLimits, TimeControl,
};

use super::isolation;
use crate::support::{Table, request, scripted, turn};

fn setups() -> Vec<Setup> {
    let second = Duration::from_secs(1);
    let controls = [
        TimeControl::Unlimited,
        TimeControl::PerMove(second),
        TimeControl::Increment { initial: second * 60, increment: second },
        TimeControl::Period { moves: 40, time: second * 300, increment: Duration::ZERO },
    ];
    let setup = |time_control| Setup {
        game: "g:v".into(),
        seat: Seat::SECOND,
        seat_count: 3,
        time_control,
        thinking: ThinkingLimits { depth: Some(8), nodes: Some(1 << 40) },
        pondering: matches!(time_control, TimeControl::PerMove(_)),
        margin: Duration::ZERO,
        move_limit: MoveLimit::NONE,
        seed: u64::MAX,
    };
    controls.into_iter().map(setup).collect()
}

fn events() -> Vec<Event> {
    let mv = |turn, clock| PlayedMove {
        ply: 1,
        turn,
        mv: "11-15".into(),
        position: "P".into(),
        elapsed: Duration::from_nanos(1),
        clock,
    };
    let state = |ending| TableState {
        game: "g:v".into(),
        players: vec!["a".into(), "b".into()],
        time_control: TimeControl::PerMove(Duration::from_millis(3)),
        start: "S".into(),
        moves: vec!["m".into(), "n".into()],
        position: "P".into(),
        turn: Turn::Seat(Seat::FIRST),
        clocks: vec![Duration::from_secs(1), Duration::from_secs(2)],
        ending,
        ..TableState::default()
    };
    let reasons = [
        EndReason::Rules("no legal move".into()),
        EndReason::Resigned(Seat::FIRST),
        EndReason::DrawAgreed,
        EndReason::time_expired(Seat::SECOND),
        EndReason::PlayerFailed(Seat::FIRST, Failure::new(FailureKind::Vanished, "gone")),
        EndReason::Stopped,
    ];
    let mut events = vec![
        Event::ChanceDecided(mv(Turn::Chance, None)),
        Event::MovePlayed(mv(Turn::Seat(Seat::SECOND), Some(Duration::from_secs(9)))),
        Event::MoveTakenBack(state(None)),
    ];
    for reason in reasons {
        let ending = Ending { payoffs: Some(vec![1, -1]), reason };
        events.push(Event::MoveRedone(state(Some(ending.clone()))));
        events.push(Event::MatchEnded(ending));
    }
    events
}

#[test]
fn a_setup_arrives_unchanged() {
    for setup in setups() {
        let echo = scripted("echo setup", &isolation()).start(&setup).unwrap_err();
        assert_eq!(echo.text(), format!("{setup:?}"));
    }
}

#[test]
fn a_request_arrives_unchanged() {
    let timed = Request {
        time_left: Some(Duration::from_millis(250)),
        budget: Some(Duration::from_millis(200)),
        draw_offer: Some(Seat::FIRST),
        ..request()
    };
    for request in [request(), timed] {
        let mut player = scripted("echo request", &isolation());
        let echo = player.choose_move(&request, &Table::default()).unwrap_err();
        assert_eq!(echo.text(), format!("{request:?}"));
    }
}

#[test]
fn events_arrive_unchanged() {
    for event in events() {
        let mut player = scripted("echo events", &isolation());
        player.observe(&event);
        let echo = player.choose_move(&request(), &Table::default()).unwrap_err();
        let expected: String = format!("{event:?}").chars().take(500).collect();
        assert_eq!(echo.text().trim_end_matches('…'), expected);
    }
}

#[test]
fn events_for_watchers_only_do_not_arrive() {
    let mut player = scripted("echo events", &isolation());
    player.observe(&Event::Paused);
    assert_eq!(turn(&mut player).unwrap_err(), "error: ");
}

#[test]
fn every_kind_of_reply_arrives() {
    assert_eq!(turn(&mut scripted("resign", &isolation())), Ok(Reply::Resign));
    assert_eq!(turn(&mut scripted("accept", &isolation())), Ok(Reply::AcceptDraw));
    assert_eq!(
        turn(&mut scripted("offer", &isolation())),
        Ok(Reply::MoveAndOfferDraw("9-14".into()))
    );
}

#[test]
fn the_player_names_itself_once_it_has_started() {
    let mut player = scripted("none", &isolation());
    assert_eq!(player.name(), "scripted/scripted");
    player.start(&setups()[0]).unwrap();
    assert_eq!(player.name(), "scripted 1");
}

#[test]
fn host_calls_and_their_answers_arrive() {
    let table = Table::default();
    let mut player = scripted("ask the host", &isolation());
    player.start(&setups()[0]).unwrap();
    let reply = player.choose_move(&request(), &table).unwrap();
    let heard = r#"true Err(Cancelled) Ok("9-14") Err("that is not a move")"#;
    assert_eq!(reply, Reply::play(heard));
    let received = table.received.into_inner().unwrap();
    let thinking = r#"Thinking { depth: 3, selective_depth: Some(9), nodes: 300, evaluations: 20, cutoffs: 1, table_use: Some(12), rank: 2, valuation: WinIn(5), line: "a b", line_error: None }"#;
    let prompt = r#"Prompt { question: "which?", refusal: None }"#;
    assert_eq!(received, ["thinking", thinking, prompt]);
}

#[test]
fn a_player_learns_the_urgency_of_its_move() {
    let mut player = scripted("waits for move now", &isolation());
    let soon = Instant::now() + Duration::from_millis(50);
    let table = Table { move_now_at: Some(soon), ..Table::default() };
    let reply = player.choose_move(&request(), &table);
    assert_eq!(reply, Ok(Reply::play("[BudgetUsed, MoveNow]")));
}

#[test]
fn a_pondering_request_arrives_and_a_failure_is_reported_later() {
    let request = PonderRequest {
        seat: Seat::SECOND,
        start: "S".into(),
        moves: "11-15".into(),
        position: "P".into(),
        clocks: Vec::new(),
    };
    let mut player = scripted("echo events", &isolation());
    player.ponder(&request, &Table::default());
    assert_eq!(turn(&mut player).unwrap_err(), format!("error: {request:?} stopped"));
    let mut player = scripted("panic in ponder", &isolation());
    player.ponder(&request, &Table::default());
    let failure = turn(&mut player).unwrap_err();
    assert!(failure.starts_with("panicked: panicked in ponder ("), "{failure}");
}
