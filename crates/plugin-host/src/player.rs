//! A plugin's player at the table.

use std::fmt;
use std::time::Duration;

use abi_stable::sabi_trait::TD_Opaque;
use abi_stable::sabi_types::RRef;
use abi_stable::std_types::RSlice;
use games_package::{
    Event, Failure, FailureKind, Host, Player, PlayerError, PonderRequest, Reply, Request, Setup,
};
use plugin_abi::message::{FromPlayer, MessageError, ToPlayer, decode, encode};
use plugin_abi::{HostCalls_TO, PlayerObject};

use crate::error::line_of;
use crate::host_calls::Hosting;
use crate::log_share::{CallLog, LogShare};
use crate::sandbox::{Call, IdleUsage, Patience, Purpose, SandboxedPlayer};
use crate::wire;

/// How long a player in a child process may take to start, beyond the table's own patience.
const START_TIME_MAX: Duration = Duration::from_secs(20);

/// How long a player in a child process may take to hear of something.
const OBSERVE_TIME_MAX: Duration = Duration::from_secs(5);

/// How long a player in a child process may take to free what it holds.
const CLOSE_TIME_MAX: Duration = Duration::from_millis(300);

/// How long after its deadline a player in a child process is ended: the table has given its verdict by then.
const AFTER_DEADLINE: Duration = Duration::from_millis(50);

/// The most characters of what a player calls itself.
const NAME_CHARS_MAX: usize = 64;

/// The most characters of a position that a failure is told with.
const POSITION_CHARS_MAX: usize = 80;

/// A player that a plugin has made: every call becomes a message to it, and every fault of it an error.
pub struct PluginPlayer {
    /// The plugin and the player: "lucky/seventh".
    label: String,
    /// What it calls itself, once it has started.
    name: Option<String>,
    /// Which plugin, and where it runs.
    origin: String,
    seated: Seated,
    /// The newest revision of the messages that the plugin understands.
    revision: u32,
    /// What went wrong where there was nobody to tell.
    untold: Option<Failure>,
    /// Whether anything has ever gone wrong with it.
    has_failed: bool,
    is_closed: bool,
}

/// Where the player's code runs.
pub(crate) enum Seated {
    /// In this process, with what it has filled of the log.
    InProcess(PlayerObject, LogShare),
    /// In one of its own.
    Sandboxed(Box<dyn SandboxedPlayer>),
}

/// How a message to a player in a child process is sent.
struct Sending<'a> {
    purpose: Purpose,
    patience: Patience,
    /// What the player is doing, for the report on its failure: "at move 3 in W:W1".
    when: &'a dyn Fn() -> String,
}

impl PluginPlayer {
    fn move_time_max(&self) -> Option<Duration> {
        match &self.seated {
            Seated::InProcess(..) => None,
            Seated::Sandboxed(player) => player.move_time_max(),
        }
    }

    pub(crate) fn new(label: String, origin: String, seated: Seated, revision: u32) -> Self {
        Self {
            label,
            name: None,
            origin,
            seated,
            revision,
            untold: None,
            has_failed: false,
            is_closed: false,
        }
    }

    /// What its process has used of the processors between its calls; none where it runs in this process.
    pub fn idle_usage(&self) -> Option<IdleUsage> {
        match &self.seated {
            Seated::InProcess(..) => None,
            Seated::Sandboxed(player) => player.idle_usage(),
        }
    }

    /// Lets the player free what it holds; it can't be called after this. Dropping does it too, and tells the log alone.
    ///
    /// # Errors
    /// What the player did wrong meanwhile, or where there was nobody to tell.
    pub fn close(&mut self) -> Result<(), Failure> {
        if self.is_closed {
            return Ok(());
        }
        self.is_closed = true;
        let sending = Sending {
            purpose: Purpose::Tell,
            patience: Patience::of(CLOSE_TIME_MAX),
            when: &|| "when it was closed".into(),
        };
        let answer = self.call(&ToPlayer::Close, None, &sending)?;
        if let Seated::Sandboxed(player) = &mut self.seated
            && answer == FromPlayer::Done
            && !self.has_failed
        {
            player.leave();
        }
        Ok(())
    }

    /// Sends a message and gives the answer.
    fn call(
        &mut self,
        message: &ToPlayer<'_>,
        host: Option<&dyn Host>,
        sending: &Sending<'_>,
    ) -> Result<FromPlayer, Failure> {
        let answer = self.exchange(message, host, sending);
        self.has_failed |= answer.is_err();
        answer
    }

