//! Watches a match without blocking it.
//!
//! A watcher has a bounded queue, unless it requested an unbounded one. If the queue is full, the watcher is too slow:
//! the table doesn't wait, but replaces the missed events with the full state as soon as it is idle. There is always
//! room for that state: a newer state replaces one that has not been received yet.
//!
//! A watcher waits for events on a thread ([`Subscription::recv`]) or, if there are very many watchers, without one:
//! the watcher is woken when an event arrives ([`Subscription::poll_recv`]).

use std::collections::VecDeque;
use std::sync::{Arc, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

use board_engine::Viewer;
use thiserror::Error;

use crate::leave_notifier::LeaveNotifier;
use crate::sync::{Condvar, Mutex, MutexGuard};
use crate::{Event, TableState};

/// The number of queued events at which a watcher counts as too slow.
const EVENTS_WAITING_MAX: usize = 256;

/// The queue length up to which analysis reports are still sent: a flood of reports must not make a watcher miss moves.
const REPORTS_WAITING_MAX: usize = EVENTS_WAITING_MAX / 2;

/// An event with its number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SequencedEvent {
    /// The event's number in the match, from 1. It increases from event to event. Events hidden from the receiver leave
    /// gaps, and so do dropped reports. All other missing events are replaced by [`Event::Resynchronized`], whose table
    /// state covers everything up to its own number ([`TableState::sequence`]).
    pub sequence: u64,
    /// The event.
    pub event: Event,
}

/// The queue of a watcher.
#[derive(Debug)]
struct Queue {
    events: VecDeque<SequencedEvent>,
    /// Woken when an event arrives.
    waker: Option<Waker>,
    /// The table still exists.
    is_open: bool,
}

#[derive(Debug)]
struct Shared {
    queue: Mutex<Queue>,
    /// Notified when the queue changes or the table is dropped.
    changed: Condvar,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the queue, and wakes the watcher.
    fn change(&self, change: impl FnOnce(&mut Queue)) {
        let mut queue = self.lock();
        change(&mut queue);
        let waker = queue.waker.take();
        drop(queue);
        self.changed.notify_all();
        // Wake the task outside the lock: the woken task may lock the queue immediately.
        if let Some(waker) = waker {
            waker.wake();
        }
    }
}

/// The limit for a watcher's queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum QueueLimit {
    /// [`EVENTS_WAITING_MAX`].
    Bounded,
    /// The queue is unbounded: only reports can be missed.
    Unbounded,
}

/// The table's end of a subscription.
#[derive(Debug)]
pub(crate) struct Watcher {
    viewer: Viewer,
    limit: QueueLimit,
    shared: Arc<Shared>,
    /// The number of the newest event included in the last sent state.
    sequence_sent: u64,
    /// The number of events missed since the last event that was sent.
    missed: usize,
}

/// The watcher's end of a subscription: a match's events in order. The subscription ends when the match's table no
/// longer exists.
#[derive(Debug)]
pub struct Subscription {
    shared: Arc<Shared>,
    /// The last field, because it must be dropped after all other fields.
    _leave_notifier: LeaveNotifier,
}

/// No event is available.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum NoEvent {
    /// None arrived in time.
    #[error("no event arrived in time")]
    Timeout,
    /// No more events will come: the match's table no longer exists.
    #[error("the match is over")]
    Ended,
}

impl Watcher {
    /// The two ends of a new subscription to a table, which is notified when the watcher leaves.
    pub(crate) fn pair(
        viewer: Viewer,
        limit: QueueLimit,
        notifier: LeaveNotifier,
    ) -> (Self, Subscription) {
        let queue = Queue { events: VecDeque::new(), waker: None, is_open: true };
        let shared = Arc::new(Shared { queue: Mutex::new(queue), changed: Condvar::new() });
        let watcher =
            Self { viewer, limit, shared: Arc::clone(&shared), sequence_sent: 0, missed: 0 };
        (watcher, Subscription { shared, _leave_notifier: notifier })
    }

    /// Limits the viewer to the table's seats: a viewer at an invalid seat becomes a public viewer.
    pub(crate) fn limited_to(mut self, seat_count: usize) -> Self {
        if matches!(self.viewer, Viewer::Seat(seat) if seat.index() >= seat_count) {
            self.viewer = Viewer::Public;
        }
        self
    }

    /// Returns `true` if the subscription still exists.
    pub(crate) fn is_connected(&self) -> bool {
        Arc::strong_count(&self.shared) > 1
    }

    /// The viewer that the events are filtered for.
    pub(crate) const fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// Sends an event, unless the watcher is too slow or already has it. Returns `false` if the subscription was
    /// dropped.
    pub(crate) fn send(&mut self, sequence: u64, event: Event) -> bool {
        if sequence <= self.sequence_sent {
            return self.is_connected();
        }
        let waiting = self.shared.lock().events.len();
        let is_report = matches!(event, Event::ThinkingReported { .. });
        if is_report && waiting >= REPORTS_WAITING_MAX {
            return self.is_connected();
        }
        let is_full = self.limit == QueueLimit::Bounded && waiting >= EVENTS_WAITING_MAX;
        if self.missed > 0 || is_full {
            self.missed += 1;
        } else {
            let event = SequencedEvent { sequence, event };
            self.shared.change(|queue| queue.events.push_back(event));
        }
        self.is_connected()
    }

