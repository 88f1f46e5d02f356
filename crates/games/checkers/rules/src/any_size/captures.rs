//! Captures: a piece jumps over an opposing piece to the free square behind it, and continues as long as it can.
//!
//! A crafted position can have more routes than any computer can follow. Two limits bound the work for every position.
//! The search visits each pair of a square and a set of captured pieces only once, and at most [`STATES_MAX`] pairs.
//! The list ends after [`CAPTURES_MAX`] captures. Both limits are far beyond real games, and all code that reads or
//! writes moves applies them.
//!
//! Routes: a capture consists of its ends and the captured pieces; a route is the order of its jumps.
//!
//! A short king passes each captured piece along one line. A route is therefore an Euler trail, which can be found
//! without trying all orders.

use std::collections::HashSet;

use board_engine::{Bitboard, Square};

use super::board::{CheckersAnySize, Move, Position, bit, diagonals, single, square};

/// Maximum number of pairs of a square and captured pieces to visit for one capture list.
const STATES_MAX: usize = 1 << 15;

/// Maximum number of captures in a list.
const CAPTURES_MAX: usize = 1 << 10;

/// The minimum number of captured pieces that two routes with the same ends can share, because a loop along diagonals
/// has four sides.
const TWIN_PIECES_MIN: u32 = 4;

impl CheckersAnySize {
    /// Adds each of the side to move's captures once.
    pub(crate) fn add_captures(&self, position: &Position, moves: &mut Vec<Move>) {
        let mut states_left = STATES_MAX;
        for from in position.pieces(position.turn) {
            let jumps = Jumps::new(self, position, square(from));
            let mut search = Search { jumps, seen: HashSet::new(), states_left, moves };
            search.extend(square(from), Bitboard::EMPTY);
            states_left = search.states_left;
        }
    }

    /// Returns `true` if the side to move can capture.
    pub fn can_capture(&self, position: &Position) -> bool {
        let own = position.pieces(position.turn);
        own.into_iter().map(square).any(|from| {
            let jumps = Jumps::new(self, position, from);
            jumps.next(from, jumps.opponents).next().is_some()
        })
    }
}

/// One piece's jumps.
pub(crate) struct Jumps<'a> {
    game: &'a CheckersAnySize,
    position: &'a Position,
    from: Square,
    is_king: bool,
    /// All pieces except the jumping one. Captured pieces leave the board after the move.
    blocked: Bitboard<u128>,
    /// The pieces that can be captured.
    pub(crate) opponents: Bitboard<u128>,
}

impl<'a> Jumps<'a> {
    pub(crate) fn new(game: &'a CheckersAnySize, position: &'a Position, from: Square) -> Self {
        let is_king = position.kings.contains(bit(from));
        let blocked = position.occupied() - single(from);
        let opponents = position.pieces(!position.turn);
        Self { game, position, from, is_king, blocked, opponents }
    }

    /// The jumps from a square over one of the pieces on `targets`: the captured piece, and the landing square. A man
    /// that reaches the crowning row ends its move there.
    pub(crate) fn next(
        &self,
        at: Square,
        targets: Bitboard<u128>,
    ) -> impl Iterator<Item = (Square, Square)> {
        let turn = self.position.turn;
        let is_crowned = !self.is_king && at != self.from && self.game.is_crowning(turn, at);
        let lines = if is_crowned { 0..0 } else { diagonals(turn, self.is_king) };
        lines.filter_map(move |diagonal| {
            let over = self.game.next(at, diagonal).filter(|over| targets.contains(bit(*over)))?;
            let to = self.game.next(over, diagonal)?;
            (!self.blocked.contains(bit(to))).then_some((over, to))
        })
    }
}

/// A search for all captures of one piece.
struct Search<'a> {
    jumps: Jumps<'a>,
    /// The squares with the pieces captured so far, if another route can lead to the same state.
    seen: HashSet<(Square, Bitboard<u128>)>,
    states_left: usize,
    moves: &'a mut Vec<Move>,
}

