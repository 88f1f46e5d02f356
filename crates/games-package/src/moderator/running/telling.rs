//! Telling, recording, and the end.

use board_engine::{Seat, Viewer};

use super::{FAREWELL_TIME_MAX, Running, SeatState};
use crate::inbox::{Inbound, SeatMessage};
use crate::moderator::table::Table;
use crate::subscription::Watcher;
use crate::{Event, Record, RecordedPlayer};

impl Running {
    /// Tells everybody what each may see; `event` gives nothing to those who may not see it at all.
    pub(super) fn publish(&mut self, event: impl Fn(&Table, Viewer) -> Option<Event>) {
        let (table, now) = (&self.table, self.time.now());
        self.watchers.retain_mut(|watcher| match event(table, watcher.viewer()) {
            Some(event) => watcher.tell(event, |viewer| table.shown(viewer, now)),
            None => true,
        });
        for (seat, state) in table.seats().zip(&self.seats) {
            if let Some(event) = event(table, Viewer::Seat(seat)).filter(Event::is_for_players) {
                state.handle.mention(event);
            }
        }
    }

    pub(super) fn admit(&mut self, mut watcher: Watcher) {
        let now = self.time.now();
        let state = self.table.shown(watcher.viewer(), now);
        if watcher.tell(Event::Resynchronized(state), |viewer| self.table.shown(viewer, now)) {
            self.watchers.push(watcher);
        }
    }

    pub(super) fn record(&self) -> Record {
        let player = |(seat, state): (Seat, &SeatState)| RecordedPlayer {
            spec: state.spec.clone(),
            name: self.table.player_name(seat).into(),
        };
        Record {
            game: self.table.game.name().into(),
            players: self.table.seats().zip(&self.seats).map(player).collect(),
            time_control: self.table.time_control,
            thinking: self.thinking,
            seed: self.seed,
            start: self.table.start.clone(),
            plies: self.table.plies().cloned().collect(),
            final_position: self.table.state.position(Viewer::Arbiter),
            ending: self.table.ending.clone(),
        }
    }

    /// Hangs up, and waits a little for the players' threads. Returns the seats whose threads didn't end.
    pub(super) fn dismiss(mut self) -> Vec<Seat> {
        let deadline = self.time.now() + FAREWELL_TIME_MAX;
        let mut gone: Vec<bool> = self.seats.drain(..).map(|seat| seat.gone).collect();
        while gone.iter().any(|gone| !gone) {
            match self.inbox.recv_timeout(deadline.saturating_sub(self.time.now())) {
                Ok(Inbound::Seat(seat, SeatMessage::Gone)) => gone[seat.index()] = true,
                Ok(_) => {}
                Err(_late) => break,
            }
        }
        let abandoned: Vec<Seat> = self.table.seats().filter(|seat| !gone[seat.index()]).collect();
        for seat in &abandoned {
            tracing::warn!(
                player = self.table.player_name(*seat),
                "does not return; its thread is left to itself"
            );
        }
        abandoned
    }
}
