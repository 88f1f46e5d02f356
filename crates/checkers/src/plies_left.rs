//! How far a position is from a draw by counting.

use crate::generator::AnalysisPosition;
use crate::rules::Ending;
use crate::variant::Variant;
use crate::{counters_key, draws};

/// How many plies may be played before a rule that counts them makes a draw; `u32::MAX` where no rule counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PliesLeft {
    /// So many from any position with the same [keys](board_engine::Game::counters_key), whatever is played.
    pub always: u32,
    /// So many from here, whatever is played.
    pub certain: u32,
    /// So many unless a capture or the move of a man starts the counts anew. A count that isn't at half of its limit yet is
    /// left out: it most often is started anew.
    pub likely: u32,
}

/// How many plies are left until a draw by counting.
pub(crate) fn plies_left<V: Variant>(position: &AnalysisPosition<V>) -> PliesLeft {
    let limit = const { V::RULES.draws.king_plies.count };
    let plies = position.king_plies();
    let kings = [(limit, plies)];
    let ending = match draws::ending_limits::<V>(position) {
        // Without a ply on the main road the weak side may go there, but most often it does not.
        [limit, _] if position.main_road_plies() == 0 => [(limit, position.ending_plies()), (0, 0)],
        [limit, road] => [(limit, position.ending_plies()), (road, position.main_road_plies())],
    };
    let shortest = const { shortest_ending::<V>() };
    let [exact_kings, exact_ending] =
        [least(&kings, u8::saturating_sub), least(&ending, u8::saturating_sub)];
    let with_key = counters_key::plies_left_with_key;
    let is_late = limit > 0 && plies >= limit / 2;
    PliesLeft {
        always: least(&kings, with_key).min(least(&ending, with_key)).min(left_at_first(shortest)),
        certain: exact_kings.min(exact_ending).min(shortest.map_or(u32::MAX, u32::from)),
        likely: exact_ending.min(if is_late { exact_kings } else { u32::MAX }),
    }
}

/// The least that is left of counts, each with its limit; a limit of 0 is none.
fn least(counts: &[(u8, u8)], left: fn(u8, u8) -> u8) -> u32 {
    let limited = counts.iter().filter(|(limit, _)| *limit > 0);
    limited.map(|&(limit, plies)| left(limit, plies).into()).min().unwrap_or(u32::MAX)
}

/// What is left of an ending that may arise, in any position with the same key.
fn left_at_first(shortest: Option<u8>) -> u32 {
    shortest.map_or(u32::MAX, |limit| counters_key::plies_left_with_key(limit, 0).into())
}

/// The least number of plies that a limited ending lasts.
const fn shortest_ending<V: Variant>() -> Option<u8> {
    let (mut shortest, mut index) = (u8::MAX, 0);
    while index < V::RULES.draws.endings.len() {
        let Ending { plies, main_road_plies, .. } = &V::RULES.draws.endings[index];
        if plies.count < shortest {
            shortest = plies.count;
        }
        if main_road_plies.count > 0 && main_road_plies.count < shortest {
            shortest = main_road_plies.count;
        }
        index += 1;
    }
    if index == 0 { None } else { Some(shortest) }
}
