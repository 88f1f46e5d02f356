//! The pattern squares, and pattern indices.
//!
//! A pattern's content is a number in base 3: empty, the mover's disc, the opponent's disc. All places of one shape
//! share their weights.

/// A pattern shape: a list of squares, and their order after a reflection that maps the shape to itself.
#[derive(Clone, Copy)]
pub(super) struct Shape {
    squares: &'static [u8],
    mirror: &'static [u8],
    /// The index of the shape's first content.
    offset: usize,
}

/// The shapes, in index order.
const SHAPES: [Shape; 10] = {
    let mut shapes = [
        // An edge with the two X-squares next to it.
        Shape::new(&[0, 1, 2, 3, 4, 5, 6, 7, 9, 14], &[7, 6, 5, 4, 3, 2, 1, 0, 9, 8]),
        // A nine-square corner.
        Shape::new(&[0, 1, 2, 8, 9, 10, 16, 17, 18], &[0, 3, 6, 1, 4, 7, 2, 5, 8]),
        // The second, third and fourth row from an edge.
        Shape::new(&[8, 9, 10, 11, 12, 13, 14, 15], &[7, 6, 5, 4, 3, 2, 1, 0]),
        Shape::new(&[16, 17, 18, 19, 20, 21, 22, 23], &[7, 6, 5, 4, 3, 2, 1, 0]),
        Shape::new(&[24, 25, 26, 27, 28, 29, 30, 31], &[7, 6, 5, 4, 3, 2, 1, 0]),
        // Diagonals with eight, seven, six, five and four squares.
        Shape::new(&[0, 9, 18, 27, 36, 45, 54, 63], &[7, 6, 5, 4, 3, 2, 1, 0]),
        Shape::new(&[1, 10, 19, 28, 37, 46, 55], &[6, 5, 4, 3, 2, 1, 0]),
        Shape::new(&[2, 11, 20, 29, 38, 47], &[5, 4, 3, 2, 1, 0]),
        Shape::new(&[3, 12, 21, 30, 39], &[4, 3, 2, 1, 0]),
        Shape::new(&[4, 13, 22, 31], &[3, 2, 1, 0]),
    ];
    let (mut index, mut offset) = (0, 0);
    while index < shapes.len() {
        shapes[index].offset = offset;
        offset += shapes[index].contents();
        index += 1;
    }
    shapes
};

impl Shape {
    /// The total number of possible contents of all shapes.
    pub(super) const CONTENTS: usize = {
        let last = SHAPES[SHAPES.len() - 1];
        last.offset + last.contents()
    };

    /// The number of patterns on a board: each shape in every distinct rotation and reflection.
    pub(super) const PLACES: usize = {
        let (mut index, mut places) = (0, 0);
        while index < SHAPES.len() {
            places += SHAPES[index].places();
            index += 1;
        }
        places
    };

    const fn new(squares: &'static [u8], mirror: &'static [u8]) -> Self {
        assert!(squares.len() == mirror.len());
        Self { squares, mirror, offset: 0 }
    }

    const fn contents(self) -> usize {
        let (mut contents, mut square) = (1, 0);
        while square < self.squares.len() {
            contents *= 3;
            square += 1;
        }
        contents
    }

    /// The number of places for the shape: two for the longest diagonals, four for all other shapes.
    const fn places(self) -> usize {
        let is_long = self.squares.len() == 8 && self.squares[0] == 0 && self.squares[1] == 9;
        if is_long { 2 } else { 4 }
    }
}

/// The square after the board is rotated: `square % 8` is the column, `square / 8` the row.
const fn rotate(square: u8) -> u8 {
    let (column, row) = (square % 8, square / 8);
    8 * column + (7 - row)
}

/// Each pattern's increment for a disc on a square: 0 or a power of 3.
type Digits = [u16; Shape::PLACES];

/// The increments by square.
static DIGITS: [Digits; 64] = digits();

const fn digits() -> [Digits; 64] {
    let mut digits = [[0; Shape::PLACES]; 64];
    let (mut index, mut place) = (0, 0);
    while index < SHAPES.len() {
        let shape = SHAPES[index];
        let mut turn = 0;
        while turn < shape.places() {
            let (mut cell, mut digit) = (0, 1);
            while cell < shape.squares.len() {
                let (mut square, mut turns) = (shape.squares[cell], 0);
                while turns < turn {
                    square = rotate(square);
                    turns += 1;
                }
                digits[square as usize][place] = digit;
                digit *= 3;
                cell += 1;
            }
            place += 1;
            turn += 1;
        }
        index += 1;
    }
    digits
}