    fn exchange(
        &mut self,
        message: &ToPlayer<'_>,
        host: Option<&dyn Host>,
        sending: &Sending<'_>,
    ) -> Result<FromPlayer, Failure> {
        if let Some(failure) = self.untold.take() {
            return Err(failure);
        }
        let message = encode(message).map_err(|error| not_understood("it was sent", &error))?;
        let answer = match &mut self.seated {
            Seated::InProcess(player, share) => {
                let log = CallLog::of(share);
                let hosting = Hosting { label: &self.label, host, log };
                let lent = HostCalls_TO::from_ptr(RRef::new(&hosting), TD_Opaque);
                player.call(RSlice::from_slice(&message), lent).into_vec()
            }
            Seated::Sandboxed(player) => player.call(&Call {
                purpose: sending.purpose,
                message: &message,
                patience: sending.patience,
                label: &self.label,
                name: self.name.as_ref().unwrap_or(&self.label),
                host,
                when: sending.when,
            })?,
        };
        match decode(&answer) {
            Ok(FromPlayer::FailedV1(failure)) => Err(wire::failure(&failure)),
            Ok(answer) => Ok(answer),
            Err(error) => Err(not_understood("it sent", &error)),
        }
    }

    fn out_of_place(&mut self) -> Failure {
        self.has_failed = true;
        let detail = "it answered something else than what it was asked";
        Failure::new(FailureKind::ProtocolError, detail)
    }

    /// Lets a player in a child process hear of an event before its next call. Whether that is all that there is to do.
    fn tell_child(&mut self, message: &ToPlayer<'_>) -> bool {
        let Seated::Sandboxed(player) = &mut self.seated else { return false };
        encode(message).is_ok_and(|message| player.tell(&message))
    }

    /// Sends a message to which there is nothing to say, and keeps what goes wrong.
    fn notify(&mut self, message: &ToPlayer<'_>, host: Option<&dyn Host>, sending: &Sending<'_>) {
        self.untold = match self.call(message, host, sending) {
            Ok(FromPlayer::Done) => None,
            Ok(_) => Some(self.out_of_place()),
            Err(failure) => Some(failure),
        };
    }
}

/// "at move 3 in W:W1", for a request.
fn at_move(request: &Request) -> String {
    let number = request.moves.split_whitespace().count() + 1;
    let mut position: String = request.position.chars().take(POSITION_CHARS_MAX).collect();
    if position.len() < request.position.len() {
        position.push('…');
    }
    format!("at move {number} in {position}")
}

fn not_understood(what: &str, error: &MessageError) -> Failure {
    Failure::new(FailureKind::ProtocolError, format!("{what} {error}"))
}

impl Player for PluginPlayer {
    fn name(&self) -> String {
        self.name.as_ref().unwrap_or(&self.label).clone()
    }

    fn origin(&self) -> Option<String> {
        Some(self.origin.clone())
    }

    fn start(&mut self, setup: &Setup) -> Result<(), PlayerError> {
        let message = match self.revision {
            0 | 1 => ToPlayer::StartV1(wire::setup_v1(setup)),
            _ => ToPlayer::StartV2(wire::setup_v2(setup)),
        };
        let sending = Sending {
            purpose: Purpose::Start,
            patience: Patience::of(START_TIME_MAX),
            when: &|| "at the start of a match".into(),
        };
        let answer = match self.call(&message, None, &sending) {
            Ok(FromPlayer::StartedV1(name)) => Ok(name),
            Ok(_) => Err(self.out_of_place()),
            Err(failure) => Err(failure),
        };
        let name = answer.map_err(|failure| wire::player_error(&failure))?;
        self.name = Some(line_of(&name, NAME_CHARS_MAX)).filter(|name| !name.is_empty());
        Ok(())
    }

    fn choose_move(&mut self, request: &Request, host: &dyn Host) -> Result<Reply, PlayerError> {
        let sending = Sending {
            purpose: Purpose::Choose,
            patience: Patience {
                limit: request.time_left.or(self.move_time_max()),
                grace: AFTER_DEADLINE,
                budget: request.budget,
            },
            when: &|| at_move(request),
        };
        let message = ToPlayer::ChooseV1(wire::request(request));
        let answer = match self.call(&message, Some(host), &sending) {
            Ok(FromPlayer::RepliedV1(reply)) => Ok(wire::reply(reply)),
            Ok(_) => Err(self.out_of_place()),
            Err(failure) => Err(failure),
        };
        answer.map_err(|failure| wire::player_error(&failure))
    }

    /// A failure here is told when the player is called next. A plugin of the first revision doesn't ponder.
    fn ponder(&mut self, request: &PonderRequest, host: &dyn Host) {
        if self.revision > 1 {
            let sending = Sending {
                purpose: Purpose::Tell,
                patience: Patience::default(),
                when: &|| "while it pondered".into(),
            };
            let message = ToPlayer::PonderV1(wire::ponder_request(request));
            self.notify(&message, Some(host), &sending);
        }
    }

    /// A failure here is told when the player is called next.
    fn observe(&mut self, event: &Event) {
        let Some(event) = wire::event(event) else { return };
        let message = ToPlayer::ObserveV1(event);
        if self.tell_child(&message) {
            return;
        }
        let sending = Sending {
            purpose: Purpose::Tell,
            patience: Patience::of(OBSERVE_TIME_MAX),
            when: &|| "when it was told of the match".into(),
        };
        self.notify(&message, None, &sending);
    }
}

/// The plugin's player is dropped inside of a guarded call, so that a panic of its destructor reaches the log.
impl Drop for PluginPlayer {
    fn drop(&mut self) {
        if let Err(failure) = self.close() {
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
