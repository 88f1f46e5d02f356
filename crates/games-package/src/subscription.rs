//! Watching a match without holding it up.
//!
//! Each watcher has a bounded channel. If it is full the watcher is too slow: it is never waited for, but gets the
//! whole table in place of what it has missed, as soon as the table has nothing else to do. If there is still no room,
//! the newest state lies in a slot beside the channel until it is taken; sequence numbers keep the two in order.

use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use board_engine::Viewer;
use thiserror::Error;

use crate::inbox::{Goodbye, Inbound};
use crate::sync::{
    Mutex, MutexGuard, Receiver, RecvTimeoutError, Sender, TryRecvError, TrySendError, bounded,
};
use crate::{Event, TableState};

/// How many events wait for a watcher before it counts as too slow.
const EVENTS_WAITING_MAX: usize = 256;

/// How many events may wait when a report of what a player thinks is still told: who thinks aloud without end must
/// not make a watcher miss the moves.
const REPORTS_TOLD_MAX: usize = EVENTS_WAITING_MAX / 2;

type Numbered<T> = (u64, T);
type Slot = Arc<Mutex<Option<Numbered<TableState>>>>;

/// The table's end of a subscription.
#[derive(Debug)]
pub(crate) struct Watcher {
    viewer: Viewer,
    events: Sender<Numbered<Event>>,
    missed: Slot,
    sequence: u64,
    pace: Pace,
}

/// How a watcher keeps up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Pace {
    /// It is told every event.
    Even,
    /// A state that tells everything lies in the slot.
    Given,
    /// So many events happened since it was told anything.
    Behind(usize),
}

/// The watcher's end of a subscription: the events of a match in order. It ends when the match's table is gone.
#[derive(Debug)]
pub struct Subscription {
    events: Receiver<Numbered<Event>>,
    missed: Slot,
    seen: u64,
    /// The last field, since it says that the others are gone.
    _goodbye: Goodbye,
}

/// There is no event.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum NoEvent {
    /// None came in time.
    #[error("no event in time")]
    Timeout,
    /// None will come: the match's table is gone.
    #[error("the match is over")]
    Ended,
}

impl Watcher {
    /// The two ends of a new subscription to the table with this inbox.
    pub(crate) fn pair(viewer: Viewer, inbox: Sender<Inbound>) -> (Self, Subscription) {
        let (sender, receiver) = bounded(EVENTS_WAITING_MAX);
        let missed = Slot::default();
        let slot = Arc::clone(&missed);
        let watcher = Self { viewer, events: sender, missed: slot, sequence: 0, pace: Pace::Even };
        let goodbye = Goodbye(inbox);
        (watcher, Subscription { events: receiver, missed, seen: 0, _goodbye: goodbye })
    }

    /// At a table of so many seats; who asks for the eyes of a seat that isn't there looks on as the public does.
    pub(crate) fn at_table_of(self, seat_count: usize) -> Self {
        match self.viewer {
            Viewer::Seat(seat) if seat.index() >= seat_count => {
                Self { viewer: Viewer::Public, ..self }
            }
            _ => self,
        }
    }

    /// Whether somebody still holds the other end.
    pub(crate) fn is_there(&self) -> bool {
        Arc::strong_count(&self.missed) > 1
    }

    /// Whose eyes the events are for.
    pub(crate) const fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// Tells the watcher, if it keeps up. Returns false if it has left.
    pub(crate) fn tell(&mut self, event: Event) -> bool {
        let is_report = matches!(event, Event::ThinkingReported { .. });
        if is_report && self.events.len() >= REPORTS_TOLD_MAX {
            return self.is_there();
        }
        self.sequence += 1;
        if self.can_follow() {
            match self.events.try_send((self.sequence, event)) {
                Ok(()) => {
                    self.pace = Pace::Even;
                    return true;
                }
                Err(TrySendError::Disconnected(_)) => return false,
                Err(TrySendError::Full(_)) => {}
            }
        }
        self.pace = match self.pace {
            Pace::Behind(missed) => Pace::Behind(missed + 1),
            Pace::Even | Pace::Given => Pace::Behind(1),
        };
        // The watcher may have left while its channel was full.
        self.is_there()
    }

    /// Whether the watcher has been told everything before the newest event, or will be.
    fn can_follow(&self) -> bool {
        match self.pace {
            Pace::Even => true,
            Pace::Given => self.missed().is_none(),
            Pace::Behind(_) => false,
        }
    }

