//! The rules of Othello.

use board_engine::{
    Bitboard, Deterministic, Game, Outcome, PerfectInformation, Repetition, Seat, Status, Turn,
    ZeroSum, zobrist,
};
use thiserror::Error;

use crate::{Move, Position};

/// Both sides' goal.
///
/// A match is won by any margin, so a search that plays for wins can ignore the margin and stop at the first winning
/// line. A Monte Carlo search that counted discs would risk a certain win for a higher one. Problems and solvers do
/// need the margin. With margins, a win by more discs is better than a win by fewer, but a win is still better than a
/// draw, and a draw is better than a loss.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Goal {
    /// A win is 1, a draw 0, a loss −1.
    #[default]
    Win,
    /// The payoff is the difference in discs. Squares that are empty at the end count for the winner, as in tournaments
    /// (World Othello Federation).
    Discs,
}

/// Othello on an 8×8 (by default), 6×6 or 4×4 board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Othello {
    size: u8,
    goal: Goal,
    squares: Bitboard<u64>,
}

/// An unsupported board size.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the board size must be 4, 6 or 8, not {0}")]
pub struct SizeError(pub u8);

/// The tournament game: 8×8, played to win.
impl Default for Othello {
    fn default() -> Self {
        Self { size: 8, goal: Goal::Win, squares: Bitboard(u64::MAX) }
    }
}

impl Othello {
    /// The game on a board with `size` columns and rows.
    ///
    /// # Errors
    /// [`SizeError`] if the size is not 4, 6 or 8.
    pub fn new(size: u8, goal: Goal) -> Result<Self, SizeError> {
        if !matches!(size, 4 | 6 | 8) {
            return Err(SizeError(size));
        }
        let margin = (8 - u32::from(size)) / 2;
        let lines = margin..8 - margin;
        let squares =
            lines.clone().flat_map(|row| lines.clone().map(move |column| 8 * row + column));
        Ok(Self { size, goal, squares: squares.collect() })
    }

    /// The number of columns and rows: 4, 6 or 8.
    pub const fn size(&self) -> u8 {
        self.size
    }

    /// The game's goal.
    pub const fn goal(&self) -> Goal {
        self.goal
    }

    /// All squares on the board.
    #[inline]
    pub const fn squares(&self) -> Bitboard<u64> {
        self.squares
    }

    /// The empty squares on the board.
    #[inline]
    pub fn empty(&self, position: &Position) -> Bitboard<u64> {
        self.squares - position.occupied()
    }

    /// The squares on which the mover can place a disc.
    #[inline]
    pub fn placings(&self, position: &Position) -> Bitboard<u64> {
        position.line_ends() & self.empty(position)
    }

    /// The outcome if neither side can place a disc.
    #[cold]
    fn outcome(&self, position: &Position) -> Outcome {
        let discs = |seat| position.discs(seat).count();
        let (black, white) = (discs(Seat::FIRST), discs(Seat::SECOND));
        let size = u32::from(self.size);
        // The margin is at most 64, the number of squares on the board.
        let margin = i16::try_from(size * size - 2 * black.min(white)).unwrap_or(i16::MAX);
        let payoff = match self.goal {
            _ if black == white => 0,
            Goal::Win => 1,
            Goal::Discs => margin,
        };
        let reason = if self.empty(position).is_empty() {
            "the board is full"
        } else {
            "neither side can move"
        };
        if black >= white {
            Outcome::new(&[payoff, -payoff], reason)
        } else {
            Outcome::new(&[-payoff, payoff], reason)
        }
    }

    /// The status of a position in which the mover can't place a disc.
    #[cold]
    fn status_without_placing(&self, position: &Position) -> Status {
        if self.placings(&position.after_pass()).is_empty() {
            Status::Over(self.outcome(position))
        } else {
            Status::Ongoing
        }
    }
}

impl Game for Othello {
    type Position = Position;
    type Move = Move;

    fn seats(&self) -> usize {
        2
    }

    fn payoff_max(&self) -> i16 {
        match self.goal {
            Goal::Win => 1,
            Goal::Discs => i16::from(self.size) * i16::from(self.size),
        }
    }

    /// White's discs on d4 and e5, Black's on e4 and d5; Black starts.
    fn start(&self) -> Position {
        Position::new([1 << 28 | 1 << 35, 1 << 27 | 1 << 36], Seat::FIRST)
    }

    #[inline]
    fn turn(&self, position: &Position) -> Turn {
        Turn::Seat(position.mover())
    }

    /// Lists a pass if no disc can be placed. The pass is also listed after the end, because published leaf counts
    /// continue with passes.
    #[inline]
    fn legal_moves(&self, position: &Position, moves: &mut Vec<Move>) -> Status {
        moves.clear();
        let placings = self.placings(position);
        if placings.is_empty() {
            moves.push(Move::PASS);
            return self.status_without_placing(position);
        }
        moves.extend(placings.into_iter().map(Move::placing));
        Status::Ongoing
    }

    #[inline]
    fn status(&self, position: &Position, _: &mut Vec<Move>) -> Status {
        if self.placings(position).is_empty() {
            self.status_without_placing(position)
        } else {
            Status::Ongoing
        }
    }

    /// A pass is the only move if no disc can be placed.
    #[inline]
    fn count_moves(&self, position: &Position, _: &mut Vec<Move>) -> u64 {
        self.placings(position).count().max(1).into()
    }

    #[inline]
    fn count_replies(
        &self,
        position: &Position,
        _: &mut Vec<Move>,
        scratch: &mut Vec<Move>,
    ) -> u64 {
        let placings = self.placings(position);
        if placings.is_empty() {
            return self.count_moves(&position.after_pass(), scratch);
        }
        placings.into_iter().map(|square| self.count_moves(&position.after(square), scratch)).sum()
    }

    #[inline]
    fn play(&self, position: &mut Position, mv: Move) {
        match mv.square() {
            Some(square) => *position = position.after(square),
            None => *position = position.after_pass(),
        }
    }

    /// Draws a square without making a list.
    #[inline]
    fn play_random(
        &self,
        position: &mut Position,
        _: &mut Vec<Move>,
        draw: &mut impl FnMut(u32) -> u32,
    ) -> Status {
        let mut placings = self.placings(position);
        if placings.is_empty() {
            let status = self.status_without_placing(position);
            if status == Status::Ongoing {
                *position = position.after_pass();
            }
            return status;
        }
        for _ in 0..draw(placings.count()) {
            placings = placings - Bitboard(placings.0 & placings.0.wrapping_neg());
        }
        if let Some(square) = placings.first() {
            *position = position.after(square);
        }
        Status::Ongoing
    }

    #[inline]
    fn key(&self, position: &Position) -> u64 {
        let key = zobrist::mix(&[position.own().0, position.opposing().0]);
        // The same mover's and opponent's discs mean different black and white discs, depending on the side to move.
        if position.mover() == Seat::FIRST { key } else { !key }
    }

    /// No disc leaves the board.
    fn irreversible(&self, _: &Position, mv: Move) -> bool {
        mv != Move::PASS
    }

    fn repetition(&self) -> Repetition {
        Repetition::Ignored
    }
}

impl ZeroSum for Othello {}
impl Deterministic for Othello {}
impl PerfectInformation for Othello {}
