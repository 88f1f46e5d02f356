//! Offering and accepting a draw.

use board_engine::Seat;

/// A pending draw offer, and the seats that have accepted it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DrawOffer {
    /// The seat that made the offer.
    pub by: Seat,
    /// The seats that have accepted the offer; a match with more than two seats continues until all seats have
    /// accepted.
    pub accepted: Vec<Seat>,
}

impl DrawOffer {
    /// A new offer that no seat has accepted.
    pub const fn new(by: Seat) -> Self {
        Self { by, accepted: Vec::new() }
    }

    /// Returns `true` if `seat` still has to accept or decline it.
    pub fn awaits(&self, seat: Seat) -> bool {
        seat != self.by && !self.accepted.contains(&seat)
    }

    /// `seat` accepts. Returns `true` once all other seats of `seat_count` have accepted.
    pub fn accept(&mut self, seat: Seat, seat_count: usize) -> bool {
        if self.awaits(seat) {
            self.accepted.push(seat);
        }
        self.accepted.len() + 1 >= seat_count
    }
}
