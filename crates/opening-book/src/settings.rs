//! How a book is built.

use crate::openings::Openings;

/// What determines which positions come into a book. It is the same for all of a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookSettings {
    /// What a ply costs, in hundredths of the game's unit, at least 1: a move that is worse by so much is looked at as late as
    /// one that lies a ply deeper. Less makes deep and narrow books.
    pub ply_cost: u32,
    /// The book starts not only from the start of the game, but also from every position after so many plies that hardly anybody
    /// is ahead in: 3 makes the three-move ballots of English draughts.
    pub ballot_plies: u8,
}

impl BookSettings {
    /// The most plies before a ballot.
    pub const BALLOT_PLIES_MAX: u8 = 4;
    /// How far ahead a side may be in a ballot, in hundredths of the game's unit.
    pub const BALLOT_LEAD_MAX: u32 = 50;
}

/// A ply costs a tenth of the unit; the book starts from the start of the game alone.
impl Default for BookSettings {
    fn default() -> Self {
        Self { ply_cost: 10, ballot_plies: 0 }
    }
}

/// How the positions that came in together were searched.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Searching {
    /// How many positions were looked at for each of them, at most.
    pub nodes: u64,
    /// The seed of the searches, and of the order in which positions come that are equally near.
    pub seed: u64,
    /// The version of the program; no blanks.
    pub program: String,
}

/// What a game says of its openings and of books of them.
#[derive(Clone, Copy, Debug, Default)]
pub struct GameBook {
    /// The bytes of the book that comes with the program, if there is one.
    pub shipped: Option<&'static [u8]>,
    /// The plies before the ballots that a book starts from where nothing is said: see [`BookSettings::ballot_plies`].
    pub ballot_plies: u8,
    /// Makes the list of the game's openings with their names at the first call, if there is one.
    pub openings: Option<fn() -> &'static Openings>,
}
