//! Pushes pairs into the queue and receives results.

use std::collections::BTreeSet;
use std::hash::{BuildHasher, RandomState};
use std::time::Duration;

use async_nats::jetstream::message::PublishMessage;
use futures_util::StreamExt;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::sleep;

use super::{BATCH_MAX, QueueEvent};
use crate::connection::{Connection, JOURNAL, REQUEST_TIMEOUT, jobs};
use crate::message::{Pair, RunId, encode};
use crate::{Dispatcher, Lease, QueueError};

/// Maximum number of pairs per batch.
const BATCH: usize = 512;

/// Pause before repeating a failed request.
const PAUSE: Duration = Duration::from_millis(500);

/// Pairs with their numbers.
type Pairs = Vec<(u64, Pair)>;

/// Pushes pairs in batches, one at a time. A batch ends once the queue has stored all its pairs.
pub(super) struct Pusher {
    batches: mpsc::Sender<Pairs>,
    task: JoinHandle<()>,
    is_busy: bool,
}

impl Pusher {
    pub(super) fn start(
        connection: &Connection,
        dispatcher: &Dispatcher,
        events: mpsc::Sender<QueueEvent>,
    ) -> Self {
        let (batches, mut receiver) = mpsc::channel::<Pairs>(1);
        let publisher = PairPublisher {
            connection: connection.clone(),
            run: dispatcher.run_id().clone(),
            lease: dispatcher.lease(),
            session: SessionId::new(),
            events,
        };
        let task = tokio::spawn(async move {
            while let Some(pairs) = receiver.recv().await {
                if !publisher.publish(pairs).await {
                    return;
                }
            }
        });
        Self { batches, task, is_busy: false }
    }

    pub(super) fn is_free(&self) -> bool {
        !self.is_busy
    }

    /// Pushes the pairs that the dispatcher selects now.
    pub(super) fn push(&mut self, dispatcher: &mut Dispatcher, now: Duration) {
        let pairs = dispatcher.pairs_to_push(now, BATCH);
        if !pairs.is_empty() {
            // The channel has room for one batch and is empty at this point.
            self.is_busy = self.batches.try_send(pairs).is_ok();
        }
    }

    /// Records that the batch is stored.
    pub(super) fn finish_batch(&mut self) {
        self.is_busy = false;
    }

    pub(super) fn stop(&self) {
        self.task.abort();
    }
}

/// Distinguishes this scheduler's messages from an earlier scheduler's, which the server may remember.
struct SessionId(String);

impl SessionId {
    fn new() -> Self {
        Self(format!("{:x}", RandomState::new().hash_one(())))
    }
}

struct PairPublisher {
    connection: Connection,
    run: RunId,
    lease: Lease,
    session: SessionId,
    events: mpsc::Sender<QueueEvent>,
}

impl PairPublisher {
    /// Publishes these pairs until all are stored. Returns `false` if the event receiver was dropped.
    async fn publish(&self, mut pairs: Pairs) -> bool {
        let last = pairs.last().map_or(0, |(number, _)| *number);
        loop {
            match self.publish_once(&mut pairs).await {
                Ok(()) => return self.events.send(QueueEvent::Stored(last)).await.is_ok(),
                Err(why) => {
                    let is_new = self.connection.prepare(&self.run, self.lease).await;
                    if matches!(is_new, Ok(true))
                        && self.events.send(QueueEvent::QueueLost).await.is_err()
                    {
                        return false;
                    }
                    let line = format!("the queue refuses jobs, retrying: {why}");
                    if self.events.send(QueueEvent::Problem(line)).await.is_err() {
                        return false;
                    }
                    sleep(PAUSE).await;
                }
            }
        }
    }

    /// Publishes the pairs once and removes stored pairs from `pairs`.
    async fn publish_once(&self, pairs: &mut Pairs) -> Result<(), String> {
        let mut sent = Vec::with_capacity(pairs.len());
        let mut failure = None;
        for (number, pair) in pairs.iter() {
            let SessionId(session) = &self.session;
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

/// Forwards results until their receiver is dropped.
pub(super) async fn receive(
    mut connection: Connection,
    run: RunId,
    lease: Lease,
    events: mpsc::Sender<QueueEvent>,
) {
    while !events.is_closed() {
        if let Err(error) = receive_some(&mut connection, &run, &events).await {
            let line = match connection.prepare(&run, lease).await {
                Ok(true) if events.send(QueueEvent::QueueLost).await.is_err() => return,
                Ok(true) => "the queue lost the run; pushing it again".into(),
                _ => error.to_string(),
            };
            if events.send(QueueEvent::Problem(line)).await.is_err() {
                return;
            }
            sleep(PAUSE).await;
        }
    }
}

/// Requests results until a request fails.
async fn receive_some(
    connection: &mut Connection,
    run: &RunId,
    events: &mpsc::Sender<QueueEvent>,
) -> Result<(), QueueError> {
    let broken = |error: &dyn std::fmt::Display| QueueError::Refused {
        action: "deliver results",
        why: error.to_string(),
    };
    let consumer = connection.consumer(run, JOURNAL).await?;
    loop {
        connection.reconnects.mark_unchanged();
        let request = consumer.batch().max_messages(BATCH_MAX).expires(REQUEST_TIMEOUT);
        let mut batch = request.messages().await.map_err(|error| broken(&error))?;
        loop {
            tokio::select! {
                message = batch.next() => {
                    let Some(message) = message else { break };
                    let message = message.map_err(|error| broken(&error))?;
                    if events.send(QueueEvent::Result(Box::new(message))).await.is_err() {
                        return Ok(());
                    }
                }
                // After a reconnection, the server no longer knows the request.
                _ = connection.reconnects.changed() => {
                    if connection.exists(run).await? {
                        break;
                    }
                    return Err(broken(&"the run no longer exists"));
                }
            }
        }
    }
}