    /// Returns `true` if the watcher has missed so many events that it should catch up even if the table is busy.
    pub(crate) const fn is_far_behind(&self) -> bool {
        self.missed >= EVENTS_WAITING_MAX
    }

    /// Sends the full state in place of missed events, if there are any.
    pub(crate) fn catch_up(&mut self, state: impl FnOnce(Viewer) -> TableState) {
        if self.missed > 0 {
            self.send_state(state(self.viewer));
        }
    }

    /// Sends the full state.
    pub(crate) fn send_state(&mut self, state: TableState) {
        let sequence = state.sequence;
        (self.sequence_sent, self.missed) = (sequence, 0);
        self.shared.change(|queue| {
            let is_state =
                |newest: &mut SequencedEvent| matches!(newest.event, Event::Resynchronized(_));
            let _older = queue.events.pop_back_if(is_state);
            queue
                .events
                .push_back(SequencedEvent { sequence, event: Event::Resynchronized(state) });
        });
    }
}

/// The table no longer exists.
impl Drop for Watcher {
    fn drop(&mut self) {
        self.shared.change(|queue| queue.is_open = false);
    }
}

impl Subscription {
    /// Waits for the next event without a time limit.
    ///
    /// # Errors
    /// [`NoEvent::Ended`] after the last event.
    pub fn recv(&mut self) -> Result<SequencedEvent, NoEvent> {
        // This duration is longer than any wait.
        self.recv_timeout(Duration::MAX)
    }

