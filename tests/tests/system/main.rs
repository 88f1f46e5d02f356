//! The whole system: the built program and the shipped plugins, run the way people and scripts do.

mod analyzing;
mod answers;
mod authors;
mod books;
mod checks;
mod compatibility;
mod course;
mod engines;
mod faults;
mod full_screen;
mod hand_ins;
mod hands;
mod house;
mod interruption;
mod learning;
mod line_by_line;
mod live_table;
mod manners;
mod matches;
mod newcomers;
mod notations;
mod origins;
mod others;
mod people;
mod plain;
mod plugins;
mod power_cuts;
mod puzzles;
mod records;
mod reliability;
mod script;
mod skins;
mod solving;
mod strangers;
mod survivors;
mod syzygy;
mod tablebases;
mod taking_back;
mod templates;
mod verdicts;

use integration_tests::Finished;
use serde_json::Value;

/// The objects that a command with `--json` has written, one per line.
fn objects(finished: &Finished) -> Vec<Value> {
    let object = |line| match serde_json::from_str(line) {
        Ok(value @ Value::Object(_)) => value,
        other => panic!("`{line}` is not an object, but {other:?}: {finished}"),
    };
    finished.stdout.lines().map(object).collect()
}

/// The only object that a command with `--json` has written.
fn object(finished: &Finished) -> Value {
    let mut objects = objects(finished);
    assert_eq!(objects.len(), 1, "{finished}");
    objects.remove(0)
}

/// The strings in a JSON array.
fn texts(value: &Value) -> Vec<String> {
    let text = |value: &Value| value.as_str().expect("an array of texts").to_owned();
    value.as_array().unwrap_or_else(|| panic!("{value} is no array")).iter().map(text).collect()
}
