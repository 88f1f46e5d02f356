//! A match's clients: their rights, and the effects of joining and leaving.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use board_engine::Seat;
use games_package::Command;
use tokio::runtime::Handle;

use super::table::RoomTable;
use super::{Room, SeatState};
use crate::plan::SeatPlan;
use crate::secret::TokenHash;

/// The minimum interval between updates about the number of spectators.
const PRESENCE_INTERVAL: Duration = Duration::from_millis(250);

/// The rights that tokens grant in a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Rights {
    /// The seats.
    pub(crate) seats: Vec<Seat>,
    /// `true` if the client directs the match, because it holds all people's seats or created a match between programs.
    pub(crate) is_director: bool,
}

/// A client connected to a match.
#[derive(Debug)]
pub(crate) struct Client {
    room: Arc<Room>,
    seats: Vec<Seat>,
    /// The time that a person may be away from a match between people before the seat resigns.
    abandon_after: Duration,
}

impl Client {
    /// Registers a client that joins with these seats. After the client leaves, if other people depend on a seat and no
    /// client returns to it within `abandon_after`, the seat resigns. Returns `None` if the match was unloaded in the
    /// meantime. The client must then look it up again. Must be called within the runtime's context.
    pub(crate) fn enter(
        room: &Arc<Room>,
        seats: Vec<Seat>,
        abandon_after: Duration,
    ) -> Option<Self> {
        let mut inner = room.inner();
        if inner.paused.is_some() {
            return None;
        }
        for seat in &seats {
            inner.seats[seat.index()].sockets += 1;
        }
        inner.empty_since = None;
        if seats.is_empty() {
            inner.spectators += 1;
            room.publish_presence_soon();
        } else {
            room.publish_presence(&inner);
        }
        drop(inner);
        Some(Self { room: Arc::clone(room), seats, abandon_after })
    }
}

/// The client has left.
impl Drop for Client {
    fn drop(&mut self) {
        let mut inner = self.room.inner();
        for seat in &self.seats {
            let state = &mut inner.seats[seat.index()];
            state.sockets = state.sockets.saturating_sub(1);
        }
        if self.seats.is_empty() {
            inner.spectators = inner.spectators.saturating_sub(1);
            self.room.publish_presence_soon();
        } else {
            self.room.publish_presence(&inner);
        }
        let sockets: usize = inner.seats.iter().map(|state| state.sockets).sum();
        if sockets + inner.spectators == 0 {
            inner.empty_since = Some(Instant::now());
        }
        drop(inner);
        // Without a runtime, the server is shutting down, so seats don't resign.
        let Ok(runtime) = Handle::try_current() else { return };
        for seat in self.seats.iter().filter(|seat| self.room.has_opponent_of(**seat)) {
            runtime.spawn(leave(Arc::clone(&self.room), *seat, self.abandon_after));
        }
    }
}

/// Ends the match against a person who has been away for too long.
async fn leave(room: Arc<Room>, seat: Seat, patience: Duration) {
    const STEP: Duration = Duration::from_secs(1);
    let mut absent = Duration::ZERO;
    while absent < patience {
        tokio::time::sleep(STEP.min(patience)).await;
        absent += STEP;
        if room.is_connected(seat) {
            return;
        }
    }
    room.abandon(seat);
}

impl Room {
    /// The rights granted by these tokens. Ignores tokens for other matches.
    pub(crate) fn rights(&self, tokens: &[String]) -> Rights {
        let hashes: Vec<TokenHash> = tokens.iter().map(|token| TokenHash::of(token)).collect();
        let inner = self.inner();
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
        Rights { seats, is_director }
    }

    /// Publishes the presence after a short delay. One message is then enough if a crowd joins or leaves.
    fn publish_presence_soon(self: &Arc<Self>) {
        // Without a runtime, the server is shutting down, so nothing is published.
        let Ok(runtime) = Handle::try_current() else { return };
        if self.is_presence_due.swap(true, Ordering::Relaxed) {
            return;
        }
        let room = Arc::clone(self);
        runtime.spawn(async move {
            tokio::time::sleep(PRESENCE_INTERVAL).await;
            room.is_presence_due.store(false, Ordering::Relaxed);
            room.publish_presence(&room.inner());
        });
    }

    /// The time since the last client left.
    pub(crate) fn empty_for(&self) -> Option<Duration> {
        self.inner().empty_since.map(|since| since.elapsed())
    }

    /// Returns `true` if other people depend on the person in this seat.
    pub(crate) fn has_opponent_of(&self, seat: Seat) -> bool {
        let is_person = |plan: &SeatPlan| !matches!(plan, SeatPlan::Program(_));
        Seat::all(self.plan.seats.len())
            .zip(&self.plan.seats)
            .any(|(other, plan)| other != seat && is_person(plan))
    }

    /// Returns `true` if the person in this seat is connected.
    pub(crate) fn is_connected(&self, seat: Seat) -> bool {
        self.inner().seats[seat.index()].sockets > 0
    }

    /// Ends the match against the person who has left this seat.
    pub(crate) fn abandon(&self, seat: Seat) {
        if let Some(table) = self.inner().table.as_ref().and_then(RoomTable::live) {
            // A finished match ignores the command.
            table.direct(Command::Resign(seat));
        }
    }

    /// The seats request a rematch. Returns `true` once all people have requested it.
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
