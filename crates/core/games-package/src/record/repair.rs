//! Repairs of unplayable variations: moves them to where they belong, or drops them.

use board_engine::Turn;
use thiserror::Error;

use super::{Ply, Record, ReplayError, Variation};
use crate::{Clock, MatchState, TableGame};

/// A change made by [`Record::repair_variations`] or by a notation parser, as a message for people.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum Repair {
    /// A line that was taken back at the end of the match was attached to its start. The line is now at the end again.
    #[error(
        "moved the variation {mv} from the start of the match to after ply {to}, where it was taken back"
    )]
    Moved {
        /// The variation's first move.
        mv: String,
        /// The number of plies before the variation.
        to: usize,
    },
    /// The readable part of damaged text was parsed, and the rest was saved in a comment.
    #[error("kept the readable parts: {reason}")]
    Salvaged {
        /// The damage, with its position in the text.
        reason: String,
    },
    /// The start is not possible as written, and was corrected.
    #[error("corrected the start: {what}")]
    Corrected {
        /// The corrections, as a phrase.
        what: String,
    },
    /// A variation can't be played, and was dropped together with its nested variations.
    #[error("dropped a variation: {reason}")]
    Dropped {
        /// The reason why the variation can't be played, as a phrase.
        reason: String,
    },
}

impl Repair {
    /// Returns `true` if a part of the text became a comment.
    pub const fn is_salvage(&self) -> bool {
        matches!(self, Self::Salvaged { .. })
    }
}

/// Includes the text of the replay error; no caller needs the source.
impl From<ReplayError> for Repair {
    fn from(error: ReplayError) -> Self {
        let reason = match &error {
            ReplayError::Move { error: source, .. }
            | ReplayError::VariationMove { error: source, .. } => {
                format!("{error}: {source}")
            }
            _ => error.to_string(),
        };
        Self::Dropped { reason }
    }
}

impl Record {
    /// Makes all variations playable. Returns the changes, oldest variation first; none if all could be played.
    ///
    /// Until November 2026, if a match ended right after plies were taken back, these plies were written after ply 0
    /// instead of at the end, with all later variations nested in them. Such a line is moved back if it can't be played
    /// after ply 0, or if its moves or its clock times show that it was not played there. Other variations that can't
    /// be played are dropped.
    ///
    /// The match itself is not checked: [`replay`](Self::replay) does that.
    pub fn repair_variations(&mut self, game: &dyn TableGame) -> Vec<Repair> {
        if self.variations.is_empty() {
            return Vec::new();
        }
        let Ok(mut state) = game.open(Some(&self.start)) else { return Vec::new() };
        let mut as_written = self.variations.clone();
        let faults = keep_playable(&mut *state, &self.plies, &mut as_written);
        let mut repairs = Vec::new();
        let (variations, faults) = match self.moved_to_end(&mut *state, &as_written, &faults) {
            Some((moved, faults)) => {
                repairs.extend(
                    self.variations
                        .last()
                        .and_then(|line| line.plies.first())
                        .map(|ply| Repair::Moved { mv: ply.mv.clone(), to: self.plies.len() }),
                );
                (moved, faults)
            }
            None => (as_written, faults),
        };
        self.variations = variations;
        repairs.extend(faults.into_iter().map(Repair::from));
        repairs
    }

    /// Moves the newest variation from the start of the match to its end. Returns the playable variations, and the
    /// reasons for dropping the others. `None` if the newest variation belongs at the start. `as_written` contains the
    /// variations that are playable without this repair; `faults` contains the reasons for the others.
    fn moved_to_end(
        &self,
        state: &mut dyn MatchState,
        as_written: &[Variation],
        faults: &[ReplayError],
    ) -> Option<(Vec<Variation>, Vec<ReplayError>)> {
        let end = self.plies.len();
        let (line, others) = self.variations.split_last()?;
        if end == 0 || line.after != 0 || others.iter().any(|other| other.after > 0) {
            return None;
        }
        let (within, outside): (Vec<_>, Vec<_>) =
            line.variations.iter().cloned().partition(|variation| variation.after > end);
        let moved = Variation { after: end, variations: within, ..line.clone() };
        let mut variations = [others, &outside, &[moved]].concat();
        let left = keep_playable(state, &self.plies, &mut variations);
        let first = line.plies.first()?;
        let is_misplaced = if faults.is_empty() {
            left.is_empty()
                && (self.plies.first().is_some_and(|played| played.mv == first.mv)
                    || !has_texts_of(as_written, line) && has_texts_of(&variations, line)
                    || self.clock_fits(state, 0, first) == Some(false)
                        && self.clock_fits(state, end, first) == Some(true))
        } else {
            ply_count(&variations) > ply_count(as_written)
        };
        is_misplaced.then_some((variations, left))
    }

