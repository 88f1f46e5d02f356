//! The settings of a book.

use crate::openings::Openings;
use crate::weighted::BookFormat;

/// The settings that determine which positions enter a book. The settings never change during a book's lifetime.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookSettings {
    /// The cost of a ply, in hundredths of the game's unit, at least 1: a move that is this much worse counts as one
    /// ply deeper. Smaller values produce deep and narrow books.
    pub ply_cost: u32,
    /// The book also starts from every nearly even position after this number of plies: 3 selects the three-move
    /// ballots in English draughts.
    pub ballot_plies: u8,
}

impl BookSettings {
    /// Maximum number of plies before a ballot.
    pub const BALLOT_PLIES_MAX: u8 = 4;
    /// A side's largest lead in a ballot, in hundredths of the game's unit.
    pub const BALLOT_LEAD_MAX: u32 = 50;
}

/// A ply costs a tenth of the unit, and the start of the game is the book's only start.
impl Default for BookSettings {
    fn default() -> Self {
        Self { ply_cost: 10, ballot_plies: 0 }
    }
}

/// The search settings for positions that were added together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Searching {
    /// Maximum number of nodes per position.
    pub nodes: u64,
    /// The seed for the searches, and for ordering equally near positions.
    pub seed: u64,
    /// The program version, without spaces.
    pub program: String,
}

/// A game's settings for openings and opening books.
#[derive(Clone, Copy, Debug, Default)]
pub struct GameBook {
    /// The shipped book's bytes, if any.
    pub shipped: Option<&'static [u8]>,
    /// The default number of ballot plies: see [`BookSettings::ballot_plies`].
    pub ballot_plies: u8,
    /// Returns the game's named openings, if any; the first call creates the list.
    pub openings: Option<fn() -> &'static Openings>,
    /// The format of other programs' books for the game, if Rival supports one.
    pub format: Option<&'static BookFormat>,
}
