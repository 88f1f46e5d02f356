//! The types for positions and moves.

use board_engine::Seat;
use cozy_chess::{Board, Color, File, Rank, Square};

/// The pieces, the side to move, castling rights and counters.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    board: Board,
    /// Plies since the last capture or pawn move. The board's own counter stops at 100.
    quiet_plies: u8,
}

/// A move, with castling as the king taking its own rook.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(pub(crate) cozy_chess::Move);

impl Move {
    /// The square of the moving piece.
    pub const fn from(self) -> Square {
        self.0.from
    }

    /// The target square; for castling, the rook's square.
    pub const fn to(self) -> Square {
        self.0.to
    }

    /// The promotion piece.
    pub const fn promotion(self) -> Option<cozy_chess::Piece> {
        self.0.promotion
    }
}

impl Position {
    /// A position; `quiet_plies` is the number of plies since the last capture or pawn move.
    pub(crate) const fn new(board: Board, quiet_plies: u8) -> Self {
        Self { board, quiet_plies }
    }

    /// The board.
    #[inline]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Plies since the last capture or pawn move.
    #[inline]
    pub const fn quiet_plies(&self) -> u8 {
        self.quiet_plies
    }

    /// The seat to move. White has the first seat.
    #[inline]
    pub fn mover(&self) -> Seat {
        seat_of(self.board.side_to_move())
    }

    /// Returns `true` if `mv` moves a pawn, captures or castles, because no later move can undo that.
    #[inline]
    pub(crate) fn is_irreversible(&self, mv: Move) -> bool {
        self.board.occupied().has(mv.to())
            || self.board.pieces(cozy_chess::Piece::Pawn).has(mv.from())
    }

    /// Returns `true` if `mv` castles.
    #[inline]
    pub(crate) fn is_castling(&self, mv: Move) -> bool {
        self.board.colors(self.board.side_to_move()).has(mv.to())
    }

    /// Returns `true` if `mv` captures, including en passant.
    #[inline]
    pub fn is_capture(&self, mv: Move) -> bool {
        self.board.colors(!self.board.side_to_move()).has(mv.to()) || self.is_en_passant(mv)
    }

    /// Returns `true` if `mv` captures en passant.
    #[inline]
    pub fn is_en_passant(&self, mv: Move) -> bool {
        self.board.pieces(cozy_chess::Piece::Pawn).has(mv.from())
            && mv.from().file() != mv.to().file()
            && !self.board.occupied().has(mv.to())
    }

    /// The king's target when castling with the rook on `rook`.
    pub(crate) fn castled_king(&self, king: Square, rook: Square) -> Square {
        let file = if king.file() < rook.file() { File::G } else { File::C };
        Square::new(file, Rank::First.relative_to(self.board.side_to_move()))
    }

    /// The file on which a pawn can legally be captured en passant.
    pub(crate) fn en_passant_file(&self) -> Option<File> {
        let file = self.board.en_passant()?;
        let color = self.board.side_to_move();
        let target = Square::new(file, Rank::Sixth.relative_to(color));
        let pawns = self.board.colored_pieces(color, cozy_chess::Piece::Pawn);
        let attackers = cozy_chess::get_pawn_attacks(target, !color) & pawns;
        let takes = |from| cozy_chess::Move { from, to: target, promotion: None };
        attackers.into_iter().any(|from| self.board.is_legal(takes(from))).then_some(file)
    }

    /// The position after the mover passes. The rules don't allow passing; searches use this position to measure the
    /// gain of a move. `None` in check.
    #[inline]
    pub fn after_pass(&self) -> Option<Self> {
        let board = self.board.null_move()?;
        Some(Self { board, quiet_plies: self.quiet_plies.saturating_add(1) })
    }

    /// Makes a legal move. Does nothing if the mover doesn't have a piece on the start square, or if the move would
    /// capture a king.
    #[inline]
    pub(crate) fn play(&mut self, mv: Move) {
        let own = self.board.colors(self.board.side_to_move());
        let kings = self.board.pieces(cozy_chess::Piece::King);
        let castles = own.has(mv.to());
        if !own.has(mv.from()) || kings.has(mv.to()) || (castles && !kings.has(mv.from())) {
            return;
        }
        let counts_on = castles || !self.is_irreversible(mv);
        self.quiet_plies = if counts_on { self.quiet_plies.saturating_add(1) } else { 0 };
        self.board.play_unchecked(mv.0);
    }
}

/// White has the first seat.
#[inline]
pub(crate) fn seat_of(color: Color) -> Seat {
    if color == Color::White { Seat::FIRST } else { Seat::SECOND }
}
