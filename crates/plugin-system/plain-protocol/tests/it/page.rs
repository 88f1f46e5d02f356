//! The examples in docs/author/plain-players.md.

use plain_protocol::{FromProgram, ToProgram};
use serde_json::Value;

const PAGE: &str = include_str!("../../../../../docs/author/plain-players.md");

/// The lines in the page's JSON blocks.
fn examples() -> Vec<&'static str> {
    let blocks = PAGE.split("```json\n").skip(1).filter_map(|rest| rest.split("```").next());
    blocks.flat_map(str::lines).collect()
}

/// Returns `true` if `whole` contains all fields and values of `part`, at any depth. `whole` may have further fields
/// with default values.
fn is_within(part: &Value, whole: &Value) -> bool {
    match (part, whole) {
        (Value::Object(part), Value::Object(whole)) => part
            .iter()
            .all(|(name, value)| whole.get(name).is_some_and(|found| is_within(value, found))),
        (Value::Array(part), Value::Array(whole)) => {
            part.len() == whole.len()
                && part.iter().zip(whole).all(|(part, whole)| is_within(part, whole))
        }
        (Value::Array(part), whole) => part.is_empty() && whole.is_null(),
        _ => part == whole,
    }
}

#[test]
fn the_page_examples_are_valid_messages() {
    let examples = examples();
    assert!(examples.len() > 15);
    for line in examples {
        let value: Value = serde_json::from_str(line).unwrap();
        let to = ToProgram::parse(line.as_bytes()).map(|message| message.to_line());
        let from = FromProgram::parse(line.as_bytes()).map(|message| message.to_line());
        let mut read = [to, from].into_iter().flatten();
        let is_found = read.any(|written| {
            let mut written: Value = serde_json::from_slice(&written).unwrap();
            // An empty `moves` field is equivalent to a missing one.
            if let Some(questions) = written.get_mut("questions").and_then(Value::as_array_mut) {
                for question in questions {
                    let fields = question.as_object_mut().unwrap();
                    fields.entry("moves").or_insert_with(|| Value::Array(Vec::new()));
                }
            }
            is_within(&value, &written)
        });
        assert!(is_found, "{line}");
    }
}

#[test]
fn the_page_names_every_message() {
    let named: Vec<&str> =
        PAGE.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next()).collect();
    for message in [
        "hello",
        "new-game",
        "choose",
        "stop",
        "ponder",
        "ponder-hit",
        "answer",
        "ping",
        "error",
        "quit",
        "move",
        "accept-draw",
        "resign",
        "info",
        "ask",
        "pong",
    ] {
        assert!(named.contains(&message), "{message}");
    }
}
