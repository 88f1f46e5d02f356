//! The accumulators of both sides, which are either refreshed or updated from a position that differs by a move.

use chess::Position;
use cozy_chess::{BitBoard, Board, Color, File, Piece, Square};

use super::{STACKS, SUMS, Teacher};

/// Both sides' views.
#[derive(Clone)]
pub(crate) struct Views {
    pub(super) white: View,
    pub(super) black: View,
}

/// One side's view.
#[derive(Clone)]
pub(super) struct View {
    color: Color,
    king: Square,
    /// The squares of each kind of piece.
    squares: [BitBoard; 12],
    pub(super) sums: Box<[i16; SUMS]>,
    pub(super) values: [i32; STACKS],
}

impl Views {
    pub(crate) fn of(teacher: &Teacher, position: &Position) -> Self {
        let of = |color| View::of(teacher, position.board(), color);
        Self { white: of(Color::White), black: of(Color::Black) }
    }

    /// Recomputes the views for a position, starting from the views of a similar position.
    pub(crate) fn make_from(&mut self, before: &Self, teacher: &Teacher, position: &Position) {
        self.white.make_from(&before.white, teacher, position.board());
        self.black.make_from(&before.black, teacher, position.board());
    }
}

impl View {
    fn of(teacher: &Teacher, board: &Board, color: Color) -> Self {
        let sums = teacher.biases.clone().into_boxed_slice().try_into();
        let empty = Self {
            color,
            king: board.king(color),
            squares: [BitBoard::EMPTY; 12],
            sums: sums.unwrap_or_else(|_| Box::new([0; SUMS])),
            values: [0; STACKS],
        };
        let mut view = empty.clone();
        view.change(&empty, teacher, board);
        view
    }

    fn make_from(&mut self, before: &Self, teacher: &Teacher, board: &Board) {
        if board.king(self.color) == before.king {
            self.change(before, teacher, board);
        } else {
            *self = Self::of(teacher, board, self.color);
        }
    }

    /// Recomputes the view for the board, starting from a view with the king on the same square.
    fn change(&mut self, before: &Self, teacher: &Teacher, board: &Board) {
        self.king = before.king;
        self.values = before.values;
        let (mut came, mut went) = (Vec::new(), Vec::new());
        for (kind, &old) in before.squares.iter().enumerate() {
            let (color, piece) = (Color::ALL[kind / 6], Piece::ALL[kind % 6]);
            let new = board.colored_pieces(color, piece);
            self.squares[kind] = new;
            let input = |square| self.input(color, piece, square);
            came.extend((new - old).into_iter().map(input));
            went.extend((old - new).into_iter().map(input));
        }
        for (inputs, sign) in [(&came, 1), (&went, -1)] {
            for &input in inputs {
                for (value, change) in self.values.iter_mut().zip(&teacher.values[input]) {
                    *value += sign * change;
                }
            }
        }
        let rows = |inputs: &[usize]| -> Vec<&[i16; SUMS]> {
            inputs.iter().map(|&input| &teacher.weights[input]).collect()
        };
        match (&rows(&came)[..], &rows(&went)[..]) {
            // Handle a quiet move in one pass.
            ([new], [old]) => {
                for (index, sum) in self.sums.iter_mut().enumerate() {
                    *sum = before.sums[index].wrapping_add(new[index]).wrapping_sub(old[index]);
                }
            }
            (came, went) => {
                self.sums.copy_from_slice(&before.sums[..]);
                for row in came {
                    self.sums
                        .iter_mut()
                        .zip(row.iter())
                        .for_each(|(sum, weight)| *sum = sum.wrapping_add(*weight));
                }
                for row in went {
                    self.sums
                        .iter_mut()
                        .zip(row.iter())
                        .for_each(|(sum, weight)| *sum = sum.wrapping_sub(*weight));
                }
            }
        }
    }

    /// The input of a piece on a square.
    fn input(&self, color: Color, piece: Piece, square: Square) -> usize {
        let flip = if self.color == Color::White { 0 } else { 56 };
        let mirror = if self.king.file() < File::E { 7 } else { 0 };
        let turned = |square: usize| square ^ flip ^ mirror;
        let king = turned(self.king as usize);
        let king_place = 31 - (4 * (king / 8) + king % 8 - 4);
        // Both kings count as one kind.
        let side = usize::from(color != self.color && piece != Piece::King);
        king_place * 11 * 64 + (2 * piece as usize + side) * 64 + turned(square as usize)
    }
}
