//! The settings of a book.

use crate::openings::Openings;
use crate::weighted::BookFormat;

/// The settings that determine which positions enter a book. They are fixed for a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookSettings {
    /// The cost of a ply, in hundredths of the game's unit, at least 1: a move that is worse by
    /// this much is treated like one that is a ply deeper. Smaller values make deep and narrow
    /// books.
    pub ply_cost: u32,
    /// The book also starts from every nearly even position after this many plies: 3 makes the
    /// three-move ballots of English draughts.
    pub ballot_plies: u8,
}

impl BookSettings {
    /// Maximum number of plies before a ballot.
    pub const BALLOT_PLIES_MAX: u8 = 4;
    /// The largest lead of a side in a ballot, in hundredths of the game's unit.
    pub const BALLOT_LEAD_MAX: u32 = 50;
}

/// A ply costs a tenth of the unit; the book starts from the start of the game alone.
impl Default for BookSettings {
    fn default() -> Self {
        Self { ply_cost: 10, ballot_plies: 0 }
    }
}

/// The search settings of positions that were added together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Searching {
    /// The maximum number of nodes per position.
    pub nodes: u64,
    /// The seed of the searches, and of the order in which positions come that are equally near.
    pub seed: u64,
    /// The version of the program; no blanks.
    pub program: String,
}

/// A game's settings for openings and opening books.
#[derive(Clone, Copy, Debug, Default)]
pub struct GameBook {
    /// The bytes of the book that comes with the program, if there is one.
    pub shipped: Option<&'static [u8]>,
    /// The default number of ballot plies: see [`BookSettings::ballot_plies`].
    pub ballot_plies: u8,
    /// Makes the list of the game's openings with their names at the first call, if there is one.
    pub openings: Option<fn() -> &'static Openings>,
    /// The format in which other programs for the game have their books, if Rival reads one.
    pub format: Option<&'static BookFormat>,
}
