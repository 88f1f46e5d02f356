//! What a table holds.

use std::path::PathBuf;

/// What files hold.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Content {
    /// Wins, draws and losses.
    Values,
    /// The plies to the end as well.
    Distances,
}

impl Content {
    /// Both, the one that says more first.
    pub const ALL: [Self; 2] = [Self::Distances, Self::Values];

    /// What the names of such files end in.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Values => "values",
            Self::Distances => "distances",
        }
    }
}

/// How many positions with one side to move are won, drawn and lost for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Won.
    pub wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Lost.
    pub losses: u64,
}

impl Counts {
    /// All of them.
    pub const fn positions(self) -> u64 {
        self.wins + self.draws + self.losses
    }
}

/// What a file says of its material.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableInfo {
    /// The pieces, the stronger side first, as the name of its file has them.
    pub material: String,
    /// How many pieces those are.
    pub pieces: u8,
    /// What the file holds.
    pub content: Content,
    /// How many numbers of positions it has, with both sides to move.
    pub cells: u64,
    /// The size of the file.
    pub bytes: u64,
    /// The plies to the most distant end, if distances are known.
    pub plies_max: Option<u16>,
    /// The positions with the first side to move, then, if the sides have different pieces, those with the other one to move.
    pub counts: Vec<Counts>,
    /// The file.
    pub path: PathBuf,
}
