//! What was taken back and tried otherwise.

use super::{Ply, Record, ReplayError};
use crate::TableGame;

/// The deepest that variations may lie within each other.
pub const VARIATION_DEPTH_MAX: usize = 100;

/// Another way in which a match could have gone on, or did for a while.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variation {
    /// How many plies of the line around it were played before it, counted from the start of the match.
    pub after: usize,
    /// What was played then; never empty.
    pub plies: Vec<Ply>,
    /// Other ways within this one: each goes off after some of its plies.
    pub variations: Vec<Self>,
}

impl Variation {
    /// How many plies it has, with those of all variations within it.
    pub(crate) fn ply_count(&self) -> usize {
        self.plies.len() + self.variations.iter().map(Self::ply_count).sum::<usize>()
    }

    /// How deep variations lie within each other, 1 if there is none within this one.
    pub(crate) fn depth(&self) -> usize {
        1 + self.variations.iter().map(Self::depth).max().unwrap_or(0)
    }
}

/// Makes `line`, which went on after so many plies of the line around it, one of its variations, with those that went
/// off from it; what would lie deeper than [`VARIATION_DEPTH_MAX`] is dropped.
pub(crate) fn put_aside(variations: &mut Vec<Variation>, after: usize, line: Vec<Ply>) {
    if line.is_empty() {
        return;
    }
    let (within, kept) = variations.drain(..).partition(|variation| variation.after > after);
    *variations = kept;
    let aside = Variation { after, plies: line, variations: within };
    if aside.depth() <= VARIATION_DEPTH_MAX {
        variations.push(aside);
    }
}

impl Record {
    /// The match as it stood after so many plies, to go on from there another way: what followed is a variation. The
    /// whole record if it has no more plies.
    ///
    /// # Errors
    /// [`ReplayError`] if the plies can't be played.
    pub fn cut(&self, plies: usize, game: &dyn TableGame) -> Result<Self, ReplayError> {
        if plies >= self.plies.len() {
            return Ok(self.clone());
        }
        let mut cut = self.clone();
        let rest = cut.plies.split_off(plies);
        put_aside(&mut cut.variations, plies, rest);
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