    /// Whether the watcher has missed so much that it should catch up even if the table is busy.
    pub(crate) const fn is_far_behind(&self) -> bool {
        matches!(self.pace, Pace::Behind(EVENTS_WAITING_MAX..))
    }

    /// Gives the watcher the whole table in place of what it has missed, if it has missed anything.
    pub(crate) fn catch_up(&mut self, state: impl FnOnce(Viewer) -> TableState) {
        if !matches!(self.pace, Pace::Behind(_)) {
            return;
        }
        let state = state(self.viewer);
        // Under the lock the channel can't run empty unnoticed: who finds it empty looks into the slot next.
        let mut missed = self.missed();
        let pace = if self.events.is_full() {
            *missed = Some((self.sequence, state));
            Pace::Given
        } else {
            // There is room, and nobody else sends.
            let _sent = self.events.try_send((self.sequence, Event::Resynchronized(state)));
            Pace::Even
        };
        drop(missed);
        self.pace = pace;
    }

    fn missed(&self) -> MutexGuard<'_, Option<Numbered<TableState>>> {
        self.missed.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Subscription {
    /// The next event, waiting for it as long as it takes.
    ///
    /// # Errors
    /// [`NoEvent::Ended`] after the last one.
    pub fn recv(&mut self) -> Result<Event, NoEvent> {
        // No deadline is as far away as that.
        self.recv_timeout(Duration::MAX)
    }

    /// The next event, waiting for it no longer than `patience`.
    ///
    /// # Errors
    /// [`NoEvent::Timeout`] if none came, [`NoEvent::Ended`] after the last one.
    pub fn recv_timeout(&mut self, patience: Duration) -> Result<Event, NoEvent> {
        let deadline = Instant::now().checked_add(patience);
        loop {
            let received = match self.events.try_recv() {
                Ok(numbered) => Ok(numbered),
                Err(nothing) => match (self.take_missed(), nothing) {
                    (Some((sequence, state)), _) => Ok((sequence, Event::Resynchronized(state))),
                    (None, TryRecvError::Disconnected) => Err(NoEvent::Ended),
                    (None, TryRecvError::Empty) => self.wait(deadline),
                },
            };
            match received {
                Ok((sequence, event)) if sequence > self.seen => {
                    self.seen = sequence;
                    return Ok(event);
                }
                // Older than a state that has already been given.
                Ok(_) => {}
                // The last state may have been put down between the look at the slot and the end of the channel.
                Err(NoEvent::Ended) => {
                    let (sequence, state) = self.take_missed().ok_or(NoEvent::Ended)?;
                    self.seen = sequence;
                    return Ok(Event::Resynchronized(state));
                }
                Err(NoEvent::Timeout) => return Err(NoEvent::Timeout),
            }
        }
    }

    /// Waits for an event until the deadline; without one as long as it takes.
    fn wait(&self, deadline: Option<Instant>) -> Result<Numbered<Event>, NoEvent> {
        let received = match deadline {
            Some(deadline) => self.events.recv_deadline(deadline),
            None => self.events.recv().map_err(|_ended| RecvTimeoutError::Disconnected),
        };
        received.map_err(|error| match error {
            RecvTimeoutError::Timeout => NoEvent::Timeout,
            RecvTimeoutError::Disconnected => NoEvent::Ended,
        })
    }

    fn take_missed(&self) -> Option<Numbered<TableState>> {
        self.missed.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl Iterator for Subscription {
    type Item = Event;

    fn next(&mut self) -> Option<Event> {
        self.recv().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TimeControl;
    use board_engine::{Seat, Turn};

    fn state(ply: usize) -> TableState {
        TableState {
            game: "some game".into(),
            players: Vec::new(),
            time_control: TimeControl::Unlimited,
            start: String::new(),
            moves: vec!["a1".into(); ply],
            position: String::new(),
            turn: Turn::Seat(Seat::FIRST),
            clocks: Vec::new(),
            is_paused: false,
            ending: None,
        }
    }

    fn pair() -> (Watcher, Subscription) {
        Watcher::pair(Viewer::Public, bounded(1).0)
    }

    fn tell(watcher: &mut Watcher, count: usize) {
        for _ in 0..count {
            assert!(watcher.tell(Event::Paused));
        }
    }

    #[test]
    fn a_watcher_that_keeps_up_gets_every_event() {
        let (mut watcher, mut subscription) = pair();
        tell(&mut watcher, EVENTS_WAITING_MAX);
        watcher.catch_up(|_| unreachable!("nothing was missed"));
        for _ in 0..EVENTS_WAITING_MAX {
            assert_eq!(subscription.recv(), Ok(Event::Paused));
        }
        assert_eq!(subscription.recv_timeout(Duration::ZERO), Err(NoEvent::Timeout));
        drop(watcher);
        assert_eq!(subscription.recv(), Err(NoEvent::Ended));
    }

    #[test]
    fn a_slow_watcher_gets_the_newest_state_after_what_it_had_in_hand() {
        let (mut watcher, mut subscription) = pair();
        for plies in 1..=2 {
            tell(&mut watcher, EVENTS_WAITING_MAX + 7);
            watcher.catch_up(|_| state(plies));
        }
        drop(watcher);
        let events: Vec<Event> = subscription.by_ref().collect();
        assert_eq!(events.len(), EVENTS_WAITING_MAX + 1);
        assert_eq!(events.last(), Some(&Event::Resynchronized(state(2))));
    }

    #[test]
    fn events_flow_again_once_a_slow_watcher_has_caught_up() {
        let (mut watcher, mut subscription) = pair();
        tell(&mut watcher, EVENTS_WAITING_MAX + 1);
        watcher.catch_up(|_| state(3));
        for _ in 0..EVENTS_WAITING_MAX {
            assert_eq!(subscription.recv(), Ok(Event::Paused));
        }
        assert_eq!(subscription.recv(), Ok(Event::Resynchronized(state(3))));
        assert!(watcher.tell(Event::Resumed));
        assert_eq!(subscription.recv(), Ok(Event::Resumed));
    }

    #[test]
    fn a_slow_watcher_that_has_made_room_is_woken_by_the_newest_state() {
        let (mut watcher, mut subscription) = pair();
        tell(&mut watcher, EVENTS_WAITING_MAX + 1);
        watcher.catch_up(|_| state(1));
        tell(&mut watcher, 1);
        for _ in 0..EVENTS_WAITING_MAX {
            assert_eq!(subscription.recv(), Ok(Event::Paused));
        }
        // The watcher looks into its channel first, and what lies in the slot is older.
        watcher.catch_up(|_| state(2));
        assert_eq!(subscription.recv(), Ok(Event::Resynchronized(state(2))));
        assert_eq!(subscription.recv_timeout(Duration::ZERO), Err(NoEvent::Timeout));
    }

    #[test]
    fn a_watcher_that_misses_very_much_is_far_behind() {
        let (mut watcher, _subscription) = pair();
        tell(&mut watcher, 2 * EVENTS_WAITING_MAX - 1);
        assert!(!watcher.is_far_behind());
        tell(&mut watcher, 1);
        assert!(watcher.is_far_behind());
        watcher.catch_up(|_| state(1));
        assert!(!watcher.is_far_behind());
    }

    #[test]
    fn reports_without_end_never_make_a_watcher_miss_a_move() {
        let (mut watcher, mut subscription) = pair();
        let report = Event::ThinkingReported {
            seat: Seat::FIRST,
            elapsed: Duration::ZERO,
            thinking: crate::Thinking::default(),
        };
        for _ in 0..2 * EVENTS_WAITING_MAX {
            assert!(watcher.tell(report.clone()));
        }
        tell(&mut watcher, 1);
        watcher.catch_up(|_| unreachable!("nothing was missed"));
        drop(watcher);
        assert_eq!(subscription.by_ref().filter(|event| *event == Event::Paused).count(), 1);
    }

    #[test]
    fn a_subscription_says_that_it_leaves_when_it_has_left() {
        let (inbox, messages) = bounded(1);
        let (watcher, subscription) = Watcher::pair(Viewer::Public, inbox);
        assert!(watcher.is_there());
        drop(subscription);
        assert!(matches!(messages.try_recv(), Ok(Inbound::Left)));
        assert!(!watcher.is_there());
    }

    #[test]
    fn a_watcher_that_has_left_is_noticed() {
        let (mut watcher, subscription) = pair();
        drop(subscription);
        assert!(!watcher.tell(Event::Paused));
    }
}
