//! Numbers for squares and groups of squares, from which a position's index in a table is computed.
//!
//! Squares are numbered by rank from a1, 0, to h8, 63. A mirrored position has the same value. A position without pawns
//! is therefore mirrored until its first piece is in the triangle a1-d1-d4, and a position with pawns until its leading
//! pawn is on the files a to d.

/// The number of squares.
const SQUARES: usize = 64;

/// Maximum number of pieces in one group: five pieces besides the two kings, plus one for the binomials.
pub(crate) const GROUP_MAX: usize = 6;

/// A square's distance from the diagonal a1-h8, positive above the diagonal.
pub(crate) const fn above_diagonal(square: usize) -> isize {
    (square / 8).cast_signed() - (square % 8).cast_signed()
}

/// The square mirrored in the diagonal a1-h8.
pub(crate) const fn transposed(square: usize) -> usize {
    (square >> 3 | square << 3) & 63
}

/// The square mirrored from file to file.
pub(crate) const fn file_mirrored(square: usize) -> usize {
    square ^ 0b00_0111
}

/// The square mirrored from rank to rank.
pub(crate) const fn rank_mirrored(square: usize) -> usize {
    square ^ 0b11_1000
}

/// `BINOMIAL[k][n]`: the number of ways to choose `k` of `n` squares.
pub(crate) static BINOMIAL: [[u64; SQUARES]; GROUP_MAX + 1] = binomials();

/// The numbers of the squares in the triangle a1-d1-d4; the squares on the diagonal come last.
pub(crate) static TRIANGLE: [usize; SQUARES] = triangle();

/// The numbers of the 28 squares below the diagonal a1-h8.
pub(crate) static BELOW_DIAGONAL: [usize; SQUARES] = below_diagonal();

/// The number of arrangements of two kings, the first one in the triangle.
pub(crate) const KINGS_COUNT: u64 = 462;

/// The numbers of arrangements of two kings, by the first king's number in the triangle and the second king's square.
/// Arrangements with both kings on the diagonal come last. Impossible arrangements have the number 0.
pub(crate) static KINGS: [[usize; SQUARES]; 10] = kings();

/// The number of arrangements of three different pieces, the first one in the triangle.
pub(crate) const THREE_COUNT: u64 = 31_332;

/// The numbers of pawn squares. The leading pawn, which has the highest number, is the pawn nearest to the edge and
/// lowest on its file. A square's number is also the number of squares left for the other pawns.
pub(crate) static PAWN_SQUARES: [usize; SQUARES] = pawn_squares();

/// Numbers of arrangements of leading pawns.
pub(crate) struct LeadingPawns {
    /// The number of the first arrangement with the leading pawn on each square, by the number of pawns.
    pub(crate) first: [[u64; SQUARES]; GROUP_MAX],
    /// The number of arrangements with the leading pawn on each file, by the number of pawns.
    pub(crate) count: [[u64; 4]; GROUP_MAX],
}

/// The arrangements of up to five leading pawns.
pub(crate) static LEADING_PAWNS: LeadingPawns = leading_pawns();

const fn binomials() -> [[u64; SQUARES]; GROUP_MAX + 1] {
    let mut table = [[0; SQUARES]; GROUP_MAX + 1];
    let mut n = 0;
    while n < SQUARES {
        table[0][n] = 1;
        let mut k = 1;
        while k <= GROUP_MAX && n > 0 {
            table[k][n] = table[k][n - 1] + table[k - 1][n - 1];
            k += 1;
        }
        n += 1;
    }
    table
}

const fn triangle() -> [usize; SQUARES] {
    let (mut table, mut number) = ([0; SQUARES], 0);
    let mut is_diagonal = false;
    loop {
        let mut square = 0;
        while square < 32 {
            let above = above_diagonal(square);
            let is_next = if is_diagonal { above == 0 } else { above < 0 };
            if is_next && square % 8 < 4 {
                table[square] = number;
                number += 1;
            }
            square += 1;
        }
        if is_diagonal {
            return table;
        }
        is_diagonal = true;
    }
}

