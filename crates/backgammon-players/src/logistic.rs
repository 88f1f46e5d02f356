//! The logistic function.

/// The logistic function, 1 / (1 + e^−x), from additions, multiplications and divisions, so that every machine has the same
/// result. It is off by less than 0.000 1.
pub(crate) fn logistic(x: f32) -> f32 {
    // e^−x = 2^whole · e^part, with part from −0.35 to 0.35.
    let power = (-x * std::f32::consts::LOG2_E).clamp(-60.0, 60.0);
    let whole = (power + 0.5).floor();
    let part = (power - whole) * std::f32::consts::LN_2;
    let series = 1.0 + part * (1.0 + part * (0.5 + part * (1.0 / 6.0 + part * (1.0 / 24.0))));
    #[expect(clippy::cast_possible_truncation, reason = "a whole number from -60 to 60")]
    let exponent = (127 + whole as i32).unsigned_abs() << 23;
    1.0 / (1.0 + series * f32::from_bits(exponent))
}

#[cfg(test)]
mod tests {
    use super::logistic;

    #[test]
    fn the_function_has_its_known_values() {
        for (x, expected) in
            [(0.0, 0.5), (1.0, 0.731_059), (-1.0, 0.268_941), (5.0, 0.993_307), (-9.0, 0.000_123)]
        {
            assert!((logistic(x) - expected).abs() < 1e-4, "{x}: {}", logistic(x));
        }
        assert!(logistic(-1e9) >= 0.0 && logistic(1e9) <= 1.0 && logistic(-1e9) < 1e-9);
    }
}
