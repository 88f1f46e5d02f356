//! The value of points, and the cube's effect.

use backgammon::{Backgammon, CUBE_MAX, Position, Stakes};
use board_engine::Seat;

use crate::chances::Chances;
use crate::match_equity;

/// The cube efficiency, from 0 (dead cube) to 1 (live cube: always doubling at the last moment;
/// Janowski, "Take-Points in Money Games", 1993). The average efficiency is 0.68.
const CUBE_EFFICIENCY: f32 = 0.68;

/// The values of a game's possible results for one side, in payoffs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StakeValues {
    stakes: Stakes,
    /// The points that each side needs in a match.
    needed: [u8; 2],
    is_crawford: bool,
    chances: Chances,
}

/// The cube's owner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Owner {
    /// The side for which values are computed.
    Own,
    /// The other side.
    Other,
    /// Both sides.
    Both,
}

impl StakeValues {
    /// The values for `seat`, given its chances.
    pub(crate) fn new(game: Backgammon, position: &Position, seat: Seat, chances: Chances) -> Self {
        let goal = game.match_points().unwrap_or(0);
        let needed = [seat, seat.opponent()].map(|seat| goal.saturating_sub(position.score(seat)));
        Self { stakes: game.stakes(), needed, is_crawford: position.is_crawford(), chances }
    }

    /// The value of the next game in the match before it starts; 0 outside matches.
    pub(crate) fn of_score(&self) -> f32 {
        match self.stakes {
            Stakes::Match { .. } => {
                let [own, other] = self.needed;
                2.0 * match_equity::chance(own, other, self.is_crawford) - 1.0
            }
            Stakes::Single | Stakes::Money { .. } => 0.0,
        }
    }

    /// The value with the cube at `cube`, including the value of using the cube.
    pub(crate) fn with_cube(&self, cube: u8, owner: Owner) -> f32 {
        let dead = self.without_doubling(cube);
        let doubles = [Owner::Own, Owner::Other]
            .map(|side| (owner == Owner::Both || owner == side) && self.is_of_use(cube, side));
        if doubles == [false; 2] {
            return dead;
        }
        let live = self.with_best_doubling(cube, doubles);
        CUBE_EFFICIENCY * live + (1.0 - CUBE_EFFICIENCY) * dead
    }

    /// The value after the side has doubled `cube`: the other side takes or drops.
    pub(crate) fn after_double(&self, cube: u8) -> f32 {
        self.with_cube(cube.saturating_mul(2), Owner::Other).min(self.won(i16::from(cube)))
    }

    /// The value of won points, or of lost points if negative.
    fn won(&self, points: i16) -> f32 {
        let Stakes::Match { .. } = self.stakes else { return f32::from(points) };
        let lost = u8::try_from((-points).max(0)).unwrap_or(u8::MAX);
        let won = u8::try_from(points.max(0)).unwrap_or(u8::MAX);
        let [own, other] = self.needed;
        let after = [own.saturating_sub(won), other.saturating_sub(lost)];
        // The first game in which a side needs only one more point is the Crawford game.
        let is_crawford = own > 1 && other > 1 && after.contains(&1);
        2.0 * match_equity::chance(after[0], after[1], is_crawford) - 1.0
    }

    /// The mean value of a won game and of a lost game.
    fn ends(&self, cube: u8) -> (f32, f32) {
        let Chances { win, win_gammon, win_backgammon, lose_gammon, lose_backgammon } =
            self.chances;
        let is_plain = self.stakes == (Stakes::Money { jacoby: true }) && cube == 1;
        let mean = |sign: i16, all: f32, gammons: f32, backgammons: f32| {
            let value = |factor: i16| self.won(sign * factor * i16::from(cube));
            if is_plain || all <= 0.0 || gammons <= 0.0 {
                return value(1);
            }
            let single = (all - gammons) * value(1);
            let double = (gammons - backgammons) * value(2);
            (single + double + backgammons * value(3)) / all
        };
        (
            mean(1, win, win_gammon, win_backgammon),
            mean(-1, 1.0 - win, lose_gammon, lose_backgammon),
        )
    }

    fn without_doubling(&self, cube: u8) -> f32 {
        let (won, lost) = self.ends(cube);
        let win = self.chances.win;
        win * won + (1.0 - win) * lost
    }

