//! Which piece stands where.

use crate::{Piece, Square};

/// A board with at most one piece on each square: for setting up, reading, writing and drawing. Games play on
/// representations of their own, mostly bitboards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board<R> {
    pieces: Vec<Option<Piece<R>>>,
}

impl<R: Copy> Board<R> {
    /// An empty board of so many squares.
    pub fn empty(square_count: usize) -> Self {
        Self { pieces: vec![None; square_count] }
    }

    /// The number of squares.
    pub fn square_count(&self) -> usize {
        self.pieces.len()
    }

    /// The piece on `square`, if there is one.
    ///
    /// # Panics
    /// If the square is not on this board.
    pub fn piece_on(&self, square: Square) -> Option<Piece<R>> {
        self.pieces[square.index()]
    }

    /// Puts `piece` on `square` and returns what stood there before.
    ///
    /// # Panics
    /// If the square is not on this board.
    pub fn put(&mut self, square: Square, piece: Piece<R>) -> Option<Piece<R>> {
        self.pieces[square.index()].replace(piece)
    }

    /// Takes the piece off `square` and returns it.
    ///
    /// # Panics
    /// If the square is not on this board.
    pub fn remove(&mut self, square: Square) -> Option<Piece<R>> {
        self.pieces[square.index()].take()
    }

    /// The squares that are occupied, with their pieces, in the order of the squares.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece<R>)> {
        self.pieces
            .iter()
            .enumerate()
            .filter_map(|(index, &piece)| Some((Square::new(index), piece?)))
    }
}
