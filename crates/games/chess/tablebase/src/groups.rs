//! A position's index in a table.
//!
//! A table's pieces are divided into groups. The first group consists of one side's pawns, the kings, or three
//! different pieces. A second group may consist of the other side's pawns. Each further group consists of equal pieces.
//! A position's index combines the arrangement numbers of all groups, like the digits of a mixed-radix number. Each
//! table has its own order of pieces and groups.

use cozy_chess::Piece;

use crate::fault::{Fault, Read, damaged};
use crate::geometry::{
    BELOW_DIAGONAL, BINOMIAL, KINGS, KINGS_COUNT, LEADING_PAWNS, PAWN_SQUARES, THREE_COUNT,
    TRIANGLE, above_diagonal, file_mirrored, rank_mirrored, transposed,
};
use crate::material::{Material, PIECES_MAX};

/// Maximum number of pieces, as an index.
const MAX: usize = PIECES_MAX as usize;

/// The fault if the list of pieces is impossible.
const WRONG_PIECES: Fault = damaged("its pieces do not match its name");
/// The fault if the order of groups is impossible.
const WRONG_ORDER: Fault = damaged("the order of its pieces is impossible");
/// The fault if an index is outside the table.
const WRONG_INDEX: Fault = damaged("a position is outside the table");

/// A piece's code in a file: 1 to 6 from pawn to king, plus 8 for the second-named side.
pub(crate) const fn code(piece: Piece, side: usize) -> u8 {
    piece as u8 + 1 + if side == 0 { 0 } else { 8 }
}

/// A piece in a position, in the table's view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Placed {
    pub(crate) code: u8,
    pub(crate) square: usize,
}

/// The leading pieces, which form the first group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Lead {
    /// One side's pawns. The flag is set if the other side also has pawns, which then form the second group.
    Pawns { are_on_both_sides: bool },
    /// Three different pieces.
    Three,
    /// The kings.
    Kings,
}

impl Lead {
    fn of(material: Material) -> Self {
        let pawns = [0, 1].map(|side| material.of(side, Piece::Pawn));
        match pawns {
            [0, 0] if material.has_unique_piece() => Self::Three,
            [0, 0] => Self::Kings,
            [first, second] => Self::Pawns { are_on_both_sides: first > 0 && second > 0 },
        }
    }
}

/// The side whose pawns lead in the tables for this material: if both sides have pawns, the side with fewer pawns.
pub(crate) fn leading_side(material: Material) -> usize {
    let [first, second] = [0, 1].map(|side| material.of(side, Piece::Pawn));
    usize::from(first == 0 || second > 0 && second < first)
}

/// The order of the groups in a table, from its header.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Order {
    /// The first group's position in the order.
    pub(crate) first: u8,
    /// The second group's position in the order, if it has pawns.
    pub(crate) pawns: Option<u8>,
}

/// A table's pieces and the place values of its groups.
#[derive(Clone, Debug)]
pub(crate) struct Groups {
    lead: Lead,
    pieces: Vec<u8>,
    /// The first group, and the others in the order of the pieces.
    parts: Vec<Group>,
    /// The number of indices.
    pub(crate) size: u64,
}

#[derive(Clone, Copy, Debug)]
struct Group {
    length: usize,
    place_value: u64,
}

impl Groups {
    /// The groups formed by these pieces; `file` is the leading pawn's file.
    pub(crate) fn new(
        material: Material,
        pieces: Vec<u8>,
        order: Order,
        file: usize,
    ) -> Read<Self> {
        check_pieces(material, &pieces)?;
        let lead = Lead::of(material);
        let lengths = lengths(material, lead, &pieces)?;
        let (parts, size) = place_values(lead, &lengths, order, file)?;
        Ok(Self { lead, pieces, parts, size })
    }

