//! Which position is expanded next.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

use games_package::Valuation;

use crate::graph::{Course, Graph};
use crate::settings::BookSettings;
use crate::valuation::{is_decided, preference};

/// What a drop costs at most, in hundredths of the unit: such a move is never looked at before all others.
const DROP_MAX: i64 = 1 << 20;

/// At most `count` positions that are to be expanded next, the nearest first. A position is as far as the plies and the drops
/// of the score on the way to it from the nearest start cost together; `seed` puts those that are equally far in order. First
/// of all come those before the ballots.
pub(crate) fn nearest(
    graph: &Graph,
    settings: BookSettings,
    seed: u64,
    count: usize,
) -> Vec<usize> {
    let (starts, unexpanded) = starts(graph, settings.ballot_plies);
    if !unexpanded.is_empty() {
        return unexpanded.into_iter().take(count).collect();
    }
    let positions = graph.positions();
    let mut queue: BinaryHeap<_> =
        starts.into_iter().map(|index| Reverse((0_i64, mixed(seed, index), index))).collect();
    let mut seen = vec![false; positions.len()];
    let mut found = Vec::new();
    while let Some(Reverse((cost, _, index))) = queue.pop() {
        let position = &positions[index];
        if std::mem::replace(&mut seen[index], true)
            || position.is_over
            || is_decided(position.valuation)
        {
            continue;
        }
        if !position.is_expanded() {
            found.push(index);
            if found.len() == count {
                break;
            }
            continue;
        }
        let best = preference(position.valuation);
        for edge in position.moves.iter().filter(|edge| edge.course == Course::Onward) {
            let drop = best - preference(graph.valuation_of(position.seat, edge));
            let next = cost + i64::from(settings.ply_cost.max(1)) + drop.clamp(0, DROP_MAX);
            queue.push(Reverse((next, mixed(seed, edge.to), edge.to)));
        }
    }
    found
}

/// Where lines start: the first position, and the ballots so many plies later; and the positions before these that are not
/// expanded yet.
fn starts(graph: &Graph, ballot_plies: u8) -> (BTreeSet<usize>, Vec<usize>) {
    let positions = graph.positions();
    let mut level: BTreeSet<usize> = (0..positions.len().min(1)).collect();
    let mut starts = level.clone();
    let mut unexpanded = Vec::new();
    for _ in 0..ballot_plies {
        let goes_on = |&&index: &&usize| !positions[index].is_over;
        let here = level.iter().filter(goes_on).copied();
        unexpanded.extend(here.filter(|&index| !positions[index].is_expanded()));
        let edges = level.iter().flat_map(|&index| &positions[index].moves);
        level = edges.map(|edge| edge.to).collect();
    }
    let is_even = |&index: &usize| match positions[index].searched.valuation {
        Valuation::Centi(score) => score.unsigned_abs() <= BookSettings::BALLOT_LEAD_MAX,
        _ => false,
    };
    starts.extend(level.into_iter().filter(is_even));
    (starts, unexpanded)
}

/// A number that looks random, always the same for the same two.
fn mixed(seed: u64, index: usize) -> u64 {
    // The finalizer of SplitMix64 (Steele, Lea and Flood, 2014).
    let mut mixed = seed ^ (index as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}
