//! The options for workers and for runs that workers play.

use std::time::Duration;

use clap::Args;
use cluster::Lease;
use cluster::remote::AccessArguments;

#[derive(Debug, Args)]
pub(crate) struct WorkerArguments {
    /// NATS server, such as `nats://host:4222` [default: from --queue-file or `RIVAL_QUEUE`]
    #[arg(value_name = "URL", conflicts_with = "queue_file")]
    pub(crate) url: Option<String>,
    /// Number of game pairs to play at once [default: number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) concurrency: Option<u16>,
    /// Number of moves to search at once for rival-web --queue
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(0..=1024))]
    pub(crate) moves: u16,
    /// Worker name [default: the machine name and a number]
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
    #[command(flatten)]
    pub(crate) access: AccessArguments,
}

/// Options of runs played by workers.
#[derive(Clone, Debug, Args)]
pub(crate) struct QueueArguments {
    /// Play on the workers of this NATS server [default: from --queue-file or `RIVAL_QUEUE`]
    #[arg(long, value_name = "URL", conflicts_with = "queue_file")]
    pub(crate) queue: Option<String>,
    /// Reassign a game after this time without a heartbeat from its worker [default: 30s]
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
