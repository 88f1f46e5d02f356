//! Pairs of one run, from the queue to the troupe, and what came of them back.

use std::time::Duration;

use async_nats::jetstream::consumer::{Consumer, pull};
use async_nats::jetstream::context::PublishErrorKind;
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::{AckKind, Message};
use futures_util::StreamExt;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, MissedTickBehavior, interval, sleep, timeout};

use super::desk::Desk;
use crate::connection::{Connection, PAUSE, REQUEST, WORKERS, results};
use crate::message::{Finding, Held, Pair, Report, RunId, decode, encode};
use crate::{Lease, QueueError};

/// How long a run may be gone from the queue before its games are given up.
const GONE: Duration = Duration::from_mins(1);

/// Serves a run as long as the queue knows it.
pub(super) async fn lease(
    mut connection: Connection,
    run: RunId,
    lease: Lease,
    desk: Desk,
    gone: mpsc::Sender<RunId>,
) {
    let mut gone_since = None;
    loop {
        if let Ok(consumer) = connection.consumer(&run, WORKERS).await {
            gone_since = None;
            let _failed = ask(&mut connection, &consumer, &run, lease, &desk).await;
        }
        if matches!(connection.exists(&run).await, Ok(false)) {
            let since = *gone_since.get_or_insert_with(Instant::now);
            if since.elapsed() > GONE {
                let _closing = gone.send(run).await;
                return;
            }
        }
        sleep(PAUSE).await;
    }
}

/// Asks for pairs, again and again, until the queue fails.
async fn ask(
    connection: &mut Connection,
    consumer: &Consumer<pull::Config>,
    run: &RunId,
    lease: Lease,
    desk: &Desk,
) -> Result<(), async_nats::Error> {
    loop {
        let room = desk.room().await;
        connection.returns.mark_unchanged();
        let mut batch = consumer.batch().max_messages(room).expires(REQUEST).messages().await?;
        let mut missing = room;
        while missing > 0 {
            tokio::select! {
                message = batch.next() => {
                    let Some(message) = message else {
                        desk.set_idle(run, true);
                        break;
                    };
                    missing -= 1;
                    accept(connection, message?, run, lease, desk);
                }
                // The server has forgotten what was asked of it.
                _ = connection.returns.changed() => break,
            }
        }
    }
}

/// Sees to a pair that came.
fn accept(connection: &Connection, message: Message, run: &RunId, lease: Lease, desk: &Desk) {
    desk.set_idle(run, false);
    let errand = Errand { connection: connection.clone(), run: run.clone(), desk: desk.clone() };
    tokio::spawn(async move {
        let Some(pair) = decode::<Pair>(&message.payload) else {
            let _again = message.ack_with(AckKind::Term).await;
            return;
        };
        let held = Held { set: pair.set, attempt: pair.attempt };
        // A pair that came twice because this worker was slow is played once.
        if errand.desk.put(&errand.run, held) {
            errand.run(&message, pair, lease).await;
            errand.desk.clear(&errand.run, held.set);
        }
    });
}

struct Errand {
    connection: Connection,
    run: RunId,
    desk: Desk,
}

impl Errand {
    /// Has the pair played, and tells what came of it.
    async fn run(&self, message: &Message, pair: Pair, lease: Lease) {
        let (set, attempt) = (pair.set, pair.attempt);
        let mut extend = interval(lease.heartbeat());
        extend.set_missed_tick_behavior(MissedTickBehavior::Delay);
        extend.reset();
        let playing = self.play(pair);
        tokio::pin!(playing);
        let finding = loop {
            tokio::select! {
                finding = &mut playing => break finding,
                _ = extend.tick() => {
                    let extending = message.ack_with(AckKind::Progress);
                    let _again = timeout(PAUSE, extending).await;
                }
            }
        };
        let Some(finding) = finding else {
            // Broken off: somebody else may have it.
            let _again = timeout(PAUSE, message.ack_with(AckKind::Nak(None))).await;
            return;
        };
        let worker = self.desk.name().to_owned();
        let report = Report { worker, set, attempt, finding };
        if self.tell(&report).await {
            // If this is lost, the pair is played again, and its result dropped.
            let _again = timeout(PAUSE, message.ack()).await;
        }
    }

    /// What came of the pair; none if it was broken off.
    async fn play(&self, pair: Pair) -> Option<Finding> {
        let slot = self.desk.slots().acquire().await;
        let begun = Instant::now();
        let (done, finding) = oneshot::channel();
        self.desk.troupe().play(&self.run, pair, done);
        let finding = finding.await.ok();
        drop(slot);
        self.desk.played(finding.as_ref().map(|_| begun.elapsed()));
        finding
    }

    /// Tells the scheduler, again and again until the queue has stored it. False if the run is gone.
    async fn tell(&self, report: &Report) -> bool {
        let id = format!("{}.{}.{}.{}", self.run, report.set, report.worker, report.attempt);
        let mut payload = encode(report);
        while self.desk.serves(&self.run) {
            let message = PublishMessage::build().payload(payload.clone().into()).message_id(&id);
            match self.publish(message).await {
                Ok(()) => return true,
                Err(PublishErrorKind::MaxPayloadExceeded) => {
                    let finding = Finding::Fault(too_long(payload.len()));
                    payload = encode(&Report { finding, ..report.clone() });
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
        action: "take a result",
        why: format!("{bytes} bytes are more than the server's max_payload"),
    };
    error.to_string()
}
