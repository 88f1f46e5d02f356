//! The value of a position under perfect play.

/// The value of a position for the side to move if both sides play perfectly and no rule that counts moves ends the
/// game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TableValue {
    /// The side to move wins.
    Win(Plies),
    /// Neither side can win.
    Draw,
    /// The side to move loses.
    Loss(Plies),
}

/// Plies to the end of a decided game if the winner hurries and the loser delays; `None` if the tables store only wins
/// and losses.
pub type Plies = Option<u16>;

impl TableValue {
    /// The value for the other side.
    #[must_use]
    pub const fn reverse(self) -> Self {
        match self {
            Self::Win(plies) => Self::Loss(plies),
            Self::Draw => Self::Draw,
            Self::Loss(plies) => Self::Win(plies),
        }
    }

    /// The value for the same side a ply earlier.
    #[must_use]
    pub const fn one_ply_farther(self) -> Self {
        match self {
            Self::Win(Some(plies)) => Self::Win(Some(plies.saturating_add(1))),
            Self::Loss(Some(plies)) => Self::Loss(Some(plies.saturating_add(1))),
            value => value,
        }
    }

    /// Plies to the end, if known.
    pub const fn plies(self) -> Plies {
        match self {
            Self::Win(plies) | Self::Loss(plies) => plies,
            Self::Draw => None,
        }
    }

    /// Formats " in 5 plies", as a suffix for the value; empty if the number of plies is unknown.
    pub fn distance_text(self) -> String {
        match self.plies() {
            None => String::new(),
            Some(1) => " in 1 ply".into(),
            Some(plies) => format!(" in {plies} plies"),
        }
    }

    /// Returns `true` if the value holds even if a counting rule ends the game in a draw after `plies_left` plies
    /// (`u32::MAX` means that no such draw is near). A draw always holds. A win or loss holds if its distance is within
    /// the limit; if the distance is unknown, it holds only if no such draw is near.
    pub fn stands_within(self, plies_left: u32) -> bool {
        match self {
            Self::Draw => true,
            Self::Win(Some(plies)) | Self::Loss(Some(plies)) => u32::from(plies) <= plies_left,
            Self::Win(None) | Self::Loss(None) => plies_left == u32::MAX,
        }
    }

    /// A number that is higher for values that the side to move prefers: a win, the sooner the better, then a draw,
    /// then a loss, the later the better.
    pub fn preference(self) -> i32 {
        const DECIDED: i32 = 1 << 20;
        let plies = self.plies().map_or(0, i32::from);
        match self {
            Self::Win(_) => DECIDED - plies,
            Self::Draw => 0,
            Self::Loss(_) => plies - DECIDED,
        }
    }

    /// The same value without its distance.
    #[must_use]
    pub const fn without_plies(self) -> Self {
        match self {
            Self::Win(_) => Self::Win(None),
            Self::Draw => Self::Draw,
            Self::Loss(_) => Self::Loss(None),
        }
    }
}

/// Formats "win in 5 plies", "loss" or "draw".
impl std::fmt::Display for TableValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let name = match self {
            Self::Win(_) => "win",
            Self::Draw => "draw",
            Self::Loss(_) => "loss",
        };
        f.pad(&format!("{name}{}", self.distance_text()))
    }
}
