//! Telling those who watch and play what happens, and the end of the table.

use std::time::{Duration, Instant};

use board_engine::{Seat, Viewer};

use super::Finished;
use super::driver::Driver;
use crate::inbox::{Inbound, SeatMessage};
use crate::subscription::Watcher;
use crate::sync::Sender;
use crate::{Notice, Record};

/// How long the threads of players are waited for when the match is over.
const FAREWELL_TIME_MAX: Duration = Duration::from_millis(500);

impl Driver {
    /// Tells everybody what each may see of something that has happened.
    pub(super) fn tell(&mut self, sequence: u64, notice: &Notice) {
        if let Some(arbiter) = &mut self.arbiter
            && let Some(event) = self.referee.event(notice, Viewer::Arbiter)
            && let Some(ending) = arbiter.judge(&event)
        {
            self.referee.adjudicate(ending);
        }
        let (referee, time) = (&self.referee, &self.time);
        self.watchers.retain_mut(|watcher| {
            let event = referee.event(notice, watcher.viewer());
            let is_there = event.is_none_or(|event| watcher.send(sequence, event));
            if watcher.is_far_behind() {
                watcher.catch_up(|viewer| referee.state(viewer, time.now()));
            }
            is_there
        });
        if notice.is_for_players() {
            for (seat, state) in Seat::all(self.seats.len()).zip(&mut self.seats) {
                if let Some(event) = self.referee.event(notice, Viewer::Seat(seat)) {
                    state.handle.mention(event);
                }
            }
        }
    }

    /// Tells what could wait until there is nothing else to do: players their news, and watchers that were too slow
    /// how the table stands.
    pub(super) fn tell_the_rest(&mut self) {
        self.seats.iter_mut().for_each(|seat| seat.handle.tell_news());
        let (referee, time) = (&self.referee, &self.time);
        for watcher in &mut self.watchers {
            watcher.catch_up(|viewer| referee.state(viewer, time.now()));
        }
    }

    pub(super) fn admit(&mut self, watcher: Watcher) {
        let mut watcher = watcher.at_table_of(self.referee.seat_count());
        watcher.show(self.referee.state(watcher.viewer(), self.now()));
        self.watchers.push(watcher);
    }

    pub(super) fn give_record(&self, wanted: &Sender<Record>) {
        // The channel was made for this one record.
        let _taken = wanted.try_send(self.referee.record());
    }

    /// Hangs up, and waits a little for the players' threads.
    pub(super) fn dismiss(mut self) -> Finished {
        // The machine's time, not the table's, which may stand still.
        let deadline = Instant::now() + FAREWELL_TIME_MAX;
        self.tell_the_rest();
        let mut gone: Vec<bool> = self.seats.drain(..).map(|seat| seat.is_gone).collect();
        while gone.iter().any(|gone| !gone) && Instant::now() < deadline {
            match self.inbox.recv_deadline(deadline) {
                Ok(Inbound::Seat(seat, SeatMessage::Gone)) => gone[seat.index()] = true,
                Ok(Inbound::Seat(seat, SeatMessage::Replied { reply: Err(failure), .. })) => {
                    self.referee.keep_late(seat, failure);
                }
                Ok(Inbound::Watch(watcher)) => self.admit(watcher),
                Ok(Inbound::Record(wanted)) => self.give_record(&wanted),
                Ok(_) => {}
                Err(_late) => break,
            }
        }
        let is_gone = |seat: &Seat| gone[seat.index()];
        let abandoned: Vec<Seat> = Seat::all(gone.len()).filter(|seat| !is_gone(seat)).collect();
        for seat in &abandoned {
            tracing::warn!(
                player = self.referee.player_name(*seat),
                "does not return; its thread is left to itself"
            );
        }
        let late_failures = self.referee.late_failures().to_vec();
        Finished { record: self.referee.into_record(), abandoned, late_failures }
    }
}
