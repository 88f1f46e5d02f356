//! What lies beside a board.

use crate::{Seat, Square};

/// A named part of the table beside the board, with its own squares: a hand, a bar, a pot, dice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Zone {
    pub(super) name: String,
    pub(super) owner: Option<(Seat, String)>,
    pub(super) first: usize,
    pub(super) count: usize,
}

impl Zone {
    /// What it is called: "hand".
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The seat that it belongs to; none if it is everyone's.
    pub fn owner(&self) -> Option<Seat> {
        self.owner.as_ref().map(|(seat, _)| *seat)
    }

    /// What the owner is called: "White".
    pub fn owner_name(&self) -> Option<&str> {
        self.owner.as_ref().map(|(_, name)| name.as_str())
    }

    /// What it is called among all zones: "White's hand".
    pub fn title(&self) -> String {
        self.owner_name()
            .map_or_else(|| self.name.clone(), |owner| format!("{owner}'s {}", self.name))
    }

    /// Its squares, in the order in which they lie.
    pub fn squares(&self) -> impl DoubleEndedIterator<Item = Square> + ExactSizeIterator + use<> {
        (self.first..self.first + self.count).map(Square::new)
    }
}
