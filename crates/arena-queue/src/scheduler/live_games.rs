//! Games that are being played elsewhere, as they stand.

use std::time::{Duration, Instant};

use arena::observer::LiveGame;
use async_nats::Subscriber;
use futures_util::StreamExt;

use crate::QueueError;
use crate::connection::{Connection, live_games, refused, show};
use crate::message::{RunId, decode};

/// After so long a silence workers are asked to show a game.
const SILENCE: Duration = Duration::from_secs(2);

/// What workers show.
pub(super) struct LiveGames {
    connection: Connection,
    run: RunId,
    shown: Subscriber,
    /// When something was heard or asked.
    newest: Option<Instant>,
}

impl LiveGames {
    pub(super) async fn open(connection: &Connection, run: &RunId) -> Result<Self, QueueError> {
        let shown = connection.client.subscribe(live_games(run)).await;
        let shown = shown.map_err(|error| refused("be listened to", &error))?;
        Ok(Self { connection: connection.clone(), run: run.clone(), shown, newest: None })
    }

    /// A game as it stands.
    pub(super) async fn next(&mut self) -> Option<LiveGame> {
        loop {
            let message = self.shown.next().await?;
            self.newest = Some(Instant::now());
            if let Some(game) = decode(&message.payload) {
                return Some(game);
            }
        }
    }

    /// Asks for one, if nobody shows any.
    pub(super) async fn ask(&mut self) {
        if self.newest.is_none_or(|newest| newest.elapsed() >= SILENCE) {
            self.newest = Some(Instant::now());
            self.connection.tell(show(&self.run), Vec::new()).await;
        }
    }
}
