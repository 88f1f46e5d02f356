//! The pieces on the squares.

use crate::Square;

/// A board with at most one piece on each square, for setup, parsing, printing and drawing. Games play on their own
/// representations, mostly bitboards.
///
/// The game chooses the contents of a square: a [`Piece`](crate::Piece) if pieces have roles, a [`Color`](crate::Color)
/// or a [`Seat`](crate::Seat) if all of a side's pieces are identical.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board<P> {
    pieces: Vec<Option<P>>,
}

impl<P: Copy> Board<P> {
    /// An empty board with this number of squares.
    pub fn empty(square_count: usize) -> Self {
        Self { pieces: vec![None; square_count] }
    }

    /// A board with `square_count` squares, each filled by `piece`.
    ///
    /// # Panics
    /// If `square_count` is more than 256.
    pub fn from_fn(square_count: usize, piece: impl Fn(Square) -> Option<P>) -> Self {
        Self { pieces: (0..square_count).map(Square::new).map(piece).collect() }
    }

    /// The board with `to` applied to each piece.
    pub fn map<Q>(&self, to: impl Fn(P) -> Q) -> Board<Q> {
        Board { pieces: self.pieces.iter().map(|piece| piece.map(&to)).collect() }
    }

    /// The number of squares.
    pub fn square_count(&self) -> usize {
        self.pieces.len()
    }

    /// All squares, in order.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<P> {
        (0..self.pieces.len()).map(Square::new)
    }

    /// The piece on `square`; `None` if the square is empty.
    ///
    /// # Panics
    /// If the square is not on this board.
    pub fn piece_on(&self, square: Square) -> Option<P> {
        self.pieces[square.index()]
    }

    /// Puts `piece` on `square` and returns the piece that was there before, if any.
    ///
    /// # Panics
    /// If the square is not on this board.
    pub fn put(&mut self, square: Square, piece: P) -> Option<P> {
        self.pieces[square.index()].replace(piece)
    }

    /// Takes the piece off `square` and returns it.
    ///
    /// # Panics
    /// If the square is not on this board.
    pub fn remove(&mut self, square: Square) -> Option<P> {
        self.pieces[square.index()].take()
    }

    /// The occupied squares with their pieces, in square order.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, P)> {
        self.squares().zip(&self.pieces).filter_map(|(square, &piece)| Some((square, piece?)))
    }
}
