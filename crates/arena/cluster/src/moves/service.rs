//! The worker side: claims jobs while a thread is free, and sends heartbeats while players think.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_nats::{Message, Subject, SubscribeError, Subscriber};
use futures_util::StreamExt;
use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval};

use super::message::{
    MoveAnswer, MoveJob, MoveNews, SearchLine, StopMove, StopUrgency, WorkerMessage,
};
use super::{CLIENTS, JOBS, NoteLimit, WORKERS, new_name};
use crate::QueueError;
use crate::connection::{Connection, refusal_error};
use crate::message::{Build, decode, encode};

/// The workers' queue group.
const QUEUE_GROUP: &str = "rival";

/// Maximum number of queued messages per job.
const NEWS_WAITING_MAX: usize = 64;

/// Lets players think.
pub trait MoveRunner: Send + Sync + 'static {
    /// Number of players that can think concurrently.
    fn slots(&self) -> usize;

    /// Starts thinking. At most [slots](Self::slots) jobs run at a time, not counting withdrawn jobs that are still
    /// running.
    fn think(&self, job: MoveJob, port: MovePort);

    /// Shows a message for the user.
    fn note(&self, line: &str);
}

/// A thinking player's access to the connection. If the port is dropped without an answer, the job is returned.
#[derive(Debug)]
pub struct MovePort {
    news: mpsc::Sender<MoveNews>,
    stopping: Arc<AtomicU8>,
}

impl MovePort {
    /// The stop request; `None` if thinking can continue.
    pub fn stop(&self) -> Option<StopUrgency> {
        match self.stopping.load(Ordering::Relaxed) {
            0 => None,
            1 => Some(StopUrgency::MoveNow),
            _ => Some(StopUrgency::Withdrawn),
        }
    }

    /// Reports a line, which is dropped if lines arrive too fast.
    pub fn report(&self, line: SearchLine) {
        let _dropped = self.news.try_send(MoveNews::Line(line));
    }

    /// Sends the answer. Must be called outside the runtime.
    pub fn answer(self, answer: MoveAnswer) {
        // The job may have been withdrawn.
        let _unwanted = self.news.blocking_send(MoveNews::Answer(answer));
    }

    /// Reports a player failure. Must be called outside the runtime.
    pub fn fail(self, why: String) {
        let _unwanted = self.news.blocking_send(MoveNews::Failed(why));
    }
}

/// Serves jobs from all clients. Clones share one service.
#[derive(Clone)]
pub(crate) struct MoveService(Arc<ServiceShared>);

/// A service with its subscriptions to clients' messages.
pub(crate) struct ListeningService {
    service: MoveService,
    jobs: Subscriber,
    stops: Subscriber,
}

struct ServiceShared {
    connection: Connection,
    name: String,
    inbox: String,
    build: Build,
    runner: Arc<dyn MoveRunner>,
    /// The running jobs, by client and number.
    running: Mutex<BTreeMap<(String, u64), RunningMove>>,
    is_closed: AtomicBool,
    notes: NoteLimit,
}

/// A job in progress.
struct RunningMove {
    reply: Subject,
    stopping: Arc<AtomicU8>,
}

impl MoveService {
    /// This worker's service.
    pub(crate) fn new(
        connection: Connection,
        name: &str,
        build: &Build,
        runner: Arc<dyn MoveRunner>,
    ) -> Self {
        Self(Arc::new(ServiceShared {
            connection,
            name: name.into(),
            inbox: new_name(),
            build: build.clone(),
            runner,
            running: Mutex::default(),
            is_closed: AtomicBool::new(false),
            notes: NoteLimit::default(),
        }))
    }

    /// Subscribes to the clients' messages.
    ///
    /// # Errors
    /// [`QueueError`] if the worker can't subscribe.
    pub(crate) async fn listen(&self) -> Result<ListeningService, QueueError> {
        let client = &self.0.connection.client;
        let subscribing = |error: SubscribeError| refusal_error("listen", &error);
        let jobs = client.queue_subscribe(JOBS, QUEUE_GROUP.into()).await.map_err(subscribing)?;
        let stops = client.subscribe(format!("{WORKERS}{}", self.0.inbox)).await;
        let stops = stops.map_err(subscribing)?;
        Ok(ListeningService { service: self.clone(), jobs, stops })
    }

    /// Returns all jobs to their clients, which then find other workers.
    pub(crate) async fn close(&self) {
        self.0.is_closed.store(true, Ordering::Relaxed);
        let replies: Vec<Subject> = {
            let running = self.0.running();
            running.values().map(|it| it.stop(StopUrgency::Withdrawn)).collect()
        };
        for reply in replies {
            self.send(reply, MoveNews::Refused("the worker was stopped".into())).await;
        }
    }

