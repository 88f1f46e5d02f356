//! A game of a run, move by move, for who looks on.
//!
//! A question is heard by one worker of a queue group. It shows a game for a while, so that ten thousand workers cost as
//! little to look at as one.

use std::time::Duration;

use arena::observer::LiveGame;
use futures_util::StreamExt;
use tokio::time::{MissedTickBehavior, interval};

use super::desk::Desk;
use crate::connection::{Connection, live_games, show as question};
use crate::message::{RunId, encode};

/// The queue group of the workers.
const GROUP: &str = "rival";

/// How often a game is shown.
const PACE: Duration = Duration::from_millis(500);

/// How often a game is shown for one question.
const TIMES: usize = 20;

/// Answers questions until the run is over.
pub(super) async fn show(connection: Connection, run: RunId, desk: Desk) {
    let asked = connection.client.queue_subscribe(question(&run), GROUP.into()).await;
    let Ok(mut questions) = asked else { return };
    let mut pace = interval(PACE);
    pace.set_missed_tick_behavior(MissedTickBehavior::Delay);
    while questions.next().await.is_some() {
        for _ in 0..TIMES {
            pace.tick().await;
            // Who plays nothing is silent, and the question is asked again.
            let Some(game) = desk.troupe().live_game(&run) else { break };
            let game = LiveGame { worker: desk.name().into(), ..game };
            connection.tell(live_games(&run), encode(&game)).await;
        }
    }
}
