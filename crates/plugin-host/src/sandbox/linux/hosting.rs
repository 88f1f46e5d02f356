//! What a plugin in another process may ask of the table, in messages of bytes.

use abi_stable::std_types::RSlice;
use games_package::Host;
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

    /// Whether the table wants an answer now.
    pub(super) fn is_stopped_now(&self) -> bool {
        self.hosting.host.is_some_and(Host::is_stopped)
    }

    /// Whether the time for the answer is over, by the table's clock.
    pub(super) fn has_expired(&self) -> bool {
        self.hosting.host.is_some_and(Host::has_expired)
    }

    /// Whether the table wants no answer any more.
    pub(super) fn is_withdrawn(&self) -> bool {
        self.hosting.host.is_some_and(Host::is_withdrawn) || self.pool.is_closed()
    }
}
