//! What other programs read and write.

#![expect(clippy::unwrap_used, reason = "a test that can't go on has failed")]

mod commands;
mod events;
mod page;
mod positions;
mod records;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The JSON of `written`, which reads back as the same value.
fn json<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(written: &T) -> Value {
    let text = serde_json::to_string(written).unwrap();
    assert_eq!(serde_json::from_str::<T>(&text).unwrap(), *written, "{text}");
    serde_json::from_str(&text).unwrap()
}