    /// The index of a position with these pieces, which also determine the leading pawn's file.
    pub(crate) fn index(&self, placed: &[Placed]) -> Read<u64> {
        let mut squares = self.in_order(placed)?;
        let squares = squares.get_mut(..self.pieces.len()).ok_or(WRONG_PIECES)?;
        let first = self.parts.first().ok_or(WRONG_ORDER)?;
        let leading = match self.lead {
            Lead::Pawns { .. } => leading_pawn(&squares[..first.length]),
            Lead::Three | Lead::Kings => squares[0],
        };
        if leading % 8 > 3 {
            change_all(squares, file_mirrored);
        }
        let mut index = first.place_value
            * match self.lead {
                Lead::Pawns { .. } => lead_pawns(&mut squares[..first.length]),
                Lead::Three | Lead::Kings => {
                    to_triangle(squares, first.length);
                    if self.lead == Lead::Three { three(squares) } else { kings(squares) }
                }
            };
        let (mut start, mut least) = (first.length, self.least_of_second());
        for group in &self.parts[1..] {
            let (before, rest) = squares.split_at_mut(start);
            let own = &mut rest[..group.length];
            own.sort_unstable();
            index += group.place_value * arrangement(before, own, least).ok_or(WRONG_INDEX)?;
            (start, least) = (start + group.length, 0);
        }
        if index < self.size { Ok(index) } else { Err(WRONG_INDEX) }
    }

    /// The number of squares that the second group can't use: pawns are never on the first rank.
    const fn least_of_second(&self) -> usize {
        if matches!(self.lead, Lead::Pawns { are_on_both_sides: true }) { 8 } else { 0 }
    }

    /// The squares in the order of the table's pieces.
    fn in_order(&self, placed: &[Placed]) -> Read<[usize; MAX]> {
        let mut left = [Placed { code: 0, square: 0 }; MAX];
        left.get_mut(..placed.len()).ok_or(WRONG_PIECES)?.copy_from_slice(placed);
        let mut squares = [0; MAX];
        for (index, code) in self.pieces.iter().enumerate() {
            let found = left.iter().position(|placed| placed.code == *code);
            let found = &mut left[found.ok_or(WRONG_PIECES)?];
            (squares[index], found.code) = (found.square, 0);
        }
        Ok(squares)
    }
}

/// Returns an error if the pieces in a header differ from the material.
fn check_pieces(material: Material, pieces: &[u8]) -> Read<()> {
    let mut expected = Vec::with_capacity(MAX);
    for side in 0..2 {
        for piece in Piece::ALL {
            expected.extend(std::iter::repeat_n(code(piece, side), material.of(side, piece)));
        }
    }
    let mut found = pieces.to_vec();
    found.sort_unstable();
    expected.sort_unstable();
    if found == expected { Ok(()) } else { Err(WRONG_PIECES) }
}

/// The numbers of pieces in the groups.
fn lengths(material: Material, lead: Lead, pieces: &[u8]) -> Read<Vec<usize>> {
    let first = match lead {
        Lead::Pawns { .. } => material.of(leading_side(material), Piece::Pawn),
        Lead::Three => 3,
        Lead::Kings => 2,
    };
    let (leading, others) = pieces.split_at_checked(first).ok_or(WRONG_PIECES)?;
    let others: Vec<&[u8]> = others.chunk_by(|one, other| one == other).collect();
    let all_are = |group: &[u8], wanted: u8| group.iter().all(|code| *code == wanted);
    let is_possible = match lead {
        Lead::Pawns { are_on_both_sides } => {
            let side = leading_side(material);
            let second = others.first().copied().unwrap_or_default();
            all_are(leading, code(Piece::Pawn, side))
                && (!are_on_both_sides || all_are(second, code(Piece::Pawn, 1 - side)))
        }
        Lead::Three => true,
        Lead::Kings => leading.iter().all(|code| *code % 8 == 6),
    };
    let mut codes: Vec<u8> = others.iter().map(|group| group[0]).collect();
    codes.sort_unstable();
    let are_whole = codes.windows(2).all(|pair| pair[0] != pair[1]);
    if !is_possible || !are_whole {
        return Err(WRONG_ORDER);
    }
    Ok([first].into_iter().chain(others.iter().map(|group| group.len())).collect())
}

