//! What a search learns of moves and evaluations, beside the table.

use super::corrections::Corrections;
use super::history::History;
use crate::Score;

/// What one thread has learned. Where static evaluations can be trusted it is kept from one search to the next.
#[derive(Debug)]
pub(super) struct Learned {
    pub(super) history: History,
    pub(super) corrections: Corrections,
    /// Static evaluations with the keys of their positions, each at the place that its key names; empty where none is kept.
    evaluations: Vec<(u64, Score)>,
}

/// How many evaluations are kept, a power of 2.
const EVALUATIONS: usize = 1 << 14;

impl Learned {
    /// Nothing yet, for one search.
    pub(super) fn of_one_search() -> Self {
        let (history, corrections) = (History::new(), Corrections::none());
        Self { history, corrections, evaluations: Vec::new() }
    }

    /// Nothing yet, for all searches of a match.
    pub(super) fn lasting() -> Self {
        let (history, corrections) = (History::lasting(), Corrections::new());
        Self { history, corrections, evaluations: vec![(0, Score::ZERO); EVALUATIONS] }
    }

    /// The static evaluation of the position with this key, if it is kept.
    #[inline]
    pub(super) fn evaluation(&self, key: u64) -> Option<Score> {
        let &(known, score) = self.evaluations.get(place(key))?;
        (known == key).then_some(score)
    }

    /// Keeps the static evaluation of the position with this key.
    #[inline]
    pub(super) fn keep_evaluation(&mut self, key: u64, score: Score) {
        if let Some(kept) = self.evaluations.get_mut(place(key)) {
            *kept = (key, score);
        }
    }
}

#[inline]
fn place(key: u64) -> usize {
    usize::try_from(key % EVALUATIONS as u64).unwrap_or(0)
}
