//! The options of games that are played by workers, and of workers.

use std::time::Duration;

use arena_queue::Lease;
use clap::Args;
use remote_moves::AccessArguments;

#[derive(Debug, Args)]
pub(crate) struct WorkerArguments {
    /// The queue's server, like `nats://host:4222`; by default that of --queue-file or `RIVAL_QUEUE`
    #[arg(value_name = "URL", conflicts_with = "queue_file")]
    pub(crate) url: Option<String>,
    /// Number of pairs of games played at once; by default the number of cores
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) concurrency: Option<u16>,
    /// Number of moves of matches elsewhere (rival-web --queue) that are thought about at once, beside the pairs; 0 for none
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(0..=1024))]
    pub(crate) moves: u16,
    /// The worker's name; by default the machine's name and a number
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
    #[command(flatten)]
    pub(crate) access: AccessArguments,
}

/// Whether workers play the games.
#[derive(Clone, Debug, Args)]
pub(crate) struct QueueArguments {
    /// Let workers play the games, over the queue at this server, like `nats://host:4222`; also without it where
    /// --queue-file or `RIVAL_QUEUE` names a server
    #[arg(long, value_name = "URL", conflicts_with = "queue_file")]
    pub(crate) queue: Option<String>,
    /// How long a worker may be silent before its games are given to another one [default: 30s]
    #[arg(long, value_name = "TIME", value_parser = parse_lease)]
    pub(crate) lease: Option<Duration>,
    #[command(flatten)]
    pub(crate) access: AccessArguments,
}

fn parse_lease(text: &str) -> Result<Duration, String> {
    let parsed = games_package::parse_duration(text).ok();
    let lease = parsed.filter(|lease| (Lease::MIN..=Lease::MAX).contains(lease));
    lease.ok_or_else(|| format!("expected a time from 2s to 1h, like 30s; not \"{text}\""))
}