impl Search<'_> {
    /// Follows all jumps from a square after the jumps over `taken`. A capture is complete if there are no further
    /// jumps.
    fn extend(&mut self, at: Square, taken: Bitboard<u128>) {
        let can_recur = taken.count() >= TWIN_PIECES_MIN;
        if self.states_left == 0 || (can_recur && !self.seen.insert((at, taken))) {
            return;
        }
        self.states_left -= 1;
        let mut next = [None; 4];
        let jumps = self.jumps.next(at, self.jumps.opponents - taken);
        next.iter_mut().zip(jumps).for_each(|(slot, jump)| *slot = Some(jump));
        if next[0].is_none() && !taken.is_empty() {
            self.moves.push(Move { from: self.jumps.from, to: at, taken });
            if self.moves.len() == CAPTURES_MAX {
                self.states_left = 0;
            }
        }
        for (over, to) in next.into_iter().flatten() {
            self.extend(to, taken | single(over));
        }
    }
}

/// Maximum number of jumps tried while reading one move.
const JUMPS_MAX: u32 = 1 << 16;

impl CheckersAnySize {
    /// The squares on the first route of a legal capture. Empty if there is no such route.
    pub(crate) fn route_of(&self, position: &Position, mv: Move) -> Vec<Square> {
        let jumps = Jumps::new(self, position, mv.from);
        let (mut path, mut left) = (vec![mv.from], mv.taken);
        let mut at = mv.from;
        while !left.is_empty() {
            let mut next = jumps.next(at, left);
            let Some((over, to)) =
                next.find(|&(over, to)| jumps.reaches_all(to, left - single(over)))
            else {
                return Vec::new();
            };
            left = left - single(over);
            at = to;
            path.push(to);
        }
        if at == mv.to { path } else { Vec::new() }
    }

    /// The capture that jumps from each of these squares to the next one; `None` if a jump is not possible.
    pub(crate) fn capture_along(&self, position: &Position, squares: &[Square]) -> Option<Move> {
        let (&from, &to) = (squares.first()?, squares.last()?);
        let jumps = Jumps::new(self, position, from);
        let mut taken = Bitboard::EMPTY;
        for pair in squares.windows(2) {
            let mut next = jumps.next(pair[0], jumps.opponents - taken);
            let (over, _) = next.find(|&(_, to)| to == pair[1])?;
            taken |= single(over);
        }
        Some(Move { from, to, taken })
    }

    /// The moves among `moves` with a route over all of `squares` in this order, including the ends. After
    /// [`JUMPS_MAX`] jumps, the remaining moves count as not matching.
    pub(crate) fn captures_over(
        &self,
        position: &Position,
        moves: &[Move],
        squares: &[Square],
    ) -> Vec<Move> {
        let [from, between @ .., to] = squares else { return Vec::new() };
        let has_these_ends = |mv: &&Move| mv.is_capture() && mv.from == *from && mv.to == *to;
        let mut left = JUMPS_MAX;
        let fits = |mv: &&Move| {
            let jumps = Jumps::new(self, position, *from);
            Fitting { jumps, to: *to, left: &mut left }.fits(*from, mv.taken, between)
        };
        moves.iter().filter(has_these_ends).filter(fits).copied().collect()
    }
}

impl Jumps<'_> {
    /// Returns `true` if jumps from `at` reach all of these pieces.
    pub(crate) fn reaches_all(&self, at: Square, pieces: Bitboard<u128>) -> bool {
        let (mut reached, mut visited) = (Bitboard::EMPTY, single(at));
        let mut waiting = vec![at];
        while let Some(at) = waiting.pop() {
            for (over, to) in self.next(at, pieces) {
                reached |= single(over);
                if !visited.contains(bit(to)) {
                    visited |= single(to);
                    waiting.push(to);
                }
            }
        }
        reached == pieces
    }
}

/// A search for a route over the squares in a written move.
struct Fitting<'a> {
    jumps: Jumps<'a>,
    /// The end of the route.
    to: Square,
    left: &'a mut u32,
}

impl Fitting<'_> {
    /// Returns `true` if a route from `at` captures all of `pieces`, and lands on the squares of `between` in this
    /// order.
    fn fits(&mut self, at: Square, pieces: Bitboard<u128>, between: &[Square]) -> bool {
        if pieces.is_empty() {
            return at == self.to && between.is_empty();
        }
        let next: Vec<_> = self.jumps.next(at, pieces).collect();
        next.into_iter().any(|(over, to)| {
            if *self.left == 0 {
                return false;
            }
            *self.left -= 1;
            let between = if between.first() == Some(&to) { &between[1..] } else { between };
            self.fits(to, pieces - single(over), between)
        })
    }
}
