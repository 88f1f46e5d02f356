//! The scheduler's side of the queue: pairs out, results in and into the journal.

mod announcing;
mod live_games;
mod pushing;
mod results;

use std::time::{Duration, Instant, SystemTime};

use arena::journal::{Entry, Journal};
use arena::observer::LiveGame;
use arena::run::Run;
use async_nats::Subscriber;
use async_nats::jetstream::Message;
use futures_util::StreamExt;
use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};

use self::announcing::Announcer;
pub(crate) use self::announcing::PARTS;
use self::live_games::LiveGames;
use self::pushing::Pusher;
use crate::connection::{Connection, HEARTBEATS, PATIENCE, end, refused, spec};
use crate::message::{Build, Report, Spec, decode};
use crate::{Access, Dispatcher, QueueError, Refusal};

/// How often the scheduler looks around when nothing comes.
const TICK: Duration = Duration::from_millis(200);

/// How many results are journaled at once, at most.
const BATCH_MAX: usize = 2048;

/// How long results are gathered before they are journaled at once.
const GATHERING: Duration = Duration::from_millis(4);

/// How many results and other news wait for the scheduler.
const NEWS_MAX: usize = 4096;

/// How long another scheduler has to answer.
const RIVAL_PATIENCE: Duration = Duration::from_millis(500);

/// How long the end of a run may take to tell.
const FAREWELL: Duration = Duration::from_secs(5);

/// Who is told how the run goes.
pub trait Audience {
    /// These games are in the journal, and `run` knows of them. There may be none: time has passed. `workers` can play
    /// `slots` games at a time.
    fn see(&mut self, run: &Run, entries: &[Entry], workers: usize, slots: usize);

    /// Whether games are to be seen while they are played.
    fn wants_live_games(&self) -> bool {
        false
    }

    /// The current state of a game of `run` that is being played.
    fn show_live_game(&mut self, _run: &Run, _game: &LiveGame) {}

    /// Something happened that a person should know of.
    fn note(&mut self, line: &str);

    /// Whether the run is to be left for now: it can be resumed.
    fn is_leaving(&self) -> bool;
}

/// What happens beside the main loop.
pub(crate) enum News {
    /// A worker has told what came of a pair.
    Result(Box<Message>),
    /// All pairs up to this number are in the queue.
    Stored(u64),
    /// What was in the queue is gone.
    LostAll,
    /// Something is wrong, and will be tried again.
    Trouble(String),
}

/// Plays the dispatcher's run by the workers of a queue, to its end or until the audience leaves.
///
/// # Errors
/// [`QueueError`] if the run can't begin or can't go on. A queue that goes away for a while is no error; one that comes
/// back and refuses the connection is.
pub async fn schedule(
    access: &Access,
    build: &Build,
    dispatcher: &mut Dispatcher,
    content: &Spec,
    journal: &mut Journal,
    audience: &mut dyn Audience,
) -> Result<(), QueueError> {
    let connection = Connection::open(access, "rival-arena scheduler").await?;
    let run = dispatcher.name().clone();
    let asked = connection.client.request(spec(&run), "0".into());
    if timeout(RIVAL_PATIENCE, asked).await.is_ok_and(|answer| answer.is_ok()) {
        return Err(QueueError::SecondScheduler);
    }
    let announcer = Announcer::open(&connection, dispatcher, build, content).await?;
    if !connection.prepare(&run, dispatcher.lease()).await? {
        connection.purge(&run).await?;
        dispatcher.call_roll(Duration::ZERO);
    }
    let heartbeats = connection.client.subscribe(HEARTBEATS).await;
    let heartbeats = heartbeats.map_err(|error| refused("be listened to", &error))?;
    announcer.announce().await;
    let (news_sender, news) = mpsc::channel(NEWS_MAX);
    let pusher = Pusher::start(&connection, dispatcher, news_sender.clone());
    let results = tokio::spawn(results::receive(
        connection.clone(),
        run.clone(),
        dispatcher.lease(),
        news_sender,
    ));
    let live_games = LiveGames::open(&connection, &run).await?;
    let begun = Instant::now();
    let mut office =
        Office { connection, dispatcher, journal, audience, announcer, pusher, live_games, begun };
    let result = office.direct(access, heartbeats, news).await;
    results.abort();
    office.close().await;
    result
}

/// The main loop with all that it needs.
struct Office<'a> {
    connection: Connection,
    dispatcher: &'a mut Dispatcher,
    journal: &'a mut Journal,
    audience: &'a mut dyn Audience,
    announcer: Announcer,
    pusher: Pusher,
    live_games: LiveGames,
    begun: Instant,
}

