//! The pieces on the board, regardless of their squares, and the file names derived from them.

use std::fmt;
use std::str::FromStr;

use cozy_chess::{Board, Color, Piece};

/// Maximum number of pieces in a table.
pub(crate) const PIECES_MAX: u8 = 7;

/// The kinds of pieces besides the kings, strongest first, in the order used in file names.
const KINDS: [Piece; 5] = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight, Piece::Pawn];

/// A side's numbers of queens, rooks, bishops, knights and pawns.
type Side = [u8; 5];

/// Both sides' pieces, each side with a king.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Material {
    /// The first-named side, then the other side.
    sides: [Side; 2],
}

impl Material {
    /// The pieces on a board, White first.
    pub(crate) fn of_board(board: &Board) -> Self {
        let side = |color| {
            KINDS.map(|piece| {
                u8::try_from(board.colored_pieces(color, piece).len()).unwrap_or(u8::MAX)
            })
        };
        Self { sides: [side(Color::White), side(Color::Black)] }
    }

    /// The same pieces with the sides swapped.
    pub(crate) const fn reversed(self) -> Self {
        let [first, second] = self.sides;
        Self { sides: [second, first] }
    }

    /// The number of pieces, including both kings.
    pub(crate) fn count(self) -> u8 {
        self.sides.iter().flatten().sum::<u8>() + 2
    }

    /// The first or second side's number of pieces of one kind.
    pub(crate) fn of(self, side: usize, piece: Piece) -> usize {
        let at = KINDS.iter().position(|kind| *kind == piece);
        at.map_or(1, |at| usize::from(self.sides[side][at]))
    }

    /// Returns `true` if both sides have the same pieces.
    pub(crate) fn is_symmetric(self) -> bool {
        self.sides[0] == self.sides[1]
    }

    /// Returns `true` if a side has a pawn.
    pub(crate) fn has_pawns(self) -> bool {
        self.sides.iter().any(|side| side[4] > 0)
    }

    /// Returns `true` if a side has exactly one piece of some kind besides its king.
    pub(crate) fn has_unique_piece(self) -> bool {
        self.sides.iter().flatten().any(|count| *count == 1)
    }

    /// A number that identifies the pieces.
    pub(crate) fn key(self) -> u64 {
        self.sides.iter().flatten().fold(0, |key, count| key << 4 | u64::from(*count))
    }

    /// Returns `true` if the stronger side comes first: the side with more pieces, or with better pieces if the numbers
    /// are equal.
    pub(crate) fn is_stronger_first(self) -> bool {
        let strength = |side: &Side| (side.iter().sum::<u8>(), *side);
        strength(&self.sides[0]) >= strength(&self.sides[1])
    }

    /// Every combination of material with this number of pieces, the stronger side first.
    pub(crate) fn all(pieces: u8) -> Vec<Self> {
        let others = pieces.saturating_sub(2);
        let mut all = Vec::new();
        for weaker in 0..=others / 2 {
            for first in sides(others - weaker) {
                all.extend(sides(weaker).into_iter().map(|second| Self { sides: [first, second] }));
            }
        }
        all.retain(|material| material.is_stronger_first());
        all
    }
}

/// All sides with this number of pieces besides the king, strongest first.
fn sides(count: u8) -> Vec<Side> {
    let mut all = vec![(count, [0; 5])];
    for kind in 0..5 {
        let more = |(left, side): (u8, Side)| {
            let fewest = if kind == 4 { left } else { 0 };
            (fewest..=left).rev().map(move |taken| {
                let mut side = side;
                side[kind] = taken;
                (left - taken, side)
            })
        };
        all = all.into_iter().flat_map(more).collect();
    }
    all.into_iter().map(|(_, side)| side).collect()
}

/// Writes the file name, such as `KQvKR`.
impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |side: &Side| {
            let letters = KINDS.iter().zip(side).flat_map(|(kind, count)| {
                let letter = char::from(*kind).to_ascii_uppercase();
                std::iter::repeat_n(letter, usize::from(*count))
            });
            letters.collect::<String>()
        };
        f.pad(&format!("K{}vK{}", name(&self.sides[0]), name(&self.sides[1])))
    }
}

/// The string doesn't name material with two to seven pieces, the stronger side first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NoMaterial;

impl FromStr for Material {
    type Err = NoMaterial;

    fn from_str(text: &str) -> Result<Self, NoMaterial> {
        let (first, second) = text.split_once('v').ok_or(NoMaterial)?;
        if text.len() > 16 {
            return Err(NoMaterial);
        }
        let side = |text: &str| {
            let mut side = [0; 5];
            for letter in text.strip_prefix('K').ok_or(NoMaterial)?.chars() {
                let piece =
                    KINDS.iter().position(|kind| char::from(*kind).to_ascii_uppercase() == letter);
                side[piece.ok_or(NoMaterial)?] += 1;
            }
            Ok(side)
        };
        let material = Self { sides: [side(first)?, side(second)?] };
        let is_named = material.to_string() == text && material.is_stronger_first();
        (is_named && (3..=PIECES_MAX).contains(&material.count()))
            .then_some(material)
            .ok_or(NoMaterial)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_survive_a_round_trip() {
        for name in ["KQvK", "KBvKN", "KPPvKQ", "KRPvKBB", "KQRBvKNP"] {
            assert_eq!(name.parse::<Material>().map(|read| read.to_string()), Ok(name.into()));
        }
        for name in ["KvKQ", "KNvKB", "KQ", "KvK", "KXvK", "KPQvK", "QvK", "KQQQQQQvK", "kqvk", ""]
        {
            assert_eq!(name.parse::<Material>(), Err(NoMaterial), "{name}");
        }
    }

    #[test]
    fn all_materials_are_listed_once() {
        let count = |pieces| Material::all(pieces).len();
        assert_eq!([2, 3, 4, 5, 6, 7].map(count), [1, 5, 30, 110, 365, 1001]);
        let mut keys: Vec<u64> = Material::all(5).into_iter().map(Material::key).collect();
        keys.dedup();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), 110);
    }
}
