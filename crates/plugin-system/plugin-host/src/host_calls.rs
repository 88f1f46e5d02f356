//! Calls from a plugin's player to the table.

use abi_stable::std_types::{RSlice, RVec};
use games_package::{Host, Urgency};
use plugin_abi::message::{AskErrorV1, FromHost, ToHost, decode, encode};
use plugin_abi::{HostCalls, guarded};

use crate::error::one_line;
use crate::log_quota::CallQuota;
use crate::wire;

/// Passes calls through the frozen interface on to a table's host.
pub(crate) struct CallHost<'a> {
    /// The player's name, for the log.
    pub(crate) label: &'a str,
    /// The host; `None` outside a turn, when the table offers no services.
    pub(crate) host: Option<&'a dyn Host>,
    /// The player's log quota.
    pub(crate) log: CallQuota<'a>,
}

impl CallHost<'_> {
    /// The answer's urgency; [`Urgency::None`] outside a turn.
    pub(crate) fn urgency(&self) -> Urgency {
        self.host.map_or(Urgency::None, Host::urgency)
    }

    fn answer(&self, message: &[u8]) -> FromHost {
        let message = match decode(message) {
            Ok(message) => message,
            Err(error) => {
                tracing::warn!(player = self.label, %error, "sent a malformed message to its host");
                return FromHost::Done;
            }
        };
        match (message, self.host) {
            (ToHost::LogV1(text), host) => {
                let line = one_line(&text);
                match host {
                    _ if !self.log.takes(&line, self.label) => {}
                    Some(host) => host.log(&line),
                    None => tracing::info!(player = self.label, "{line}"),
                }
                FromHost::Done
            }
            (ToHost::ReportV1(thinking), Some(host)) => {
                host.report(&wire::thinking(&thinking));
                FromHost::Done
            }
            (ToHost::AskV1(prompt), Some(host)) => match host.ask(&wire::prompt(&prompt)) {
                Ok(answer) => FromHost::AnsweredV1(answer),
                Err(error) => FromHost::NotAnsweredV1(wire::ask_error(error)),
            },
            (ToHost::ResolveV1(text), Some(host)) => match host.resolve(&text) {
                Ok(mv) => FromHost::ResolvedV1(mv),
                Err(why) => FromHost::RefusedV1(why),
            },
            (ToHost::UrgencyV1, _) => FromHost::UrgencyV1(wire::urgency_v1(self.urgency())),
            (ToHost::ReportV1(_), None) => FromHost::Done,
            (ToHost::AskV1(_), None) => FromHost::NotAnsweredV1(AskErrorV1::Nobody),
            (ToHost::ResolveV1(_), None) => FromHost::RefusedV1("it is not your turn".into()),
        }
    }
}

/// Catches and logs the table's panics, which must not unwind through the plugin.
impl HostCalls for CallHost<'_> {
    fn is_stopped(&self) -> bool {
        guarded(|| self.urgency() >= Urgency::BudgetUsed).unwrap_or(true)
    }

    fn call(&self, message: RSlice<'_, u8>) -> RVec<u8> {
        let answer = guarded(|| self.answer(message.as_slice())).unwrap_or_else(|text| {
            tracing::error!(player = self.label, "the table panicked: {text}");
            FromHost::Done
        });
        encode(&answer).unwrap_or_default().into()
    }
}
