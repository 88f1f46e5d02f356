//! What is played for.

use thiserror::Error;

/// The highest number on the cube: nobody doubles it.
pub const CUBE_MAX: u8 = 64;
/// The most points of a match.
pub const MATCH_POINTS_MAX: u8 = 64;

/// What a game is played for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Stakes {
    /// One game without the cube: 1, or 2 for a gammon, or 3 for a backgammon.
    #[default]
    Single,
    /// One game with the cube, which multiplies these points.
    Money {
        /// Whether gammons and backgammons count 1 while the cube has not been turned (Jacoby rule).
        jacoby: bool,
    },
    /// Games with the cube until a side has this many points. The payoff is 1, for the match alone. In the first game in
    /// which a side needs one more point nobody doubles (Crawford rule).
    Match {
        /// 1 to 64.
        points: u8,
    },
}

/// There is no such match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("a match to {0} points: it must be 1 to {MATCH_POINTS_MAX}")]
pub struct MatchPointsError(pub u8);
