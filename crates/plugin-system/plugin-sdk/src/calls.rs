//! Adapts the author's player to the frozen interface.

use abi_stable::std_types::{RSlice, RVec};
use games_package::{
    AskError, FailureKind, Host, Player, PlayerError, Prompt, Setup, Thinking, Urgency,
};
use plugin_abi::message::{
    AskErrorV1, FailureV1, FromHost, FromPlayer, ToHost, ToPlayer, decode, encode,
};
use plugin_abi::{HostObject, PlayerCalls};

use crate::panic_report::guarded;
use crate::wire;

/// Answers the program's messages by calling the author's player.
pub(crate) struct ExportedPlayer {
    /// The player; `None` once it was closed or has panicked, because a panic can leave its state inconsistent.
    player: Option<Box<dyn Player>>,
}

impl ExportedPlayer {
    pub(crate) fn new(player: Box<dyn Player>) -> Self {
        Self { player: Some(player) }
    }

    fn answer(&mut self, message: &[u8], host: HostObject<'_>) -> Result<FromPlayer, PlayerError> {
        let message = decode(message).map_err(wire::refused)?;
        if message == ToPlayer::Close {
            self.player = None;
            return Ok(FromPlayer::Done);
        }
        let host = HostProxy { host };
        let player =
            self.player.as_mut().ok_or_else(|| PlayerError::new("the player is closed"))?;
        Ok(match message {
            ToPlayer::StartV1(setup) => started(&mut **player, &wire::setup(setup)?)?,
            ToPlayer::ChooseV1(request) => {
                let reply = player.choose_move(&wire::request(request)?, &host)?;
                FromPlayer::RepliedV1(wire::reply(reply))
            }
            ToPlayer::ObserveV1(event) => {
                player.observe(&wire::event(event)?);
                FromPlayer::Done
            }
            ToPlayer::PonderV1(request) => {
                player.ponder(&wire::ponder_request(request)?, &host);
                FromPlayer::Done
            }
            ToPlayer::Close => FromPlayer::Done,
        })
    }

    /// Drops the author's player, which can panic.
    fn discard(&mut self) -> Result<(), String> {
        let player = self.player.take();
        guarded(move || drop(player))
    }
}

impl PlayerCalls for ExportedPlayer {
    fn call(&mut self, message: RSlice<'_, u8>, host: HostObject<'_>) -> RVec<u8> {
        match guarded(|| self.answer(message.as_slice(), host)) {
            Ok(Ok(answer)) => {
                encode(&answer).map_or_else(|error| failed(&error.into()), Into::into)
            }
            Ok(Err(error)) => failed(&error),
            Err(text) => {
                // A second panic adds no information.
                let _second = self.discard();
                panicked(text)
            }
        }
    }
}

impl Drop for ExportedPlayer {
    fn drop(&mut self) {
        // A program that needs to know about a panic here closes the player first.
        let _unheard = self.discard();
    }
}

fn started(player: &mut dyn Player, setup: &Setup) -> Result<FromPlayer, PlayerError> {
    player.start(setup)?;
    Ok(FromPlayer::StartedV1(player.name()))
}

/// The answer after a player error.
pub(crate) fn failed(error: &PlayerError) -> RVec<u8> {
    failure(error.kind(), error.text().to_owned())
}

/// The answer after a player panic.
pub(crate) fn panicked(text: String) -> RVec<u8> {
    failure(FailureKind::Panicked, text)
}

fn failure(kind: FailureKind, text: String) -> RVec<u8> {
    let answer = |text| FromPlayer::FailedV1(FailureV1 { kind: kind.name().into(), text });
    let bytes = encode(&answer(text)).or_else(|error| encode(&answer(error.to_string())));
    bytes.unwrap_or_default().into()
}

/// The host as the author's player sees it.
struct HostProxy<'a> {
    host: HostObject<'a>,
}

impl HostProxy<'_> {
    /// Sends a message and returns the answer, or `None` if the message is too long or the answer can't be decoded.
    fn call(&self, message: &ToHost) -> Option<FromHost> {
        let message = encode(message).ok()?;
        decode(self.host.call(RSlice::from_slice(&message)).as_slice()).ok()
    }
}

impl Host for HostProxy<'_> {
    /// Asks the program only if the stop flag is set. Otherwise no message is sent.
    fn urgency(&self) -> Urgency {
        if !self.host.is_stopped() {
            return Urgency::None;
        }
        match self.call(&ToHost::UrgencyV1) {
            // The flag was already set.
            Some(FromHost::UrgencyV1(urgency)) => wire::urgency(urgency).max(Urgency::BudgetUsed),
            _ => Urgency::MoveNow,
        }
    }

    fn is_stopped(&self) -> bool {
        self.host.is_stopped()
    }

    fn report(&self, thinking: &Thinking) {
        self.call(&ToHost::ReportV1(wire::thinking(thinking)));
    }

    fn ask(&self, prompt: &Prompt) -> Result<String, AskError> {
        match self.call(&ToHost::AskV1(wire::prompt(prompt))) {
            Some(FromHost::AnsweredV1(text)) => Ok(text),
            Some(FromHost::NotAnsweredV1(AskErrorV1::Cancelled)) => Err(AskError::Cancelled),
            _ => Err(AskError::Nobody),
        }
    }

    fn resolve(&self, text: &str) -> Result<String, String> {
        match self.call(&ToHost::ResolveV1(text.into())) {
            Some(FromHost::ResolvedV1(mv)) => Ok(mv),
            Some(FromHost::RefusedV1(why)) => Err(why),
            _ => Err("the table doesn't understand it".into()),
        }
    }

    fn log(&self, text: &str) {
        self.call(&ToHost::LogV1(text.into()));
    }
}
