//! Shows a game of a run, move by move, on request.
//!
//! One worker of a queue group gets the request and shows a game for a while, so ten thousand workers cost as little
//! to watch as one.

use std::time::Duration;

use arena::observer::LiveGame;
use futures_util::StreamExt;
use tokio::time::{MissedTickBehavior, interval};

use super::state::WorkerState;
use crate::connection::{Connection, live_games, show as question};
use crate::message::{RunId, encode};

/// The queue group of the workers.
const QUEUE_GROUP: &str = "rival";

/// How often a game is shown.
const INTERVAL: Duration = Duration::from_millis(500);

/// How many updates follow one request.
const UPDATES: usize = 20;

/// Answers requests until the run is over.
pub(super) async fn publish_live_games(connection: Connection, run: RunId, state: WorkerState) {
    let asked = connection.client.queue_subscribe(question(&run), QUEUE_GROUP.into()).await;
    let Ok(mut questions) = asked else { return };
    let mut interval_timer = interval(INTERVAL);
    interval_timer.set_missed_tick_behavior(MissedTickBehavior::Delay);
    while questions.next().await.is_some() {
        for _ in 0..UPDATES {
            interval_timer.tick().await;
            // An idle worker sends nothing, and the scheduler asks again.
            let Some(game) = state.runner().live_game(&run) else { break };
            let game = LiveGame { worker: state.name().into(), ..game };
            connection.send(live_games(&run), encode(&game)).await;
        }
    }
}
