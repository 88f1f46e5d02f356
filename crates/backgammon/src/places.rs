//! The places of checkers, by numbers.

/// The number of points.
pub const POINTS: usize = 24;
/// The place of the checkers that were hit.
pub const BAR: u8 = 25;
/// The place of the checkers that were borne off.
pub const OFF: u8 = 0;
/// The number of checkers of a side.
pub const CHECKERS: u8 = 15;

/// How many checkers of a side are where: [`OFF`], on points 1 to 24 from its own ace point, on the [`BAR`].
pub type Checkers = [u8; POINTS + 2];
