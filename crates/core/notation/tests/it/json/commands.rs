//! Tests for commands sent by other programs.

use std::time::Duration;

use board_engine::Seat;
use games_package as table;
use notation::json::{Command, SeatNumber};

use super::json;

/// Parses a command for a two-player table; the error is the reason why it was refused.
fn read(line: &str) -> Result<String, String> {
    let command: Command = serde_json::from_str(line).map_err(|error| error.to_string())?;
    let for_table = command.for_table(2).map_err(|error| error.to_string())?;
    Ok(format!("{for_table:?}"))
}

fn check(line: &str, expected: &table::Command) {
    assert_eq!(read(line), Ok(format!("{expected:?}")), "{line}");
}

fn check_refused(line: &str, expected: &str) {
    assert_eq!(
        read(line).map_err(|why| why.contains(expected)),
        Err(true),
        "{line}: {:?}",
        read(line)
    );
}

#[test]
fn every_command_is_parsed() {
    use table::Command as To;
    check(r#"{"command":"pause"}"#, &To::Pause);
    check(r#"{"command":"take_back","plies":2}"#, &To::TakeBack { plies: 2 });
    check(r#"{"command":"redo","plies":1}"#, &To::Redo { plies: 1 });
    check(r#"{"command":"resign","seat":2}"#, &To::Resign(Seat::SECOND));
    check(r#"{"command":"set_pace","seconds":0.5}"#, &To::SetPace(Duration::from_millis(500)));
    let answer = To::Answer { seat: Seat::FIRST, ply: 4, text: "9-13".into() };
    check(r#"{"command":"answer","seat":1,"ply":4,"text":"9-13"}"#, &answer);
    check(r#"{"command":"next_round","seat":2}"#, &To::NextRound(Seat::SECOND));
    check(r#"{"command":"move_now"}"#, &To::MoveNow);
}

#[test]
fn invalid_commands_are_refused_with_the_reason() {
    check_refused(r#"{"command":"resign","seat":3}"#, "there is no seat 3: the seats are 1 to 2");
    check_refused(r#"{"command":"resign","seat":0}"#, "there is no seat 0");
    check_refused(r#"{"command":"resign","seat":-1}"#, "invalid value: integer `-1`");
    check_refused(r#"{"command":"take_back","plies":0}"#, "\"plies\" is 0: it must be at least 1");
    check_refused(r#"{"command":"set_pace","seconds":-1}"#, "must be from 0 to 86400");
    check_refused(r#"{"command":"set_pace","seconds":1e300}"#, "must be from 0 to 86400");
    check_refused(r#"{"command":"jump"}"#, "unknown variant `jump`");
    check_refused(r#"{"command":"resign","Seat":1}"#, "missing field `seat`");
    check_refused("[]", "missing field `command`");
}

#[test]
fn commands_survive_a_round_trip() {
    let command = Command::DeclineDraw { seat: SeatNumber(2) };
    assert_eq!(json(&command).to_string(), r#"{"command":"decline_draw","seat":2}"#);
}
