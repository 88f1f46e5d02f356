//! A program without the feature `queue`: all players think in it.

use clap::Args;
use house::{Failure, House};
use tokio::runtime::Runtime;

/// There are none.
#[derive(Debug, Args)]
pub(crate) struct QueueArguments {}

impl QueueArguments {
    #[expect(
        clippy::unnecessary_wraps,
        clippy::unused_self,
        reason = "a queue can be wrongly named"
    )]
    pub(crate) fn connect(&self, house: House, _runtime: &Runtime) -> Result<House, Failure> {
        Ok(house)
    }
}
