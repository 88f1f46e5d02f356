//! Pairing by points, without meeting twice.

use std::collections::BTreeSet;

use super::{PlayedRound, Round, cross_table};
use crate::statistics::Ranking;

/// How many choices are tried before two may meet again.
const CHOICES_MAX: u32 = 100_000;

/// Pairs players of about as many points who have not met. In the first round the upper half meets the lower half. If
/// their number is odd, the lowest one who has had no bye gets one.
pub(super) fn next_round(players: usize, past: &[PlayedRound]) -> Round {
    let mut order = if past.is_empty() {
        let half = players / 2;
        let halves = (0..half).flat_map(|upper| [upper, upper + half]);
        halves.chain((players % 2 == 1).then_some(players - 1)).collect()
    } else {
        cross_table(players, past).ranked(Ranking::Buchholz)
    };
    let met: BTreeSet<(usize, usize)> = past
        .iter()
        .flat_map(|played| &played.round.encounters)
        .filter_map(|encounter| Some((*encounter.first()?, *encounter.get(1)?)))
        .flat_map(|(a, b)| [(a, b), (b, a)])
        .collect();
    let had_bye: Vec<usize> = past.iter().flat_map(|played| &played.round.byes).copied().collect();
    let mut byes = Vec::new();
    if order.len() % 2 == 1 {
        let lowest = order.iter().rposition(|player| !had_bye.contains(player));
        byes.push(order.remove(lowest.unwrap_or(order.len() - 1)));
    }
    let mut search = Pairing { met: &met, choices_left: CHOICES_MAX };
    let encounters = search.pair(&order).unwrap_or_else(|| neighbors(&order));
    Round { encounters, byes }
}

fn neighbors(order: &[usize]) -> Vec<Vec<usize>> {
    order.chunks(2).map(<[usize]>::to_vec).collect()
}

struct Pairing<'a> {
    met: &'a BTreeSet<(usize, usize)>,
    choices_left: u32,
}

impl Pairing<'_> {
    /// Pairs the first one with the next one whom it has not met and with whom the others can be paired as well.
    fn pair(&mut self, order: &[usize]) -> Option<Vec<Vec<usize>>> {
        let Some((&first, others)) = order.split_first() else { return Some(Vec::new()) };
        for (index, &other) in others.iter().enumerate() {
            if self.met.contains(&(first, other)) {
                continue;
            }
            self.choices_left = self.choices_left.checked_sub(1)?;
            let rest: Vec<usize> =
                others.iter().enumerate().filter(|(at, _)| *at != index).map(|(_, &p)| p).collect();
            if let Some(mut encounters) = self.pair(&rest) {
                encounters.insert(0, vec![first, other]);
                return Some(encounters);
            }
        }
        None
    }
}
