//! A table for people only. No player thinks, so the table needs no thread: each command drives it, and a task waits
//! for its clocks.

use std::collections::VecDeque;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use board_engine::Viewer;
use games_package::{
    Authority, Command, Event, MatchError, MatchSetup, Notice, Output, Prompt, Record, Referee,
    Refusal, SequencedEvent, TableState, TimeSource,
};
use tokio::sync::Notify;
use tokio::time::timeout;

/// The maximum number of events waiting for a slow reader. Beyond this limit, the reader receives the whole table.
const EVENTS_WAITING_MAX: usize = 256;

/// The shortest wait for a clock.
const WAIT_MIN: Duration = Duration::from_millis(1);

/// The table for a match between people.
pub(crate) struct PeopleTable {
    state: Mutex<State>,
    time: Arc<dyn TimeSource>,
    /// Signals that the deadline may have changed.
    is_driven: Arc<Notify>,
}

/// The table's mutable state.
struct State {
    referee: Referee,
    /// The people's names in seat order.
    names: Vec<String>,
    watchers: Vec<Arc<EventQueue>>,
    /// A reused buffer, which saves an allocation per move.
    outputs: Vec<Output>,
}

/// Events for one viewer.
#[derive(Debug)]
struct EventQueue {
    viewer: Viewer,
    waiting: Mutex<Waiting>,
    has_come: Notify,
}

#[derive(Debug, Default)]
struct Waiting {
    events: VecDeque<SequencedEvent>,
    /// `true` if no more events follow.
    is_closed: bool,
}

/// A table's events for one viewer.
#[derive(Debug)]
pub(crate) struct PeopleEvents(Arc<EventQueue>);

impl PeopleTable {
    /// Creates a table before its match begins. All players in `setup` are people, so only their names are used.
    ///
    /// # Errors
    /// [`MatchError`] if the number of players, the position, the opening or the time control is invalid.
    pub(crate) fn new(mut setup: MatchSetup) -> Result<Arc<Self>, MatchError> {
        let names = setup.seats.iter().map(|seat| seat.player.name()).collect();
        let referee = Referee::new(&mut setup)?;
        let state = State { referee, names, watchers: Vec::new(), outputs: Vec::new() };
        let is_driven = Arc::default();
        Ok(Arc::new(Self { state: Mutex::new(state), time: setup.time, is_driven }))
    }

    /// Begins the match. Must be called within the runtime's context.
    pub(crate) fn begin(self: &Arc<Self>) {
        self.drive(Referee::start);
        tokio::spawn(wait_for_clocks(Arc::downgrade(self), Arc::clone(&self.is_driven)));
    }

    /// Executes a command with this authority.
    ///
    /// # Errors
    /// [`Refusal`] if the command is not possible now or exceeds the authority.
    pub(crate) fn execute(&self, authority: Authority, command: Command) -> Result<(), Refusal> {
        self.drive(|referee, now| referee.execute(authority, command, now))
    }

    /// The match record; `None` if the match was stopped.
    pub(crate) fn record(&self) -> Option<Record> {
        let state = self.state();
        (!state.referee.is_stopped()).then(|| state.referee.record())
    }

    /// The table as this viewer sees it; `None` if the match was stopped.
    pub(crate) fn table_state(&self, viewer: Viewer) -> Option<TableState> {
        let state = self.state();
        (!state.referee.is_stopped()).then(|| state.referee.state(viewer, self.time.now()))
    }

    /// The events for this viewer from now on, starting with the current table if the match has begun; `None` if the
    /// match was stopped.
    pub(crate) fn subscribe(&self, viewer: Viewer) -> Option<PeopleEvents> {
        let mut state = self.state();
        if state.referee.is_stopped() {
            return None;
        }
        let (waiting, has_come) = (Mutex::default(), Notify::new());
        let queue = Arc::new(EventQueue { viewer, waiting, has_come });
        if state.referee.has_begun() {
            queue.push(whole(state.referee.state(viewer, self.time.now())));
        }
        state.watchers.push(Arc::clone(&queue));
        Some(PeopleEvents(queue))
    }

    /// Passes an input to the referee and executes its outputs.
    fn drive<T>(&self, input: impl FnOnce(&mut Referee, Duration) -> T) -> T {
        let mut state = self.state();
        let now = self.time.now();
        let result = input(&mut state.referee, now);
        state.carry_out(now);
        while state.referee.is_ready() && !state.referee.is_stopped() {
            state.referee.begin_turn(now);
            state.carry_out(now);
        }
        if state.referee.is_stopped() {
            state.watchers.drain(..).for_each(|watcher| watcher.close());
        }
        drop(state);
        self.is_driven.notify_one();
        result
    }

