//! Fetches the specification of a run from its scheduler.

use std::time::Duration;

use async_nats::Message;
use tokio::time::timeout;

use crate::QueueError;
use crate::connection::{Connection, refused, spec};
use crate::message::{RunId, Spec, decode};
use crate::scheduler::PARTS;

/// How long the scheduler has to answer.
const SPEC_TIMEOUT: Duration = Duration::from_secs(10);

/// The most parts of a spec: half a gigabyte with the usual size of messages.
const PARTS_MAX: usize = 1000;

/// The specification of the run.
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
            request.await.map_err(|error| refused("send the settings of the run", &error))?;
        parts = count(&answer).min(PARTS_MAX);
        text.extend_from_slice(&answer.payload);
        number += 1;
    }
    let why = "the answer is invalid".into();
    decode(&text).ok_or(QueueError::Refused { action: "send the settings of the run", why })
}

fn count(answer: &Message) -> usize {
    let header = answer.headers.as_ref().and_then(|headers| headers.get(PARTS));
    header.and_then(|value| value.as_str().parse().ok()).unwrap_or(1)
}
