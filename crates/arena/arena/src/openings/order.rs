//! The order in which a file's openings are used.

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::{OPENINGS_MAX, OpeningError};

/// The order in which a file's openings are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpeningOrder {
    /// The seed for shuffling the openings; `None` to preserve the file order.
    pub seed: Option<u64>,
    /// The number of the opening to start with, from 1. Earlier openings come last.
    pub first: usize,
}

/// An order that starts with the first opening.
impl From<Option<u64>> for OpeningOrder {
    fn from(seed: Option<u64>) -> Self {
        Self { seed, first: 1 }
    }
}

impl OpeningOrder {
    /// Arranges the items in this order and returns at most [`OPENINGS_MAX`].
    pub(super) fn arrange<T>(self, mut items: Vec<T>) -> Result<Vec<T>, OpeningError> {
        let count = items.len();
        if count == 0 {
            return Err(OpeningError::Empty);
        }
        if let Some(seed) = self.seed {
            items.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
        }
        let before = self.first.checked_sub(1).filter(|before| *before < count);
        items.rotate_left(before.ok_or(OpeningError::NoFirst { first: self.first, count })?);
        items.truncate(OPENINGS_MAX);
        Ok(items)
    }
}
