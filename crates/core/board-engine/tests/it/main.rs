//! Tests for the board building blocks.

mod bitboard;
mod diagram;
mod geometry;
mod history;
mod morris;
mod notation;
mod stones;
mod tree;
mod values;

use board_engine::{Game, Outcome, Repetition, Seat, Status, Turn, zobrist};

/// A piece that walks on a ring of places: one step forward or back, or, once, off the ring
/// permanently.
pub(crate) struct Ring {
    pub(crate) size: u8,
    pub(crate) occurrences: u8,
}

/// The square of the piece, whether it has left the ring, and the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct OnRing {
    pub(crate) place: u8,
    pub(crate) has_left: bool,
    pub(crate) mover: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Step {
    Forward,
    Back,
    Leave,
}

impl Game for Ring {
    type Position = OnRing;
    type Move = Step;

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> OnRing {
        OnRing { place: 0, has_left: false, mover: 0 }
    }

    fn turn(&self, position: &OnRing) -> Turn {
        Turn::Seat(Seat::new(position.mover))
    }

    fn legal_moves(&self, position: &OnRing, moves: &mut Vec<Step>) -> Status {
        moves.clear();
        if position.has_left && position.place == 0 {
            return Status::Over(Outcome::win(Seat::new(1 - position.mover), "home"));
        }
        moves.extend([Step::Forward, Step::Back]);
        if !position.has_left {
            moves.push(Step::Leave);
        }
        Status::Ongoing
    }

    fn play(&self, position: &mut OnRing, step: Step) {
        match step {
            Step::Forward => position.place = (position.place + 1) % self.size,
            Step::Back => position.place = (position.place + self.size - 1) % self.size,
            Step::Leave => position.has_left = true,
        }
        position.mover = 1 - position.mover;
    }

    fn key(&self, position: &OnRing) -> u64 {
        zobrist::mix(&[position.place.into(), position.has_left.into(), position.mover as u64])
    }

    fn irreversible(&self, _: &OnRing, step: Step) -> bool {
        step == Step::Leave
    }

    fn repetition(&self) -> Repetition {
        Repetition::Ends {
            occurrences: self.occurrences,
            outcome: Outcome::draw("it has come back"),
        }
    }
}
