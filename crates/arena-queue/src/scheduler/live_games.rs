//! Games in progress, as workers show them.

use std::time::{Duration, Instant};

use arena::observer::LiveGame;
use async_nats::Subscriber;
use futures_util::StreamExt;

use crate::QueueError;
use crate::connection::{Connection, live_games, refused, show};
use crate::message::{RunId, decode};

/// How long no game is shown before the scheduler asks for one.
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
        let shown = shown.map_err(|error| refused("be listened to", &error))?;
        Ok(Self { connection: connection.clone(), run: run.clone(), shown, newest: None })
    }

    /// The current state of some game.
    pub(super) async fn next(&mut self) -> Option<LiveGame> {
        loop {
            let message = self.shown.next().await?;
            self.newest = Some(Instant::now());
            if let Some(game) = decode(&message.payload) {
                return Some(game);
            }
        }
    }

    /// Asks for a game if no worker shows one.
    pub(super) async fn ask(&mut self) {
        if self.newest.is_none_or(|newest| newest.elapsed() >= SILENCE) {
            self.newest = Some(Instant::now());
            self.connection.send(show(&self.run), Vec::new()).await;
        }
    }
}
