//! The rules of Pig.

use board_engine::{
    Chance, Game, Outcome, PerfectInformation, Repetition, Seat, Status, Turn, ZeroSum, zobrist,
};

/// The highest goal.
pub const GOAL_MAX: u16 = 1_000;

/// Maximum number of races in a match.
pub const RACES_MAX: u8 = 99;

/// The reason why a race is over.
pub(crate) const GOAL_REACHED: &str = "the goal is reached";

/// A race to a goal, 100 by default, or a match over several races. The player who wins more than half of the races
/// wins the match. The players take turns starting races.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pig {
    goal: u16,
    races: u8,
}

impl Default for Pig {
    fn default() -> Self {
        Self { goal: 100, races: 1 }
    }
}

impl Pig {
    /// The race to `goal`, `1..=1000`; `None` if the goal is out of range.
    pub fn new(goal: u16) -> Option<Self> {
        (1..=GOAL_MAX).contains(&goal).then_some(Self { goal, races: 1 })
    }

    /// The same race played several times, `1..=99`; `None` if the number is out of range.
    pub fn with_races(self, races: u8) -> Option<Self> {
        (1..=RACES_MAX).contains(&races).then_some(Self { races, ..self })
    }

    /// The score that wins a race.
    pub const fn goal(&self) -> u16 {
        self.goal
    }

    /// The maximum number of races.
    pub const fn races(&self) -> u8 {
        self.races
    }

    /// The player who has reached the race's goal, if any. The turn total counts as soon as it suffices.
    pub fn winner(&self, position: &Position) -> Option<Seat> {
        let mover = position.mover;
        (position.score(mover) + position.turn_total >= self.goal).then_some(mover)
    }

    /// The number of races won by each player, including a race won in this position.
    pub fn wins(&self, position: &Position) -> [u8; 2] {
        let mut wins = position.wins;
        if let Some(winner) = self.winner(position) {
            wins[winner.index()] += 1;
        }
        wins
    }

    /// The outcome, if the match is decided.
    fn outcome(self, position: &Position) -> Option<Outcome> {
        let winner = self.winner(position)?;
        if self.races == 1 {
            return Some(Outcome::win(winner, GOAL_REACHED));
        }
        let [first, second] = self.wins(position);
        if 2 * first.max(second) > self.races {
            let winner = if first > second { Seat::FIRST } else { Seat::SECOND };
            return Some(Outcome::win(winner, "more than half of the races are won"));
        }
        (first + second >= self.races).then_some(Outcome::draw("each player won half of the races"))
    }
}

/// Both scores, the state of the turn, and the number of races won before.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    pub(crate) scores: [u16; 2],
    pub(crate) mover: Seat,
    pub(crate) turn_total: u16,
    /// `true` if the die is rolling.
    pub(crate) is_rolling: bool,
    /// The number of races that each player has won before this one.
    pub(crate) wins: [u8; 2],
}

impl Position {
    /// The start of a race after these wins.
    fn start(wins: [u8; 2]) -> Self {
        let starts_second = (wins[0] + wins[1]) % 2 == 1;
        let mover = if starts_second { Seat::SECOND } else { Seat::FIRST };
        Self { scores: [0; 2], mover, turn_total: 0, is_rolling: false, wins }
    }

    /// This player's score, below the goal.
    ///
    /// # Panics
    /// If the seat is neither of the two.
    pub const fn score(&self, seat: Seat) -> u16 {
        self.scores[seat.index()]
    }

    /// The player to move.
    pub const fn mover(&self) -> Seat {
        self.mover
    }

    /// The sum of the numbers rolled in this turn.
    pub const fn turn_total(&self) -> u16 {
        self.turn_total
    }

    /// The number of races that each player has won before this one.
    pub const fn wins(&self) -> [u8; 2] {
        self.wins
    }

    fn pass_turn(&mut self) {
        self.mover = self.mover.opponent();
        self.turn_total = 0;
    }
}

/// A player's choice, or a roll.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// Rolls the die.
    Roll,
    /// Adds the turn total to the score.
    Hold,
    /// The die shows this number, 1 to 6.
    Rolled(u8),
    /// The next race of a match begins, without a choice.
    NextRace,
}

impl Game for Pig {
    type Position = Position;
    type Move = Move;

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> Position {
        Position::start([0; 2])
    }

    fn turn(&self, position: &Position) -> Turn {
        let is_between_races = self.races > 1 && self.winner(position).is_some();
        if position.is_rolling || is_between_races {
            Turn::Chance
        } else {
            Turn::Seat(position.mover)
        }
    }

    /// A turn starts with a roll: there is nothing to hold before it.
    fn legal_moves(&self, position: &Position, moves: &mut Vec<Move>) -> Status {
        moves.clear();
        if let over @ Status::Over(_) = self.status(position, moves) {
            return over;
        }
        if self.winner(position).is_some() {
            moves.push(Move::NextRace);
        } else if position.is_rolling {
            moves.extend((1..=6).map(Move::Rolled));
        } else {
            moves.push(Move::Roll);
            moves.extend((position.turn_total > 0).then_some(Move::Hold));
        }
        Status::Ongoing
    }

    fn status(&self, position: &Position, _: &mut Vec<Move>) -> Status {
        self.outcome(position).map_or(Status::Ongoing, Status::Over)
    }

    /// Draws the same numbers as it would with a list, but without making one.
    #[inline]
    fn play_random(
        &self,
        position: &mut Position,
        moves: &mut Vec<Move>,
        draw: &mut impl FnMut(u32) -> u32,
    ) -> Status {
        let mv = if self.winner(position).is_some() {
            if let over @ Status::Over(_) = self.status(position, moves) {
                return over;
            }
            draw(1);
            Move::NextRace
        } else if position.is_rolling {
            Move::Rolled(draw(6).min(5) as u8 + 1)
        } else {
            let choices = if position.turn_total > 0 { 2 } else { 1 };
            if draw(choices) == 0 { Move::Roll } else { Move::Hold }
        };
        self.play(position, mv);
        Status::Ongoing
    }

    #[inline]
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
            Move::NextRace => *position = Position::start(self.wins(position)),
        }
    }

    fn key(&self, position: &Position) -> u64 {
        let Position { scores: [first, second], mover, turn_total, is_rolling, wins } = *position;
        let turn = mover.index() as u64 * 2 + u64::from(is_rolling);
        let wins = u64::from(wins[0]) << 8 | u64::from(wins[1]);
        zobrist::mix(&[first.into(), second.into(), turn_total.into(), turn, wins])
    }

    /// Scores never decrease within a race, and won races stay won.
    fn irreversible(&self, _: &Position, mv: Move) -> bool {
        matches!(mv, Move::Hold | Move::NextRace)
    }

    fn repetition(&self) -> Repetition {
        Repetition::Ignored
    }
}

impl ZeroSum for Pig {}
impl Chance for Pig {}
impl PerfectInformation for Pig {}