    /// Claims a job, or sends a reason for rejecting it.
    async fn take(&self, message: Message) {
        let reply = message.reply.filter(|reply| reply.starts_with(CLIENTS));
        let Some(reply) = reply else { return self.note_refused("it has no client") };
        let Some(job) = decode::<MoveJob>(&message.payload) else {
            self.note_refused("it is not a job");
            return self.send(reply, MoveNews::Refused("it is not a job".into())).await;
        };
        if job.build != self.0.build {
            let why = format!("it is from {}, but this worker is {}", job.build, self.0.build);
            self.note_refused(&why);
            return self.send(reply, MoveNews::Refused(why)).await;
        }
        if let Some(why) = job.mistake() {
            self.note_refused(why);
            return self.send(reply, MoveNews::Refused(why.into())).await;
        }
        let key = (job.client.clone(), job.number);
        let Some(stopping) = self.0.claim(&key, &reply) else {
            // A duplicate job is claimed again but runs only once.
            let is_known = self.0.running().contains_key(&key);
            let news = if is_known { MoveNews::Claimed } else { MoveNews::Busy };
            return self.send(reply, news).await;
        };
        self.send(reply.clone(), MoveNews::Claimed).await;
        let (sender, news) = mpsc::channel(NEWS_WAITING_MAX);
        let interval = job.sign_interval();
        self.0.runner.think(job, MovePort { news: sender, stopping });
        tokio::spawn(self.clone().follow(key, reply, interval, news));
    }

    /// Forwards a player's messages, and sends heartbeats until the player answers.
    async fn follow(
        self,
        key: (String, u64),
        reply: Subject,
        every: Duration,
        mut news: mpsc::Receiver<MoveNews>,
    ) {
        let mut sign = interval(every);
        sign.set_missed_tick_behavior(MissedTickBehavior::Delay);
        sign.reset();
        loop {
            let next = tokio::select! {
                next = news.recv() => next,
                _ = sign.tick() => Some(MoveNews::Alive),
            };
            let next = next.unwrap_or_else(|| MoveNews::Refused("it was interrupted".into()));
            let is_last =
                matches!(next, MoveNews::Answer(_) | MoveNews::Failed(_) | MoveNews::Refused(_));
            if is_last {
                self.0.running().remove(&key);
            }
            self.send(reply.clone(), next).await;
            if is_last {
                return;
            }
        }
    }

    /// Executes a client's request to stop.
    fn stop(&self, message: &Message) {
        let Some(StopMove { client, number, urgency }) = decode(&message.payload) else {
            return self.note_refused("it is not a stop request");
        };
        if let Some(running) = self.0.running().get(&(client, number)) {
            running.stop(urgency);
        }
    }

    async fn send(&self, reply: Subject, news: MoveNews) {
        let message =
            WorkerMessage { worker: self.0.name.clone(), inbox: self.0.inbox.clone(), news };
        self.0.connection.send(reply, encode(&message)).await;
    }

    /// Shows a note about a rejected message, unless another note was just shown.
    fn note_refused(&self, why: &str) {
        if self.0.notes.allow() {
            self.0.runner.note(&format!("a message about moves was refused: {why}"));
        }
    }
}

impl ListeningService {
    /// Serves until the connection is closed.
    pub(crate) async fn serve(mut self) {
        loop {
            tokio::select! {
                Some(message) = self.jobs.next() => self.service.take(message).await,
                Some(message) = self.stops.next() => self.service.stop(&message),
                else => return,
            }
        }
    }
}

impl ServiceShared {
    /// Registers a thread for this job; `None` if the job already has a thread or no thread is free.
    fn claim(&self, key: &(String, u64), reply: &Subject) -> Option<Arc<AtomicU8>> {
        let mut running = self.running();
        let is_closed = self.is_closed.load(Ordering::Relaxed);
        if is_closed || running.contains_key(key) || running.len() >= self.runner.slots() {
            return None;
        }
        let stopping = Arc::new(AtomicU8::new(0));
        let running_move = RunningMove { reply: reply.clone(), stopping: Arc::clone(&stopping) };
        running.insert(key.clone(), running_move);
        Some(stopping)
    }

    fn running(&self) -> MutexGuard<'_, BTreeMap<(String, u64), RunningMove>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl RunningMove {
    /// Makes the player stop thinking. Returns the subject for notifying the client.
    fn stop(&self, urgency: StopUrgency) -> Subject {
        let level = match urgency {
            StopUrgency::MoveNow => 1,
            StopUrgency::Withdrawn => 2,
        };
        self.stopping.fetch_max(level, Ordering::Relaxed);
        self.reply.clone()
    }
}
