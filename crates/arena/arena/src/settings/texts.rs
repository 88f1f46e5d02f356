//! Serde adapters for human-readable times in settings.

use std::collections::BTreeMap;
use std::time::Duration;

use games_package::TimeControl;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serializer};
use toml::Spanned;

/// A value of an option.
#[derive(Deserialize)]
#[serde(untagged)]
enum OptionValue {
    Text(String),
    Flag(bool),
    Whole(i64),
    Number(f64),
}

/// Options with their values as strings, in TOML file order.
pub(super) fn option_values<'de, D: Deserializer<'de>>(
    from: D,
) -> Result<Vec<(String, String)>, D::Error> {
    let values: BTreeMap<Spanned<String>, OptionValue> = BTreeMap::deserialize(from)?;
    let mut values: Vec<(Spanned<String>, OptionValue)> = values.into_iter().collect();
    values.sort_by_key(|(name, _)| name.span().start);
    let text = |value| match value {
        OptionValue::Text(text) => text,
        OptionValue::Flag(flag) => flag.to_string(),
        OptionValue::Whole(number) => number.to_string(),
        OptionValue::Number(number) => number.to_string(),
    };
    Ok(values.into_iter().map(|(name, value)| (name.into_inner(), text(value))).collect())
}

/// Time controls: "1m+1s".
pub(super) mod controls {
    use super::{Deserialize, Deserializer, Error, Serializer, TimeControl};

    pub(in super::super) fn serialize<S: Serializer>(
        time: &TimeControl,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.collect_str(time)
    }

    pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<TimeControl, D::Error> {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}

/// Serializes optional time controls as strings.
pub(super) mod optional_controls {
    use super::{Deserializer, Serializer, TimeControl, controls};

    #[expect(clippy::ref_option, reason = "serde calls it like this")]
    pub(in super::super) fn serialize<S: Serializer>(
        time: &Option<TimeControl>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        match time {
            Some(time) => controls::serialize(time, to),
            None => to.serialize_none(),
        }
    }

    pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<TimeControl>, D::Error> {
        controls::deserialize(from).map(Some)
    }
}

/// Serializes move time limits as strings: "1m", "none".
pub(super) mod move_limits {
    use games_package::MoveLimit;

    use super::{Deserialize, Deserializer, Error, Serializer};

    #[expect(clippy::ref_option, reason = "serde calls it like this")]
    pub(in super::super) fn serialize<S: Serializer>(
        limit: &Option<MoveLimit>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        match limit {
            Some(limit) => to.collect_str(limit),
            None => to.serialize_none(),
        }
    }

    pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<MoveLimit>, D::Error> {
        String::deserialize(from)?.parse().map(Some).map_err(D::Error::custom)
    }
}

/// Serializes durations as strings: "20ms".
pub(super) mod durations {
    use games_package::parse_duration;

    use super::{Deserialize, Deserializer, Duration, Error, Serializer};

    pub(in super::super) fn serialize<S: Serializer>(
        time: &Duration,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.collect_str(&humantime::format_duration(*time))
    }

    pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Duration, D::Error> {
        parse_duration(&String::deserialize(from)?).map_err(D::Error::custom)
    }
}

/// Serializes optional durations as strings.
pub(super) mod optional_durations {
    use super::{Deserializer, Duration, Serializer, durations};

    #[expect(clippy::ref_option, reason = "serde calls it like this")]
    pub(in super::super) fn serialize<S: Serializer>(
        time: &Option<Duration>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        match time {
            Some(time) => durations::serialize(time, to),
            None => to.serialize_none(),
        }
    }

    pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<Duration>, D::Error> {
        durations::deserialize(from).map(Some)
    }
}