/// The index of the first content of the shape at each place.
#[expect(clippy::cast_possible_truncation, reason = "there are a hundred thousand contents")]
const OFFSETS: [u32; Shape::PLACES] = {
    let mut offsets = [0; Shape::PLACES];
    let (mut index, mut place) = (0, 0);
    while index < SHAPES.len() {
        let mut turn = 0;
        while turn < SHAPES[index].places() {
            offsets[place] = SHAPES[index].offset as u32;
            place += 1;
            turn += 1;
        }
        index += 1;
    }
    offsets
};

/// The indices of the patterns on a board with these discs.
#[inline]
pub(super) fn numbers(own: u64, opposing: u64) -> [u32; Shape::PLACES] {
    let (own, opposing) = (sum(own), sum(opposing));
    let mut numbers = OFFSETS;
    for (number, (own, opposing)) in numbers.iter_mut().zip(own.into_iter().zip(opposing)) {
        *number += u32::from(own) + 2 * u32::from(opposing);
    }
    numbers
}

/// The sum of the increments for the discs on these squares.
#[inline]
fn sum(mut discs: u64) -> Digits {
    let mut sum = [0; Shape::PLACES];
    while discs != 0 {
        let digits = &DIGITS[discs.trailing_zeros() as usize];
        for (sum, digit) in sum.iter_mut().zip(digits) {
            *sum += digit;
        }
        discs &= discs - 1;
    }
    sum
}

/// The index of the mirror image of the pattern with this index.
pub(super) fn mirror(number: u32) -> u32 {
    let number = number as usize;
    let Some(shape) = SHAPES.iter().rev().find(|shape| shape.offset <= number) else { return 0 };
    let content = number - shape.offset;
    let digits = shape.mirror.iter().zip(powers()).map(|(&from, power)| {
        let digit = content / 3_usize.pow(from.into()) % 3;
        digit * power
    });
    u32::try_from(shape.offset + digits.sum::<usize>()).unwrap_or(0)
}

fn powers() -> impl Iterator<Item = usize> {
    std::iter::successors(Some(1), |power| Some(power * 3))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rotated_board(board: u64) -> u64 {
        let squares = (0..64).filter(|square| board >> square & 1 == 1);
        squares.fold(0, |turned, square| turned | 1 << rotate(square))
    }

    /// The mirrored board, in which column a becomes column h.
    fn reflected_board(board: u64) -> u64 {
        let squares = (0..64).filter(|square| board >> square & 1 == 1);
        squares.fold(0, |turned, square| turned | 1 << (square ^ 7))
    }

    fn boards() -> impl Iterator<Item = (u64, u64)> {
        (0..200).map(|seed| {
            let [one, other, third] =
                [0, 1, 2].map(|part| board_engine::zobrist::mix(&[seed, part]));
            (one & !other, other & third)
        })
    }

    fn sort(numbers: [u32; Shape::PLACES]) -> Vec<u32> {
        let mut numbers: Vec<u32> = numbers.map(|number| number.min(mirror(number))).into();
        numbers.sort_unstable();
        numbers
    }

    #[test]
    fn a_board_has_the_same_patterns_in_every_orientation() {
        for (own, opposing) in boards() {
            let expected = sort(numbers(own, opposing));
            let turned = numbers(rotated_board(own), rotated_board(opposing));
            assert_eq!(sort(turned), expected);
            let reflected = numbers(reflected_board(own), reflected_board(opposing));
            assert_eq!(sort(reflected), expected);
        }
    }

    #[test]
    fn mirroring_a_pattern_twice_restores_it() {
        for number in 0..u32::try_from(Shape::CONTENTS).unwrap() {
            assert_eq!(mirror(mirror(number)), number);
        }
    }

    #[test]
    fn a_number_encodes_each_square() {
        assert_eq!(Shape::PLACES, 38);
        // The mover's disc on a1 and an opposing disc on c1, from the point of view of the first edge.
        assert_eq!(numbers(1, 1 << 2)[0], 1 + 2 * 9);
        // The X-square b2 is the ninth square of the edge, and the second of the long diagonal.
        assert_eq!(numbers(1 << 9, 0)[0], 3_u32.pow(8));
    }
}
