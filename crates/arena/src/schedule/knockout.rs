//! The tree of a knockout.

use super::{PlayedRound, Round};
use crate::statistics::Comparison;

/// How often a drawn encounter is played again before the seeding decides.
const REPLAYS_MAX: usize = 3;

/// A knockout as far as it was played.
pub(super) struct Bracket {
    /// Who plays next; nobody if it is decided.
    pub(super) next: Option<Round>,
    /// How many stages each player has come through, and one more for those who have been in it at all.
    pub(super) stages: Vec<u32>,
}

impl Bracket {
    /// Plays the knockout of `seeds`, the strongest first, as `past` says. There are `players` in all.
    pub(super) fn play(seeds: &[usize], players: usize, past: &[PlayedRound]) -> Self {
        let mut rounds = past.iter();
        let mut stages = vec![0; players];
        for &seed in seeds {
            stages[seed] = 1;
        }
        let mut alive = places(seeds);
        while alive.len() > 1 {
            let mut points = vec![0.0; players];
            let two: Vec<Vec<usize>> =
                alive.chunks(2).map(|two| two.iter().flatten().copied().collect()).collect();
            let mut open: Vec<Vec<usize>> =
                two.iter().filter(|two| two.len() == 2).cloned().collect();
            for _ in 0..=REPLAYS_MAX {
                if open.is_empty() {
                    break;
                }
                let Some(played) = rounds.next() else {
                    let next = Some(Round { encounters: open, byes: Vec::new() });
                    return Self { next, stages };
                };
                for &Comparison { first, second, score, games } in &played.results {
                    points[first] += score;
                    points[second] += games - score;
                }
                open.retain(|two| points[two[0]].total_cmp(&points[two[1]]).is_eq());
            }
            let rank = |player: &usize| seeds.iter().position(|seed| seed == player);
            let winner = |two: &Vec<usize>| {
                let better = |a: &&usize, b: &&usize| {
                    points[**a].total_cmp(&points[**b]).then(rank(b).cmp(&rank(a)))
                };
                two.iter().max_by(better).copied()
            };
            alive = two.iter().map(winner).collect();
            alive.iter().flatten().for_each(|&player| stages[player] += 1);
        }
        Self { next: None, stages }
    }
}

/// The places of the first stage: the strongest meets the weakest, and the two strongest only in the last stage. Where
/// there are too few players the strongest have nobody to meet.
fn places(seeds: &[usize]) -> Vec<Option<usize>> {
    let mut ranks = vec![0];
    while ranks.len() < seeds.len() {
        let size = 2 * ranks.len();
        ranks = ranks.into_iter().flat_map(|rank| [rank, size - 1 - rank]).collect();
    }
    ranks.into_iter().map(|rank| seeds.get(rank).copied()).collect()
}