impl Office<'_> {
    async fn direct(
        &mut self,
        access: &Access,
        mut heartbeats: Subscriber,
        mut news: mpsc::Receiver<News>,
    ) -> Result<(), QueueError> {
        let connection = self.connection.clone();
        let mut refusal = std::pin::pin!(connection.refusal(access));
        let mut tick = interval(TICK);
        tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
        while !self.dispatcher.run().is_over() && !self.audience.is_leaving() {
            tokio::select! {
                Some(first) = news.recv() => {
                    let mut all = vec![first];
                    // A sync of the disk takes as long for a thousand games as for one.
                    sleep(GATHERING).await;
                    while all.len() < BATCH_MAX && let Ok(next) = news.try_recv() {
                        all.push(next);
                    }
                    self.absorb(all).await?;
                }
                Some(message) = heartbeats.next() => {
                    if let Some(heartbeat) = decode(&message.payload) {
                        self.dispatcher.hear(&heartbeat, self.begun.elapsed());
                        if let Some(line) = self.announcer.answer(&heartbeat, message.reply).await {
                            self.audience.note(&line);
                        }
                    }
                }
                Some(question) = self.announcer.question() => self.announcer.tell(question).await,
                Some(game) = self.live_games.next() => self.show_live_game(&game),
                error = &mut refusal => return Err(error),
                _ = tick.tick() => {
                    self.dispatcher.tick(self.begun.elapsed());
                    self.show(&[]);
                    if self.audience.wants_live_games() {
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

    /// Takes news: what counts goes to the journal before anybody is told.
    async fn absorb(&mut self, news: Vec<News>) -> Result<(), QueueError> {
        let (mut entries, mut messages, mut strange) = (Vec::new(), Vec::new(), 0);
        let (mut refused, mut stopped) = (Vec::new(), None);
        for piece in news {
            match piece {
                News::Result(message) => {
                    if let Some(report) = decode::<Report>(&message.payload) {
                        match self.dispatcher.take(report, self.begun.elapsed()) {
                            Ok(taken) => {
                                entries.extend(taken.entries);
                                strange += taken.strange;
                                refused.extend(taken.refused);
                            }
                            // What else came is journaled all the same.
                            Err(why) => stopped = Some(why),
                        }
                    } else {
                        strange += 1;
                    }
                    messages.push(message);
                }
                News::Stored(number) => {
                    self.dispatcher.stored(number);
                    self.pusher.rest();
                }
                News::LostAll => self.dispatcher.lost_all(),
                News::Trouble(line) => self.audience.note(&line),
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
                // A result that is told again is dropped then.
                let _again = message.ack().await;
            }
        };
        let _again = timeout(PATIENCE, acknowledging).await;
        if strange > 0 {
            self.audience.note(&format!("{strange} results are not of this run, and were dropped"));
        }
        for Refusal { worker, why } in refused {
            let line = format!("refused from the worker {worker}, to be played again: {why}");
            self.audience.note(&line);
        }
        self.show(&entries);
        stopped.map_or(Ok(()), |why| Err(why.into()))
    }

    /// Shows a game, if it is one of this run that has no result.
    fn show_live_game(&mut self, game: &LiveGame) {
        let run = self.dispatcher.run();
        if run.awaited(game.round, game.number).is_some_and(|job| job.players == game.players) {
            self.audience.show_live_game(run, game);
        }
    }

    fn show(&mut self, entries: &[Entry]) {
        let (workers, slots) = self.dispatcher.workers();
        self.audience.see(self.dispatcher.run(), entries, workers, slots);
    }

    /// Leaves the queue: a run that is over, or that can't go on, takes everything with it.
    async fn close(&mut self) {
        self.pusher.stop();
        let run = self.dispatcher.name();
        let is_left = self.audience.is_leaving() && !self.dispatcher.run().is_over();
        let farewell = async {
            if is_left {
                // Workers play on what they have; the results wait for who resumes the run.
                return self.connection.purge(run).await;
            }
            let told = self.connection.client.publish(end(run), "".into()).await;
            told.map_err(|error| refused("tell the end", &error))?;
            self.connection.remove(run).await
        };
        let line = match timeout(FAREWELL, farewell).await {
            Ok(Ok(())) => return,
            Ok(Err(error)) => error.to_string(),
            Err(_late) => "the queue doesn't answer".into(),
        };
        self.audience.note(&format!("the run's jobs stay on the queue: {line}"));
    }
}
