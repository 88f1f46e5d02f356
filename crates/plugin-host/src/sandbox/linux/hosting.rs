//! What a plugin in another process may ask of the table, in messages of bytes.

use abi_stable::std_types::RSlice;
use games_package::{Host, Urgency};
use plugin_abi::HostCalls;

use super::Processes;
use crate::host_calls::Hosting;
use crate::log_share::{CallLog, LogShare};

/// The host of a call to another process.
pub(super) struct RemoteHosting<'a> {
    hosting: Hosting<'a>,
    /// Nobody wants an answer any more when these are closed.
    pool: &'a Processes,
}

impl<'a> RemoteHosting<'a> {
    /// For a call that begins, by the player called `label`. There is no `host` outside of a turn.
    pub(super) fn new(
        label: &'a str,
        host: Option<&'a dyn Host>,
        share: &'a LogShare,
        pool: &'a Processes,
    ) -> Self {
        Self { hosting: Hosting { label, host, log: CallLog::of(share) }, pool }
    }

    /// The player, for the log.
    pub(super) const fn label(&self) -> &str {
        self.hosting.label
    }

    /// The encoded `FromHost` that answers an encoded `ToHost`.
    pub(super) fn ask(&self, message: &[u8]) -> Vec<u8> {
        self.hosting.call(RSlice::from_slice(message)).into()
    }

    /// Takes an encoded `ToHost` that needs no answer.
    pub(super) fn note(&self, message: &[u8]) {
        let _nobody_waits = self.ask(message);
    }

    /// How urgently the table wants the answer.
    pub(super) fn urgency(&self) -> Urgency {
        if self.pool.is_closed() { Urgency::Withdrawn } else { self.hosting.urgency() }
    }
}
