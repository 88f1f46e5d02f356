//! The types for positions and moves.

use board_engine::Seat;
use thiserror::Error;

use crate::{Board, Play};

/// A roll with two dice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Roll {
    dice: [u8; 2],
}

impl Roll {
    /// The roll with these numbers, 1 to 6 each. In the opening, the first number is the first seat's; otherwise the
    /// order doesn't matter.
    pub const fn new(one: u8, other: u8) -> Option<Self> {
        if 1 <= one && one <= 6 && 1 <= other && other <= 6 {
            Some(Self { dice: [one, other] })
        } else {
            None
        }
    }

    /// Both numbers.
    pub const fn dice(self) -> [u8; 2] {
        self.dice
    }

    /// The higher number.
    #[inline]
    pub const fn high(self) -> u8 {
        let [one, other] = self.dice;
        if one > other { one } else { other }
    }

    /// The lower number.
    #[inline]
    pub const fn low(self) -> u8 {
        let [one, other] = self.dice;
        if one > other { other } else { one }
    }

    /// Returns `true` if both numbers are the same, so each is played twice.
    #[inline]
    pub const fn is_double(self) -> bool {
        self.dice[0] == self.dice[1]
    }

    /// The same roll with the higher number first.
    #[must_use]
    pub const fn sorted(self) -> Self {
        Self { dice: [self.high(), self.low()] }
    }

    /// The 21 rolls, each with the higher number first.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=6).flat_map(|high| (1..=high).map(move |low| Self { dice: [high, low] }))
    }

    /// The 30 opening rolls: the first seat's number and the second's, which differ.
    pub fn openings() -> impl Iterator<Item = Self> {
        let pairs = (1..=6).flat_map(|one| (1..=6).map(move |other| [one, other]));
        pairs.filter(|[one, other]| one != other).map(|dice| Self { dice })
    }

    /// The roll in [`all`](Self::all) for one of the 36 combinations, by its index from 0. For each number, the rolls
    /// with a lower number come first, then the double.
    pub(crate) const fn of_way(way: u8) -> Option<Self> {
        let below = way.isqrt();
        Self::new(below + 1, (way - below * below) / 2 + 1)
    }

    /// The roll in [`openings`](Self::openings) with this index, from 0.
    pub(crate) const fn opening(number: u8) -> Option<Self> {
        let (below, rest) = (number / 5, number % 5);
        Self::new(below + 1, if rest < below { rest + 1 } else { rest + 2 })
    }
}

/// The next step of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// Each side rolls one die.
    Opening,
    /// The mover rolls or doubles.
    Deciding,
    /// The mover has doubled: the other side takes or drops.
    Offered,
    /// The mover's dice are rolling.
    Rolling,
    /// The mover plays this roll; the higher number is first.
    Moving(Roll),
    /// A side has borne off all its checkers and thereby ended the game or the match.
    BorneOff,
    /// The mover has doubled and the other side has dropped, which ended the game or the match.
    Dropped,
}

/// The doubling cube.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cube {
    /// The cube value: 1, 2, 4 and so on up to [`CUBE_MAX`].
    pub value: u8,
    /// The cube's owner; `None` if the cube is centered.
    pub owner: Option<Seat>,
}

/// A centered cube, as at the start.
impl Default for Cube {
    fn default() -> Self {
        Self { value: 1, owner: None }
    }
}

impl Cube {
    /// The cube after a double by `doubler` was taken.
    #[must_use]
    pub const fn doubled_by(self, doubler: Seat) -> Self {
        Self { value: self.value.saturating_mul(2), owner: Some(doubler.opponent()) }
    }

    /// Returns `true` if the cube allows `seat` to double.
    pub fn is_open_to(self, seat: Seat) -> bool {
        self.value < CUBE_MAX && self.owner.is_none_or(|owner| owner == seat)
    }
}

/// The checkers, the side to act and its decision, the cube, and the match score.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    pub(crate) board: Board,
    pub(crate) mover: Seat,
    pub(crate) phase: Phase,
    pub(crate) cube: Cube,
    /// The points won so far in a match; 0 in single games.
    pub(crate) scores: [u8; 2],
    /// `true` if this is the match's Crawford game.
    pub(crate) is_crawford: bool,
}

impl Position {
    /// The start of a game, at this match score.
    pub(crate) fn start(scores: [u8; 2], is_crawford: bool) -> Self {
        Self {
            board: Board::default(),
            mover: Seat::FIRST,
            phase: Phase::Opening,
            cube: Cube::default(),
            scores,
            is_crawford,
        }
    }

    /// The checkers.
    #[inline]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The side that rolls or has rolled; while a double is offered, the doubling side. Before the
    /// opening roll, the first seat.
    #[inline]
    pub const fn mover(&self) -> Seat {
        self.mover
    }

    /// The next step of the game.
    #[inline]
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// The doubling cube.
    #[inline]
    pub const fn cube(&self) -> Cube {
        self.cube
    }

    /// The points that a side has in the match; 0 in single games.
    ///
    /// # Panics
    /// If the seat is neither of the two.
    #[inline]
    pub const fn score(&self, seat: Seat) -> u8 {
        self.scores[seat.index()]
    }

    /// Returns `true` if this is the match's Crawford game.
    pub const fn is_crawford(&self) -> bool {
        self.is_crawford
    }
}

/// A player's choice, or a roll.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// The dice show these numbers.
    Rolled(Roll),
    /// Rolls the dice without doubling.
    Roll,
    /// Offers to double the stakes.
    Double,
    /// Continues with doubled stakes and takes the cube.
    Take,
    /// Gives up the game at the stakes before the double.
    Drop,
    /// Plays the roll.
    Play(Play),
    /// A game of a match is won because the other side resigned. This event occurs only in records of matches from
    /// elsewhere: a resignation needs the opponent's consent, so it is not a legal move.
    Resigned {
        /// The winner of the game.
        winner: Seat,
        /// The number of points, at least 1.
        points: u8,
    },
}

/// The highest cube value, which can't be doubled.
pub const CUBE_MAX: u8 = 64;
/// Maximum match length in points.
pub const MATCH_POINTS_MAX: u8 = 64;

/// The stakes of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Stakes {
    /// One game without the cube: 1 point, 2 for a gammon, or 3 for a backgammon.
    #[default]
    Single,
    /// One game with the cube, which multiplies these points.
    Money {
        /// `true` if gammons and backgammons count 1 until the cube is turned (Jacoby rule).
        jacoby: bool,
    },
    /// Games with the cube until a side has this number of points. Only the match has a payoff, which is 1. In the
    /// first game in which a side needs only one more point, doubling is not allowed (Crawford rule).
    Match {
        /// The match length in points, 1 to 64.
        points: u8,
    },
}

/// The number of points is out of range.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the match length must be 1 to {MATCH_POINTS_MAX} points, not {0}")]
pub struct MatchPointsError(pub u8);
