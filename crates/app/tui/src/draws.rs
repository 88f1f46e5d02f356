//! Chance draws in move lists.

use std::ops::Range;

/// The maximum number of consecutive draws to list separately. Longer sequences, such as a deal, are one entry.
const LISTED_MAX: usize = 2;

/// Groups a move list into entries, each with the indexes of its moves. `may_share` returns `true` if two adjacent
/// moves are draws that can share an entry.
pub(crate) fn entries<M>(moves: &[M], may_share: impl Fn(&M, &M) -> bool) -> Vec<Range<usize>> {
    let mut entries = Vec::with_capacity(moves.len());
    let mut start = 0;
    for run in moves.chunk_by(may_share) {
        let end = start + run.len();
        if run.len() > LISTED_MAX {
            entries.push(start..end);
        } else {
            entries.extend((start..end).map(|index| Range { start: index, end: index + 1 }));
        }
        start = end;
    }
    entries
}

/// Formats an entry with this many draws.
pub(crate) fn text(count: usize) -> String {
    format!("({count} draws)")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_than_two_draws_in_a_row_are_one_entry() {
        let listed = |are_draws: &[bool]| entries(are_draws, |one, next| *one && *next);
        let starts = |are_draws: &[bool]| -> Vec<usize> {
            listed(are_draws).iter().map(|entry| entry.start).collect()
        };
        let (draw, mv) = (true, false);
        assert_eq!(starts(&[draw, draw, mv, mv, draw]), [0, 1, 2, 3, 4]);
        assert_eq!(starts(&[draw, draw, draw, mv, mv, mv]), [0, 3, 4, 5]);
        assert_eq!(listed(&[mv, draw, draw, draw, draw]), [0..1, 1..5]);
        assert!(listed(&[]).is_empty());
    }
}
