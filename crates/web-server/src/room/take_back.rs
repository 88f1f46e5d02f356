//! Taking moves back where several people play: one asks, and it is done when all others agree.

use board_engine::Seat;
use games_package::Command;
use match_json::SeatNumber;

use super::{Answer, Room};
use crate::frames::TakeBackAsked;

/// A question whether moves may be taken back. It is void when the match has gone on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct TakeBack {
    by: Seat,
    /// How many moves were made when it was asked.
    ply: usize,
    /// How many of them are to be taken back.
    plies: usize,
    agreed: Vec<Seat>,
}

impl From<&TakeBack> for TakeBackAsked {
    fn from(asked: &TakeBack) -> Self {
        Self {
            by: asked.by.into(),
            ply: asked.ply,
            plies: asked.plies,
            agreed: asked.agreed.iter().copied().map(SeatNumber::from).collect(),
        }
    }
}

impl Room {
    /// A person with these seats asks to take moves back. Blocks for microseconds.
    ///
    /// # Errors
    /// Why that can't be asked, as a phrase.
    pub(crate) fn ask_to_take_back(&self, seats: &[Seat], plies: usize) -> Answer {
        let by = *seats.first().ok_or("only the players can take moves back")?;
        let ply = self.ply().ok_or("the match has not begun")?;
        if plies == 0 || plies > ply {
            return Err(format!("{plies} moves can't be taken back: {ply} were made"));
        }
        let mut inner = self.inner();
        inner.take_back = Some(TakeBack { by, ply, plies, agreed: seats.into() });
        self.publish_presence(&inner);
        Ok(())
    }

    /// A person with these seats answers. When all have agreed, the moves are taken back. Blocks for microseconds.
    ///
    /// # Errors
    /// Why that can't be answered, or the moves can't be taken back, as a phrase.
    pub(crate) fn answer_take_back(&self, seats: &[Seat], agrees: bool) -> Answer {
        if seats.is_empty() {
            return Err("only the players can answer".into());
        }
        let ply = self.ply();
        let mut inner = self.inner();
        let people: Vec<Seat> = Seat::all(inner.seats.len())
            .filter(|seat| inner.seats[seat.index()].token.is_some())
            .collect();
        let asked = inner.take_back.as_mut().ok_or("nobody has asked to take moves back")?;
        if Some(asked.ply) != ply {
            inner.take_back = None;
            self.publish_presence(&inner);
            return Err("the match has gone on since that was asked".into());
        }
        asked.agreed.extend(seats.iter().filter(|_| agrees));
        let (plies, is_agreed) =
            (asked.plies, people.iter().all(|person| asked.agreed.contains(person)));
        if is_agreed || !agrees {
            inner.take_back = None;
        }
        self.publish_presence(&inner);
        drop(inner);
        if !is_agreed {
            return Ok(());
        }
        self.execute(Command::TakeBack { plies }, true)
    }

    /// How many moves were made; none before the match has begun.
    fn ply(&self) -> Option<usize> {
        self.record().map(|record| record.plies.len())
    }
}
