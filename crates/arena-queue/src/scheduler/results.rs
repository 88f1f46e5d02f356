//! Receives results for the scheduler.

use futures_util::StreamExt;
use tokio::sync::mpsc;
use tokio::time::sleep;

use super::{BATCH_MAX, QueueEvent};
use crate::connection::{Connection, JOURNAL, PAUSE, REQUEST_TIMEOUT};
use crate::message::RunId;
use crate::{Lease, QueueError};

/// Forwards results until the receiver is gone.
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
                Ok(true) => "the queue has forgotten the run: it is pushed again".into(),
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
        action: "give out results",
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
                // After a reconnection the server doesn't know the request.
                _ = connection.reconnects.changed() => {
                    if connection.exists(run).await? {
                        break;
                    }
                    return Err(broken(&"the run is gone"));
                }
            }
        }
    }
}