    /// Waits for the next event, for at most `patience`.
    ///
    /// # Errors
    /// [`NoEvent::Timeout`] if none arrived, [`NoEvent::Ended`] after the last event.
    pub fn recv_timeout(&mut self, patience: Duration) -> Result<SequencedEvent, NoEvent> {
        let deadline = Instant::now().checked_add(patience);
        let mut queue = self.shared.lock();
        loop {
            if let Some(event) = queue.events.pop_front() {
                return Ok(event);
            }
            if !queue.is_open {
                return Err(NoEvent::Ended);
            }
            let Some(deadline) = deadline else {
                let woken = self.shared.changed.wait(queue);
                queue = woken.unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(NoEvent::Timeout);
            }
            let woken = self.shared.changed.wait_timeout(queue, left);
            queue = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl Subscription {
    /// The next event if one is available. Otherwise the task of `context` is woken when an event arrives, or when no
    /// more events will come. Only the task of the last call is woken. [`std::future::poll_fn`] turns this into a
    /// future.
    pub fn poll_recv(
        &mut self,
        context: &mut Context<'_>,
    ) -> Poll<Result<SequencedEvent, NoEvent>> {
        let mut queue = self.shared.lock();
        match queue.events.pop_front() {
            Some(event) => Poll::Ready(Ok(event)),
            None if !queue.is_open => Poll::Ready(Err(NoEvent::Ended)),
            None => {
                queue.waker = Some(context.waker().clone());
                Poll::Pending
            }
        }
    }
}

impl Iterator for Subscription {
    type Item = SequencedEvent;

    fn next(&mut self) -> Option<SequencedEvent> {
        self.recv().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicBool;
    use std::sync::atomic::Ordering::SeqCst;

    use board_engine::Seat;

    fn state(sequence: u64) -> TableState {
        TableState { sequence, ..TableState::default() }
    }

    fn shown(sequence: u64) -> SequencedEvent {
        SequencedEvent { sequence, event: Event::Resynchronized(state(sequence)) }
    }

    fn paused(sequence: u64) -> SequencedEvent {
        SequencedEvent { sequence, event: Event::Paused }
    }

    fn pair() -> (Watcher, Subscription) {
        Watcher::pair(Viewer::Public, QueueLimit::Bounded, LeaveNotifier::new(|| {}))
    }

    /// Sends the events with these numbers.
    fn send(watcher: &mut Watcher, sequences: std::ops::RangeInclusive<u64>) {
        for sequence in sequences {
            assert!(watcher.send(sequence, Event::Paused));
        }
    }

    const ROOM: u64 = EVENTS_WAITING_MAX as u64;

    /// Takes all queued events.
    fn take_all(subscription: &mut Subscription) {
        for sequence in 1..=ROOM {
            assert_eq!(subscription.recv(), Ok(paused(sequence)));
        }
    }

    #[test]
    fn a_watcher_that_keeps_up_gets_every_event() {
        let (mut watcher, mut subscription) = pair();
        send(&mut watcher, 1..=ROOM);
        watcher.catch_up(|_| unreachable!("nothing was missed"));
        take_all(&mut subscription);
        assert_eq!(subscription.recv_timeout(Duration::ZERO), Err(NoEvent::Timeout));
        drop(watcher);
        assert_eq!(subscription.recv(), Err(NoEvent::Ended));
    }

    #[test]
    fn a_slow_watcher_gets_the_newest_state_after_what_was_queued() {
        let (mut watcher, mut subscription) = pair();
        for end in [ROOM + 7, ROOM + 20] {
            send(&mut watcher, end - 6..=end);
            send(&mut watcher, 1..=ROOM);
            watcher.catch_up(|_| state(end));
        }
        drop(watcher);
        let events: Vec<SequencedEvent> = subscription.by_ref().collect();
        assert!(events.len() <= EVENTS_WAITING_MAX + 1, "{}", events.len());
        assert_eq!(events.last(), Some(&shown(ROOM + 20)));
    }

    #[test]
    fn events_flow_again_once_a_slow_watcher_has_caught_up() {
        let (mut watcher, mut subscription) = pair();
        send(&mut watcher, 1..=ROOM + 1);
        watcher.catch_up(|_| state(ROOM + 3));
        take_all(&mut subscription);
        assert_eq!(subscription.recv(), Ok(shown(ROOM + 3)));
        send(&mut watcher, ROOM + 2..=ROOM + 4);
        assert_eq!(subscription.recv(), Ok(paused(ROOM + 4)), "the others are in the state");
    }

    #[test]
    fn a_newer_state_replaces_an_untaken_one() {
        let (mut watcher, mut subscription) = pair();
        send(&mut watcher, 1..=ROOM + 1);
        watcher.catch_up(|_| state(ROOM + 1));
        send(&mut watcher, ROOM + 2..=ROOM + 2);
        watcher.catch_up(|_| state(ROOM + 2));
        take_all(&mut subscription);
        assert_eq!(subscription.recv(), Ok(shown(ROOM + 2)));
        assert_eq!(subscription.recv_timeout(Duration::ZERO), Err(NoEvent::Timeout));
    }

    #[test]
    fn a_watcher_that_misses_a_whole_queue_is_far_behind() {
        let (mut watcher, _subscription) = pair();
        send(&mut watcher, 1..=2 * ROOM - 1);
        assert!(!watcher.is_far_behind());
        send(&mut watcher, 2 * ROOM..=2 * ROOM);
        assert!(watcher.is_far_behind());
        watcher.catch_up(|_| state(2 * ROOM));
        assert!(!watcher.is_far_behind());
    }

    #[test]
    fn endless_reports_never_make_a_watcher_miss_a_move() {
        let (mut watcher, mut subscription) = pair();
        let report = Event::ThinkingReported {
            seat: Seat::FIRST,
            elapsed: Duration::ZERO,
            thinking: crate::Thinking::default(),
        };
        for sequence in 1..=2 * ROOM {
            assert!(watcher.send(sequence, report.clone()));
        }
        send(&mut watcher, 2 * ROOM + 1..=2 * ROOM + 1);
        watcher.catch_up(|_| unreachable!("nothing was missed"));
        drop(watcher);
        assert_eq!(subscription.by_ref().filter(|it| it.event == Event::Paused).count(), 1);
    }

    /// Counts how often the task is woken.
    #[derive(Default)]
    struct CountingWaker(std::sync::atomic::AtomicUsize);

    impl std::task::Wake for CountingWaker {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
        }
    }

    impl CountingWaker {
        fn count(&self) -> usize {
            self.0.load(std::sync::atomic::Ordering::SeqCst)
        }
    }

    #[test]
    fn a_watcher_without_a_thread_is_woken_for_an_event_and_for_the_end() {
        let (mut watcher, mut subscription) = pair();
        let counter = Arc::new(CountingWaker::default());
        let waker = Waker::from(Arc::clone(&counter));
        let mut context = Context::from_waker(&waker);
        assert!(subscription.poll_recv(&mut context).is_pending());
        send(&mut watcher, 1..=2);
        assert_eq!(counter.count(), 1, "it takes all that there is when it is woken");
        for sequence in 1..=2 {
            let event = Poll::Ready(Ok(paused(sequence)));
            assert_eq!(subscription.poll_recv(&mut context), event);
        }
        assert!(subscription.poll_recv(&mut context).is_pending());
        drop(watcher);
        assert_eq!(counter.count(), 2);
        assert_eq!(subscription.poll_recv(&mut context), Poll::Ready(Err(NoEvent::Ended)));
    }

    #[test]
    fn dropping_a_subscription_notifies_the_moderator() {
        let has_left = Arc::new(AtomicBool::new(false));
        let notifier = {
            let has_left = Arc::clone(&has_left);
            LeaveNotifier::new(move || has_left.store(true, SeqCst))
        };
        let (watcher, subscription) = Watcher::pair(Viewer::Public, QueueLimit::Bounded, notifier);
        assert!(watcher.is_connected() && !has_left.load(SeqCst));
        drop(subscription);
        assert!(has_left.load(SeqCst));
        assert!(!watcher.is_connected());
    }

    #[test]
    fn sending_to_a_dropped_subscription_returns_false() {
        let (mut watcher, subscription) = pair();
        drop(subscription);
        assert!(!watcher.send(1, Event::Paused));
    }
}
