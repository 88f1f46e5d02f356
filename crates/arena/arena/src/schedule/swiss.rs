//! Pairs players by points, with as few rematches as possible.

use std::collections::BTreeMap;

use integer_blossom::min_weight_perfect_matching;

use super::{PlayedRound, Round, cross_table};
use crate::statistics::Ranking;

/// Larger counts of earlier encounters have the same weight as this count.
const ENCOUNTERS_COUNTED_MAX: u32 = 100;

/// Pairs players with about equal points. In the first round, the upper half meets the lower half. If the number of
/// players is odd, the last player gets a bye.
///
/// The pairing is a minimum-weight perfect matching. The number of rematches has the highest weight, then the number of
/// earlier encounters in those rematches, then the sum of squared distances in the standings. A bye counts as an
/// encounter with a virtual player below all others, so a second bye is a rematch.
pub(super) fn next_round(players: usize, past: &[PlayedRound]) -> Round {
    let mut order = if past.is_empty() {
        let half = players / 2;
        let halves = (0..half).flat_map(|upper| [upper, upper + half]);
        halves.chain((players % 2 == 1).then_some(players - 1)).collect()
    } else {
        cross_table(players, past).rank(Ranking::Buchholz)
    };
    let bye = players;
    order.extend((players % 2 == 1).then_some(bye));
    let partners = min_weight_perfect_matching(
        &weights(&order, &encounter_counts(players, past)),
        order.len(),
    );
    let mut round =
        Round { number: past.len() + 1, replay: 0, encounters: Vec::new(), byes: Vec::new() };
    for (place, &partner) in partners.iter().enumerate().filter(|(place, partner)| place < *partner)
    {
        match [order[place], order[partner]] {
            [player, other] if other == bye => round.byes.push(player),
            two => round.encounters.push(two.to_vec()),
        }
    }
    round
}

/// Each player's number of rematches.
pub fn rematches(players: usize, past: &[PlayedRound]) -> Vec<u32> {
    let mut rematches = vec![0; players];
    for ((one, other), times) in encounter_counts(players, past) {
        for player in [one, other].into_iter().filter(|_| other < players) {
            rematches[player] += times - 1;
        }
    }
    rematches
}

/// Each player's number of byes.
pub fn byes(players: usize, past: &[PlayedRound]) -> Vec<u32> {
    let mut byes = vec![0; players];
    past.iter().flat_map(|played| &played.round.byes).for_each(|&player| byes[player] += 1);
    byes
}

/// The number of encounters between each pair of players, lower index first. The opponent for a bye is the index after
/// the last player.
fn encounter_counts(players: usize, past: &[PlayedRound]) -> BTreeMap<(usize, usize), u32> {
    let mut encounter_counts = BTreeMap::new();
    for Round { encounters, byes, .. } in past.iter().map(|played| &played.round) {
        let met = encounters.iter().filter_map(|two| Some((*two.first()?, *two.get(1)?)));
        for (one, other) in met.chain(byes.iter().map(|&player| (player, players))) {
            *encounter_counts.entry((one.min(other), one.max(other))).or_default() += 1;
        }
    }
    encounter_counts
}

/// The weights of all possible pairs, as a matrix.
fn weights(order: &[usize], encounter_counts: &BTreeMap<(usize, usize), u32>) -> Vec<i64> {
    let size = i64::try_from(order.len()).unwrap_or(i64::MAX);
    // Each unit exceeds the sum of all lower units in a round.
    let meeting = size.pow(3);
    let rematch = meeting * i64::from(ENCOUNTERS_COUNTED_MAX) * size;
    let weight = |(row, &one): (i64, &usize), (column, &other): (i64, &usize)| {
        let times = encounter_counts.get(&(one.min(other), one.max(other))).copied().unwrap_or(0);
        let again = if times == 0 { 0 } else { rematch };
        again + meeting * i64::from(times.min(ENCOUNTERS_COUNTED_MAX)) + (row - column).pow(2)
    };
    (0..).zip(order).flat_map(|one| (0..).zip(order).map(move |other| weight(one, other))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The minimum weight over all perfect matchings of the remaining places, by brute force.
    fn least(weights: &[i64], size: usize, left: &[usize]) -> i64 {
        let Some((&first, others)) = left.split_first() else { return 0 };
        let with = |&partner: &usize| {
            let rest: Vec<usize> =
                others.iter().copied().filter(|&other| other != partner).collect();
            weights[first * size + partner] + least(weights, size, &rest)
        };
        others.iter().map(with).min().unwrap_or(0)
    }

    #[test]
    fn the_pairing_has_minimum_weight() {
        let mut word = 1_u64;
        let mut chance = || {
            word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            u32::try_from(word >> 33).unwrap_or_default()
        };
        for size in [2, 4, 6, 8, 10] {
            for _ in 0..40 {
                let order: Vec<usize> = (0..size).collect();
                let mut encounter_counts = BTreeMap::new();
                for one in 0..size {
                    for other in one + 1..size {
                        if !chance().is_multiple_of(4) {
                            encounter_counts.insert((one, other), 1 + chance() % 3);
                        }
                    }
                }
                let weights = weights(&order, &encounter_counts);
                let partners = min_weight_perfect_matching(&weights, size);
                let found: i64 = (0..size).map(|one| weights[one * size + partners[one]]).sum();
                assert_eq!(found / 2, least(&weights, size, &order), "{encounter_counts:?}");
            }
        }
    }
}
