//! The rules of backgammon.

use board_engine::{
    Chance, Game, Outcome, PerfectInformation, Repetition, Seat, Status, Turn, ZeroSum, zobrist,
};

use crate::position::MatchPointsError;
use crate::{Board, CUBE_MAX, Cube, MATCH_POINTS_MAX, Move, Phase, Position, Roll, Stakes, plays};

/// Maximum number of points for a game without the cube: a backgammon.
const FACTOR_MAX: i16 = 3;
/// The number of equally likely results with two dice.
const WAYS: u32 = 36;
/// The total weight of the 30 opening rolls, 2 each.
const OPENING_WAYS: u32 = 60;

/// Backgammon for these stakes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Backgammon {
    stakes: Stakes,
}

impl Backgammon {
    /// The game for these stakes.
    ///
    /// # Errors
    /// [`MatchPointsError`] if a match has 0 points or more than 64.
    pub const fn new(stakes: Stakes) -> Result<Self, MatchPointsError> {
        match stakes {
            Stakes::Match { points } if points == 0 || points > MATCH_POINTS_MAX => {
                Err(MatchPointsError(points))
            }
            _ => Ok(Self { stakes }),
        }
    }

    /// The stakes.
    pub const fn stakes(&self) -> Stakes {
        self.stakes
    }

    /// The match length in points, if this is a match.
    pub const fn match_points(&self) -> Option<u8> {
        match self.stakes {
            Stakes::Match { points } => Some(points),
            Stakes::Single | Stakes::Money { .. } => None,
        }
    }

    /// Returns `true` if the side to move may double before the roll.
    pub fn can_double(&self, position: &Position) -> bool {
        let has_cube = self.stakes != Stakes::Single && !position.is_crawford;
        has_cube && position.cube.is_open_to(position.mover)
    }

    /// The points for `winner` with these checkers: the cube times 1, 2 or 3.
    pub fn points(&self, board: &Board, cube: Cube, winner: Seat) -> u8 {
        let is_plain = self.stakes == (Stakes::Money { jacoby: true }) && cube.value == 1;
        cube.value.saturating_mul(if is_plain { 1 } else { board.factor(winner) })
    }

    /// The start of a game at this match score, as the Crawford game if requested. `None` if a side has already won the
    /// match, if this is not a match, or if this can't be the Crawford game.
    pub fn start_at(&self, scores: [u8; 2], is_crawford: bool) -> Option<Position> {
        let goal = self.match_points()?;
        let is_near = scores.iter().any(|&score| score.checked_add(1) == Some(goal));
        let is_possible = scores.iter().all(|&score| score < goal) && (is_near || !is_crawford);
        is_possible.then(|| Position::start(scores, is_crawford))
    }

    /// The first decision of the mover's turn.
    fn turn_start(self, position: &Position) -> Phase {
        if self.can_double(position) { Phase::Deciding } else { Phase::Rolling }
    }

    /// Ends a game that `winner` has won with these points; a match continues with its next game.
    fn finish(self, position: &mut Position, winner: Seat, points: u8, end: Phase) {
        position.phase = end;
        let Some(goal) = self.match_points() else { return };
        let before = position.scores;
        let score = &mut position.scores[winner.index()];
        *score = score.saturating_add(points).min(goal);
        if *score == goal {
            return;
        }
        let is_near = |scores: [u8; 2]| scores.iter().any(|&score| score + 1 == goal);
        let is_crawford = is_near(position.scores) && !is_near(before);
        *position = Position::start(position.scores, is_crawford);
    }

    fn outcome(self, position: &Position) -> Option<Outcome> {
        let (winner, points, reason) = match position.phase {
            Phase::Dropped => (position.mover, position.cube.value, "the double was dropped"),
            Phase::BorneOff => {
                let winner = position.board.winner()?;
                let points = self.points(&position.board, position.cube, winner);
                let reasons =
                    ["all checkers are borne off", "it is a gammon", "it is a backgammon"];
                let factor = position.board.factor(winner).clamp(1, 3);
                (winner, points, reasons[usize::from(factor) - 1])
            }
            _ => return None,
        };
        let payoff = if self.match_points().is_some() { 1 } else { i16::from(points) };
        let reason = if self.match_points().is_some() { "the match is won" } else { reason };
        Some(if winner == Seat::FIRST {
            Outcome::new(&[payoff, -payoff], reason)
        } else {
            Outcome::new(&[-payoff, payoff], reason)
        })
    }
}

impl Game for Backgammon {
    type Position = Position;
    type Move = Move;

    fn seats(&self) -> usize {
        2
    }

    fn payoff_max(&self) -> i16 {
        match self.stakes {
            Stakes::Single => FACTOR_MAX,
            Stakes::Money { .. } => FACTOR_MAX * i16::from(CUBE_MAX),
            Stakes::Match { .. } => 1,
        }
    }

    fn start(&self) -> Position {
        Position::start([0; 2], self.match_points() == Some(1))
    }

