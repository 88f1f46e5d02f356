//! A plugin's player at the table.

use std::fmt;

use abi_stable::sabi_trait::TD_Opaque;
use abi_stable::sabi_types::RRef;
use abi_stable::std_types::RSlice;
use games_package::{
    Event, Failure, FailureKind, Host, Player, PlayerError, PonderRequest, Reply, Request, Setup,
};
use plugin_abi::message::{FromPlayer, MessageError, ToPlayer, decode, encode};
use plugin_abi::{HostCalls_TO, PlayerObject};

use crate::error::one_line;
use crate::host_calls::Hosting;
use crate::wire;

/// A player that a plugin has made: every call becomes a message to it, and every fault of it an error.
pub struct PluginPlayer {
    /// The plugin and the player: "lucky/seventh".
    label: String,
    /// What it calls itself, once it has started.
    name: Option<String>,
    object: PlayerObject,
    /// The newest revision of the messages that the plugin understands.
    revision: u32,
    /// What went wrong where there was nobody to tell.
    untold: Option<Failure>,
}

impl PluginPlayer {
    pub(crate) fn new(label: String, object: PlayerObject, revision: u32) -> Self {
        Self { label, name: None, object, revision, untold: None }
    }

    /// Sends a message and gives the answer.
    fn call(&mut self, message: &ToPlayer, host: Option<&dyn Host>) -> Result<FromPlayer, Failure> {
        if let Some(failure) = self.untold.take() {
            return Err(failure);
        }
        let message = encode(message).map_err(|error| not_understood("it was sent", &error))?;
        let hosting = Hosting { label: &self.label, host };
        let lent = HostCalls_TO::from_ptr(RRef::new(&hosting), TD_Opaque);
        let answer = self.object.call(RSlice::from_slice(&message), lent);
        match decode(answer.as_slice()) {
            Ok(FromPlayer::FailedV1(failure)) => Err(wire::failure(&failure)),
            Ok(answer) => Ok(answer),
            Err(error) => Err(not_understood("it sent", &error)),
        }
    }

    /// Sends a message to which there is nothing to say, and keeps what goes wrong.
    fn notify(&mut self, message: &ToPlayer, host: Option<&dyn Host>) {
        self.untold = match self.call(message, host) {
            Ok(FromPlayer::Done) => None,
            Ok(_) => Some(out_of_place()),
            Err(failure) => Some(failure),
        };
    }
}

fn not_understood(what: &str, error: &MessageError) -> Failure {
    Failure::new(FailureKind::ProtocolError, format!("{what} {error}"))
}

fn out_of_place() -> Failure {
    Failure::new(FailureKind::ProtocolError, "it answered something else than what it was asked")
}

impl Player for PluginPlayer {
    fn name(&self) -> String {
        self.name.as_ref().unwrap_or(&self.label).clone()
    }

    fn start(&mut self, setup: &Setup) -> Result<(), PlayerError> {
        let message = match self.revision {
            0 | 1 => ToPlayer::StartV1(wire::setup_v1(setup)),
            _ => ToPlayer::StartV2(wire::setup_v2(setup)),
        };
        let answer = match self.call(&message, None) {
            Ok(FromPlayer::StartedV1(name)) => Ok(name),
            Ok(_) => Err(out_of_place()),
            Err(failure) => Err(failure),
        };
        let name = answer.map_err(|failure| wire::player_error(&failure))?;
        self.name = Some(one_line(&name)).filter(|name| !name.is_empty());
        Ok(())
    }

    fn choose_move(&mut self, request: &Request, host: &dyn Host) -> Result<Reply, PlayerError> {
        let answer = match self.call(&ToPlayer::ChooseV1(wire::request(request)), Some(host)) {
            Ok(FromPlayer::RepliedV1(reply)) => Ok(wire::reply(reply)),
            Ok(_) => Err(out_of_place()),
            Err(failure) => Err(failure),
        };
        answer.map_err(|failure| wire::player_error(&failure))
    }

    /// A failure here is told when the player is called next. A plugin of the first revision doesn't ponder.
    fn ponder(&mut self, request: &PonderRequest, host: &dyn Host) {
        if self.revision > 1 {
            self.notify(&ToPlayer::PonderV1(wire::ponder_request(request)), Some(host));
        }
    }

    /// A failure here is told when the player is called next.
    fn observe(&mut self, event: &Event) {
        if let Some(event) = wire::event(event) {
            self.notify(&ToPlayer::ObserveV1(event), None);
        }
    }
}

/// The plugin's player is dropped inside of a guarded call, so that a panic of its destructor reaches the log.
impl Drop for PluginPlayer {
    fn drop(&mut self) {
        if let Err(failure) = self.call(&ToPlayer::Close, None) {
            tracing::warn!(player = self.label, %failure, "failed when it was dropped");
        }
    }
}

/// The plugin, the player and its name.
impl fmt::Debug for PluginPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PluginPlayer")
            .field("label", &self.label)
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}
