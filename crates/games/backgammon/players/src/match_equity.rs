//! The match winning chance at each score.
//!
//! The chances follow from a game model: both sides win equally often, and a win is worth 1 point in half of the games,
//! 2 in a quarter and 4 in a quarter. The model agrees with published tables (Kazaross, "XG2 MET") to within 0.015 if
//! both sides need two to eleven points. The model changes once a side needs only one more point. In the Crawford game,
//! a quarter of the wins are gammons; after the Crawford game, the other side doubles immediately.

use std::sync::LazyLock;

use backgammon::MATCH_POINTS_MAX;

/// The number of possible scores for a side: from needing no points to needing all points in the longest match.
const SCORES: usize = MATCH_POINTS_MAX as usize + 1;

/// The share of gammons among the wins in a game without the cube.
const GAMMONS: f32 = 0.25;

/// The possible points for a won game, each with its probability.
const POINTS: [(usize, f32); 3] = [(1, 0.5), (2, 0.25), (4, 0.25)];

static TABLE: LazyLock<EquityTable> = LazyLock::new(EquityTable::new);

/// The match winning chance of a side that needs `own` more points while the other needs `other`,
/// before the next game. `is_crawford` is set if it is the Crawford game.
pub(crate) fn chance(own: u8, other: u8, is_crawford: bool) -> f32 {
    let [own, other] = [own, other].map(|needed| usize::from(needed).min(SCORES - 1));
    match (own, other) {
        (0, _) => 1.0,
        (_, 0) => 0.0,
        (1, 1) => 0.5,
        (1, _) if is_crawford => 1.0 - TABLE.crawford[other],
        (_, 1) if is_crawford => TABLE.crawford[own],
        (1, _) => 1.0 - TABLE.after_crawford[other],
        (_, 1) => TABLE.after_crawford[own],
        _ => TABLE.before[own][other],
    }
}

struct EquityTable {
    /// The chance for the side that needs this number of points while the other needs one, before the Crawford game.
    crawford: [f32; SCORES],
    /// The same chance after the Crawford game.
    after_crawford: [f32; SCORES],
    /// A side's chance by the points that both sides need, if both need at least two.
    before: Vec<[f32; SCORES]>,
}

impl EquityTable {
    fn new() -> Self {
        let mut after_crawford = [0.0; SCORES];
        (after_crawford[0], after_crawford[1]) = (1.0, 0.5);
        for needed in 2..SCORES {
            let wins = |points: usize| after_crawford[needed.saturating_sub(points)];
            let taken = 0.5 * ((1.0 - GAMMONS) * wins(2) + GAMMONS * wins(4));
            // The other side drops if dropping costs less.
            after_crawford[needed] = taken.min(wins(1));
        }
        let mut crawford = after_crawford;
        for (needed, chance) in crawford.iter_mut().enumerate().skip(2) {
            let wins = |points: usize| after_crawford[needed.saturating_sub(points)];
            *chance = 0.5 * ((1.0 - GAMMONS) * wins(1) + GAMMONS * wins(2));
        }
        let mut table = Self { crawford, after_crawford, before: vec![[0.5; SCORES]; SCORES] };
        for own in 2..SCORES {
            for other in 2..SCORES {
                let games = POINTS.iter().map(|&(points, part)| {
                    let won = table.at(own.saturating_sub(points), other);
                    let lost = table.at(own, other.saturating_sub(points));
                    part * 0.5 * (won + lost)
                });
                table.before[own][other] = games.sum();
            }
        }
        table
    }

    /// The chance at a score that follows a game before the Crawford game.
    fn at(&self, own: usize, other: usize) -> f32 {
        match (own, other) {
            (0, _) => 1.0,
            (_, 0) => 0.0,
            (1, 1) => 0.5,
            (1, _) => 1.0 - self.crawford[other],
            (_, 1) => self.crawford[own],
            _ => self.before[own][other],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn match_equities_agree_with_published_tables() {
        let check = |own, other, is_crawford, published: f32| {
            let chance = chance(own, other, is_crawford);
            assert!((chance - published).abs() < 0.016, "{own} {other}: {chance} {published}");
            let turned = super::chance(other, own, is_crawford);
            assert!((chance + turned - 1.0).abs() < 1e-6, "{own} {other}");
        };
        let before = [(2, 3, 0.60), (2, 4, 0.675), (3, 4, 0.571), (3, 5, 0.648), (5, 7, 0.627)];
        for (own, other, published) in before {
            check(own, other, false, published);
        }
        check(7, 9, false, 0.61);
        // The leader's chances before the Crawford game.
        let crawford = [(2, 0.68), (3, 0.75), (4, 0.817), (5, 0.84)];
        for (other, published) in crawford {
            check(1, other, true, published);
        }
        check(1, 2, false, 0.5);
        check(64, 64, false, 0.5);
    }
}