    fn turn(&self, position: &Position) -> Turn {
        match position.phase {
            Phase::Opening | Phase::Rolling => Turn::Chance,
            Phase::Offered => Turn::Seat(position.mover.opponent()),
            Phase::Deciding | Phase::Moving(_) | Phase::BorneOff | Phase::Dropped => {
                Turn::Seat(position.mover)
            }
        }
    }

    fn legal_moves(&self, position: &Position, moves: &mut Vec<Move>) -> Status {
        moves.clear();
        match position.phase {
            Phase::Opening => moves.extend(Roll::openings().map(Move::Rolled)),
            Phase::Deciding => moves.extend([Move::Roll, Move::Double]),
            Phase::Offered => moves.extend([Move::Take, Move::Drop]),
            Phase::Rolling => moves.extend(Roll::all().map(Move::Rolled)),
            Phase::Moving(roll) => plays::list(&position.board, position.mover, roll, moves),
            Phase::BorneOff | Phase::Dropped => {}
        }
        self.status(position, moves)
    }

    #[inline]
    fn status(&self, position: &Position, _: &mut Vec<Move>) -> Status {
        self.outcome(position).map_or(Status::Ongoing, Status::Over)
    }

    /// Draws a roll without listing all rolls.
    #[inline]
    fn play_random(
        &self,
        position: &mut Position,
        moves: &mut Vec<Move>,
        draw: &mut impl FnMut(u32) -> u32,
    ) -> Status {
        let mut below = |count| u8::try_from(draw(count)).unwrap_or(u8::MAX);
        let drawn = match position.phase {
            Phase::Opening => Roll::opening(below(OPENING_WAYS) / 2).map(Move::Rolled),
            Phase::Rolling => Roll::of_way(below(WAYS)).map(Move::Rolled),
            _ => match self.legal_moves(position, moves) {
                Status::Ongoing => self.draw_move(position, moves, draw),
                over @ Status::Over(_) => return over,
            },
        };
        if let Some(mv) = drawn {
            self.play(position, mv);
        }
        Status::Ongoing
    }

    fn play(&self, position: &mut Position, mv: Move) {
        match mv {
            Move::Rolled(roll) => {
                if position.phase == Phase::Opening {
                    let [first, second] = roll.dice();
                    position.mover = if first > second { Seat::FIRST } else { Seat::SECOND };
                }
                position.phase = Phase::Moving(roll.sorted());
            }
            Move::Roll => position.phase = Phase::Rolling,
            Move::Double => position.phase = Phase::Offered,
            Move::Take => {
                position.cube = position.cube.doubled_by(position.mover);
                position.phase = Phase::Rolling;
            }
            Move::Drop => {
                let (winner, points) = (position.mover, position.cube.value);
                self.finish(position, winner, points, Phase::Dropped);
            }
            Move::Resigned { winner, points } => {
                position.mover = winner;
                self.finish(position, winner, points, Phase::Dropped);
            }
            Move::Play(play) => {
                let mover = position.mover;
                position.board.play(mover, play);
                position.mover = mover.opponent();
                if position.board.winner() == Some(mover) {
                    let points = self.points(&position.board, position.cube, mover);
                    self.finish(position, mover, points, Phase::BorneOff);
                } else {
                    position.phase = self.turn_start(position);
                }
            }
        }
    }

    fn key(&self, position: &Position) -> u64 {
        let [a, b, c, d] = position.board.words();
        let phase = match position.phase {
            Phase::Opening => 0,
            Phase::Deciding => 1,
            Phase::Offered => 2,
            Phase::Rolling => 3,
            Phase::BorneOff => 4,
            Phase::Dropped => 5,
            Phase::Moving(roll) => 8 * u64::from(roll.high()) + u64::from(roll.low()),
        };
        let owner = position.cube.owner.map_or(2, Seat::index) as u64;
        let [first, second] = position.scores.map(u64::from);
        let turn = position.mover.index() as u64 | u64::from(position.is_crawford) << 1;
        let cube = u64::from(position.cube.value) << 8 | owner;
        zobrist::mix(&[a, b, c, d, phase << 32 | first << 16 | second << 8 | turn, cube])
    }

    /// Borne-off checkers stay off for the rest of the game, and scores and the cube only grow.
    fn irreversible(&self, _: &Position, mv: Move) -> bool {
        match mv {
            Move::Play(play) => play.bears_off(),
            Move::Take | Move::Drop | Move::Resigned { .. } => true,
            Move::Rolled(_) | Move::Roll | Move::Double => false,
        }
    }

    fn repetition(&self) -> Repetition {
        Repetition::Ignored
    }

    /// There are two ways to roll two different numbers. In the opening, these are separate rolls.
    fn weight(&self, _: &Position, mv: Move) -> u32 {
        match mv {
            Move::Rolled(roll) => {
                if roll.is_double() {
                    1
                } else {
                    2
                }
            }
            _ => 1,
        }
    }
}

impl ZeroSum for Backgammon {}
impl Chance for Backgammon {}
impl PerfectInformation for Backgammon {}
