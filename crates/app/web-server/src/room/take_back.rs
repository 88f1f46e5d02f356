//! Take-backs in matches with several people: one person requests a take-back, and all other people must agree.

use board_engine::Seat;
use games_package::Command;
use notation::json::SeatNumber;

use super::{Answer, Notice, Room};
use crate::frames::{FromServer, TakeBackAsked};

/// A take-back request, which becomes void when the match continues.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct TakeBack {
    by: Seat,
    /// The number of moves when the request was made.
    ply: usize,
    /// The number of moves to take back.
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
    /// Requests a take-back for a person with these seats. Blocks for microseconds.
    ///
    /// # Errors
    /// The reason why the request was refused, as a phrase.
    pub(crate) fn ask_to_take_back(&self, seats: &[Seat], plies: usize) -> Answer {
        let by = *seats.first().ok_or("only players can take back moves")?;
        let ply = self.ply().ok_or("the match has not begun")?;
        if plies == 0 || plies > ply {
            return Err(format!("cannot take back {plies} moves: the match has {ply}"));
        }
        let mut inner = self.inner();
        inner.take_back = Some(TakeBack { by, ply, plies, agreed: seats.into() });
        self.publish_presence(&inner);
        Ok(())
    }

    /// Answers a take-back request for a person with these seats. Takes the moves back once all people have agreed.
    /// Blocks for microseconds.
    ///
    /// # Errors
    /// The reason why the answer or the take-back was refused, as a phrase.
    pub(crate) fn answer_take_back(&self, seats: &[Seat], agrees: bool) -> Answer {
        let seat = *seats.first().ok_or("only players can answer a takeback proposal")?;
        let ply = self.ply();
        let mut inner = self.inner();
        let people: Vec<Seat> = Seat::all(inner.seats.len())
            .filter(|seat| inner.seats[seat.index()].token.is_some())
            .collect();
        let asked = inner.take_back.as_mut().ok_or("there is no takeback proposal")?;
        if Some(asked.ply) != ply {
            inner.take_back = None;
            self.publish_presence(&inner);
            return Err("the takeback proposal expired: the match has continued".into());
        }
        asked.agreed.extend(seats.iter().filter(|_| agrees));
        let (plies, is_agreed) =
            (asked.plies, people.iter().all(|person| asked.agreed.contains(person)));
        if is_agreed || !agrees {
            inner.take_back = None;
        }
        if !agrees {
            let declined = FromServer::TakeBackDeclined { by: seat.into() };
            self.notify(Notice::Message(declined.text()));
        }
        self.publish_presence(&inner);
        drop(inner);
        if !is_agreed {
            return Ok(());
        }
        self.execute(Command::TakeBack { plies }, true)
    }

    /// The number of moves; `None` before the match begins.
    fn ply(&self) -> Option<usize> {
        self.record().map(|record| record.plies.len())
    }
}
