//! The Connect Four evaluation, and hints for Connect Four searches.

use board_engine::{Bitboard, Seat, Word};
use connect_four::{ConnectGame, Move, Position};
use search::{Evaluator, Hints, MoveIndex, Score, Tension};

/// Evaluates lines that can still be completed, and squares that would complete a line.
///
/// Near the end, both sides run out of harmless moves, and the columns fill up in pairs: Red, who starts, gets the odd
/// rows and Yellow the even rows (*zugzwang*; V. Allis, "A Knowledge-based Approach of Connect-Four", 1988). A square
/// that completes a line therefore counts more if the side will get the squares in that row.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Threats;

/// The score for a square that completes a line in one of the side's own rows.
const OWN_ROW_THREAT: i32 = 60;
/// The score for such a square in one of the other side's rows.
const OTHER_ROW_THREAT: i32 = 20;

impl<W: Word> Evaluator<ConnectGame<W>> for Threats {
    fn evaluate(&self, game: &ConnectGame<W>, position: &Position<W>, seat: Seat) -> Score {
        let red = prospects(game, position, Seat::FIRST);
        let yellow = prospects(game, position, Seat::SECOND);
        Score::new(if seat == Seat::FIRST { red - yellow } else { yellow - red })
    }
}

/// Hints for a Connect Four search: moves that win immediately, or prevent the opponent from doing so, are noisy and
/// come first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ConnectFourHints;

impl<W: Word> Hints<ConnectGame<W>> for ConnectFourHints {
    #[inline]
    fn tension(&self, game: &ConnectGame<W>, position: &Position<W>) -> Tension {
        let mover = position.mover();
        let landings = game.landings(position);
        let (own, other) = (position.stones(mover), position.stones(mover.opponent()));
        if landings.is_empty() || game.has_line_in(other) {
            return Tension::Unknown;
        }
        let urgent = game.completing(position, own) | game.completing(position, other);
        // A threat by one side is urgent for the other side.
        if urgent.meets(landings) { Tension::Noisy } else { Tension::Calm }
    }

    #[inline]
    fn is_noisy(&self, game: &ConnectGame<W>, position: &Position<W>, mv: Move) -> bool {
        rank(game, position, mv) > 0
    }

    #[inline]
    fn rank(&self, game: &ConnectGame<W>, position: &Position<W>, mv: Move) -> i32 {
        rank(game, position, mv)
    }

    #[inline]
    fn move_index(&self, _: &ConnectGame<W>, _: &Position<W>, mv: Move) -> MoveIndex {
        MoveIndex::new(mv.column().into())
    }
}

/// The score for this seat's lines.
fn prospects<W: Word>(game: &ConnectGame<W>, position: &Position<W>, seat: Seat) -> i32 {
    let own = position.stones(seat);
    let open = game.cells() - position.stones(seat.opponent());
    let stride = game.stride().cast_signed();
    let mut score = 0;
    let mut threats = Bitboard::EMPTY;
    for step in [1, stride - 1, stride, stride + 1] {
        let lines = OpenLines::along(step, game.in_a_row(), open, own);
        score += lines.score();
        threats |= lines.completing_squares();
    }
    let threats = threats & (open - own);
    // Row 1 is odd, so it is Red's.
    let odd_rows = odd_rows(game);
    let own_rows = if seat == Seat::FIRST { odd_rows } else { game.cells() - odd_rows };
    let count = |squares: Bitboard<W>| squares.count().cast_signed();
    score
        + OWN_ROW_THREAT * count(threats & own_rows)
        + OTHER_ROW_THREAT * count(threats - own_rows)
}

/// The first, third, fifth … row from below.
fn odd_rows<W: Word>(game: &ConnectGame<W>) -> Bitboard<W> {
    let cells = game.cells();
    let feet = cells - cells.shifted(1);
    (0..game.height().into()).step_by(2).fold(Bitboard::EMPTY, |rows, row| rows | feet.shifted(row))
}

/// The number of bits for the discs in a line: at most 26.
const COUNT_BITS: usize = 5;

/// All lines in one direction, each with its number of discs, which is stored bit by bit.
#[derive(Clone, Copy)]
struct OpenLines<W: Word> {
    step: i32,
    length: u8,
    /// The start squares of lines without opposing discs.
    starts: Bitboard<W>,
    /// For each start square, the number of own discs in its line, stored as one set of squares per binary digit,
    /// lowest first.
    counts: [Bitboard<W>; COUNT_BITS],
}

impl<W: Word> OpenLines<W> {
    fn along(step: i32, length: u8, open: Bitboard<W>, own: Bitboard<W>) -> Self {
        let mut starts = open;
        let mut counts = [Bitboard::EMPTY; COUNT_BITS];
        let mut discs = own;
        let mut shifted = open;
        for index in 0..length {
            if index > 0 {
                // Shifts one step at a time, because the whole distance can exceed the number of bits in the word.
                (discs, shifted) = (discs.shifted(-step), shifted.shifted(-step));
                starts &= shifted;
            }
            let mut carry = discs;
            for digit in &mut counts {
                (*digit, carry) = (*digit ^ carry, *digit & carry);
            }
        }
        Self { step, length, starts, counts }
    }

    /// The score for all lines: 1 for a line with one disc, 3 with two, 4 with three, 9 with four.
    fn score(&self) -> i32 {
        let digits = self.counts.iter().rev();
        digits.fold(0, |score, &digit| 3 * score + (digit & self.starts).count().cast_signed())
    }

    /// All squares that complete a line with one more disc.
    fn completing_squares(&self) -> Bitboard<W> {
        let missing_one = self.length - 1;
        let mut lines = self.starts;
        for (index, &digit) in self.counts.iter().enumerate() {
            lines &= if missing_one >> index & 1 == 1 { digit } else { !digit };
        }
        (1..self.length).fold(lines, |squares, _| squares.shifted(self.step) | lines)
    }
}

/// The rank of a move: 2 if it completes a line, 1 if it blocks the opponent's line, otherwise 0.
pub(crate) fn rank<W: Word>(game: &ConnectGame<W>, position: &Position<W>, mv: Move) -> i32 {
    let disc = game.landing_of(position, mv);
    let completes = |seat| game.has_line_in(position.stones(seat) | disc);
    let own = position.mover();
    if completes(own) { 2 } else { completes(own.opponent()).into() }
}
