//! Whole numbers in JSON from other languages: `3`, or `3.0` from languages that have only doubles.

use std::any::type_name;
use std::fmt;
use std::marker::PhantomData;

use notation::json::SeatNumber;
use serde::de::{Deserialize, Deserializer, Error, Unexpected, Visitor};

/// Every whole number up to this one is exactly representable as a double.
const EXACT_MAX: f64 = 9_007_199_254_740_992.0;

/// A whole-number type.
pub(crate) trait Whole: TryFrom<i64> + TryFrom<u64> {}

impl<N: TryFrom<i64> + TryFrom<u64>> Whole for N {}

pub(crate) fn deserialize<'de, D: Deserializer<'de>, N: Whole>(
    deserializer: D,
) -> Result<N, D::Error> {
    deserializer.deserialize_any(WholeVisitor(PhantomData))
}

/// Reads a number, or null as `None`.
pub(crate) fn optional<'de, D: Deserializer<'de>, N: Whole>(
    deserializer: D,
) -> Result<Option<N>, D::Error> {
    let read = Option::<Read<N>>::deserialize(deserializer);
    read.map(|read| read.map(|Read(number)| number))
}

/// Reads a seat number.
pub(crate) fn seat<'de, D: Deserializer<'de>>(deserializer: D) -> Result<SeatNumber, D::Error> {
    deserialize(deserializer).map(SeatNumber)
}

/// Reads a seat number, or null as `None`.
pub(crate) fn optional_seat<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<SeatNumber>, D::Error> {
    optional(deserializer).map(|number| number.map(SeatNumber))
}

/// A deserialized number.
struct Read<N>(N);

impl<'de, N: Whole> Deserialize<'de> for Read<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserialize(deserializer).map(Self)
    }
}

struct WholeVisitor<N>(PhantomData<N>);

impl<N: Whole> Visitor<'_> for WholeVisitor<N> {
    type Value = N;

    /// Names the type as the standard deserializer does.
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(type_name::<N>())
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<N, E> {
        let read = N::try_from(number);
        read.map_err(|_too_large| E::invalid_value(Unexpected::Signed(number), &self))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<N, E> {
        let read = N::try_from(number);
        read.map_err(|_too_large| E::invalid_value(Unexpected::Unsigned(number), &self))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<N, E> {
        let is_whole = number.fract() == 0.0 && number.abs() <= EXACT_MAX;
        if !is_whole {
            return Err(E::invalid_type(Unexpected::Float(number), &self));
        }
        #[expect(clippy::cast_possible_truncation, reason = "it is whole and small enough")]
        let whole = number as i64;
        self.visit_i64(whole)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a number from `json`, or returns the error.
    fn read<N: Whole>(json: &str) -> Result<N, String> {
        let mut deserializer = serde_json::Deserializer::from_str(json);
        deserialize(&mut deserializer).map_err(|error| error.to_string())
    }

    #[test]
    fn a_whole_number_may_be_written_as_a_double() {
        for json in ["1000000", "1000000.0", "1e6", "1.0E+6"] {
            assert_eq!(read::<u32>(json), Ok(1_000_000), "{json}");
        }
        assert_eq!(read::<i64>("-3.0"), Ok(-3));
        assert_eq!(read::<u64>("-0.0"), Ok(0));
        assert_eq!(read::<u64>("18446744073709551615"), Ok(u64::MAX));
        assert_eq!(read::<u64>("9007199254740992.0"), Ok(1 << 53));
    }

    #[test]
    fn other_numbers_are_refused() {
        let refused = |json: &str, expected: &str| {
            let error = read::<u32>(json).unwrap_err();
            assert!(error.starts_with(expected), "{json}: {error}");
        };
        refused("1.5", "invalid type: floating point `1.5`, expected u32");
        refused("1e300", "invalid type: floating point `1");
        refused("-1", "invalid value: integer `-1`, expected u32");
        refused("-1.0", "invalid value: integer `-1`, expected u32");
        refused("4294967296.0", "invalid value: integer `4294967296`, expected u32");
        refused("\"1\"", "invalid type: string \"1\", expected u32");
        refused("null", "invalid type: null, expected u32");
    }
}
