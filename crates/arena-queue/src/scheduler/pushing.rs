//! Pairs, from the dispatcher to the queue.

use std::collections::BTreeSet;
use std::hash::{BuildHasher, RandomState};
use std::time::Duration;

use async_nats::jetstream::message::PublishMessage;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::sleep;

use super::News;
use crate::connection::{Connection, jobs};
use crate::message::{Pair, RunId, encode};
use crate::{Dispatcher, Lease};

/// How many pairs are pushed at once.
const BATCH: usize = 512;

/// How long the queue is left alone when it has failed.
const PAUSE: Duration = Duration::from_millis(500);

/// Numbered pairs.
type Pairs = Vec<(u64, Pair)>;

/// Pushes one batch of pairs at a time, again and again until the queue has stored all of it.
pub(super) struct Pusher {
    batches: mpsc::Sender<Pairs>,
    task: JoinHandle<()>,
    is_busy: bool,
}

impl Pusher {
    pub(super) fn start(
        connection: &Connection,
        dispatcher: &Dispatcher,
        news: mpsc::Sender<News>,
    ) -> Self {
        let (batches, mut receiver) = mpsc::channel::<Pairs>(1);
        let shop = Shop {
            connection: connection.clone(),
            run: dispatcher.name().clone(),
            lease: dispatcher.lease(),
            session: Session::new(),
            news,
        };
        let task = tokio::spawn(async move {
            while let Some(pairs) = receiver.recv().await {
                if !shop.store(pairs).await {
                    return;
                }
            }
        });
        Self { batches, task, is_busy: false }
    }

    pub(super) fn is_free(&self) -> bool {
        !self.is_busy
    }

    /// Pushes what is to be pushed now.
    pub(super) fn push(&mut self, dispatcher: &mut Dispatcher, now: Duration) {
        let pairs = dispatcher.to_push(now, BATCH);
        if !pairs.is_empty() {
            // It takes one batch at a time, and is free.
            self.is_busy = self.batches.try_send(pairs).is_ok();
        }
    }

    /// The batch is stored.
    pub(super) fn rest(&mut self) {
        self.is_busy = false;
    }

    pub(super) fn stop(&self) {
        self.task.abort();
    }
}

/// Tells the attempts of this scheduler from those of an earlier one, which the server may still remember.
struct Session(String);

impl Session {
    fn new() -> Self {
        Self(format!("{:x}", RandomState::new().hash_one(())))
    }
}

struct Shop {
    connection: Connection,
    run: RunId,
    lease: Lease,
    session: Session,
    news: mpsc::Sender<News>,
}

impl Shop {
    /// Stores these pairs. Whether anybody still wants to know.
    async fn store(&self, mut pairs: Pairs) -> bool {
        let last = pairs.last().map_or(0, |(number, _)| *number);
        loop {
            match self.store_once(&mut pairs).await {
                Ok(()) => return self.news.send(News::Stored(last)).await.is_ok(),
                Err(why) => {
                    let is_new = self.connection.prepare(&self.run, self.lease).await;
                    if matches!(is_new, Ok(true)) && self.news.send(News::LostAll).await.is_err() {
                        return false;
                    }
                    let line = format!("the queue takes no jobs, which are kept: {why}");
                    if self.news.send(News::Trouble(line)).await.is_err() {
                        return false;
                    }
                    sleep(PAUSE).await;
                }
            }
        }
    }

    /// Takes those out of `pairs` that the queue has stored.
    async fn store_once(&self, pairs: &mut Pairs) -> Result<(), String> {
        let mut sent = Vec::with_capacity(pairs.len());
        let mut failure = None;
        for (number, pair) in pairs.iter() {
            let Session(session) = &self.session;
            let id = format!("{}.{}.{session}.{}", self.run, pair.set, pair.attempt);
            let message = PublishMessage::build().payload(encode(pair).into()).message_id(id);
            match self.connection.streams.send_publish(jobs(&self.run), message).await {
                Ok(acknowledgement) => sent.push((*number, acknowledgement)),
                Err(error) => {
                    failure = Some(error.to_string());
                    break;
                }
            }
        }
        let mut stored = BTreeSet::new();
        for (number, acknowledgement) in sent {
            match acknowledgement.await {
                Ok(_where) => _ = stored.insert(number),
                Err(error) => failure = Some(error.to_string()),
            }
        }
        pairs.retain(|(number, _)| !stored.contains(number));
        failure.map_or(Ok(()), Err)
    }
}
