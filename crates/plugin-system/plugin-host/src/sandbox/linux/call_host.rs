//! Handles calls to the table from a plugin in another process, as encoded messages.

use abi_stable::std_types::RSlice;
use games_package::{Host, Urgency};
use plugin_abi::HostCalls;
use process_pool::Closed;

use crate::host_calls::CallHost;
use crate::log_quota::{CallQuota, LogQuota};

/// The host during a call into another process.
pub(super) struct RemoteHost<'a> {
    call_host: CallHost<'a>,
    closed: &'a Closed,
}

impl<'a> RemoteHost<'a> {
    /// Creates the host for a new call. `label` is the player's name. Outside a turn there is no `host`.
    pub(super) fn new(
        label: &'a str,
        host: Option<&'a dyn Host>,
        share: &'a LogQuota,
        closed: &'a Closed,
    ) -> Self {
        Self { call_host: CallHost { label, host, log: CallQuota::of(share) }, closed }
    }

    /// The player's name, for the log.
    pub(super) const fn label(&self) -> &str {
        self.call_host.label
    }

    /// Answers an encoded `ToHost` with an encoded `FromHost`.
    pub(super) fn ask(&self, message: &[u8]) -> Vec<u8> {
        self.call_host.call(RSlice::from_slice(message)).into()
    }

    /// Handles an encoded `ToHost` that needs no answer.
    pub(super) fn note(&self, message: &[u8]) {
        let _nobody_waits = self.ask(message);
    }

    /// The answer's urgency.
    pub(super) fn urgency(&self) -> Urgency {
        if self.closed.is_closed() { Urgency::Withdrawn } else { self.call_host.urgency() }
    }
}
