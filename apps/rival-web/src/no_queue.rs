//! Replaces `queue` in builds without that feature. These builds run all players in this process.

use app_context::{AppContext, Failure};
use clap::Args;
use tokio::runtime::Runtime;

/// This build has no queue arguments.
#[derive(Debug, Args)]
pub(crate) struct QueueArguments {}

impl QueueArguments {
    #[expect(
        clippy::unnecessary_wraps,
        clippy::unused_self,
        reason = "a queue can be wrongly named"
    )]
    pub(crate) fn connect(
        &self,
        app: AppContext,
        _runtime: &Runtime,
    ) -> Result<AppContext, Failure> {
        Ok(app)
    }
}
