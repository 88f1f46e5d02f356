//! The rules.

use board_engine::{
    Chance, Game, Outcome, PerfectInformation, Repetition, Seat, Status, Turn, ZeroSum, zobrist,
};

/// The highest goal.
pub const GOAL_MAX: u16 = 1_000;

/// A race to a goal; 100 by default.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pig {
    goal: u16,
}

impl Default for Pig {
    fn default() -> Self {
        Self { goal: 100 }
    }
}

impl Pig {
    /// The race to `goal`, `1..=1000`; `None` if it is out of range.
    pub fn new(goal: u16) -> Option<Self> {
        (1..=GOAL_MAX).contains(&goal).then_some(Self { goal })
    }

    /// The score that wins.
    pub const fn goal(&self) -> u16 {
        self.goal
    }

    /// The player who has reached the goal, if there is one: the turn total counts as soon as it is enough.
    pub(crate) fn winner(self, position: Position) -> Option<Seat> {
        let mover = position.mover;
        (position.score(mover) + position.turn_total >= self.goal).then_some(mover)
    }
}

/// Both scores, and the state of the turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    pub(crate) scores: [u16; 2],
    pub(crate) mover: Seat,
    pub(crate) turn_total: u16,
    /// Whether the die is rolling.
    pub(crate) is_rolling: bool,
}

impl Position {
    /// The score of this player, below the goal.
    ///
    /// # Panics
    /// If it is none of the two seats.
    pub const fn score(&self, seat: Seat) -> u16 {
        self.scores[seat.index()]
    }

    /// Whose turn it is.
    pub const fn mover(&self) -> Seat {
        self.mover
    }

    /// The sum of the numbers rolled in this turn.
    pub const fn turn_total(&self) -> u16 {
        self.turn_total
    }

    fn pass_turn(&mut self) {
        self.mover = self.mover.opponent();
        self.turn_total = 0;
    }
}

/// A choice of a player, or a roll.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// Rolls the die.
    Roll,
    /// Adds the turn total to the score.
    Hold,
    /// The die shows this number, 1 to 6.
    Rolled(u8),
}

impl Game for Pig {
    type Position = Position;
    type Move = Move;

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> Position {
        Position { scores: [0; 2], mover: Seat::FIRST, turn_total: 0, is_rolling: false }
    }

    fn turn(&self, position: &Position) -> Turn {
        if position.is_rolling { Turn::Chance } else { Turn::Seat(position.mover) }
    }

    /// A turn begins with a roll: there is nothing to keep before it.
    fn legal_moves(&self, position: &Position, moves: &mut Vec<Move>) -> Status {
        moves.clear();
        if let Some(winner) = self.winner(*position) {
            return Status::Over(Outcome::win(winner, "the goal is reached"));
        }
        if position.is_rolling {
            moves.extend((1..=6).map(Move::Rolled));
        } else {
            moves.push(Move::Roll);
            moves.extend((position.turn_total > 0).then_some(Move::Hold));
        }
        Status::Ongoing
    }

    fn play(&self, position: &mut Position, mv: Move) {
        match mv {
            Move::Roll => position.is_rolling = true,
            Move::Rolled(1) => {
                position.is_rolling = false;
                position.pass_turn();
            }
            Move::Rolled(number) => {
                position.is_rolling = false;
                position.turn_total = position.turn_total.saturating_add(number.into());
            }
            Move::Hold => {
                let score = &mut position.scores[position.mover.index()];
                *score = score.saturating_add(position.turn_total);
                position.pass_turn();
            }
        }
    }

    fn key(&self, position: &Position) -> u64 {
        let Position { scores: [first, second], mover, turn_total, is_rolling } = *position;
        let turn = mover.index() as u64 * 2 + u64::from(is_rolling);
        zobrist::mix(&[first.into(), second.into(), turn_total.into(), turn])
    }

    /// Scores never fall.
    fn irreversible(&self, _: &Position, mv: Move) -> bool {
        mv == Move::Hold
    }

    fn repetition(&self) -> Repetition {
        Repetition::Ignored
    }
}

impl ZeroSum for Pig {}
impl Chance for Pig {}
impl PerfectInformation for Pig {}
