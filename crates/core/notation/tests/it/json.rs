//! Tests for the JSON that other programs read and write.

mod commands;
mod events;
mod page;
mod positions;
mod records;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The JSON of `written`, after checking that it parses back to the same value.
fn json<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(written: &T) -> Value {
    let text = serde_json::to_string(written).unwrap();
    assert_eq!(serde_json::from_str::<T>(&text).unwrap(), *written, "{text}");
    serde_json::from_str(&text).unwrap()
}
