//! Players that run on a queue's workers.

use std::io::{Write, stderr};
use std::sync::Arc;
use std::time::Duration;

use anyhow::anyhow;
use app_context::{AppContext, Failure, FailureKind, one_line};
use clap::Args;
use cluster::message::Build;
use cluster::moves::MoveClient;
use cluster::remote::{
    AccessArguments, LEASE_DEFAULT, LEASE_MAX, LEASE_MIN, QueuedPlayers, failure,
};
use games_package::parse_duration;
use tokio::runtime::Runtime;

/// The arguments for the queue.
#[derive(Debug, Args)]
pub(crate) struct QueueArguments {
    /// Run players on the workers of this NATS server, such as `nats://host:4222` [env: `RIVAL_QUEUE`]
    #[arg(long, value_name = "URL", conflicts_with = "queue_file")]
    queue: Option<String>,
    /// Reassign a move after this time without a heartbeat from its worker [default: 2s]
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
    /// Opens the context. If the arguments or the environment name a queue, its workers run the players.
    ///
    /// # Errors
    /// [`Failure`] if the queue's name is invalid or the queue refuses the connection. If the queue is unreachable, the
    /// program retries later.
    pub(crate) fn connect(
        &self,
        app: AppContext,
        runtime: &Runtime,
    ) -> Result<AppContext, Failure> {
        let Some(access) = self.access.access(self.queue.as_deref())? else {
            return match self.lease {
                Some(_) => {
                    let why = "--lease needs a queue; pass --queue URL too";
                    Err(Failure::new(FailureKind::Usage, anyhow!(why)))
                }
                None => Ok(app),
            };
        };
        let build = Build::new(env!("CARGO_PKG_VERSION"));
        let connected = runtime.block_on(MoveClient::connect(&access, &build));
        let (client, connection) = connected.map_err(failure)?;
        runtime.spawn(async move {
            if let Err(error) = Box::pin(connection.run(note)).await {
                note(&format!("{error}; players now run on this server"));
            }
        });
        let players = QueuedPlayers::new(client, self.lease.unwrap_or(LEASE_DEFAULT));
        Ok(app.with_players_elsewhere(Arc::new(move |text, player| players.wrap(text, player))))
    }
}

/// Shows a message for the user.
fn note(line: &str) {
    // Standard error may be closed.
    let _gone = writeln!(stderr(), "rival-web: {}", one_line(line));
}