    /// Returns whether the clock recorded with `ply` can be the mover's clock if `ply` is played after the first
    /// `count` plies of the match. `None` if the clock doesn't decide the question.
    fn clock_fits(&self, state: &mut dyn MatchState, count: usize, ply: &Ply) -> Option<bool> {
        let mut movers = Vec::new();
        for ply in self.plies.iter().take(count) {
            movers.push(state.turn());
            state.play_on(&ply.mv).ok()?;
        }
        let mover = state.turn();
        take_back_to(state, 0);
        let Turn::Seat(seat) = mover else { return None };
        let odds = self.players.get(seat.index())?.odds;
        let mut clock = Clock::new(odds.time_control(self.time_control));
        let own = self.plies.iter().zip(&movers).filter(|(_, other)| **other == mover);
        for left in own.filter_map(|(ply, _)| ply.clock) {
            clock.go_on_from(left);
        }
        clock.replay(ply.elapsed);
        Some(ply.clock? == clock.left(std::time::Duration::ZERO)?)
    }
}

/// Returns `true` if the newest of these variations has the moves of `line` in the same notation: the table writes only
/// standard notation.
fn has_texts_of(variations: &[Variation], line: &Variation) -> bool {
    let texts = |line: &Variation| line.plies.iter().map(|ply| ply.mv.clone()).collect::<Vec<_>>();
    variations.last().is_some_and(|newest| texts(newest) == texts(line))
}

fn ply_count(variations: &[Variation]) -> usize {
    variations.iter().map(Variation::ply_count).sum()
}

/// Drops a line's unplayable variations, and writes the moves of the remaining ones in standard notation. Returns the
/// reason for each dropped variation. `state` is at the position before the line, and returns to it.
///
/// The variations are nested at most [`VARIATION_DEPTH_MAX`](super::VARIATION_DEPTH_MAX) deep.
pub(crate) fn keep_playable(
    state: &mut dyn MatchState,
    plies: &[Ply],
    variations: &mut Vec<Variation>,
) -> Vec<ReplayError> {
    let first = state.ply();
    let mut faults = Vec::new();
    let mut is_playable = vec![true; variations.len()];
    let mut order: Vec<usize> = (0..variations.len()).collect();
    // Sorted so that the line is played only once, whatever the order of its variations.
    order.sort_by_key(|&index| variations[index].after);
    for index in order {
        let Variation { after, plies: own, variations: within } = &mut variations[index];
        let played = go_to(state, first, plies, *after).and_then(|()| play(state, own));
        if let Err(error) = played {
            take_back_to(state, (*after).clamp(first, first + plies.len()));
            faults.push(error);
            is_playable[index] = false;
            continue;
        }
        take_back_to(state, *after);
        faults.extend(keep_playable(state, own, within));
    }
    take_back_to(state, first);
    let mut is_playable = is_playable.into_iter();
    variations.retain(|_| is_playable.next() == Some(true));
    faults
}

/// Advances to the position after `after` plies of the match, on a line with `first` plies before it.
fn go_to(
    state: &mut dyn MatchState,
    first: usize,
    plies: &[Ply],
    after: usize,
) -> Result<(), ReplayError> {
    if !(first..=first + plies.len()).contains(&after) {
        return Err(ReplayError::VariationPlace { after });
    }
    while state.ply() < after {
        let number = state.ply() + 1;
        let wrong = |error| ReplayError::Move { ply: number, error };
        state.play_on(&plies[state.ply() - first].mv).map_err(wrong)?;
    }
    Ok(())
}

/// Plays the plies of a variation.
fn play(state: &mut dyn MatchState, plies: &mut [Ply]) -> Result<(), ReplayError> {
    for ply in plies {
        let number = state.ply() + 1;
        let wrong = |error| ReplayError::VariationMove { ply: number, error };
        ply.mv = state.play_on(&ply.mv).map_err(wrong)?;
    }
    Ok(())
}

fn take_back_to(state: &mut dyn MatchState, ply: usize) {
    while state.ply() > ply && state.take_back() {}
}
