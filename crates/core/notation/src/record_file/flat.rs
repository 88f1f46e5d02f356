//! Variation trees as lists, as stored in files and databases.

use games_package::{Ply, VARIATION_DEPTH_MAX, Variation};

use super::RecordError;

/// One variation in a list. Each variation follows its parent line, so parsing needs no recursion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FlatVariation {
    /// The number of the variation that it branches off from, from 1 in list order; `None` for the main line.
    pub of: Option<usize>,
    /// The number of plies on the parent line before this variation, counted from the start of the match.
    pub after: usize,
    /// The plies.
    pub plies: Vec<Ply>,
}

impl FlatVariation {
    /// Flattens a tree into a list.
    pub fn list(variations: &[Variation]) -> Vec<Self> {
        let mut list = Vec::new();
        append(variations, None, &mut list);
        list
    }

    /// Rebuilds the tree from a list.
    ///
    /// # Errors
    /// [`RecordError::Value`] if a variation has no plies, branches off from a later one, or is nested deeper
    /// than [`VARIATION_DEPTH_MAX`].
    pub fn tree(list: Vec<Self>) -> Result<Vec<Variation>, RecordError> {
        check(&list)?;
        // Works back from the last line, so each line is complete when it is added to its parent line.
        let mut within: Vec<Vec<Variation>> = list.iter().map(|_| Vec::new()).collect();
        let mut outermost = Vec::new();
        for (index, Self { of, after, plies }) in list.into_iter().enumerate().rev() {
            let mut variations = std::mem::take(&mut within[index]);
            variations.reverse();
            let whole = Variation { after, plies, variations };
            match of {
                Some(of) => within[of - 1].push(whole),
                None => outermost.push(whole),
            }
        }
        outermost.reverse();
        Ok(outermost)
    }
}

/// Appends a tree's lines, each after its parent. The lines are nested at most [`VARIATION_DEPTH_MAX`] deep.
fn append(variations: &[Variation], of: Option<usize>, list: &mut Vec<FlatVariation>) {
    for variation in variations {
        let Variation { after, plies, variations } = variation;
        list.push(FlatVariation { of, after: *after, plies: plies.clone() });
        append(variations, Some(list.len()), list);
    }
}

fn check(list: &[FlatVariation]) -> Result<(), RecordError> {
    let wrong = |what, value: usize| RecordError::Value { what, value: value.to_string() };
    let mut depths = Vec::new();
    for (number, line) in (1..).zip(list) {
        let around = match line.of {
            None => 0,
            Some(of) if (1..number).contains(&of) => depths[of - 1],
            Some(of) => return Err(wrong("the parent line of a variation", of)),
        };
        if around == VARIATION_DEPTH_MAX {
            return Err(wrong("the number of nested variations", around + 1));
        }
        if line.plies.is_empty() {
            return Err(wrong("the number of plies of a variation", 0));
        }
        depths.push(around + 1);
    }
    Ok(())
}
