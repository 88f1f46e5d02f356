//! Lines of moves on sheets, played by the rules.

use std::time::Duration;

use board_engine::NotationError;

use super::{Comment, SheetError, SheetMove};
use crate::{MatchState, Note, Ply, Variation};

/// Plays a line with its variations on a match that stands before it, and stands there again afterwards.
pub(super) fn read_line(
    state: &mut dyn MatchState,
    moves: &[SheetMove],
    variations: &mut Vec<Variation>,
) -> Result<Vec<Ply>, SheetError> {
    let first = state.ply();
    let mut plies = Vec::new();
    let mut left = moves;
    while let [mv, rest @ ..] = left {
        left = rest;
        let after = state.ply();
        let mut others = Vec::new();
        for other in &mv.others {
            let mut within = Vec::new();
            let line = read_line(state, other, &mut within)?;
            others.push(Variation { after, plies: line, variations: within });
        }
        let ply = read_move(state, mv, rest)?;
        for other in others {
            add(other, &ply.mv, variations);
        }
        plies.push(ply);
    }
    take_back_to(state, first);
    Ok(plies)
}

/// Adds a variation to those of the line around it, in which `played` was played in its place. Where it begins with the
/// same move, it goes off a ply later.
fn add(mut variation: Variation, played: &str, variations: &mut Vec<Variation>) {
    let is_same = variation.plies.first().is_some_and(|ply| ply.mv == played);
    if is_same {
        variation.plies.remove(0);
        let after = variation.after;
        let (outer, inner) =
            variation.variations.drain(..).partition(|within: &Variation| within.after <= after);
        variations.extend::<Vec<_>>(outer);
        variation.variations = inner;
        variation.after += 1;
    }
    if variation.plies.is_empty() {
        variations.append(&mut variation.variations);
    } else {
        variations.push(variation);
    }
}

fn read_move(
    state: &mut dyn MatchState,
    mv: &SheetMove,
    rest: &[SheetMove],
) -> Result<Ply, SheetError> {
    let wrong = |error: NotationError| SheetError::malformed(mv.place, error.to_string());
    let text = match state.play_on(&mv.text) {
        Err(NotationError::Ambiguous { text, candidates }) => {
            let meant = meant(state, &candidates, rest);
            let meant =
                meant.ok_or_else(|| wrong(NotationError::Ambiguous { text, candidates }))?;
            state.play_on(&meant).map_err(wrong)?
        }
        played => played.map_err(wrong)?,
    };
    let Comment { clock, elapsed, thought, remark } = Comment::parse(&mv.comment);
    let note = Note { thought, mark: mv.mark, remark };
    Ok(Ply { mv: text, elapsed: elapsed.unwrap_or(Duration::ZERO), clock, note })
}

/// The most plies that are tried to find out which moves of one line are meant.
const TRIES_MAX: usize = 10_000;

/// The most ambiguous moves behind each other of which all ways are tried.
const AMBIGUOUS_MAX: usize = 10;

/// The candidate after which more of the rest of the line can be played than after every other one. None if there is none,
/// or if it is not found in [`TRIES_MAX`] plies.
fn meant(state: &mut dyn MatchState, candidates: &[String], rest: &[SheetMove]) -> Option<String> {
    let mut tries = TRIES_MAX;
    let mut best = None;
    let mut is_alone = false;
    for candidate in candidates {
        let reached = reach(state, candidate, rest, AMBIGUOUS_MAX, &mut tries);
        let order = best.map_or(std::cmp::Ordering::Greater, |(most, _)| reached.cmp(&most));
        match order {
            std::cmp::Ordering::Greater => (best, is_alone) = (Some((reached, candidate)), true),
            std::cmp::Ordering::Equal => is_alone = false,
            std::cmp::Ordering::Less => {}
        }
    }
    best.filter(|_| is_alone && tries > 0).map(|(_, candidate)| candidate.clone())
}

/// How many moves of `rest` can be played after this one. The match stands where it stood afterwards.
fn reach(
    state: &mut dyn MatchState,
    mv: &str,
    rest: &[SheetMove],
    ambiguous_left: usize,
    tries: &mut usize,
) -> usize {
    let first = state.ply();
    let mut reached = 0;
    if state.play_on(mv).is_err() {
        return 0;
    }
    while let Some(next) = rest.get(reached)
        && *tries > 0
    {
        *tries -= 1;
        match state.play_on(&next.text) {
            Ok(_) => reached += 1,
            Err(NotationError::Ambiguous { candidates, .. }) if ambiguous_left > 0 => {
                let behind = rest.get(reached + 1..).unwrap_or_default();
                let further = candidates.iter().map(|candidate| {
                    1 + reach(state, candidate, behind, ambiguous_left - 1, tries)
                });
                reached += further.max().unwrap_or(0);
                break;
            }
            Err(_) => break,
        }
    }
    take_back_to(state, first);
    reached
}

fn take_back_to(state: &mut dyn MatchState, ply: usize) {
    while state.ply() > ply && state.take_back() {}
}
