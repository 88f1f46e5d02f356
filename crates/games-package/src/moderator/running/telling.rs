//! Telling, recording, and the end.

use std::time::Instant;

use board_engine::{Seat, Viewer};

use super::{FAREWELL_TIME_MAX, Running};
use crate::inbox::{Inbound, SeatMessage};
use crate::moderator::table::Table;
use crate::subscription::Watcher;
use crate::sync::Sender;
use crate::{Event, Failure, FailureKind, Record, RecordedPlayer};

impl Running {
    /// Tells those who watch what each may see; `event` gives nothing to those who may not see it at all.
    pub(super) fn publish(&mut self, event: impl Fn(&Table, Viewer) -> Option<Event>) {
        let (table, time) = (&self.table, &self.time);
        if let Some(arbiter) = &mut self.arbiter
            && let Some(event) = event(table, Viewer::Arbiter)
        {
            let ruling = arbiter.judge(&event);
            self.ruling = self.ruling.take().or(ruling);
        }
        self.watchers.retain_mut(|watcher| {
            let is_there = event(table, watcher.viewer()).is_none_or(|event| watcher.tell(event));
            if watcher.is_far_behind() {
                watcher.catch_up(|viewer| table.shown(viewer, time.now()));
            }
            is_there
        });
    }

    /// Tells what could wait until there is nothing else to do: players their news, and watchers that were too slow
    /// how the table stands.
    pub(super) fn tell_the_rest(&mut self) {
        self.seats.iter_mut().for_each(|seat| seat.handle.tell_news());
        for watcher in &mut self.watchers {
            watcher.catch_up(|viewer| self.table.shown(viewer, self.time.now()));
        }
    }

    /// Tells the players as well as those who watch.
    pub(super) fn announce(&mut self, event: impl Fn(&Table, Viewer) -> Option<Event>) {
        self.publish(&event);
        for (seat, state) in self.table.seats().zip(&mut self.seats) {
            if let Some(event) = event(&self.table, Viewer::Seat(seat)) {
                state.handle.mention(event);
            }
        }
    }

    pub(super) fn admit(&mut self, watcher: Watcher) {
        let mut watcher = watcher.at_table_of(self.table.seat_count());
        let state = self.table.shown(watcher.viewer(), self.time.now());
        if watcher.tell(Event::Resynchronized(state)) {
            self.watchers.push(watcher);
        }
    }

    pub(super) fn give_record(&self, wanted: &Sender<Record>) {
        // The channel was made for this one record.
        let _taken = wanted.try_send(self.record());
    }

    pub(super) fn record(&self) -> Record {
        let player = |(seat, player): (Seat, &RecordedPlayer)| RecordedPlayer {
            name: self.table.player_name(seat).into(),
            ..player.clone()
        };
        Record {
            game: self.table.game.name().into(),
            players: self.table.seats().zip(&self.players).map(player).collect(),
            time_control: self.table.time_control,
            thinking: self.thinking,
            pondering: self.pondering,
            seed: self.seed,
            start: self.table.start(Viewer::Arbiter),
            plies: self.table.plies().cloned().collect(),
            variations: self.table.variations(),
            final_position: self.table.state.position(Viewer::Arbiter),
            ending: self.table.ending.clone(),
        }
    }

    /// Keeps what has gone wrong too late to count. An error is what a player makes of a question that nobody answers.
    pub(super) fn keep_late(&mut self, seat: Seat, failure: Failure) {
        if failure.kind != FailureKind::Error {
            self.late_failures.push((seat, failure));
        }
    }

    /// Hangs up, and waits a little for the players' threads. Returns the seats whose threads didn't end, and what
    /// went wrong meanwhile.
    pub(super) fn dismiss(mut self) -> (Vec<Seat>, Vec<(Seat, Failure)>) {
        // The machine's time, not the table's, which may stand still.
        let deadline = Instant::now() + FAREWELL_TIME_MAX;
        self.tell_the_rest();
        let mut gone: Vec<bool> = self.seats.drain(..).map(|seat| seat.gone).collect();
        while gone.iter().any(|gone| !gone) && Instant::now() < deadline {
            match self.inbox.recv_deadline(deadline) {
                Ok(Inbound::Seat(seat, SeatMessage::Gone)) => gone[seat.index()] = true,
                Ok(Inbound::Seat(seat, SeatMessage::Replied { reply: Err(failure), .. })) => {
                    self.keep_late(seat, failure);
                }
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
        (abandoned, self.late_failures)
    }
}
