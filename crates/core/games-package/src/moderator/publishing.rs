//! Publishing events to watchers and players, and shutting down.

use std::time::{Duration, Instant};

use board_engine::{Seat, Viewer};

use super::Finished;
use super::driver::Driver;
use crate::inbox::{Inbound, SeatMessage};
use crate::subscription::Watcher;
use crate::sync::Sender;
use crate::{Notice, Record};

/// The longest wait for the players' threads after the match.
const SHUTDOWN_TIME_MAX: Duration = Duration::from_millis(500);

impl Driver {
    /// Sends an event to the arbiter, the watchers and the players, filtered for each of them.
    pub(super) fn publish(&mut self, sequence: u64, notice: &Notice) {
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
                    state.handle.queue_event(event);
                }
            }
        }
    }

    /// Sends messages that could wait until the table is idle: queued events to players, and the full state to watchers
    /// that were too slow.
    pub(super) fn flush(&mut self) {
        self.seats.iter_mut().for_each(|seat| seat.handle.send_events());
        let (referee, time) = (&self.referee, &self.time);
        for watcher in &mut self.watchers {
            watcher.catch_up(|viewer| referee.state(viewer, time.now()));
        }
    }

    pub(super) fn add_watcher(&mut self, watcher: Watcher) {
        let mut watcher = watcher.limited_to(self.referee.seat_count());
        watcher.send_state(self.referee.state(watcher.viewer(), self.now()));
        self.watchers.push(watcher);
    }

    pub(super) fn send_record(&self, wanted: &Sender<Record>) {
        // The channel has room for this one record.
        let _taken = wanted.try_send(self.referee.record());
    }

    /// Closes the players' channels and waits briefly for their threads.
    pub(super) fn shut_down(mut self) -> Finished {
        // Uses the machine's clock: the table's time source may have stopped.
        let deadline = Instant::now() + SHUTDOWN_TIME_MAX;
        self.flush();
        let mut gone: Vec<bool> = self.seats.drain(..).map(|seat| seat.is_gone).collect();
        while gone.iter().any(|gone| !gone) && Instant::now() < deadline {
            match self.inbox.recv_deadline(deadline) {
                Ok(Inbound::Seat(seat, SeatMessage::Gone)) => gone[seat.index()] = true,
                Ok(Inbound::Seat(seat, SeatMessage::Replied { reply: Err(failure), .. })) => {
                    self.referee.add_late_failure(seat, failure);
                }
                Ok(Inbound::Watch(watcher)) => self.add_watcher(watcher),
                Ok(Inbound::Record(wanted)) => self.send_record(&wanted),
                Ok(_) => {}
                Err(_late) => break,
            }
        }
        let is_gone = |seat: &Seat| gone[seat.index()];
        let abandoned: Vec<Seat> = Seat::all(gone.len()).filter(|seat| !is_gone(seat)).collect();
        for seat in &abandoned {
            tracing::warn!(
                player = self.referee.player_name(*seat),
                "does not return; its thread is abandoned"
            );
        }
        let late_failures = self.referee.late_failures().to_vec();
        Finished { record: self.referee.into_record(), abandoned, late_failures }
    }
}
