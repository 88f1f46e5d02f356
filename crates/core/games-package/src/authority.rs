//! The authority of a control: a director can do everything; a seat's holder can do only what concerns that seat.

use board_engine::{Seat, Viewer};

use crate::sync::atomic::{AtomicUsize, Ordering};
use crate::{Command, Refusal};

/// The scope of a [`Control`](crate::Control): one seat, or the whole table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Authority {
    /// Authority over the whole table and each of its seats.
    Director,
    /// Authority over this seat alone.
    Seat(Seat),
}

impl Authority {
    /// # Errors
    /// [`Refusal`] if this authority doesn't cover the command.
    pub(crate) fn check(self, command: &Command) -> Result<(), Refusal> {
        match (self, command.seat()) {
            (Self::Director, _) => Ok(()),
            (Self::Seat(own), Some(seat)) if own == seat => Ok(()),
            (Self::Seat(_), Some(_)) => Err(Refusal::ANOTHER_SEAT),
            (Self::Seat(_), None) => Err(Refusal::DIRECTOR_ONLY),
        }
    }

    /// # Errors
    /// [`Refusal`] if this authority doesn't cover everything that the viewer can see.
    pub(crate) fn check_viewer(self, viewer: Viewer) -> Result<(), Refusal> {
        match (self, viewer) {
            (Self::Director, _) | (_, Viewer::Public) => Ok(()),
            (Self::Seat(own), Viewer::Seat(seat)) if own == seat => Ok(()),
            (Self::Seat(_), Viewer::Seat(_)) => Err(Refusal::ANOTHER_SEAT),
            (Self::Seat(_), Viewer::Arbiter) => Err(Refusal::DIRECTOR_ONLY),
        }
    }
}

/// The number of controls with each authority.
#[derive(Debug)]
pub(crate) struct Holders {
    directors: AtomicUsize,
    seats: Vec<AtomicUsize>,
}

impl Holders {
    /// No holders yet, for a table with this number of seats.
    pub(crate) fn none(seat_count: usize) -> Self {
        let seats = (0..seat_count).map(|_| AtomicUsize::new(0)).collect();
        Self { directors: AtomicUsize::new(0), seats }
    }

    /// Adds a holder of this authority.
    pub(crate) fn join(&self, authority: Authority) {
        self.of(authority).map(|count| count.fetch_add(1, Ordering::SeqCst));
    }

    /// Removes a holder of this authority.
    pub(crate) fn leave(&self, authority: Authority) {
        self.of(authority).map(|count| count.fetch_sub(1, Ordering::SeqCst));
    }

    /// The number of holders; `None` for an invalid seat.
    fn of(&self, authority: Authority) -> Option<&AtomicUsize> {
        match authority {
            Authority::Director => Some(&self.directors),
            Authority::Seat(seat) => self.seats.get(seat.index()),
        }
    }

    /// Returns `true` if there is a holder of this authority.
    fn has(&self, authority: Authority) -> bool {
        self.of(authority).is_some_and(|count| count.load(Ordering::SeqCst) > 0)
    }

    /// Returns `true` if there is a director.
    pub(crate) fn has_director(&self) -> bool {
        self.has(Authority::Director)
    }

    /// Returns `true` if a person can answer for this seat.
    pub(crate) fn can_answer_for(&self, seat: Seat) -> bool {
        self.has_director() || self.has(Authority::Seat(seat))
    }
}
