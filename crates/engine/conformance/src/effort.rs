//! The amount of random play per law.

/// The amount of random play per law. The same effort on the same game produces the same positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// The first playout's seed; each further playout uses the next number.
    pub seed: u64,
    /// The number of games.
    pub playouts: u32,
    /// The length in plies at which a game is truncated.
    pub plies_max: u32,
    /// The number of garbled strings per position for each parser.
    pub garbled_texts: u32,
}

impl Effort {
    /// A second or two for a slow game, for every test run.
    pub const QUICK: Self = Self { seed: 1, playouts: 20, plies_max: 150, garbled_texts: 6 };

    /// Ten times as much effort, for a new variant.
    pub const THOROUGH: Self = Self { seed: 1, playouts: 100, plies_max: 300, garbled_texts: 12 };

    /// The same effort for a single playout with `seed`.
    #[must_use]
    pub const fn replaying(self, seed: u64) -> Self {
        Self { seed, playouts: 1, ..self }
    }

    /// Each playout's seed.
    pub(crate) fn seeds(self) -> impl Iterator<Item = u64> {
        (0..self.playouts).map(move |index| self.seed.wrapping_add(index.into()))
    }
}

impl Default for Effort {
    fn default() -> Self {
        Self::QUICK
    }
}
