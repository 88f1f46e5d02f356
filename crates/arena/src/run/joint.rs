//! Combining several runs.

use std::collections::BTreeSet;

use super::Run;
use crate::deduplication::{Deduplicator, SetPlace};
use crate::statistics::Comparison;
use crate::tally::GameResult;

impl Run {
    /// The comparisons of several runs of one game, as [`comparisons`](Self::comparisons) of one run: a set that
    /// several runs have played counts once. Each run comes with the indices of its players among those of all runs.
    ///
    /// # Panics
    /// If a run has more players than indices.
    pub fn joint_comparisons(runs: &[(&Self, Vec<usize>)]) -> Vec<Comparison> {
        let mut deduplicator = Deduplicator::default();
        let mut counting: BTreeSet<SetPlace> = BTreeSet::new();
        for (index, (run, players)) in runs.iter().enumerate() {
            for (number, (place, set)) in run.complete_sets().enumerate() {
                let mut key = GameResult::key_of(&set, |player| players[player]);
                if run.tournament.has_chance() {
                    // Sets have different random events, except for those with the same seed and place in the schedule.
                    key = key.of_chance(run.tournament.settings().seed, place);
                }
                counting.extend(deduplicator.add((index, number), key));
            }
        }
        let mut comparisons = Vec::new();
        for (index, (run, players)) in runs.iter().enumerate() {
            let sets = run.complete_sets().enumerate();
            let sets = sets.filter(|(number, _)| counting.contains(&(index, *number)));
            let found = sets.flat_map(|(_, (_, set))| run.compare(&set));
            comparisons.extend(found.map(|Comparison { first, second, score, games }| {
                Comparison { first: players[first], second: players[second], score, games }
            }));
        }
        comparisons
    }
}
