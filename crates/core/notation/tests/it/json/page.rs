//! Tests the examples of docs/author/json.md.

use notation::json::{
    Analysis, BookPosition, Command, Event, Request, SequencedEvent, Solution, Square,
    TablePosition, WeightedBookPosition,
};
use serde_json::Value;

use super::json;

/// The lines of the page's JSON blocks.
fn examples() -> Vec<&'static str> {
    let page = include_str!("../../../../../../docs/author/json.md");
    let blocks = page.split("```json\n").skip(1).filter_map(|rest| rest.split("```").next());
    blocks.flat_map(str::lines).collect()
}

/// The example after a round trip through its type.
fn written_again(line: &str, value: &Value) -> Value {
    let has = |field| value.get(field).is_some();
    if has("event") {
        let event: SequencedEvent = serde_json::from_str(line).unwrap();
        assert_ne!(event.event, Event::Unknown, "{line}");
        json(&event)
    } else if has("command") {
        json(&serde_json::from_str::<Command>(line).unwrap())
    } else if has("draw_offer") {
        json(&serde_json::from_str::<Request>(line).unwrap())
    } else if has("pieces") {
        json(&serde_json::from_str::<Square>(line).unwrap())
    } else if has("payoff") {
        json(&serde_json::from_str::<Solution>(line).unwrap())
    } else if has("table") && has("moves") {
        json(&serde_json::from_str::<TablePosition>(line).unwrap())
    } else if has("file") && !has("positions") {
        json(&serde_json::from_str::<WeightedBookPosition>(line).unwrap())
    } else if has("file") {
        json(&serde_json::from_str::<BookPosition>(line).unwrap())
    } else {
        json(&serde_json::from_str::<Analysis>(line).unwrap())
    }
}

#[test]
fn the_pages_examples_match_the_output() {
    let examples = examples();
    assert_eq!(examples.len(), 14);
    for line in examples {
        let value: Value = serde_json::from_str(line).unwrap();
        assert_eq!(written_again(line, &value), value, "{line}");
    }
}
