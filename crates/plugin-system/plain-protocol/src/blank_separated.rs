//! Serializes moves separated by single blanks as a list of strings.

use std::borrow::Cow;

use serde::{Deserialize, Deserializer, Serializer};

pub(crate) fn serialize<S: Serializer>(moves: &str, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(moves.split_ascii_whitespace())
}

pub(crate) fn deserialize<'de, 'a, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Cow<'a, str>, D::Error> {
    Vec::<Cow<'_, str>>::deserialize(deserializer).map(|moves| moves.join(" ").into())
}
