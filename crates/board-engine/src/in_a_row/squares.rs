//! The squares of lines, for diagrams.

use crate::{Diagram, Direction, Seat, Square};

/// The squares of all lines of at least `length` pieces of one seat, in order.
pub fn squares_of_lines(diagram: &Diagram, length: u8) -> Vec<Square> {
    let mut squares: Vec<Square> = Vec::new();
    for square in diagram.geometry().squares() {
        let Some(owner) = owner_of(diagram, square) else { continue };
        for direction in Direction::ALL {
            let ahead = diagram.geometry().ray(square, direction);
            let line: Vec<Square> = std::iter::once(square)
                .chain(ahead.take_while(|&next| owner_of(diagram, next) == Some(owner)))
                .collect();
            if line.len() >= usize::from(length) {
                squares.extend(line);
            }
        }
    }
    squares.sort_unstable();
    squares.dedup();
    squares
}

/// The seat whose piece stands on the square.
fn owner_of(diagram: &Diagram, square: Square) -> Option<Seat> {
    diagram.glyph(square)?.owner
}
