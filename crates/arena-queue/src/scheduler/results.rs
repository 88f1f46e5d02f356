//! Results, from the queue to the scheduler.

use futures_util::StreamExt;
use tokio::sync::mpsc;
use tokio::time::sleep;

use super::{BATCH_MAX, News};
use crate::connection::{Connection, JOURNAL, PAUSE, REQUEST};
use crate::message::RunId;
use crate::{Lease, QueueError};

/// Passes on results until nobody wants them.
pub(super) async fn receive(
    mut connection: Connection,
    run: RunId,
    lease: Lease,
    news: mpsc::Sender<News>,
) {
    while !news.is_closed() {
        if let Err(error) = receive_some(&mut connection, &run, &news).await {
            let line = match connection.prepare(&run, lease).await {
                Ok(true) if news.send(News::LostAll).await.is_err() => return,
                Ok(true) => "the queue has forgotten the run: it is pushed again".into(),
                _ => error.to_string(),
            };
            if news.send(News::Trouble(line)).await.is_err() {
                return;
            }
            sleep(PAUSE).await;
        }
    }
}

/// One request after the other, until one fails.
async fn receive_some(
    connection: &mut Connection,
    run: &RunId,
    news: &mpsc::Sender<News>,
) -> Result<(), QueueError> {
    let broken = |error: &dyn std::fmt::Display| QueueError::Refused {
        action: "give out results",
        why: error.to_string(),
    };
    let consumer = connection.consumer(run, JOURNAL).await?;
    loop {
        connection.returns.mark_unchanged();
        let request = consumer.batch().max_messages(BATCH_MAX).expires(REQUEST);
        let mut batch = request.messages().await.map_err(|error| broken(&error))?;
        loop {
            tokio::select! {
                message = batch.next() => {
                    let Some(message) = message else { break };
                    let message = message.map_err(|error| broken(&error))?;
                    if news.send(News::Result(Box::new(message))).await.is_err() {
                        return Ok(());
                    }
                }
                // The server has forgotten what was asked of it.
                _ = connection.returns.changed() => {
                    if connection.exists(run).await? {
                        break;
                    }
                    return Err(broken(&"the run is gone"));
                }
            }
        }
    }
}