/// The groups with their place values, and the number of indices.
fn place_values(
    lead: Lead,
    lengths: &[usize],
    order: Order,
    file: usize,
) -> Read<(Vec<Group>, u64)> {
    let mut groups: Vec<Group> =
        lengths.iter().map(|length| Group { length: *length, place_value: 0 }).collect();
    let first_length = lengths[0];
    let has_pawn_group = order.pawns.is_some();
    let second_length = if has_pawn_group { lengths.get(1).copied().unwrap_or(0) } else { 0 };
    let mut free = 64 - first_length - second_length;
    let (mut next, mut size) = (if has_pawn_group { 2 } else { 1 }, 1_u64);
    for place in 0..groups.len() {
        let is_at = |wanted: u8| usize::from(wanted) == place;
        let (group, count) = if is_at(order.first) {
            let count = match lead {
                Lead::Pawns { .. } => LEADING_PAWNS.count[first_length][file],
                Lead::Three => THREE_COUNT,
                Lead::Kings => KINGS_COUNT,
            };
            (0, count)
        } else if order.pawns.is_some_and(is_at) {
            (1, BINOMIAL[second_length][48 - first_length])
        } else {
            let length = lengths.get(next).copied().ok_or(WRONG_ORDER)?;
            let count = BINOMIAL[length][free];
            free -= length;
            next += 1;
            (next - 1, count)
        };
        groups.get_mut(group).ok_or(WRONG_ORDER)?.place_value = size;
        size = size.checked_mul(count).ok_or(WRONG_ORDER)?;
    }
    let is_whole = groups.iter().all(|group| group.place_value > 0) && next == groups.len();
    if is_whole { Ok((groups, size)) } else { Err(WRONG_ORDER) }
}

/// The square of the leading pawn, which has the highest number.
pub(crate) fn leading_pawn(pawns: &[usize]) -> usize {
    pawns.iter().copied().max_by_key(|square| PAWN_SQUARES[*square]).unwrap_or(0)
}

/// The number for an arrangement of leading pawns, with the leading pawn on the files a to d.
fn lead_pawns(pawns: &mut [usize]) -> u64 {
    pawns.sort_unstable_by_key(|square| PAWN_SQUARES[*square]);
    let Some((leading, others)) = pawns.split_last() else { return 0 };
    let others = others.iter().zip(1..);
    LEADING_PAWNS.first[pawns.len()][*leading]
        + others.map(|(square, rank)| BINOMIAL[rank][PAWN_SQUARES[*square]]).sum::<u64>()
}

fn change_all(squares: &mut [usize], change: fn(usize) -> usize) {
    for square in squares {
        *square = change(*square);
    }
}

/// Mirrors the position so that its first piece is in the triangle a1-d1-d4, and the group's first piece off the
/// diagonal is below the diagonal. The first piece must already be on the files a to d.
fn to_triangle(squares: &mut [usize], group_length: usize) {
    if squares[0] / 8 > 3 {
        change_all(squares, rank_mirrored);
    }
    let off = squares[..group_length].iter().map(|square| above_diagonal(*square));
    if off.into_iter().find(|above| *above != 0).is_some_and(|above| above > 0) {
        change_all(squares, transposed);
    }
}

/// The number for an arrangement of three different pieces.
fn three(squares: &[usize]) -> u64 {
    let [first, second, third] = [squares[0], squares[1], squares[2]];
    let is_on_diagonal = |square| above_diagonal(square) == 0;
    let after_first = usize::from(second > first);
    let after_both = usize::from(third > first) + usize::from(third > second);
    let number = if !is_on_diagonal(first) {
        (TRIANGLE[first] * 63 + second - after_first) * 62 + third - after_both
    } else if !is_on_diagonal(second) {
        (6 * 63 + first / 8 * 28 + BELOW_DIAGONAL[second]) * 62 + third - after_both
    } else {
        let start = 6 * 63 * 62 + 4 * 28 * 62;
        let seconds = second / 8 - after_first;
        if is_on_diagonal(third) {
            start + 4 * 7 * 28 + first / 8 * 7 * 6 + seconds * 6 + third / 8 - after_both
        } else {
            start + first / 8 * 7 * 28 + seconds * 28 + BELOW_DIAGONAL[third]
        }
    };
    number as u64
}

/// The number for an arrangement of the kings.
fn kings(squares: &[usize]) -> u64 {
    KINGS[TRIANGLE[squares[0]]][squares[1]] as u64
}

/// The number for an arrangement of equal pieces on the squares left free by the previous pieces; the first `least`
/// squares are never used.
fn arrangement(before: &[usize], own: &[usize], least: usize) -> Option<u64> {
    let mut number = 0;
    for (square, rank) in own.iter().zip(1..) {
        let taken = before.iter().filter(|other| **other < *square).count();
        let free = square.checked_sub(taken + least)?;
        number += BINOMIAL.get(rank)?.get(free)?;
    }
    Some(number)
}
