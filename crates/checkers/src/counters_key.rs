//! What the counters of draw rules add to a position's key in a search's table.

use board_engine::Color;

use crate::draws;
use crate::generator::AnalysisPosition;
use crate::variant::Variant;

/// How many plies of a counter share a number in the third quarter of its way.
const PLIES_PER_STEP: u8 = 4;
/// What the first number of the last quarter is, far above those of the third.
const LAST_QUARTER: u8 = 64;

/// How near a count of a draw rule is to its limit: nothing in the first half; in the last quarter each ply has its own
/// number, since a win that needs three plies more than are left is none.
fn nearness(plies: u8, limit: u8) -> u8 {
    let (half, last) = (limit / 2, limit - limit / 4);
    if limit == 0 || plies < half {
        0
    } else if plies < last {
        (plies - half) / PLIES_PER_STEP + 1
    } else {
        LAST_QUARTER + (plies.min(limit) - last)
    }
}

/// How many plies are left at least until the limit, in any position with the same key as one with this count.
pub(crate) fn plies_left_with_key(limit: u8, plies: u8) -> u8 {
    let (half, last) = (limit / 2, limit - limit / 4);
    if plies < half {
        limit - half
    } else if plies < last {
        limit.saturating_sub(plies + PLIES_PER_STEP - 1)
    } else {
        limit.saturating_sub(plies)
    }
}

/// The counts of the draw rules from half of their limits on, and the kings that must rest.
#[inline]
pub(crate) fn of<V: Variant>(position: &AnalysisPosition<V>) -> u64 {
    if (position.kings(Color::White) | position.kings(Color::Black)).is_empty() {
        return 0;
    }
    let (ending_plies, main_road_plies) = (position.ending_plies(), position.main_road_plies());
    let [ending_limit, main_road_limit] = match (ending_plies, main_road_plies) {
        (0, 0) => [0; 2],
        _ => draws::ending_limits::<V>(position),
    };
    let late = |plies, limit| u64::from(nearness(plies, limit));
    let tired = |color| position.tired_king(color).map_or(0, |bit| 1 + u64::from(bit));
    late(position.king_plies(), V::RULES.draws.king_plies.count)
        | late(ending_plies, ending_limit) << 8
        | late(main_road_plies, main_road_limit) << 16
        | tired(Color::White) << 24
        | tired(Color::Black) << 32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_with_a_key_is_left_with_every_count_of_that_key() {
        for limit in [4, 10, 14, 26, 30, 50, 60, 80, 120] {
            for plies in 0..=limit {
                let same = (0..=limit).filter(|&it| nearness(it, limit) == nearness(plies, limit));
                let least = same.map(|it| limit - it).min().unwrap();
                assert!(plies_left_with_key(limit, plies) <= least, "{plies} of {limit}");
            }
        }
    }
}
