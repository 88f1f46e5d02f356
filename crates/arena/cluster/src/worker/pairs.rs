//! Fetches a run's pairs for the runner, and reports their results.

use std::time::Duration;

use async_nats::jetstream::consumer::{Consumer, pull};
use async_nats::jetstream::context::PublishErrorKind;
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::{AckKind, Message};
use futures_util::StreamExt;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, MissedTickBehavior, interval, sleep, timeout};

use super::state::WorkerState;
use crate::connection::{
    Connection, PAUSE, REQUEST_TIMEOUT, WORKERS, refusal_error, results, spec,
};
use crate::message::{Pair, PairAttempt, PairResult, Report, RunId, Spec, decode, encode};
use crate::scheduler::PARTS;
use crate::{Lease, QueueError};

/// If a run is missing from the queue for this time, its games are canceled.
const GONE_TIMEOUT: Duration = Duration::from_mins(1);

/// Plays a run's pairs as long as the queue knows the run.
pub(super) async fn serve_run(
    mut connection: Connection,
    run: RunId,
    lease: Lease,
    state: WorkerState,
    gone: mpsc::Sender<RunId>,
) {
    let mut gone_since = None;
    loop {
        if let Ok(consumer) = connection.consumer(&run, WORKERS).await {
            gone_since = None;
            let _failed = fetch_pairs(&mut connection, &consumer, &run, lease, &state).await;
        }
        if matches!(connection.exists(&run).await, Ok(false)) {
            let since = *gone_since.get_or_insert_with(Instant::now);
            if since.elapsed() > GONE_TIMEOUT {
                let _closing = gone.send(run).await;
                return;
            }
        }
        sleep(PAUSE).await;
    }
}

/// Fetches pairs until the queue fails.
async fn fetch_pairs(
    connection: &mut Connection,
    consumer: &Consumer<pull::Config>,
    run: &RunId,
    lease: Lease,
    state: &WorkerState,
) -> Result<(), async_nats::Error> {
    loop {
        let room = state.wait_for_room().await;
        connection.reconnects.mark_unchanged();
        let mut batch =
            consumer.batch().max_messages(room).expires(REQUEST_TIMEOUT).messages().await?;
        let mut missing = room;
        while missing > 0 {
            tokio::select! {
                message = batch.next() => {
                    let Some(message) = message else {
                        state.set_idle(run, true);
                        break;
                    };
                    missing -= 1;
                    accept(connection, message?, run, lease, state);
                }
                // After a reconnection, the server no longer knows the request.
                _ = connection.reconnects.changed() => break,
            }
        }
    }
}

/// Starts a task for a received pair.
fn accept(
    connection: &Connection,
    message: Message,
    run: &RunId,
    lease: Lease,
    state: &WorkerState,
) {
    state.set_idle(run, false);
    let task = PairTask { connection: connection.clone(), run: run.clone(), state: state.clone() };
    tokio::spawn(async move {
        let Some(pair) = decode::<Pair>(&message.payload) else {
            let _again = message.ack_with(AckKind::Term).await;
            return;
        };
        let held = PairAttempt { set: pair.set, attempt: pair.attempt };
        // If a pair was delivered twice because this worker was slow, it is played only once.
        if task.state.add_pair(&task.run, held) {
            task.run(&message, pair, lease).await;
            task.state.remove_pair(&task.run, held.set);
        }
    });
}

struct PairTask {
    connection: Connection,
    run: RunId,
    state: WorkerState,
}

impl PairTask {
    /// Plays the pair and reports its result.
    async fn run(&self, message: &Message, pair: Pair, lease: Lease) {
        let (set, attempt) = (pair.set, pair.attempt);
        let mut extend = interval(lease.heartbeat());
        extend.set_missed_tick_behavior(MissedTickBehavior::Delay);
        extend.reset();
        let playing = self.play(pair);
        tokio::pin!(playing);
        let result = loop {
            tokio::select! {
                result = &mut playing => break result,
                _ = extend.tick() => {
                    let extending = message.ack_with(AckKind::Progress);
                    let _again = timeout(PAUSE, extending).await;
                }
            }
        };
        let Some(result) = result else {
            // The pair was canceled. Another worker can play it.
            let _again = timeout(PAUSE, message.ack_with(AckKind::Nak(None))).await;
            return;
        };
        let worker = self.state.name().to_owned();
        let report = Report { worker, set, attempt, result };
        if self.publish_report(&report).await {
            // If this acknowledgment is lost, the pair is played again and its second result is dropped.
            let _again = timeout(PAUSE, message.ack()).await;
        }
    }

    /// Plays the pair and returns its result; `None` if the pair was canceled.
    async fn play(&self, pair: Pair) -> Option<PairResult> {
        let slot = self.state.slots().acquire().await;
        let begun = Instant::now();
        let (done, result) = oneshot::channel();
        self.state.runner().play(&self.run, pair, done);
        let result = result.await.ok();
        drop(slot);
        self.state.finish_pair(result.as_ref().map(|_| begun.elapsed()));
        result
    }

    /// Sends the report until the queue has stored it. Returns `false` if the run no longer exists.
    async fn publish_report(&self, report: &Report) -> bool {
        let id = format!("{}.{}.{}.{}", self.run, report.set, report.worker, report.attempt);
        let mut payload = encode(report);
        while self.state.has_run(&self.run) {
            let message = PublishMessage::build().payload(payload.clone().into()).message_id(&id);
            match self.publish(message).await {
                Ok(()) => return true,
                Err(PublishErrorKind::MaxPayloadExceeded) => {
                    let result = PairResult::Fault(too_long(payload.len()));
                    payload = encode(&Report { result, ..report.clone() });
                }
                Err(_later) => sleep(PAUSE).await,
            }
        }
        false
    }

    async fn publish(&self, message: PublishMessage) -> Result<(), PublishErrorKind> {
        let sent = self.connection.streams.send_publish(results(&self.run), message).await;
        let stored = sent.map_err(|error| error.kind())?.await;
        stored.map(drop).map_err(|error| error.kind())
    }
}

fn too_long(bytes: usize) -> String {
    let error = QueueError::Refused {
        action: "accept a result",
        why: format!("{bytes} bytes are more than the server's max_payload"),
    };
    error.to_string()
}

/// Time limit for the scheduler's answer.
const SPEC_TIMEOUT: Duration = Duration::from_secs(10);

/// Maximum number of parts of a spec: half a gigabyte with the usual message size.
const PARTS_MAX: usize = 1000;

/// Fetches the run's specification.
pub(super) async fn fetch(connection: &Connection, run: &RunId) -> Result<Spec, QueueError> {
    let asked = timeout(SPEC_TIMEOUT, fetch_parts(connection, run)).await;
    asked.map_err(|_late| QueueError::NoSpec(SPEC_TIMEOUT))?
}

async fn fetch_parts(connection: &Connection, run: &RunId) -> Result<Spec, QueueError> {
    let (mut text, mut parts) = (Vec::new(), 1);
    let mut number = 0;
    while number < parts {
        let request = connection.client.request(spec(run), number.to_string().into());
        let answer =
            request.await.map_err(|error| refusal_error("send the run's settings", &error))?;
        parts = count(&answer).min(PARTS_MAX);
        text.extend_from_slice(&answer.payload);
        number += 1;
    }
    let why = "the answer is invalid".into();
    decode(&text).ok_or(QueueError::Refused { action: "send the run's settings", why })
}

fn count(answer: &async_nats::Message) -> usize {
    let header = answer.headers.as_ref().and_then(|headers| headers.get(PARTS));
    header.and_then(|value| value.as_str().parse().ok()).unwrap_or(1)
}
