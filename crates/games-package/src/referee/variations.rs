//! What was taken back at the table and tried otherwise.

use crate::record::variation::put_aside;
use crate::{Ply, Variation};

/// The most plies that are kept in variations: nobody tries more, but a program may.
const PLIES_MAX: usize = 20_000;

/// The variations of the moves that lie on the table, oldest first.
#[derive(Clone, Debug, Default)]
pub(super) struct Variations(Vec<Variation>);

impl Variations {
    pub(super) fn new(variations: Vec<Variation>) -> Self {
        Self(variations)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// Another move was played after so many plies than the first of `line`, which becomes a variation, with those that
    /// went off from it.
    pub(super) fn put_aside(&mut self, after: usize, line: Vec<Ply>) {
        put_aside(&mut self.0, after, line);
        while self.0.iter().map(Variation::ply_count).sum::<usize>() > PLIES_MAX {
            self.0.remove(0);
        }
    }

    /// `mv` is played after so many plies: if a variation begins so, it is the line on the table from now on. Returns
    /// the plies of it that come after `mv`.
    pub(super) fn take_up(&mut self, after: usize, mv: &str) -> Vec<Ply> {
        let begins = |variation: &Variation| {
            variation.after == after && variation.plies.first().is_some_and(|ply| ply.mv == mv)
        };
        let Some(index) = self.0.iter().position(begins) else { return Vec::new() };
        let Variation { mut plies, variations, .. } = self.0.remove(index);
        self.0.extend(variations);
        plies.split_off(1)
    }

    /// All of them for a record, in which what was just taken back after so many plies is one of them.
    pub(super) fn with_taken_back(&self, after: usize, line: Vec<Ply>) -> Vec<Variation> {
        let mut all = self.clone();
        all.put_aside(after, line);
        all.0
    }
}
