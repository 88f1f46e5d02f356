//! Handles the calls of a plugin in another process to the table, as encoded messages.

use abi_stable::std_types::RSlice;
use games_package::{Host, Urgency};
use plugin_abi::HostCalls;
use process_pool::Closed;

use crate::host_calls::CallHost;
use crate::log_quota::{CallQuota, LogQuota};

/// The host during a call to another process.
pub(super) struct RemoteHost<'a> {
    call_host: CallHost<'a>,
    closed: &'a Closed,
}

impl<'a> RemoteHost<'a> {
    /// The host for a new call, with the player's name `label`. There is no `host` outside a turn.
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

    /// Handles an encoded `ToHost` without an answer.
    pub(super) fn note(&self, message: &[u8]) {
        let _nobody_waits = self.ask(message);
    }

    /// The urgency of the answer.
    pub(super) fn urgency(&self) -> Urgency {
        if self.closed.is_closed() { Urgency::Withdrawn } else { self.call_host.urgency() }
    }
}
