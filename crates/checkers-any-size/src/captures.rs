//! Captures: a piece jumps over one of the opponent's to the free square behind it, and goes on as long as it can.

use board_engine::{Bitboard, Square};

use crate::board::{CheckersAnySize, diagonals};
use crate::position::{Move, Position, bit, single};

/// A capture that is being made.
struct Jumps<'a> {
    game: &'a CheckersAnySize,
    position: &'a Position,
    is_king: bool,
    /// What is in the way: all pieces but the one that jumps.
    blocked: Bitboard<u128>,
    /// The squares that were touched, the first one included.
    path: Vec<Square>,
}

impl CheckersAnySize {
    /// Adds the captures of the side to move.
    pub(crate) fn add_captures(&self, position: &Position, moves: &mut Vec<Move>) {
        self.for_each_capture(position, &mut |mv, _| {
            if !moves.contains(&mv) {
                moves.push(mv);
            }
        });
    }

    /// Whether the side to move can capture.
    pub fn can_capture(&self, position: &Position) -> bool {
        let own = position.pieces(position.turn);
        own.into_iter().map(crate::position::square).any(|from| {
            let jumps = Jumps::new(self, position, from);
            jumps.next(from, Bitboard::EMPTY).next().is_some()
        })
    }

    /// The squares that a capture touches: those of the first route that makes it. Empty if it is no legal capture.
    pub(crate) fn route_of(&self, position: &Position, mv: Move) -> Vec<Square> {
        let mut found = Vec::new();
        self.for_each_capture(position, &mut |other, path| {
            if other == mv && found.is_empty() {
                found = path.to_vec();
            }
        });
        found
    }

    /// Calls `visit` with each capture and the squares that it touches, once for every route.
    pub(crate) fn for_each_capture(
        &self,
        position: &Position,
        visit: &mut dyn FnMut(Move, &[Square]),
    ) {
        for from in position.pieces(position.turn) {
            let mut jumps = Jumps::new(self, position, crate::position::square(from));
            jumps.go_on(Bitboard::EMPTY, visit);
        }
    }
}

impl<'a> Jumps<'a> {
    fn new(game: &'a CheckersAnySize, position: &'a Position, from: Square) -> Self {
        let is_king = position.kings.contains(bit(from));
        let blocked = position.occupied() - single(from);
        Self { game, position, is_king, blocked, path: vec![from] }
    }

    /// The jumps from a square, after those over `taken`: the piece that is taken, and where the jump ends. No piece is
    /// jumped over twice, and none leaves the board before the end.
    fn next(&self, at: Square, taken: Bitboard<u128>) -> impl Iterator<Item = (Square, Square)> {
        let other = self.position.pieces(!self.position.turn) - taken;
        diagonals(self.position.turn, self.is_king).filter_map(move |diagonal| {
            let over = self.game.next(at, diagonal).filter(|over| other.contains(bit(*over)))?;
            let to = self.game.next(over, diagonal)?;
            (!self.blocked.contains(bit(to))).then_some((over, to))
        })
    }

    /// Follows all ways to go on; where there is none, the capture is complete. A man that reaches the crowning row ends
    /// its move there.
    fn go_on(&mut self, taken: Bitboard<u128>, visit: &mut dyn FnMut(Move, &[Square])) {
        let at = self.path[self.path.len() - 1];
        let is_crowned =
            !self.is_king && !taken.is_empty() && self.game.is_crowning(self.position.turn, at);
        let jumps: Vec<_> = if is_crowned { Vec::new() } else { self.next(at, taken).collect() };
        if jumps.is_empty() && !taken.is_empty() {
            visit(Move { from: self.path[0], to: at, taken }, &self.path);
        }
        for (over, to) in jumps {
            self.path.push(to);
            self.go_on(taken | single(over), visit);
            self.path.pop();
        }
    }
}
