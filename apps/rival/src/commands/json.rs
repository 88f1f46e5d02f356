//! Events and ends as JSON, for other programs.

use std::time::Duration;

use board_engine::{Seat, Turn};
use games_package::{
    EndReason, Ending, Event, Failure, PlayedMove, TableState, Thinking, Valuation,
};
use serde_json::{Map, Value, json};

/// An event as one object; `event` names it.
pub(crate) fn event_json(event: &Event) -> Value {
    match event {
        Event::MatchStarted(table) => with_event("match_started", table_json(table)),
        Event::TurnStarted { ply, turn, clocks } => {
            json!({"event": "turn_started", "ply": ply, "turn": turn_json(*turn), "clocks": seconds_list(clocks)})
        }
        Event::InputRequested { seat, prompt } => {
            json!({"event": "input_requested", "seat": number(*seat), "refusal": prompt.refusal})
        }
        Event::ThinkingReported { seat, elapsed, thinking } => {
            let mut object = thinking_json(*elapsed, thinking);
            object["seat"] = number(*seat).into();
            with_event("thinking_reported", object)
        }
        Event::ChanceDecided(played) => with_event("chance_decided", move_json(played)),
        Event::MovePlayed(played) => with_event("move_played", move_json(played)),
        Event::MoveRejected { seat, text, why } => {
            json!({"event": "move_rejected", "seat": number(*seat), "move": text, "why": why})
        }
        Event::MoveTakenBack(table) => with_event("move_taken_back", table_json(table)),
        Event::MoveRedone(table) => with_event("move_redone", table_json(table)),
        Event::DrawOffered(seat) => json!({"event": "draw_offered", "seat": number(*seat)}),
        Event::DrawDeclined(seat) => json!({"event": "draw_declined", "seat": number(*seat)}),
        Event::Paused => json!({"event": "paused"}),
        Event::Resumed => json!({"event": "resumed"}),
        Event::ClockExpired(seat) => json!({"event": "clock_expired", "seat": number(*seat)}),
        Event::PlayerFailed { seat, failure } => {
            let mut object = failure_json(failure);
            object.insert("seat".into(), number(*seat).into());
            with_event("player_failed", Value::Object(object))
        }
        Event::CommandRefused { why } => json!({"event": "command_refused", "why": why}),
        Event::Resynchronized(table) => with_event("resynchronized", table_json(table)),
        Event::MatchEnded(ending) => with_event("match_ended", ending_json(ending)),
        _ => json!({"event": "unknown"}),
    }
}

/// How a match ended: payoffs and the reason, and who is to blame if somebody is.
pub(crate) fn ending_json(ending: &Ending) -> Value {
    let mut object = Map::new();
    let (reason, seat) = match &ending.reason {
        EndReason::Rules(rule) => (rule.as_str(), None),
        reason @ (EndReason::Resigned(seat) | EndReason::TimeExpired(seat)) => {
            (reason.name(), Some(seat))
        }
        reason @ EndReason::PlayerFailed(seat, failure) => {
            object = failure_json(failure);
            (reason.name(), Some(seat))
        }
        reason => (reason.name(), None),
    };
    object.insert("payoffs".into(), json!(ending.payoffs));
    object.insert("reason".into(), reason.into());
    if let Some(seat) = seat {
        object.insert("seat".into(), number(*seat).into());
    }
    Value::Object(object)
}

fn failure_json(failure: &Failure) -> Map<String, Value> {
    let mut object = Map::new();
    object.insert("failure".into(), failure.kind.name().into());
    object.insert("detail".into(), failure.detail.clone().into());
    object
}

fn move_json(played: &PlayedMove) -> Value {
    json!({
        "ply": played.ply + 1,
        "turn": turn_json(played.turn),
        "move": played.mv,
        "position": played.position,
        "seconds": played.elapsed.as_secs_f64(),
        "clock": played.clock.map(|clock| clock.as_secs_f64()),
    })
}

/// A line that a player thinks of, after so much time; what it doesn't tell is null.
pub(crate) fn thinking_json(elapsed: Duration, thinking: &Thinking) -> Value {
    let mut object = json!({
        "rank": thinking.rank,
        "depth": thinking.depth,
        "selective_depth": thinking.selective_depth,
        "nodes": thinking.nodes,
        "seconds": elapsed.as_secs_f64(),
        "nodes_per_second": screen::per_second(thinking.nodes, elapsed),
        "table_use": thinking.table_use.map(|per_mille| f64::from(per_mille) / 1000.0),
        "line": thinking.line.split_ascii_whitespace().collect::<Vec<_>>(),
    });
    let (name, value) = match thinking.valuation {
        Valuation::Centi(value) => ("score", json!(f64::from(value) / 100.0)),
        Valuation::WinIn(plies) => ("win_in", json!(plies)),
        Valuation::LossIn(plies) => ("loss_in", json!(plies)),
    };
    object[name] = value;
    object
}

fn table_json(table: &TableState) -> Value {
    json!({
        "game": table.game,
        "players": table.players,
        "time_control": table.time_control.to_string(),
        "start": table.start,
        "moves": table.moves,
        "position": table.position,
        "turn": turn_json(table.turn),
        "clocks": seconds_list(&table.clocks),
        "paused": table.is_paused,
        "ending": table.ending.as_ref().map(ending_json),
    })
}

fn with_event(name: &str, mut object: Value) -> Value {
    object["event"] = name.into();
    object
}

/// The seat's number from 1, or `"chance"`.
fn turn_json(turn: Turn) -> Value {
    match turn {
        Turn::Seat(seat) => number(seat).into(),
        Turn::Chance => "chance".into(),
    }
}

fn number(seat: Seat) -> usize {
    seat.index() + 1
}

fn seconds_list(times: &[Duration]) -> Vec<f64> {
    times.iter().map(Duration::as_secs_f64).collect()
}
