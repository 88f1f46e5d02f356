//! Announces the run to workers, and receives live games.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use arena::observer::LiveGame;
use async_nats::header::HeaderMap;
use async_nats::{Message, Subject, Subscriber};
use futures_util::StreamExt;
use tokio::time::timeout;

use crate::connection::{
    ANNOUNCEMENTS, Connection, SEND_TIMEOUT, live_games, refusal_error, show, spec,
};
use crate::message::{Announcement, Build, Heartbeat, RunId, Spec, decode, encode};
use crate::{Dispatcher, QueueError};

/// Maximum number of displayed messages about workers. If ten thousand workers refuse, the first few messages suffice.
const LINES_MAX: usize = 20;

/// A spec part fills 1/N of a message. The remaining bytes are for headers.
const PART_SHARE: usize = 2;

/// The header with the number of spec parts.
pub(crate) const PARTS: &str = "Rival-Parts";

/// Announces a run and answers workers.
pub(super) struct Announcer {
    connection: Connection,
    announcement: Announcement,
    parts: Vec<Vec<u8>>,
    requests: Subscriber,
    /// The messages about workers that were already displayed.
    reported: BTreeSet<String>,
}

impl Announcer {
    pub(super) async fn open(
        connection: &Connection,
        dispatcher: &Dispatcher,
        build: &Build,
        content: &Spec,
    ) -> Result<Self, QueueError> {
        let run = dispatcher.run_id().clone();
        let requests = connection.client.subscribe(spec(&run)).await;
        let size = (connection.client.max_payload() / PART_SHARE).max(1);
        Ok(Self {
            connection: connection.clone(),
            announcement: Announcement {
                run,
                build: build.clone(),
                lease: dispatcher.lease(),
                wants_heartbeat: true,
            },
            parts: encode(content).chunks(size).map(<[u8]>::to_vec).collect(),
            requests: requests.map_err(|error| refusal_error("be asked", &error))?,
            reported: BTreeSet::new(),
        })
    }

    /// Announces the run to all workers. A worker that misses the announcement receives another announcement after its
    /// next heartbeat.
    pub(super) async fn announce(&self) {
        let message = encode(&self.announcement);
        self.connection.send(ANNOUNCEMENTS, message).await;
    }

    /// Answers a heartbeat with an announcement if the worker doesn't know the run. Returns a message about the worker
    /// if the worker is new.
    pub(super) async fn answer(
        &mut self,
        heartbeat: &Heartbeat,
        reply: Option<Subject>,
    ) -> Option<String> {
        let Heartbeat { worker, build, .. } = heartbeat;
        let own = &self.announcement;
        let known = heartbeat.runs.iter().find(|share| share.run == own.run);
        if let (None, Some(reply)) = (known, reply) {
            let announcement = Announcement { wants_heartbeat: false, ..own.clone() };
            self.connection.send(reply, encode(&announcement)).await;
        }
        let line = if *build == own.build {
            let why = known.and_then(|share| share.refused.as_ref())?;
            format!("the worker {worker} plays no games: {why}")
        } else {
            format!("the worker {worker} plays no games: it is {build}, but this is {}", own.build)
        };
        let is_new = self.reported.len() < LINES_MAX && self.reported.insert(line.clone());
        is_new.then_some(line)
    }

    /// The next request for a spec part.
    pub(super) async fn next_request(&mut self) -> Option<Message> {
        self.requests.next().await
    }

    /// Answers a request for a spec part.
    pub(super) async fn send_part(&self, request: Message) {
        let number = std::str::from_utf8(&request.payload).ok();
        let number = number.and_then(|text| text.parse::<usize>().ok());
        let part = number.and_then(|number| self.parts.get(number));
        let (Some(part), Some(reply)) = (part, request.reply) else { return };
        let mut headers = HeaderMap::new();
        headers.insert(PARTS, self.parts.len().to_string());
        let client = &self.connection.client;
        let sending = client.publish_with_headers(reply, headers, part.clone().into());
        // Without an answer, the worker asks again.
        let _lost = timeout(SEND_TIMEOUT, sending).await;
    }
}

/// After this time without a live game, the scheduler requests one.
const SILENCE: Duration = Duration::from_secs(2);

/// Receives the games that workers show.
pub(super) struct LiveGames {
    connection: Connection,
    run: RunId,
    shown: Subscriber,
    /// The time of the last game or request.
    newest: Option<Instant>,
}

impl LiveGames {
    pub(super) async fn open(connection: &Connection, run: &RunId) -> Result<Self, QueueError> {
        let shown = connection.client.subscribe(live_games(run)).await;
        let shown = shown.map_err(|error| refusal_error("listen", &error))?;
        Ok(Self { connection: connection.clone(), run: run.clone(), shown, newest: None })
    }

    /// The current state of any game.
    pub(super) async fn next(&mut self) -> Option<LiveGame> {
        loop {
            let message = self.shown.next().await?;
            self.newest = Some(Instant::now());
            if let Some(game) = decode(&message.payload) {
                return Some(game);
            }
        }
    }

    /// Requests a live game if no worker is showing one.
    pub(super) async fn ask(&mut self) {
        if self.newest.is_none_or(|newest| newest.elapsed() >= SILENCE) {
            self.newest = Some(Instant::now());
            self.connection.send(show(&self.run), Vec::new()).await;
        }
    }
}
