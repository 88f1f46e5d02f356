//! How much a square is worth to a piece, by formulas in place of tables.

use cozy_chess::{Piece, Square};

/// Two scores: with all pieces on the board, and with none but kings and pawns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Phased {
    pub(super) middlegame: i32,
    pub(super) endgame: i32,
}

impl Phased {
    pub(super) const fn new(middlegame: i32, endgame: i32) -> Self {
        Self { middlegame, endgame }
    }

    pub(super) const fn plus(self, other: Self) -> Self {
        Self::new(self.middlegame + other.middlegame, self.endgame + other.endgame)
    }

    pub(super) const fn minus(self, other: Self) -> Self {
        Self::new(self.middlegame - other.middlegame, self.endgame - other.endgame)
    }

    pub(super) const fn times(self, factor: i32) -> Self {
        Self::new(self.middlegame * factor, self.endgame * factor)
    }
}

/// The score of each piece on each square, as White sees the board.
static SQUARES: [[Phased; 64]; 6] = tables();

/// The score of a piece on a square, as its side sees the board.
pub(super) fn score(piece: Piece, relative: Square) -> Phased {
    SQUARES[piece as usize][relative as usize]
}

const fn tables() -> [[Phased; 64]; 6] {
    let mut tables = [[Phased::new(0, 0); 64]; 6];
    let mut piece = 0;
    while piece < 6 {
        let (mut square, mut rank) = (0, 0);
        while rank < 8 {
            let mut file = 0;
            while file < 8 {
                tables[piece][square] = formula(piece, file, rank);
                (square, file) = (square + 1, file + 1);
            }
            rank += 1;
        }
        piece += 1;
    }
    tables
}

/// The score of the piece with this number on this file and rank, both from 0.
const fn formula(piece: usize, file: i32, rank: i32) -> Phased {
    // From 0 in a corner to 6 in the center.
    let center = centrality(file) + centrality(rank);
    match piece {
        // A pawn wants the center, and to go on.
        0 => Phased::new(
            2 * rank - 4 + if rank >= 2 && rank <= 4 { 5 * centrality(file) - 5 } else { 0 },
            7 * rank - 10,
        ),
        1 => Phased::new(9 * center - 30, 7 * center - 25),
        2 => Phased::new(5 * center - 15, 3 * center - 10),
        3 => Phased::new(3 * centrality(file) - 4 + if rank == 6 { 15 } else { 0 }, 2 * rank - 5),
        4 => Phased::new(2 * center - 6, 5 * center - 15),
        // A king hides in a corner as long as there are pieces that can hunt it.
        _ => Phased::new(
            -10 * centrality(file) - 14 * rank
                + 20
                + if centrality(file) == 1 && rank == 0 { 18 } else { 0 },
            8 * center - 25,
        ),
    }
}

/// How far a file or rank is from the edge, 0 to 3.
const fn centrality(line: i32) -> i32 {
    if line < 4 { line } else { 7 - line }
}
