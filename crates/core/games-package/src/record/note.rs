//! Move annotations, by the mover or by later analysis.

use crate::Valuation;

/// A move annotation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Note {
    /// The evaluation of the move by the mover, or by later analysis.
    pub thought: Option<Thought>,
    /// The mark for the move.
    pub mark: Option<Mark>,
    /// The numeric annotation glyphs (NAGs) from PGN other than the mark, in file order: 14 is a slight advantage for
    /// White.
    pub nags: Vec<u8>,
    /// The comment before the move if the move begins a variation; empty if there is none.
    pub preface: String,
    /// A remark for people; empty if there is none.
    pub remark: String,
}

/// The newest report of the player that chose a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thought {
    /// The score for the mover.
    pub valuation: Valuation,
    /// The completed depth, in plies.
    pub depth: u32,
}

/// A move's quality, as marked in notation files.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mark {
    /// `!!`
    Brilliant,
    /// `!`
    Good,
    /// `!?`
    Interesting,
    /// `?!`
    Dubious,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

impl Mark {
    /// Every mark with its sign and its numeric annotation glyph in notation files.
    const SIGNS: [(Self, &'static str, u8); 6] = [
        (Self::Brilliant, "!!", 3),
        (Self::Good, "!", 1),
        (Self::Interesting, "!?", 5),
        (Self::Dubious, "?!", 6),
        (Self::Mistake, "?", 2),
        (Self::Blunder, "??", 4),
    ];

    /// The sign after the move: "?!".
    pub fn sign(self) -> &'static str {
        Self::SIGNS.iter().find(|(mark, ..)| *mark == self).map_or("", |(_, sign, _)| sign)
    }

    /// The mark with this sign.
    pub fn from_sign(sign: &str) -> Option<Self> {
        Self::SIGNS.iter().find(|(_, known, _)| *known == sign).map(|(mark, ..)| *mark)
    }

    /// The mark's numeric annotation glyph in PGN and PDN.
    pub fn glyph(self) -> u8 {
        Self::SIGNS.iter().find(|(mark, ..)| *mark == self).map_or(0, |(.., number)| *number)
    }

    /// The mark with this numeric annotation glyph in PGN and PDN: `$2` is a mistake.
    pub fn from_glyph(number: u32) -> Option<Self> {
        Self::SIGNS.iter().find(|(.., known)| u32::from(*known) == number).map(|(mark, ..)| *mark)
    }
}
