//! The variations of a match record.

use super::{Ply, Record, ReplayError};
use crate::TableGame;

/// The deepest nesting of variations.
pub const VARIATION_DEPTH_MAX: usize = 100;

/// A line that the match could have followed, or that was played and then taken back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variation {
    /// The number of plies on the parent line before this variation, counted from the start of the match.
    pub after: usize,
    /// The plies; never empty.
    pub plies: Vec<Ply>,
    /// Variations within this variation: each branches off after some of its plies.
    pub variations: Vec<Self>,
}

impl Variation {
    /// The number of plies, including nested variations.
    pub(crate) fn ply_count(&self) -> usize {
        self.plies.len() + self.variations.iter().map(Self::ply_count).sum::<usize>()
    }
}

/// Adds `line`, which branches off after `after` plies, as a variation, and nests the variations that branch off from
/// it. Variations that would be nested deeper than [`VARIATION_DEPTH_MAX`] are dropped.
pub(crate) fn add_variation(variations: &mut Vec<Variation>, after: usize, line: Vec<Ply>) {
    if line.is_empty() {
        return;
    }
    let (mut within, outside) = variations.drain(..).partition(|variation| variation.after > after);
    *variations = outside;
    limit_depth(&mut within, VARIATION_DEPTH_MAX - 1);
    variations.push(Variation { after, plies: line, variations: within });
}

/// Drops the variations that are nested deeper than `depth_max`.
fn limit_depth(variations: &mut Vec<Variation>, depth_max: usize) {
    if depth_max == 0 {
        return variations.clear();
    }
    for variation in variations {
        limit_depth(&mut variation.variations, depth_max - 1);
    }
}

impl Record {
    /// The match truncated after this number of plies so that it can continue differently; the rest becomes a
    /// variation. Returns the whole record if it has no more plies than that.
    ///
    /// # Errors
    /// [`ReplayError`] if the plies can't be played.
    pub fn cut(&self, plies: usize, game: &dyn TableGame) -> Result<Self, ReplayError> {
        if plies >= self.plies.len() {
            return Ok(self.clone());
        }
        let mut cut = self.clone();
        let rest = cut.plies.split_off(plies);
        add_variation(&mut cut.variations, plies, rest);
        cut.ending = None;
        let mut state = game.open(Some(&cut.start)).map_err(ReplayError::Start)?;
        for (ply, number) in cut.plies.iter().zip(1..) {
            let wrong = |error| ReplayError::Move { ply: number, error };
            state.play_on(&ply.mv).map_err(wrong)?;
        }
        cut.final_position = state.position(board_engine::Viewer::Arbiter);
        Ok(cut)
    }
}