    /// Ends the game if a clock has run out. Returns the remaining time, or `None` if no clock is running.
    fn expire(&self) -> Option<Duration> {
        let deadline = self.state().referee.deadline()?;
        let Some(left) = deadline.checked_sub(self.time.now()) else {
            self.drive(|referee, now| {
                // A command may have arrived in the meantime.
                if referee.deadline().is_some_and(|deadline| deadline < now) {
                    referee.expire(now);
                }
            });
            return Some(WAIT_MIN);
        };
        Some(left.max(WAIT_MIN))
    }

    /// Locks the state. Only the rules can panic while this lock is held. If they panic, the match stays in its current
    /// state.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Shows the game, for messages.
impl fmt::Debug for PeopleTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PeopleTable").finish_non_exhaustive()
    }
}

/// Ends the task that waits for the clocks.
impl Drop for PeopleTable {
    fn drop(&mut self) {
        self.is_driven.notify_one();
    }
}

/// While the table exists, ends the game when a clock runs out.
async fn wait_for_clocks(table: Weak<PeopleTable>, is_driven: Arc<Notify>) {
    while let Some(left) = table.upgrade().map(|table| table.expire()) {
        match left {
            // After a timeout or a change, check again.
            Some(left) => {
                let _time_is_over = timeout(left, is_driven.notified()).await;
            }
            None => is_driven.notified().await,
        }
    }
}

impl State {
    /// Executes the referee's outputs. People are ready immediately and receive requests for moves.
    fn carry_out(&mut self, now: Duration) {
        let mut outputs = std::mem::take(&mut self.outputs);
        while self.referee.take_outputs(&mut outputs) {
            for output in outputs.drain(..) {
                match output {
                    Output::Start { seat, ticket } => {
                        let name = self.names.get(seat.index()).cloned().unwrap_or_default();
                        self.referee.started(seat, ticket, Ok(name), now);
                    }
                    Output::Ask { seat, ticket, .. } => {
                        self.referee.request_input(seat, ticket, Prompt::default());
                    }
                    Output::Event { sequence, notice } => self.publish(sequence, &notice, now),
                    // The referee plays a typed move. No player thinks or ponders.
                    Output::Answer { .. }
                    | Output::Hurry(_)
                    | Output::Withdraw(_)
                    | Output::Ponder { .. }
                    | Output::StopPondering => {}
                }
            }
        }
        self.outputs = outputs;
    }

    /// Sends an event to each watcher. Each watcher receives what it may see.
    fn publish(&mut self, sequence: u64, notice: &Notice, now: Duration) {
        let referee = &self.referee;
        // If only the table holds a queue, the queue's reader was dropped.
        self.watchers.retain(|watcher| Arc::strong_count(watcher) > 1);
        for watcher in &self.watchers {
            let Some(event) = referee.event(notice, watcher.viewer) else { continue };
            if watcher.is_full() {
                watcher.replace(whole(referee.state(watcher.viewer, now)));
            } else {
                watcher.push(SequencedEvent { sequence, event });
            }
        }
    }
}

impl EventQueue {
    fn push(&self, event: SequencedEvent) {
        self.waiting().events.push_back(event);
        self.has_come.notify_one();
    }

    /// Replaces all waiting events with the whole table.
    fn replace(&self, table: SequencedEvent) {
        let mut waiting = self.waiting();
        waiting.events.clear();
        waiting.events.push_back(table);
        drop(waiting);
        self.has_come.notify_one();
    }

    fn close(&self) {
        self.waiting().is_closed = true;
        self.has_come.notify_one();
    }

