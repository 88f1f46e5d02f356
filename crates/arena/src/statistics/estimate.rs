//! Numbers with errors.

use std::fmt;

/// An estimated number with its error.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The most likely value.
    pub value: f64,
    /// Half of the 95 % interval; infinite where there are no games.
    pub error: f64,
}

impl Estimate {
    /// The estimate without games.
    pub const UNKNOWN: Self = Self { value: 0.0, error: f64::INFINITY };

    /// Whether there are games that support it.
    pub const fn is_known(&self) -> bool {
        self.error.is_finite()
    }
}

/// `15.64 ± 5.88`; with `{:+.0}`, `+16 ± 6`; without games `–`.
impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { value, error } = self;
        let digits = f.precision().unwrap_or(2);
        match (self.is_known(), f.sign_plus()) {
            (false, _) => f.write_str("–"),
            (true, true) => write!(f, "{value:+.digits$} ± {error:.digits$}"),
            (true, false) => write!(f, "{value:.digits$} ± {error:.digits$}"),
        }
    }
}
