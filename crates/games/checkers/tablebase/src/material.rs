//! The pieces on the board, regardless of their squares.

use std::fmt;

use board_engine::Color;
use checkers::{Position, Variant};
use tablebase::PIECES_MAX;

use crate::rules::Facts;

/// One side's pieces.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SidePieces {
    /// The number of men.
    pub men: u8,
    /// The number of kings.
    pub kings: u8,
}

impl SidePieces {
    /// Men and kings together.
    pub const fn count(self) -> u8 {
        self.men + self.kings
    }

    /// Returns `true` if captures and promotions can change these pieces to `later`.
    const fn may_become(self, later: Self) -> bool {
        later.men <= self.men && later.count() <= self.count()
    }

    /// The order from the stronger to the weaker side: more pieces, then more kings.
    const fn strength(self) -> (u8, u8) {
        (self.count(), self.kings)
    }
}

/// Formats "2k1m" or "1m".
impl fmt::Display for SidePieces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = |count: u8, sign: char| {
            if count == 0 { String::new() } else { format!("{count}{sign}") }
        };
        f.pad(&format!("{}{}", part(self.kings, 'k'), part(self.men, 'm')))
    }
}

/// The pieces of the side to move and the pieces of the other side, regardless of color.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Material {
    /// The side to move's pieces.
    pub mover: SidePieces,
    /// The other side's pieces.
    pub other: SidePieces,
}

impl Material {
    /// The material of `position`; `None` if a side has more than [`PIECES_MAX`] pieces.
    #[inline]
    pub fn of<V: Variant>(position: &Position<V::Word>) -> Option<Self> {
        let side = |color: Color| {
            let count = |squares: checkers::Set<V>| {
                u8::try_from(squares.count()).ok().filter(|&count| count <= PIECES_MAX)
            };
            Some(SidePieces {
                men: count(position.men(color))?,
                kings: count(position.kings(color))?,
            })
        };
        Some(Self { mover: side(position.turn())?, other: side(!position.turn())? })
    }

    /// The number of pieces on both sides together.
    pub const fn count(self) -> u8 {
        self.mover.count() + self.other.count()
    }

    /// The number of men on both sides together.
    pub const fn men(self) -> u8 {
        self.mover.men + self.other.men
    }

    /// Returns `true` if captures and promotions can lead from here to `later`, with either side to move.
    pub(crate) fn leads_to(self, later: Self) -> bool {
        let reaches =
            |later: Self| self.mover.may_become(later.mover) && self.other.may_become(later.other);
        reaches(later) || reaches(later.swap_sides())
    }

    /// The build order: less material comes first.
    pub(crate) fn rank(self) -> impl Ord {
        (self.count(), self.men(), self)
    }

    /// The same pieces with the other side to move.
    #[must_use]
    pub const fn swap_sides(self) -> Self {
        Self { mover: self.other, other: self.mover }
    }

    /// This material with either side to move; a single entry if both sides have the same pieces.
    pub(crate) fn sides(self) -> Vec<Self> {
        let both = [self, self.swap_sides()];
        let count = if both[0] == both[1] { 1 } else { 2 };
        both[..count].to_vec()
    }

    /// The same pieces with the stronger side to move, as in the file name, which covers both sides to move.
    #[must_use]
    pub fn canonical(self) -> Self {
        if self.mover.strength() < self.other.strength() { self.swap_sides() } else { self }
    }

    /// Parses the output of [`Display`](fmt::Display).
    pub fn parse(text: &str) -> Option<Self> {
        let (mover, other) = text.split_once('-')?;
        let parsed = Self { mover: parse_side(mover)?, other: parse_side(other)? };
        (parsed.to_string() == text && parsed.count() <= PIECES_MAX).then_some(parsed)
    }
}

fn parse_side(text: &str) -> Option<SidePieces> {
    let (kings, men) = match text.split_once('k') {
        Some((kings, men)) => (kings.parse().ok()?, men),
        None => (0, text),
    };
    let men = match men.strip_suffix('m') {
        Some(men) => men.parse().ok()?,
        None if men.is_empty() => 0,
        None => return None,
    };
    let is_side = kings <= PIECES_MAX && men <= PIECES_MAX && kings + men > 0;
    is_side.then_some(SidePieces { men, kings })
}

/// Formats "2k1m-1k", with the side to move first.
impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}-{}", self.mover, self.other))
    }
}

/// Every canonical combination of material in `V` with 2 to `pieces_max` pieces. Each entry follows all entries to
/// which its captures and promotions lead.
pub fn materials<V: Variant>(pieces_max: u8) -> Vec<Material> {
    materials_of(Facts::of::<V>(), pieces_max)
}

/// The canonical combinations of material in the variant with these facts.
pub(crate) fn materials_of(facts: &Facts, pieces_max: u8) -> Vec<Material> {
    let (side_max, kings_max) = (facts.side_max(), facts.kings_max());
    let sides = |count: u8| {
        let kings = 0..=count.min(kings_max);
        kings.map(move |kings| SidePieces { men: count - kings, kings })
    };
    let mut found = Vec::new();
    for total in 2..=pieces_max.min(PIECES_MAX) {
        for count in 1..total {
            if count > side_max || total - count > side_max {
                continue;
            }
            for mover in sides(count) {
                let both = sides(total - count).map(|other| Material { mover, other });
                found.extend(both.filter(|material| material.canonical() == *material));
            }
        }
    }
    sort_by_rank(&mut found);
    found
}

/// Sorts combinations of material into build order.
pub(crate) fn sort_by_rank(materials: &mut [Material]) {
    materials.sort_by_key(|material| material.rank());
}

#[cfg(test)]
mod tests {
    use checkers::{Breakthrough, English};

    use super::*;

    #[test]
    fn a_material_survives_a_round_trip() {
        for material in materials::<English>(6) {
            assert_eq!(Material::parse(&material.to_string()), Some(material));
        }
        for wrong in ["", "-", "1k", "1k-", "1k-1q", "01k-1k", "1k0m-1k", "9k-1k", "1k-1k-1k"] {
            assert_eq!(Material::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn material_after_a_capture_or_promotion_comes_first() {
        let names =
            |list: Vec<Material>| -> Vec<String> { list.iter().map(Material::to_string).collect() };
        assert_eq!(names(materials::<English>(2)), ["1k-1k", "1k-1m", "1m-1m"]);
        assert_eq!(names(materials::<Breakthrough>(3)), ["1m-1m", "2m-1m"]);
        assert_eq!(materials::<English>(4).len(), 3 + 6 + 8 + 6);
    }

    #[test]
    fn a_material_leads_to_fewer_pieces_and_to_more_kings() {
        let leads = |from, to| {
            let parsed = [from, to].map(|text| Material::parse(text).unwrap());
            parsed[0].leads_to(parsed[1])
        };
        for to in ["2k1m-1k1m", "3k-1k1m", "2k1m-2k", "3k-2k", "2k-1k", "1k1m-2k", "1m-1m"] {
            assert!(leads("2k1m-1k1m", to), "{to}");
        }
        for to in ["3k1m-1k", "1k2m-1k", "2k-2m", "2k1m-2k1m", "4k-1k"] {
            assert!(!leads("2k1m-1k1m", to), "{to}");
        }
    }
}