    /// Returns `true` if this side can gain anything by doubling. Doubling gains nothing if the current cube value
    /// already suffices to win the match.
    fn is_of_use(&self, cube: u8, side: Owner) -> bool {
        let needed = self.needed[usize::from(side == Owner::Other)];
        match self.stakes {
            Stakes::Single => false,
            Stakes::Money { .. } => cube < CUBE_MAX,
            Stakes::Match { .. } => !self.is_crawford && cube < CUBE_MAX && cube < needed,
        }
    }

    /// The value if each side with access to the cube doubles at the winning chance at which the other side is
    /// indifferent between taking and dropping. Between these chances, the value is linear.
    fn with_best_doubling(&self, cube: u8, [own_doubles, other_doubles]: [bool; 2]) -> f32 {
        let (won, lost) = self.ends(cube);
        let low = if other_doubles {
            (self.take_chance(cube), self.won(-i16::from(cube)))
        } else {
            (0.0, lost)
        };
        let high = if own_doubles {
            (self.cash_chance(cube), self.won(i16::from(cube)))
        } else {
            (1.0, won)
        };
        let win = self.chances.win;
        if win < low.0 {
            between((0.0, lost), low, win)
        } else if win > high.0 {
            between(high, (1.0, won), win)
        } else {
            between(low, high, win)
        }
    }

    /// The winning chance from which the other side drops a double of `cube`.
    fn cash_chance(&self, cube: u8) -> f32 {
        let twice = cube.saturating_mul(2);
        let (won, _) = self.ends(twice);
        let low = if self.is_of_use(twice, Owner::Other) {
            (self.take_chance(twice), self.won(-i16::from(twice)))
        } else {
            (0.0, self.ends(twice).1)
        };
        crossing(low, (1.0, won), self.won(i16::from(cube)))
    }

    /// The winning chance from which the side takes a double of `cube`.
    fn take_chance(&self, cube: u8) -> f32 {
        let twice = cube.saturating_mul(2);
        let (won, lost) = self.ends(twice);
        let high = if self.is_of_use(twice, Owner::Own) {
            (self.cash_chance(twice), self.won(i16::from(twice)))
        } else {
            (1.0, won)
        };
        crossing((0.0, lost), high, self.won(-i16::from(cube)))
    }
}

/// The value at `chance` on the line through two points. Each point is a chance and its value.
fn between(low: (f32, f32), high: (f32, f32), chance: f32) -> f32 {
    let width = high.0 - low.0;
    if width <= f32::EPSILON {
        return low.1;
    }
    low.1 + (high.1 - low.1) * ((chance - low.0) / width).clamp(0.0, 1.0)
}

/// The chance at which the line through two points has this value.
fn crossing(low: (f32, f32), high: (f32, f32), value: f32) -> f32 {
    let height = high.1 - low.1;
    if height <= f32::EPSILON {
        return high.0;
    }
    low.0 + (high.0 - low.0) * ((value - low.1) / height).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn money(win: f32) -> StakeValues {
        let game = Backgammon::new(Stakes::Money { jacoby: false }).expect("money games are right");
        let chances = Chances { win, ..Chances::default() };
        StakeValues::new(game, &board_engine::Game::start(&game), Seat::FIRST, chances)
    }

    /// The published points for a cube that is always used at the best moment: 20 % to take, 80 % to cash (Keeler and
    /// Spencer, "Optimal Doubling in Backgammon", 1975).
    #[test]
    fn the_points_of_a_race_with_the_best_doubling_are_20_and_80_percent() {
        let values = money(0.5);
        assert!((values.take_chance(1) - 0.2).abs() < 0.01, "{}", values.take_chance(1));
        assert!((values.cash_chance(1) - 0.8).abs() < 0.01, "{}", values.cash_chance(1));
    }

    #[test]
    fn the_take_point_is_about_22_percent_and_the_double_point_about_70() {
        // 25 % without any use of the cube, 20 % with the best use.
        let is_taken = |win: f32| money(win).with_cube(2, Owner::Own) > -1.0;
        assert_eq!([0.21, 0.23].map(is_taken), [false, true]);
        let is_doubled = |win: f32| {
            let values = money(win);
            values.after_double(1) > values.with_cube(1, Owner::Both)
        };
        assert_eq!([0.66, 0.74, 0.9].map(is_doubled), [false, true, true]);
    }
}
