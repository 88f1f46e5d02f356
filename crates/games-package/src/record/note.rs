//! What is said of a move: by its mover, and by those who look at the match later.

use crate::Valuation;

/// What is said of a move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Note {
    /// What the mover, or who looked at the match later, thought the move worth.
    pub thought: Option<Thought>,
    /// How good the move was.
    pub mark: Option<Mark>,
    /// A remark for people; empty if there is none.
    pub remark: String,
}

/// The newest report of who chose a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thought {
    /// What the move is worth to its mover.
    pub valuation: Valuation,
    /// The depth that was completed, in plies.
    pub depth: u32,
}

/// How good a move was, as notation files mark it.
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
    /// Every mark with its sign and its number among the annotation glyphs of notation files.
    const SIGNS: [(Self, &'static str, u32); 6] = [
        (Self::Brilliant, "!!", 3),
        (Self::Good, "!", 1),
        (Self::Interesting, "!?", 5),
        (Self::Dubious, "?!", 6),
        (Self::Mistake, "?", 2),
        (Self::Blunder, "??", 4),
    ];

    /// The sign that stands behind the move: "?!".
    pub fn sign(self) -> &'static str {
        Self::SIGNS.iter().find(|(mark, ..)| *mark == self).map_or("", |(_, sign, _)| sign)
    }

    /// The mark with this sign.
    pub fn from_sign(sign: &str) -> Option<Self> {
        Self::SIGNS.iter().find(|(_, known, _)| *known == sign).map(|(mark, ..)| *mark)
    }

    /// The mark with this number among the numeric annotation glyphs of PGN and PDN: `$2` is a mistake.
    pub fn from_glyph(number: u32) -> Option<Self> {
        Self::SIGNS.iter().find(|(.., known)| *known == number).map(|(mark, ..)| *mark)
    }
}
