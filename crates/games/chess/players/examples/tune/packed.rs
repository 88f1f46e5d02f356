//! Packs positions and scores into few bytes, and counts evaluation terms.

use board_engine::Seat;
use chess::{Chess, Position};
use chess_players::{ChessEvaluator, ChessInputs, ChessTerms};
use cozy_chess::{Color, Piece, Square};
use learning::tuning::{Features, Linear};
use search::Evaluator;

/// A position from the mover's view, with the mover's score in 16 bits, little-endian.
///
/// The first eight bytes are the set of occupied squares, starting with the mover's first rank. The pieces on these
/// squares follow, half a byte each: 0 to 5 for the mover's pieces from pawn to king, 6 to 11 for the opponent's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Packed([u8; Self::SIZE]);

/// The range of bytes with the pieces.
const PIECES: std::ops::Range<usize> = 8..24;

impl Packed {
    pub(crate) const SIZE: usize = 26;

    pub(crate) const fn from_bytes(bytes: [u8; Self::SIZE]) -> Self {
        Self(bytes)
    }

    pub(crate) const fn bytes(&self) -> &[u8; Self::SIZE] {
        &self.0
    }

    pub(crate) fn new(position: &Position, score: i16) -> Self {
        let board = position.board();
        let mover = board.side_to_move();
        let turned =
            |square: Square| if mover == Color::White { square } else { square.flip_rank() };
        let mut squares: Vec<Square> = board.occupied().into_iter().map(turned).collect();
        squares.sort_unstable();
        let mut bytes = [0; Self::SIZE];
        let mut occupied = 0_u64;
        for (number, square) in squares.into_iter().enumerate() {
            occupied |= square.bitboard().0;
            let (Some(piece), Some(color)) =
                (board.piece_on(turned(square)), board.color_on(turned(square)))
            else {
                continue;
            };
            let code = piece as u8 + if color == mover { 0 } else { 6 };
            bytes[PIECES.start + number / 2] |= code << (number % 2 * 4);
        }
        bytes[..PIECES.start].copy_from_slice(&occupied.to_le_bytes());
        bytes[PIECES.end..].copy_from_slice(&score.to_le_bytes());
        Self(bytes)
    }

    fn occupied(&self) -> u64 {
        self.0.first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes))
    }

    pub(crate) fn score(&self) -> i16 {
        self.0.last_chunk().map_or(0, |bytes| i16::from_le_bytes(*bytes))
    }

    /// The number of pieces on the board, including kings.
    pub(crate) fn count(&self) -> u32 {
        self.occupied().count_ones()
    }

    /// The inputs of a network.
    pub(crate) fn inputs(&self) -> ChessInputs {
        let mut rest = self.occupied();
        let mut pieces = Vec::with_capacity(32);
        while rest != 0 {
            let number = pieces.len();
            let code = usize::from(self.0[PIECES.start + number / 2] >> (number % 2 * 4) & 15);
            let color = if code < 6 { Color::White } else { Color::Black };
            let square = Square::index(rest.trailing_zeros() as usize);
            pieces.push((color, Piece::index(code % 6), square));
            rest &= rest - 1;
        }
        ChessInputs::of_pieces(&pieces, Color::White)
    }
}

/// The evaluation terms, and the side to move.
pub(crate) struct Counted;

impl Counted {
    /// The index of the side-to-move term.
    pub(crate) const TEMPO: usize = ChessTerms::COUNT;
}

impl Linear<Chess> for Counted {
    #[expect(clippy::cast_possible_truncation, reason = "small numbers")]
    fn count(&mut self, _: &Chess, position: &Position, features: &mut Features) {
        let ChessTerms { counts, phase } = ChessTerms::of(position);
        let turn = if position.mover() == Seat::FIRST { 1 } else { -1 };
        let terms = counts.into_iter().chain([(Self::TEMPO, turn)]);
        features.terms.extend(terms.map(|(term, times)| {
            let times = i16::try_from(times).expect("a term counts a few times");
            (u16::try_from(term).expect("there are few terms"), times.into())
        }));
        features.stage = phase as f32;
    }

    fn reference(&self, game: &Chess, position: &Position) -> i32 {
        ChessEvaluator::Standard.evaluate(game, position, Seat::FIRST).value()
    }

    fn initial_weight(&self, term: usize, knot: usize) -> f64 {
        if term == Self::TEMPO {
            return ChessTerms::TEMPO.into();
        }
        ChessTerms::weight(term)[1 - knot.min(1)].into()
    }
}
