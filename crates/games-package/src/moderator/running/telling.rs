//! Telling, recording, and the end.

use std::time::Instant;

use board_engine::{Seat, Viewer};
use crossbeam_channel::Sender;

use super::{FAREWELL_TIME_MAX, Running};
use crate::inbox::{Inbound, SeatMessage};
use crate::moderator::table::Table;
use crate::subscription::Watcher;
use crate::{Event, Record, RecordedPlayer};

impl Running {
    /// Tells those who watch what each may see; `event` gives nothing to those who may not see it at all.
    pub(super) fn publish(&mut self, event: impl Fn(&Table, Viewer) -> Option<Event>) {
        let (table, time) = (&self.table, &self.time);
        self.watchers.retain_mut(|watcher| match event(table, watcher.viewer()) {
            Some(event) => watcher.tell(event, |viewer| table.shown(viewer, time.now())),
            None => true,
        });
    }

    /// Tells the players as well as those who watch.
    pub(super) fn announce(&mut self, event: impl Fn(&Table, Viewer) -> Option<Event>) {
        self.publish(&event);
        for (seat, state) in self.table.seats().zip(&self.seats) {
            if let Some(event) = event(&self.table, Viewer::Seat(seat)) {
                state.handle.mention(event);
            }
        }
    }

    pub(super) fn admit(&mut self, watcher: Watcher) {
        let now = self.time.now();
        let mut watcher = watcher.at_table_of(self.table.seat_count());
        let state = self.table.shown(watcher.viewer(), now);
        if watcher.tell(Event::Resynchronized(state), |viewer| self.table.shown(viewer, now)) {
            self.watchers.push(watcher);
        }
    }

    pub(super) fn give_record(&self, wanted: &Sender<Record>) {
        // The channel was made for this one record.
        let _taken = wanted.try_send(self.record());
    }

    pub(super) fn record(&self) -> Record {
        let player = |(seat, spec): (Seat, &String)| RecordedPlayer {
            spec: spec.clone(),
            name: self.table.player_name(seat).into(),
        };
        Record {
            game: self.table.game.name().into(),
            players: self.table.seats().zip(&self.specs).map(player).collect(),
            time_control: self.table.time_control,
            thinking: self.thinking,
            seed: self.seed,
            start: self.table.start(Viewer::Arbiter),
            plies: self.table.plies().cloned().collect(),
            final_position: self.table.state.position(Viewer::Arbiter),
            ending: self.table.ending.clone(),
        }
    }

    /// Hangs up, and waits a little for the players' threads. Returns the seats whose threads didn't end.
    pub(super) fn dismiss(mut self) -> Vec<Seat> {
        // The machine's time, not the table's, which may stand still.
        let deadline = Instant::now() + FAREWELL_TIME_MAX;
        let mut gone: Vec<bool> = self.seats.drain(..).map(|seat| seat.gone).collect();
        while gone.iter().any(|gone| !gone) && Instant::now() < deadline {
            match self.inbox.recv_deadline(deadline) {
                Ok(Inbound::Seat(seat, SeatMessage::Gone)) => gone[seat.index()] = true,
                Ok(Inbound::Watch(watcher)) => self.admit(watcher),
                Ok(Inbound::Record(wanted)) => self.give_record(&wanted),
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
