//! Combining several runs.

use std::collections::BTreeSet;

use super::Run;
use crate::deduplication::{Deduplicator, SetPlace};
use crate::statistics::{Comparison, Estimate, mean};
use crate::tally::GameResult;

/// A run with the indices of its players among those of all runs.
type RunOfAll<'a> = (&'a Run, Vec<usize>);

impl Run {
    /// The comparisons of several runs of one game, as [`comparisons`](Self::comparisons) of one run: a set that
    /// several runs have played counts once. Each run comes with the indices of its players among those of all runs.
    ///
    /// # Panics
    /// If a run has more players than indices.
    pub fn joint_comparisons(runs: &[(&Self, Vec<usize>)]) -> Vec<Comparison> {
        let mut comparisons = Vec::new();
        for_each_set(runs, |(run, players), set| {
            let found = run.compare(set).into_iter();
            comparisons.extend(found.map(|Comparison { first, second, score, games }| {
                Comparison { first: players[first], second: players[second], score, games }
            }));
        });
        comparisons
    }

    /// The payoff per game of each of the `count` players of several runs, as
    /// [`payoffs_per_game`](Self::payoffs_per_game) of one run: a set that several runs have played counts once.
    ///
    /// # Panics
    /// If a run has more players than indices, or an index is not below `count`.
    pub fn joint_payoffs_per_game(runs: &[(&Self, Vec<usize>)], count: usize) -> Vec<Estimate> {
        let mut of_players = vec![Vec::new(); count];
        for_each_set(runs, |(_, players), set| {
            for (player, payoff) in GameResult::payoffs_per_game(set) {
                of_players[players[player]].push(payoff);
            }
        });
        of_players.into_iter().map(mean).collect()
    }
}

/// Calls `take` for each complete set of these runs that no earlier one repeats.
fn for_each_set<'a>(
    runs: &'a [RunOfAll<'a>],
    mut take: impl FnMut(&'a RunOfAll<'a>, &[&GameResult]),
) {
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
    for (index, run) in runs.iter().enumerate() {
        let sets = run.0.complete_sets().enumerate();
        for (_, (_, set)) in sets.filter(|(number, _)| counting.contains(&(index, *number))) {
            take(run, &set);
        }
    }
}