const fn below_diagonal() -> [usize; SQUARES] {
    let (mut table, mut number, mut square) = ([0; SQUARES], 0, 0);
    while square < SQUARES {
        if above_diagonal(square) < 0 {
            table[square] = number;
            number += 1;
        }
        square += 1;
    }
    table
}

const fn kings() -> [[usize; SQUARES]; 10] {
    let triangle = triangle();
    let (mut table, mut number) = ([[0; SQUARES]; 10], 0);
    let mut are_both_on_diagonal = false;
    loop {
        let mut index = 0;
        while index < 10 {
            let mut first = 0;
            while first < 32 {
                let is_in_triangle = first % 8 < 4 && above_diagonal(first) <= 0;
                let mut second = 0;
                while is_in_triangle && triangle[first] == index && second < SQUARES {
                    let on_diagonal = above_diagonal(first) == 0;
                    let above = above_diagonal(second);
                    let is_mirrored = on_diagonal && above > 0;
                    let is_last = on_diagonal && above == 0;
                    let is_counted = is_last == are_both_on_diagonal && !is_mirrored;
                    if is_counted && !are_adjacent(first, second) {
                        table[index][second] = number;
                        number += 1;
                    }
                    second += 1;
                }
                first += 1;
            }
            index += 1;
        }
        if are_both_on_diagonal {
            assert!(number as u64 == KINGS_COUNT);
            return table;
        }
        are_both_on_diagonal = true;
    }
}

/// Returns `true` if two squares are equal or adjacent.
const fn are_adjacent(first: usize, second: usize) -> bool {
    (first % 8).abs_diff(second % 8) <= 1 && (first / 8).abs_diff(second / 8) <= 1
}

const fn pawn_squares() -> [usize; SQUARES] {
    let (mut table, mut left, mut file) = ([0; SQUARES], 48, 0);
    while file < 4 {
        let mut rank = 1;
        while rank < 7 {
            let square = 8 * rank + file;
            table[square] = left - 1;
            table[file_mirrored(square)] = left - 2;
            left -= 2;
            rank += 1;
        }
        file += 1;
    }
    table
}

const fn leading_pawns() -> LeadingPawns {
    let (binomial, pawn_squares) = (binomials(), pawn_squares());
    let mut all = LeadingPawns { first: [[0; SQUARES]; GROUP_MAX], count: [[0; 4]; GROUP_MAX] };
    let mut pawns = 1;
    while pawns < GROUP_MAX {
        let mut file = 0;
        while file < 4 {
            let (mut number, mut rank) = (0, 1);
            while rank < 7 {
                let square = 8 * rank + file;
                all.first[pawns][square] = number;
                number += binomial[pawns - 1][pawn_squares[square]];
                rank += 1;
            }
            all.count[pawns][file] = number;
            file += 1;
        }
        pawns += 1;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrangements_have_different_numbers() {
        let mut kings: Vec<usize> = Vec::new();
        for first in [1, 2, 3, 10, 11, 19, 0, 9, 18, 27] {
            let of_first = KINGS[TRIANGLE[first]].iter().copied().filter(|number| *number > 0);
            kings.extend(of_first);
        }
        kings.sort_unstable();
        assert_eq!(kings, (1..462).collect::<Vec<_>>());
        let mut pawns: Vec<usize> = (8..56).map(|square| PAWN_SQUARES[square]).collect();
        pawns.sort_unstable();
        assert_eq!(pawns, (0..48).collect::<Vec<_>>());
        assert_eq!((PAWN_SQUARES[8], PAWN_SQUARES[15], PAWN_SQUARES[51]), (47, 46, 1));
    }

    #[test]
    fn counts_of_arrangements_match_the_binomials() {
        assert_eq!(BINOMIAL[2][63], 63 * 62 / 2);
        assert_eq!(BINOMIAL[5][10], 252);
        // The leading pawn leaves 47, 45, … or 1 squares for the other pawn.
        assert_eq!(LEADING_PAWNS.count[2].iter().sum::<u64>(), 576);
        assert_eq!(LEADING_PAWNS.count[1], [6; 4]);
    }
}