    fn is_full(&self) -> bool {
        self.waiting().events.len() >= EVENTS_WAITING_MAX
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl PeopleEvents {
    /// The next event; `None` if no more events follow. Dropping this future loses no events.
    pub(crate) async fn next(&mut self) -> Option<SequencedEvent> {
        loop {
            {
                let mut waiting = self.0.waiting();
                if let Some(event) = waiting.events.pop_front() {
                    return Some(event);
                }
                if waiting.is_closed {
                    return None;
                }
            }
            self.0.has_come.notified().await;
        }
    }
}

/// The whole table as an event.
fn whole(table: TableState) -> SequencedEvent {
    SequencedEvent { sequence: table.sequence, event: Event::Resynchronized(table) }
}

#[cfg(test)]
mod tests {
    use board_engine::Seat;
    use games_package::{AfterEnd, ManualTime, SeatSetup, TimeControl};
    use notation::RecordFile;
    use players::HumanPlayer;

    use super::*;

    /// A tic-tac-toe table with one minute per player and a manual clock.
    fn table() -> (Arc<PeopleTable>, Arc<ManualTime>) {
        let game = game_catalog::table_game("tic-tac-toe").unwrap();
        let person = |name| SeatSetup::person("human", Box::new(HumanPlayer::named(name)));
        let mut setup = MatchSetup::new(game, vec![person("Anna"), person("Ben")]);
        let time = Arc::new(ManualTime::default());
        setup.time = Arc::<ManualTime>::clone(&time);
        setup.time_control = "1m+0s".parse::<TimeControl>().unwrap();
        setup.after_end = AfterEnd::Stay;
        (PeopleTable::new(setup).unwrap(), time)
    }

    fn play(table: &PeopleTable, seat: Seat, ply: usize, text: &str) -> Result<(), String> {
        let command = Command::Answer { seat, ply, text: text.into() };
        table.execute(Authority::Seat(seat), command).map_err(|refusal| refusal.to_string())
    }

    /// The names of the waiting events.
    async fn waiting(events: &mut PeopleEvents) -> Vec<&'static str> {
        let mut names = Vec::new();
        while let Ok(Some(sequenced)) = timeout(Duration::from_millis(20), events.next()).await {
            names.push(match sequenced.event {
                Event::MatchStarted(_) => "started",
                Event::TurnStarted { .. } => "turn",
                Event::InputRequested { .. } => "asked",
                Event::MovePlayed(_) => "played",
                Event::ClockExpired(_) => "expired",
                Event::MatchEnded(_) => "ended",
                Event::Resynchronized(_) => "table",
                _ => "other",
            });
        }
        names
    }

    #[tokio::test]
    async fn people_play_without_a_thread_and_a_clock_runs_out() {
        let (table, time) = table();
        let mut events = table.subscribe(Viewer::Public).unwrap();
        table.begin();
        assert_eq!(waiting(&mut events).await, ["started", "turn", "asked"]);
        assert_eq!(play(&table, Seat::SECOND, 0, "a1").unwrap_err(), "it is not any player's turn");
        play(&table, Seat::FIRST, 0, "b2").unwrap();
        assert_eq!(waiting(&mut events).await, ["played", "turn", "asked"]);
        let mut late = table.subscribe(Viewer::Public).unwrap();
        assert_eq!(waiting(&mut late).await, ["table"]);
        assert_eq!(table.record().unwrap().plies.len(), 1);
        time.advance(Duration::from_secs(61));
        table.expire();
        assert_eq!(waiting(&mut events).await, ["expired", "ended"]);
        table.execute(Authority::Director, Command::TakeBack { plies: 1 }).unwrap();
        assert_eq!(waiting(&mut events).await, ["other", "turn", "asked"]);
    }

    #[tokio::test]
    async fn a_match_that_ends_after_a_take_back_is_recorded_completely() {
        let (table, _time) = table();
        table.begin();
        play(&table, Seat::FIRST, 0, "b2").unwrap();
        play(&table, Seat::SECOND, 1, "a1").unwrap();
        table.execute(Authority::Director, Command::TakeBack { plies: 1 }).unwrap();
        table.execute(Authority::Director, Command::Resign(Seat::SECOND)).unwrap();
        let record = table.record().unwrap();
        assert_eq!((record.plies.len(), record.variations[0].after), (1, 1));
        record.replay(&*game_catalog::table_game("tic-tac-toe").unwrap()).unwrap();
        assert_eq!(Record::from_text(&record.to_text()).unwrap(), record);
    }

    #[tokio::test]
    async fn watchers_get_no_more_events_from_a_stopped_table() {
        let (table, _time) = table();
        let mut events = table.subscribe(Viewer::Public).unwrap();
        table.begin();
        table.execute(Authority::Director, Command::Stop).unwrap();
        while events.next().await.is_some() {}
        assert!(table.record().is_none() && table.subscribe(Viewer::Public).is_none());
    }

    #[tokio::test]
    async fn a_watcher_that_reads_too_slowly_gets_the_whole_table() {
        let (table, _time) = table();
        let mut events = table.subscribe(Viewer::Public).unwrap();
        table.begin();
        for _ in 0..EVENTS_WAITING_MAX {
            table.execute(Authority::Director, Command::Restart).unwrap();
        }
        let first = events.next().await.unwrap();
        assert!(matches!(first.event, Event::Resynchronized(_)), "{first:?}");
    }
}
