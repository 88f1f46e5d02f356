//! Offering and accepting a draw.

use board_engine::Seat;

/// An offer that stands, and who has accepted it.
#[derive(Clone, Debug)]
pub struct DrawOffer {
    /// Who has offered it.
    pub by: Seat,
    accepted: Vec<Seat>,
}

impl DrawOffer {
    /// A new offer, which nobody has accepted.
    pub const fn new(by: Seat) -> Self {
        Self { by, accepted: Vec::new() }
    }

    /// Whether `seat` has still to say something.
    pub fn awaits(&self, seat: Seat) -> bool {
        seat != self.by && !self.accepted.contains(&seat)
    }

    /// `seat` accepts. Whether all of the other `seat_count` seats have done so now.
    pub fn accept(&mut self, seat: Seat, seat_count: usize) -> bool {
        if self.awaits(seat) {
            self.accepted.push(seat);
        }
        self.accepted.len() + 1 >= seat_count
    }
}
