//! The arguments of `rival learn`.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use games_package::parse_duration;

const EXAMPLES: &str = "\
Examples:
  rival learn connect-four --time 1h
  rival learn othello --folder runs/othello --seed 2
  rival play connect-four --seat 2=learned
Press Ctrl-C to stop; run the same command again to resume. The run ends after three generations without a gain.";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct LearnArguments {
    /// Two-player game without chance, such as connect-four
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// Stop after this time, such as 30m or 8h [default: no limit]
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub(crate) time: Option<Duration>,
    /// Stop after this many generations
    #[arg(long, value_name = "N")]
    pub(crate) generations: Option<u32>,
    /// Run folder [default: rival/learned in the user's data folder]
    #[arg(long, value_name = "DIR")]
    pub(crate) folder: Option<PathBuf>,
    /// Number of threads [default: number of cores]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZeroUsize>,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
}
