//! Tests for events as written by `rival watch --json`.

use std::time::Duration;

use board_engine::{Seat, Turn};
use games_package as table;
use games_package::{
    DrawOffer, EndReason, Failure, FailureKind, PlayedMove, Prompt, TableState, Thinking, Valuation,
};
use notation::json::{Event, Line, SequencedEvent};
use serde_json::json as value;

use super::json;

fn check(event: &table::Event, expected: &serde_json::Value) {
    assert_eq!(json(&Event::from(event)), *expected);
}

fn ended(reason: EndReason, payoffs: Option<Vec<i16>>) -> table::Event {
    table::Event::MatchEnded(table::Ending { payoffs, reason })
}

fn table() -> TableState {
    TableState {
        sequence: 7,
        movers: vec![Turn::Seat(Seat::FIRST)],
        redoable: 2,
        asked: Some(Seat::SECOND),
        prompt: Some(Prompt::default()),
        draw_offer: Some(DrawOffer::new(Seat::FIRST)),
        newest: None,
        game: "tic-tac-toe:3,3,3".into(),
        players: vec!["a".into(), "b 1.2".into()],
        time_control: "1m+1s".parse().unwrap(),
        start: "3/3/3 x".into(),
        moves: vec!["a1".into()],
        position: "3/3/x2 o".into(),
        turn: Turn::Seat(Seat::SECOND),
        clocks: vec![Duration::from_millis(59_500), Duration::MAX],
        is_paused: true,
        ending: None,
    }
}

#[test]
fn the_table_is_complete_and_an_unlimited_clock_is_null() {
    let expected = value!({
        "event": "match_started", "movers": [1], "newest": null, "redoable": 2,
        "asked": 2, "prompt": {"question": "", "refusal": null}, "draw_offer": {"by": 1, "accepted": []},
        "game": "tic-tac-toe:3,3,3", "players": ["a", "b 1.2"],
        "time_control": "1m+1s", "start": "3/3/3 x", "moves": ["a1"], "position": "3/3/x2 o",
        "turn": 2, "clocks": [59.5, null], "paused": true, "ending": null,
    });
    check(&table::Event::MatchStarted(table()), &expected);
}

#[test]
fn an_event_has_a_number_in_addition_to_its_fields() {
    let numbered =
        |sequence, event| json(&SequencedEvent::from(&table::SequencedEvent { sequence, event }));
    assert_eq!(
        numbered(3, table::Event::DrawOffered(Seat::SECOND)),
        value!({"sequence": 3, "event": "draw_offered", "seat": 2})
    );
    let started = numbered(u64::MAX, table::Event::Resynchronized(table()));
    assert_eq!(
        (&started["sequence"], &started["event"]),
        (&u64::MAX.into(), &"resynchronized".into())
    );
    assert_eq!(started["moves"], value!(["a1"]));
    let unknown = r#"{"sequence": 9, "event": "clock_repaired", "seat": 2}"#;
    let read: SequencedEvent = serde_json::from_str(unknown).unwrap();
    assert_eq!(read, SequencedEvent { sequence: 9, event: Event::Unknown });
}

#[test]
fn a_move_has_its_number_its_turn_and_its_time() {
    let played = |turn| PlayedMove {
        ply: 0,
        turn,
        mv: "b2".into(),
        position: "3/1x1/3 o".into(),
        elapsed: Duration::from_millis(250),
        clock: None,
    };
    let mut expected = value!({
        "event": "move_played", "ply": 1, "turn": 1, "move": "b2", "position": "3/1x1/3 o",
        "seconds": 0.25, "clock": null,
    });
    check(&table::Event::MovePlayed(played(Turn::Seat(Seat::FIRST))), &expected);
    (expected["event"], expected["turn"]) = ("chance_decided".into(), "chance".into());
    check(&table::Event::ChanceDecided(played(Turn::Chance)), &expected);
}

#[test]
fn a_report_has_one_of_three_scores() {
    let reported = |valuation| table::Event::ThinkingReported {
        seat: Seat::SECOND,
        elapsed: Duration::from_millis(500),
        thinking: Thinking {
            depth: 9,
            nodes: 1_000,
            evaluations: 700,
            cutoffs: 80,
            table_use: Some(125),
            valuation,
            line: "a1 b2".into(),
            ..Thinking::default()
        },
    };
    let mut expected = value!({
        "event": "thinking_reported", "seat": 2, "rank": 1, "depth": 9, "selective_depth": null,
        "nodes": 1_000, "evaluations": 700, "cutoffs": 80, "seconds": 0.5, "nodes_per_second": 2_000, "table_use": 0.125,
        "score": -0.35, "line": ["a1", "b2"],
    });
    check(&reported(Valuation::Centi(-35)), &expected);
    expected.as_object_mut().unwrap().remove("score");
    expected["loss_in"] = 4.into();
    check(&reported(Valuation::LossIn(4)), &expected);
}

#[test]
fn an_end_names_the_rule_or_the_reason_and_the_loser() {
    let rules = ended(EndReason::Rules("no legal move".into()), Some(vec![1, -1]));
    check(&rules, &value!({"event": "match_ended", "payoffs": [1, -1], "reason": "no legal move"}));
    let failure = Failure::new(FailureKind::IllegalMove, "no square x9");
    let failed = ended(EndReason::PlayerFailed(Seat::FIRST, failure.clone()), Some(vec![-1, 1]));
    check(
        &failed,
        &value!({
            "event": "match_ended", "payoffs": [-1, 1], "reason": "player failed", "seat": 1,
            "failure": "illegal move", "detail": "no square x9",
        }),
    );
    check(
        &table::Event::PlayerFailed { seat: Seat::FIRST, failure },
        &value!({"event": "player_failed", "seat": 1, "failure": "illegal move", "detail": "no square x9"}),
    );
    check(
        &ended(EndReason::Stopped, None),
        &value!({"event": "match_ended", "payoffs": null, "reason": "stopped"}),
    );
}

#[test]
fn table_messages_are_events() {
    let seat = Seat::SECOND;
    let prompt = table::Prompt { question: String::new(), refusal: Some("a1 is taken".into()) };
    check(
        &table::Event::InputRequested { seat, prompt },
        &value!({"event": "input_requested", "seat": 2, "question": "", "refusal": "a1 is taken"}),
    );
    check(&table::Event::DrawOffered(seat), &value!({"event": "draw_offered", "seat": 2}));
    check(&table::Event::Paused, &value!({"event": "paused"}));
    check(
        &table::Event::MoveRejected { seat, text: "x9".into(), why: "no square".into() },
        &value!({"event": "move_rejected", "seat": 2, "move": "x9", "why": "no square"}),
    );
}

#[test]
fn an_event_from_a_later_version_is_parsed_as_unknown() {
    let read: Event = serde_json::from_str(r#"{"event":"chat","text":"hello"}"#).unwrap();
    assert_eq!(read, Event::Unknown);
    let read: Event = serde_json::from_str(r#"{"event":"paused","since":3}"#).unwrap();
    assert_eq!(read, Event::Paused);
}

#[test]
fn a_player_that_reports_nothing_has_a_line_without_a_score() {
    let line = json(&Line::unreported("a1"));
    assert_eq!((&line["move"], &line["line"]), (&value!("a1"), &value!(["a1"])));
    assert!(line.as_object().unwrap().contains_key("score") && line["score"].is_null(), "{line}");
}
