//! What workers are told of a run.

use std::collections::BTreeSet;

use async_nats::header::HeaderMap;
use async_nats::{Message, Subject, Subscriber};
use futures_util::StreamExt;
use tokio::time::timeout;

use crate::connection::{ANNOUNCEMENTS, Connection, PATIENCE, refused, spec};
use crate::message::{Announcement, Build, Heartbeat, Spec, encode};
use crate::{Dispatcher, QueueError};

/// How many lines on workers are shown, at most: of ten thousand that refuse, the first ones say it all.
const LINES_MAX: usize = 20;

/// How much of a message a part of a spec fills, at most; the rest is for headers.
const PART_SHARE: usize = 2;

/// In how many parts a spec comes.
pub(crate) const PARTS: &str = "Rival-Parts";

/// Tells workers of a run.
pub(super) struct Announcer {
    connection: Connection,
    announcement: Announcement,
    parts: Vec<Vec<u8>>,
    requests: Subscriber,
    /// What was said of workers.
    said: BTreeSet<String>,
}

impl Announcer {
    pub(super) async fn open(
        connection: &Connection,
        dispatcher: &Dispatcher,
        build: &Build,
        content: &Spec,
    ) -> Result<Self, QueueError> {
        let run = dispatcher.name().clone();
        let requests = connection.client.subscribe(spec(&run)).await;
        let size = (connection.client.max_payload() / PART_SHARE).max(1);
        Ok(Self {
            connection: connection.clone(),
            announcement: Announcement {
                run,
                build: build.clone(),
                lease: dispatcher.lease(),
                roll_call: true,
            },
            parts: encode(content).chunks(size).map(<[u8]>::to_vec).collect(),
            requests: requests.map_err(|error| refused("be asked", &error))?,
            said: BTreeSet::new(),
        })
    }

    /// Tells all workers. Who doesn't hear it is told when it shows itself.
    pub(super) async fn announce(&self) {
        let message = encode(&self.announcement);
        self.connection.tell(ANNOUNCEMENTS, message).await;
    }

    /// Answers a worker that shows itself: with the run, if it doesn't know it. What a person should know of it, once.
    pub(super) async fn answer(
        &mut self,
        heartbeat: &Heartbeat,
        reply: Option<Subject>,
    ) -> Option<String> {
        let Heartbeat { worker, build, .. } = heartbeat;
        let own = &self.announcement;
        let known = heartbeat.runs.iter().find(|share| share.run == own.run);
        if let (None, Some(reply)) = (known, reply) {
            let announcement = Announcement { roll_call: false, ..own.clone() };
            self.connection.tell(reply, encode(&announcement)).await;
        }
        let line = if *build == own.build {
            let why = known.and_then(|share| share.refused.as_ref())?;
            format!("the worker {worker} plays no games: {why}")
        } else {
            format!("the worker {worker} plays no games: it is {build}, and this is {}", own.build)
        };
        let is_new = self.said.len() < LINES_MAX && self.said.insert(line.clone());
        is_new.then_some(line)
    }

    /// A question for a part of the spec.
    pub(super) async fn question(&mut self) -> Option<Message> {
        self.requests.next().await
    }

    /// Answers a question for a part of the spec.
    pub(super) async fn tell(&self, question: Message) {
        let number = std::str::from_utf8(&question.payload).ok();
        let number = number.and_then(|text| text.parse::<usize>().ok());
        let part = number.and_then(|number| self.parts.get(number));
        let (Some(part), Some(reply)) = (part, question.reply) else { return };
        let mut headers = HeaderMap::new();
        headers.insert(PARTS, self.parts.len().to_string());
        let client = &self.connection.client;
        let telling = client.publish_with_headers(reply, headers, part.clone().into());
        // Who isn't answered asks again.
        let _unheard = timeout(PATIENCE, telling).await;
    }
}
