//! Ticket numbers for calls to players.

/// Identifies one call to a player that needs an answer. Later calls have larger tickets.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Ticket(u64);

impl Ticket {
    /// The ticket before the first call.
    pub(crate) const NONE: Self = Self(0);

    /// The ticket of the next call.
    pub(crate) const fn next(self) -> Self {
        Self(self.0 + 1)
    }
}
