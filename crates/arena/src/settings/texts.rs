//! Serde adapters for times in settings, as people write them.

use std::time::Duration;

use games_package::TimeControl;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serializer};

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

/// Optional time controls.
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

/// Durations: "20ms".
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
