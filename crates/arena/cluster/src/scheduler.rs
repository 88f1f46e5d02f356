//! The scheduler's side of the queue: sends pairs, receives results and journals them.

mod announcer;
mod pusher;

use std::time::{Duration, Instant, SystemTime};

use arena::journal::{Entry, Journal};
use arena::observer::LiveGame;
use arena::run::Run;
use async_nats::Subscriber;
use async_nats::jetstream::Message;
use futures_util::StreamExt;
use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};

use crate::connection::{Connection, HEARTBEATS, SEND_TIMEOUT, end, refusal_error, spec};
use crate::message::{Build, Report, Spec, decode};
use crate::{Access, Dispatcher, QueueError, Rejection};
use announcer::{Announcer, LiveGames};
use pusher::Pusher;

pub(crate) use announcer::PARTS;

/// Interval between the scheduler's checks for timeouts and interruption.
const TICK: Duration = Duration::from_millis(200);

/// Maximum number of results to journal together.
const BATCH_MAX: usize = 2048;

/// Delay for collecting results into a batch.
const BATCH_DELAY: Duration = Duration::from_millis(4);

/// Maximum number of queued events.
const EVENTS_MAX: usize = 4096;

/// Maximum time to wait for an answer from another scheduler.
const SECOND_SCHEDULER_TIMEOUT: Duration = Duration::from_millis(500);

/// Time limit for leaving the queue.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(5);

/// Shows the progress of a scheduled run.
pub trait SchedulerObserver {
    /// Called with the new `entries`, if any. These entries are already in the journal, and `run` counts them.
    /// `workers` workers can play `slots` games at a time.
    fn update(&mut self, run: &Run, entries: &[Entry], workers: usize, slots: usize);

    /// Returns `true` if [`show_live_game`](Self::show_live_game) should be called.
    fn wants_live_games(&self) -> bool {
        false
    }

    /// Shows the current state of a game in `run`.
    fn show_live_game(&mut self, _run: &Run, _game: &LiveGame) {}

    /// Shows a message for the user.
    fn note(&mut self, line: &str);

    /// Returns `true` if the scheduler should stop. The run can be resumed.
    fn is_interrupted(&self) -> bool;
}

/// An event for the main loop.
pub(crate) enum QueueEvent {
    /// A worker reported a pair.
    Result(Box<Message>),
    /// The queue has stored all pairs up to this number.
    Stored(u64),
    /// The queue has lost its contents.
    QueueLost,
    /// An action failed and will be retried.
    Problem(String),
}

/// Lets a queue's workers play the dispatcher's run until it is over or interrupted.
///
/// # Errors
/// [`QueueError`] if the run can't begin or continue. Losing the queue temporarily is not an error, unless the
/// returning queue refuses the connection.
pub async fn schedule(
    access: &Access,
    build: &Build,
    dispatcher: &mut Dispatcher,
    content: &Spec,
    journal: &mut Journal,
    observer: &mut dyn SchedulerObserver,
) -> Result<(), QueueError> {
    let connection = Connection::open(access, "rival-arena scheduler").await?;
    let run = dispatcher.run_id().clone();
    let asked = connection.client.request(spec(&run), "0".into());
    if timeout(SECOND_SCHEDULER_TIMEOUT, asked).await.is_ok_and(|answer| answer.is_ok()) {
        return Err(QueueError::SecondScheduler);
    }
    let announcer = Announcer::open(&connection, dispatcher, build, content).await?;
    if !connection.prepare(&run, dispatcher.lease()).await? {
        connection.purge(&run).await?;
        dispatcher.wait_for_heartbeats(Duration::ZERO);
    }
    let heartbeats = connection.client.subscribe(HEARTBEATS).await;
    let heartbeats = heartbeats.map_err(|error| refusal_error("listen", &error))?;
    announcer.announce().await;
    let (event_sender, events) = mpsc::channel(EVENTS_MAX);
    let pusher = Pusher::start(&connection, dispatcher, event_sender.clone());
    let results = tokio::spawn(pusher::receive(
        connection.clone(),
        run.clone(),
        dispatcher.lease(),
        event_sender,
    ));
    let live_games = LiveGames::open(&connection, &run).await?;
    let begun = Instant::now();
    let mut scheduler = Scheduler {
        connection,
        dispatcher,
        journal,
        observer,
        announcer,
        pusher,
        live_games,
        begun,
    };
    let result = scheduler.main_loop(access, heartbeats, events).await;
    results.abort();
    scheduler.close().await;
    result
}

/// The main loop and its state.
struct Scheduler<'a> {
    connection: Connection,
    dispatcher: &'a mut Dispatcher,
    journal: &'a mut Journal,
    observer: &'a mut dyn SchedulerObserver,
    announcer: Announcer,
    pusher: Pusher,
    live_games: LiveGames,
    begun: Instant,
}

