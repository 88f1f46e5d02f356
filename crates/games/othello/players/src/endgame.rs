//! Solves positions with few empty squares exactly.
//!
//! A plain alpha-beta search for the disc margin, built for speed, without a table or move lists. Far from the end, the
//! moves that leave the opponent the fewest replies come first ("fastest first"). Near the end, moves in regions with
//! an odd number of empty squares come first, because the mover can play last in such a region (parity; Rose, "Othello:
//! A Minute to Learn... A Lifetime to Master", 2005; <https://www.chessprogramming.org/Othello>). The last two squares
//! are counted without a search.

use board_engine::Bitboard;
use othello::{Goal, Othello, Position};
use search::{PayoffBounds, SolvedPayoff};

/// Maximum number of empty squares in a position that is solved here.
pub(crate) const EMPTY_MAX: u32 = 11;

/// Minimum number of empty squares for ordering moves by the opponent's replies.
const ORDER_BY_REPLIES_MIN: u32 = 6;

/// The mover's payoff under perfect play, exact within `bounds`.
pub(crate) fn solve(game: &Othello, position: &Position, bounds: PayoffBounds) -> SolvedPayoff {
    let empty = game.empty(position);
    let mut solver = Solver { nodes: 0 };
    let (lower, upper) = match game.goal() {
        Goal::Win => (i32::from(bounds.lower).clamp(-1, 0), i32::from(bounds.upper).clamp(0, 1)),
        Goal::Discs => (i32::from(bounds.lower).max(-64), i32::from(bounds.upper).min(64)),
    };
    let margin = if lower < upper { solver.margin(position, empty, lower, upper) } else { lower };
    let payoff = match game.goal() {
        Goal::Win => margin.signum(),
        Goal::Discs => margin,
    };
    #[expect(clippy::cast_possible_truncation, reason = "at most 64 discs")]
    let payoff = payoff as i16;
    SolvedPayoff { payoff, plies: empty.count() as usize, nodes: solver.nodes }
}

/// A search from one position.
struct Solver {
    /// The number of searched positions.
    nodes: u64,
}

impl Solver {
    /// The mover's final margin in discs, exact between `alpha` and `beta`. `empty` contains the empty squares.
    fn margin(&mut self, position: &Position, empty: Bitboard<u64>, alpha: i32, beta: i32) -> i32 {
        self.nodes += 1;
        match empty.count() {
            0 => return final_margin(position, 0),
            1 => return last_margin(position, empty),
            count if count >= ORDER_BY_REPLIES_MIN => {
                return self.by_replies(position, empty, alpha, beta);
            }
            _ => {}
        }
        let odd = odd_regions(empty) & empty;
        let (mut best, mut alpha) = (None, alpha);
        for square in odd.into_iter().chain(empty - odd) {
            let Some(after) = position.after_if_legal(square) else { continue };
            let value = -self.margin(&after, empty - Bitboard::single(square), -beta, -alpha);
            if best.is_none_or(|best| value > best) {
                best = Some(value);
                alpha = alpha.max(value);
                if value >= beta {
                    break;
                }
            }
        }
        best.unwrap_or_else(|| self.after_pass(position, empty, alpha, beta))
    }

    /// Like [`margin`](Self::margin), with the moves ordered by the number of the opponent's replies.
    fn by_replies(
        &mut self,
        position: &Position,
        empty: Bitboard<u64>,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        let mut moves = [(0_u32, 0_u32); EMPTY_MAX as usize];
        let mut count = 0;
        let odd = odd_regions(empty);
        for square in empty {
            let Some(after) = position.after_if_legal(square) else { continue };
            let replies = after.line_ends() & empty;
            let corners = (replies & CORNERS).count();
            let is_even = u32::from(!odd.contains(square));
            let is_no_corner = u32::from(!CORNERS.contains(square));
            moves[count] = (2 * (replies.count() + corners) + is_even + 4 * is_no_corner, square);
            count += 1;
        }
        if count == 0 {
            return self.after_pass(position, empty, alpha, beta);
        }
        let moves = &mut moves[..count];
        moves.sort_unstable();
        let (mut best, mut alpha) = (i32::MIN, alpha);
        for &(_, square) in &*moves {
            let rest = empty - Bitboard::single(square);
            let after = position.after(square);
            let mut value = if best == i32::MIN {
                -self.margin(&after, rest, -beta, -alpha)
            } else {
                -self.margin(&after, rest, -alpha - 1, -alpha)
            };
            if value > alpha && value < beta && best != i32::MIN {
                value = -self.margin(&after, rest, -beta, -alpha);
            }
            if value > best {
                best = value;
                alpha = alpha.max(value);
                if value >= beta {
                    break;
                }
            }
        }
        best
    }

    /// The margin if the mover can't place a disc.
    fn after_pass(
        &mut self,
        position: &Position,
        empty: Bitboard<u64>,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        let passed = position.after_pass();
        if (passed.line_ends() & empty).is_empty() {
            return final_margin(position, empty.count());
        }
        -self.margin(&passed, empty, -beta, -alpha)
    }
}

/// The margin at the end. Empty squares count for the winner.
fn final_margin(position: &Position, empty: u32) -> i32 {
    let difference =
        position.own().count().cast_signed() - position.opposing().count().cast_signed();
    difference + difference.signum() * empty.cast_signed()
}

/// The margin with one empty square left.
fn last_margin(position: &Position, empty: Bitboard<u64>) -> i32 {
    let square = empty.first().unwrap_or(0);
    let difference =
        position.own().count().cast_signed() - position.opposing().count().cast_signed();
    let own_flips = position.flips(square).count().cast_signed();
    if own_flips > 0 {
        return difference + 2 * own_flips + 1;
    }
    let other_flips = position.after_pass().flips(square).count().cast_signed();
    if other_flips > 0 {
        return difference - 2 * other_flips - 1;
    }
    final_margin(position, 1)
}

const CORNERS: Bitboard<u64> = Bitboard(1 | 1 << 7 | 1 << 56 | 1 << 63);

/// The board's four quarters.
const QUARTERS: [u64; 4] =
    [0x0000_0000_0F0F_0F0F, 0x0000_0000_F0F0_F0F0, 0x0F0F_0F0F_0000_0000, 0xF0F0_F0F0_0000_0000];

/// The quarters of the board with an odd number of empty squares.
fn odd_regions(empty: Bitboard<u64>) -> Bitboard<u64> {
    let odd = |quarter: &u64| (empty.0 & quarter).count_ones() % 2 == 1;
    QUARTERS
        .into_iter()
        .filter(odd)
        .map(Bitboard)
        .fold(Bitboard::EMPTY, |all, quarter| all | quarter)
}
