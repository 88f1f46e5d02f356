//! Players that think on the workers of a queue.

use std::io::{Write, stderr};
use std::sync::Arc;
use std::time::Duration;

use anyhow::anyhow;
use arena_queue::message::Build;
use arena_queue::moves::MoveClient;
use clap::Args;
use games_package::parse_duration;
use house::{Failure, FailureKind, House, one_line};
use remote_moves::{AccessArguments, LEASE_DEFAULT, LEASE_MAX, LEASE_MIN, QueuedPlayers, failure};
use tokio::runtime::Runtime;

/// Whether workers think.
#[derive(Debug, Args)]
pub(crate) struct QueueArguments {
    /// Let the players of matches and analyses think on workers (rival-arena worker), over the queue at this server, like
    /// `nats://host:4222`; also without it where --queue-file or `RIVAL_QUEUE` names a server
    #[arg(long, value_name = "URL", conflicts_with = "queue_file")]
    queue: Option<String>,
    /// How long a worker may be silent about a move before another one gets it [default: 2s]
    #[arg(long, value_name = "TIME", value_parser = parse_lease)]
    lease: Option<Duration>,
    #[command(flatten)]
    access: AccessArguments,
}

fn parse_lease(text: &str) -> Result<Duration, String> {
    let parsed = parse_duration(text).ok();
    let lease = parsed.filter(|lease| (LEASE_MIN..=LEASE_MAX).contains(lease));
    lease.ok_or_else(|| format!("expected a time from 200ms to 1m, like 2s; not \"{text}\""))
}

impl QueueArguments {
    /// The house, whose players think on the workers of the queue that the arguments or the environment name, if any.
    ///
    /// # Errors
    /// [`Failure`] if the queue is wrongly named or refuses the connection. One that can't be reached now is tried again.
    pub(crate) fn connect(&self, house: House, runtime: &Runtime) -> Result<House, Failure> {
        let Some(access) = self.access.access(self.queue.as_deref())? else {
            return match self.lease {
                Some(_) => {
                    let why = "--lease is for players on a queue: give --queue URL as well";
                    Err(Failure::new(FailureKind::Usage, anyhow!(why)))
                }
                None => Ok(house),
            };
        };
        let build = Build::new(env!("CARGO_PKG_VERSION"));
        let connected = runtime.block_on(MoveClient::connect(&access, &build));
        let (client, connection) = connected.map_err(failure)?;
        runtime.spawn(async move {
            if let Err(error) = Box::pin(connection.run(note)).await {
                note(&format!("{error}: players think here from now on"));
            }
        });
        let players = QueuedPlayers::new(client, self.lease.unwrap_or(LEASE_DEFAULT));
        Ok(house.with_players_elsewhere(Arc::new(move |text, player| players.wrap(text, player))))
    }
}

/// Shows a message for the user.
fn note(line: &str) {
    // If standard error is closed, nobody reads it.
    let _gone = writeln!(stderr(), "rival-web: {}", one_line(line));
}
