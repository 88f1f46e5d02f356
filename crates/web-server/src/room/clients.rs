//! The clients of a match: what each of them may do, and what follows when one comes or goes.

use std::sync::Arc;
use std::time::{Duration, Instant};

use board_engine::Seat;
use games_package::Command;

use super::table::Table;
use super::{Room, SeatState};
use crate::plan::SeatPlan;
use crate::secret::TokenHash;

/// A client of a match, as long as its socket is open.
#[derive(Debug)]
pub(crate) struct Client {
    room: Arc<Room>,
    /// The seats that it has.
    seats: Vec<Seat>,
    is_director: bool,
}

impl Client {
    /// A client with these tokens, of which those of other matches mean nothing.
    pub(crate) fn enter(room: &Arc<Room>, tokens: &[String]) -> Self {
        let hashes: Vec<TokenHash> = tokens.iter().map(|token| TokenHash::of(token)).collect();
        let mut inner = room.inner();
        let held = |state: &SeatState| {
            state.person.is_some() && state.token.is_some_and(|token| hashes.contains(&token))
        };
        let seats: Vec<Seat> =
            Seat::all(inner.seats.len()).filter(|seat| held(&inner.seats[seat.index()])).collect();
        let people = inner.seats.iter().filter(|state| state.token.is_some()).count();
        let is_director = match inner.director {
            Some(director) => hashes.contains(&director),
            None => seats.len() == people,
        };
        for seat in &seats {
            inner.seats[seat.index()].sockets += 1;
        }
        if seats.is_empty() {
            inner.spectators += 1;
        }
        inner.empty_since = None;
        room.publish_presence(&inner);
        Self { room: Arc::clone(room), seats, is_director }
    }

    /// Its match.
    pub(crate) const fn room(&self) -> &Arc<Room> {
        &self.room
    }

    /// The seats that it has.
    pub(crate) fn seats(&self) -> &[Seat] {
        &self.seats
    }

    /// Whether it directs the match: it has the seats of all people, or has made a match between programs.
    pub(crate) const fn is_director(&self) -> bool {
        self.is_director
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let mut inner = self.room.inner();
        for seat in &self.seats {
            let state = &mut inner.seats[seat.index()];
            state.sockets = state.sockets.saturating_sub(1);
        }
        if self.seats.is_empty() {
            inner.spectators = inner.spectators.saturating_sub(1);
        }
        let sockets: usize = inner.seats.iter().map(|state| state.sockets).sum();
        if sockets + inner.spectators == 0 {
            inner.empty_since = Some(Instant::now());
        }
        self.room.publish_presence(&inner);
    }
}

impl Room {
    /// How long nobody has been there.
    pub(crate) fn empty_for(&self) -> Option<Duration> {
        self.inner().empty_since.map(|since| since.elapsed())
    }

    /// Whether other people depend on this seat's person.
    pub(crate) fn has_opponent_of(&self, seat: Seat) -> bool {
        let is_person = |plan: &SeatPlan| !matches!(plan, SeatPlan::Program(_));
        Seat::all(self.plan.seats.len())
            .zip(&self.plan.seats)
            .any(|(other, plan)| other != seat && is_person(plan))
    }

    /// Whether the person of this seat is connected.
    pub(crate) fn is_connected(&self, seat: Seat) -> bool {
        self.inner().seats[seat.index()].sockets > 0
    }

    /// Ends the match against the person of this seat, who has left it.
    pub(crate) fn abandon(&self, seat: Seat) {
        if let Some(director) = self.inner().table.as_ref().and_then(Table::director) {
            // A match that is over needs no end.
            let _refused = director.send(Command::Resign(seat));
        }
    }

    /// The seats ask for a rematch. True if all people have now.
    pub(crate) fn ask_for_rematch(&self, seats: &[Seat]) -> bool {
        let mut inner = self.inner();
        for seat in seats {
            if !inner.rematch.contains(seat) {
                inner.rematch.push(*seat);
            }
        }
        let people = inner.seats.iter().filter(|state| state.token.is_some()).count();
        let is_agreed = inner.rematch.len() == people;
        if is_agreed {
            inner.rematch.clear();
        }
        self.publish_presence(&inner);
        is_agreed
    }
}
