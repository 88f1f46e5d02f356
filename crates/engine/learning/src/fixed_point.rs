//! Weights as fixed-point numbers, for searches and for shipped files.

/// The fixed-point value of 1 in accumulators and units.
pub(crate) const UNIT: i16 = 256;
/// The largest unit.
pub(crate) const UNIT_MAX: i16 = UNIT - 1;
/// The fixed-point value of 1 in the weights of later layers.
pub(crate) const LATER_UNIT: i16 = 64;
/// The bit shift from sums in later layers to units.
pub(crate) const LATER_SHIFT: u32 = 6;
/// The fixed-point value of 1 in outputs.
pub(crate) const OUTPUT_UNIT: i32 = UNIT as i32 * LATER_UNIT as i32;

/// The largest absolute weights that the integer network can represent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WeightLimits {
    pub(crate) inputs: f32,
    pub(crate) later: f32,
}

/// The weight limits for a network with at most `active_max` active inputs. The accumulator biases count as one more
/// input.
pub(crate) fn limits(active_max: usize) -> WeightLimits {
    let most = u16::try_from(active_max + 1).unwrap_or(u16::MAX);
    let largest = i16::MAX.cast_unsigned() / most;
    WeightLimits {
        inputs: f32::from(largest) / f32::from(UNIT),
        later: f32::from(i8::MAX) / f32::from(LATER_UNIT),
    }
}

/// A weight as a fixed-point number.
#[expect(clippy::cast_possible_truncation, reason = "the limit fits 16 bits")]
pub(crate) fn rounded(number: f32, limit: f32, unit: f32) -> i16 {
    (number.clamp(-limit, limit) * unit).round() as i16
}

/// A bias of a later layer as a fixed-point number, clipped at 1000.
#[expect(clippy::cast_possible_truncation, reason = "it is clipped")]
#[expect(clippy::cast_precision_loss, reason = "a power of 2 is exact")]
pub(crate) fn rounded_bias(number: f32) -> i32 {
    (number.clamp(-1000.0, 1000.0) * OUTPUT_UNIT as f32).round() as i32
}
