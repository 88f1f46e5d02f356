//! The variations of a running match.

use crate::record::variation::add_variation;
use crate::{Ply, Variation};

/// Maximum number of plies in variations: more than a person would try, but a program might exceed it.
const PLIES_MAX: usize = 20_000;

/// The variations of the match, oldest first.
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

    /// Adds `line`, which was replaced after `after` plies, as a variation, and nests the variations that branch off
    /// from it.
    pub(super) fn add_variation(&mut self, after: usize, line: Vec<Ply>) {
        add_variation(&mut self.0, after, line);
        while self.0.iter().map(Variation::ply_count).sum::<usize>() > PLIES_MAX {
            self.0.remove(0);
        }
    }

    /// If a variation after `after` plies begins with `mv`, it becomes the main line. Returns the variation's plies
    /// after `mv`.
    pub(super) fn take_matching(&mut self, after: usize, mv: &str) -> Vec<Ply> {
        let begins = |variation: &Variation| {
            variation.after == after && variation.plies.first().is_some_and(|ply| ply.mv == mv)
        };
        let Some(index) = self.0.iter().position(begins) else { return Vec::new() };
        let Variation { mut plies, variations, .. } = self.0.remove(index);
        self.0.extend(variations);
        plies.split_off(1)
    }

    pub(super) fn into_inner(self) -> Vec<Variation> {
        self.0
    }
}
