//! Lines as written by programs in several languages.

use notation::json::SeatNumber;
use plain_protocol::{FromProgram, ToProgram, message_type};

fn from_program(line: &str) -> FromProgram {
    FromProgram::parse(line.as_bytes()).unwrap()
}

#[test]
fn a_byte_order_mark_before_a_line_is_skipped() {
    let line = r#"{"type":"hello","name":"first 1.0"}"#;
    let marked = format!("\u{FEFF}{line}");
    assert_eq!(from_program(&marked), from_program(line));
    assert_eq!(message_type(marked.as_bytes()).as_deref(), Some("hello"));
    assert_eq!(ToProgram::parse("\u{FEFF}{\"type\":\"quit\"}".as_bytes()), Ok(ToProgram::Quit));
    let twice = FromProgram::parse(format!("\u{FEFF}{marked}").as_bytes()).unwrap_err();
    assert!(twice.to_string().starts_with("a line that is not a JSON object"), "{twice}");
}

#[test]
fn programs_may_send_whole_numbers_as_doubles() {
    for (doubles, integers) in [
        (r#"{"type":"move","id":7.0,"move":"a1"}"#, r#"{"type":"move","id":7,"move":"a1"}"#),
        (r#"{"type":"resign","id":7.0}"#, r#"{"type":"resign","id":7}"#),
        (r#"{"type":"pong","id":7.0}"#, r#"{"type":"pong","id":7}"#),
        (r#"{"type":"ask","id":1e0,"questions":[]}"#, r#"{"type":"ask","id":1,"questions":[]}"#),
        (
            r#"{"type":"info","depth":3.0,"nodes":1000000.0,"rank":1.0,"win_in":5.0,"loss_in":null}"#,
            r#"{"type":"info","depth":3,"nodes":1000000,"rank":1,"win_in":5}"#,
        ),
        (
            r#"{"type":"hello","protocol":1.0,"name":"a","options":[{"name":"b","type":"int","default":2.0,"min":1.0,"max":4.0}]}"#,
            r#"{"type":"hello","protocol":1,"name":"a","options":[{"name":"b","type":"int","default":2,"min":1,"max":4}]}"#,
        ),
    ] {
        assert_eq!(from_program(doubles), from_program(integers), "{doubles}");
    }
    for line in [r#"{"type":"move","id":7.5,"move":"a1"}"#, r#"{"type":"info","nodes":-1.0}"#] {
        assert!(FromProgram::parse(line.as_bytes()).is_err(), "{line}");
    }
}

#[test]
fn tables_may_send_whole_numbers_as_doubles() {
    let line = r#"{"type":"choose","id":1.0,"seat":2.0,"position":"3/3/x2 o","draw_offer":1.0}"#;
    let ToProgram::Choose(asked) = ToProgram::parse(line.as_bytes()).unwrap() else {
        unreachable!("it is a question")
    };
    assert_eq!((asked.id, asked.seat, asked.draw_offer), (1, SeatNumber(2), Some(SeatNumber(1))));
    let line = r#"{"type":"new-game","game":"chess:standard","seat":1.0,"seat_count":2.0,"nodes_max":5e3,"seed":9.0}"#;
    let ToProgram::NewGame(game) = ToProgram::parse(line.as_bytes()).unwrap() else {
        unreachable!("it is a match")
    };
    assert_eq!(
        (game.seat_count, game.nodes_max, game.depth_max, game.seed),
        (2, Some(5000), None, 9)
    );
}

#[test]
fn a_wrong_message_is_refused_by_its_field() {
    let check = |line: &str, expected: &str| {
        let error = FromProgram::parse(line.as_bytes()).unwrap_err().to_string();
        let shown = error.strip_suffix(&format!(": {line}")).unwrap_or(&error);
        assert_eq!(shown, expected, "{line}");
    };
    let id = |found: &str| {
        format!("a malformed \"move\" (\"id\" is {found}, expected a whole number from 0)")
    };
    check(r#"{"type":"move","id":-1,"move":"a1"}"#, &id("-1"));
    check(r#"{"type":"move","id":null,"move":"a1"}"#, &id("null"));
    check(r#"{"type":"move","id":1.5,"move":"a1","expected":null}"#, &id("1.5"));
    check(
        r#"{"type":"move","id":1,"move":null,"expected":null}"#,
        "a malformed \"move\" (\"move\" is null, expected a string)",
    );
    check(
        r#"{"type":"info","depth":5000000000}"#,
        "a malformed \"info\" (\"depth\" is 5000000000, expected a whole number from 0 to 4294967295)",
    );
    check(r#"{"type":3,"id":1}"#, "an object whose \"type\" is 3, expected a string");
    check(r#"{"type":null}"#, "an object whose \"type\" is null, expected a string");
    check(r#"{"type":"Move","id":1,"move":"a1"}"#, "a message of type \"Move\", expected \"move\"");
    check(
        r#"{"type":"accept_draw","id":1}"#,
        "a message of type \"accept_draw\", expected \"accept-draw\"",
    );
    check(r#"{"type":"later"}"#, "a message of unknown type \"later\"");
    check(r#"["move",1,"a1"]"#, "a line that is not a JSON object (another value)");
}