impl Scheduler<'_> {
    async fn main_loop(
        &mut self,
        access: &Access,
        mut heartbeats: Subscriber,
        mut events: mpsc::Receiver<QueueEvent>,
    ) -> Result<(), QueueError> {
        let connection = self.connection.clone();
        let mut refusal = std::pin::pin!(connection.refusal(access));
        let mut tick = interval(TICK);
        tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
        while !self.dispatcher.run().is_over() && !self.observer.is_interrupted() {
            tokio::select! {
                Some(first) = events.recv() => {
                    let mut all = vec![first];
                    // Syncing a thousand games to disk takes as long as syncing one.
                    sleep(BATCH_DELAY).await;
                    while all.len() < BATCH_MAX && let Ok(next) = events.try_recv() {
                        all.push(next);
                    }
                    self.handle_events(all).await?;
                }
                Some(message) = heartbeats.next() => {
                    if let Some(heartbeat) = decode(&message.payload) {
                        self.dispatcher.note_heartbeat(&heartbeat, self.begun.elapsed());
                        if let Some(line) = self.announcer.answer(&heartbeat, message.reply).await {
                            self.observer.note(&line);
                        }
                    }
                }
                Some(question) = self.announcer.next_request() => self.announcer.send_part(question).await,
                Some(game) = self.live_games.next() => self.show_live_game(&game),
                error = &mut refusal => return Err(error),
                _ = tick.tick() => {
                    self.dispatcher.tick(self.begun.elapsed());
                    self.update_observer(&[]);
                    if self.observer.wants_live_games() {
                        self.live_games.ask().await;
                    }
                }
            }
            if self.pusher.is_free() {
                self.pusher.push(self.dispatcher, self.begun.elapsed());
            }
        }
        Ok(())
    }

    /// Handles events. Journals results before reporting them.
    async fn handle_events(&mut self, events: Vec<QueueEvent>) -> Result<(), QueueError> {
        let (mut entries, mut messages, mut foreign) = (Vec::new(), Vec::new(), 0);
        let (mut rejected, mut stopped) = (Vec::new(), None);
        for event in events {
            match event {
                QueueEvent::Result(message) => {
                    if let Some(report) = decode::<Report>(&message.payload) {
                        match self.dispatcher.accept(report, self.begun.elapsed()) {
                            Ok(outcome) => {
                                entries.extend(outcome.entries);
                                foreign += outcome.foreign;
                                rejected.extend(outcome.rejected);
                                stopped = stopped.or(outcome.failure);
                            }
                            // The other results are journaled anyway.
                            Err(why) => stopped = Some(why),
                        }
                    } else {
                        foreign += 1;
                    }
                    messages.push(message);
                }
                QueueEvent::Stored(number) => {
                    self.dispatcher.note_stored(number);
                    self.pusher.finish_batch();
                }
                QueueEvent::QueueLost => self.dispatcher.queue_lost(),
                QueueEvent::Problem(line) => self.observer.note(&line),
            }
        }
        if !entries.is_empty() {
            #[expect(clippy::disallowed_methods, reason = "the date of a game is not replayed")]
            let now = SystemTime::now();
            for entry in &mut entries {
                entry.finish(now);
                self.journal.append(entry);
            }
            self.journal.sync()?;
        }
        let acknowledging = async {
            for message in &messages {
                // If this acknowledgment is lost, the redelivered result is dropped.
                let _again = message.ack().await;
            }
        };
        let _again = timeout(SEND_TIMEOUT, acknowledging).await;
        if foreign > 0 {
            self.observer.note(&format!("dropped {foreign} results from another run"));
        }
        for Rejection { worker, why } in rejected {
            let line = format!("refused a result from worker {worker}; replaying the game: {why}");
            self.observer.note(&line);
        }
        self.update_observer(&entries);
        stopped.map_or(Ok(()), |why| Err(why.into()))
    }

    /// Shows a game if it belongs to this run and has no result.
    fn show_live_game(&mut self, game: &LiveGame) {
        let run = self.dispatcher.run();
        if run.pending_job(game.round, game.number).is_some_and(|job| job.players == game.players) {
            self.observer.show_live_game(run, game);
        }
    }

    fn update_observer(&mut self, entries: &[Entry]) {
        let (workers, slots) = self.dispatcher.workers();
        self.observer.update(self.dispatcher.run(), entries, workers, slots);
    }

    /// Leaves the queue. Removes the run from the queue, unless it can be resumed.
    async fn close(&mut self) {
        self.pusher.stop();
        let run = self.dispatcher.run_id();
        let is_resumable = self.observer.is_interrupted() && !self.dispatcher.run().is_over();
        let closing = async {
            if is_resumable {
                // Workers finish their current pairs. Their results wait for the run to resume.
                return self.connection.purge(run).await;
            }
            let published = self.connection.client.publish(end(run), "".into()).await;
            published.map_err(|error| refusal_error("announce the end of the run", &error))?;
            self.connection.remove(run).await
        };
        let line = match timeout(CLOSE_TIMEOUT, closing).await {
            Ok(Ok(())) => return,
            Ok(Err(error)) => error.to_string(),
            Err(_late) => "no answer from the queue".into(),
        };
        self.observer.note(&format!("the run's jobs stay on the queue: {line}"));
    }
}
