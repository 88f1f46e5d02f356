//! A plugin's player at the table.

use std::fmt;
use std::time::Duration;

use abi_stable::sabi_trait::TD_Opaque;
use abi_stable::sabi_types::RRef;
use abi_stable::std_types::RSlice;
use games_package::{
    Event, Failure, FailureKind, Host, MoveLimit, Player, PlayerError, PonderRequest, Reply,
    Request, Setup,
};
use plain_protocol::PlainPlayer;
use plugin_abi::message::{FromPlayer, MessageError, ToPlayer, decode, encode};
use plugin_abi::{HostCalls_TO, PlayerObject};

use crate::error::line_of;
use crate::host_calls::CallHost;
use crate::log_quota::{CallQuota, LogQuota};
use crate::sandbox::{Call, IdleUsage, Purpose, SandboxedPlayer, Timeouts};
use crate::wire;

/// The time limit for starting a player in a child process, in addition to the table's own limit.
const START_TIME_MAX: Duration = Duration::from_secs(20);

/// The time limit for an event in a child process.
const OBSERVE_TIME_MAX: Duration = Duration::from_secs(5);

/// The time limit for freeing a player in a child process.
const CLOSE_TIME_MAX: Duration = Duration::from_millis(300);

/// The time from a deadline until a player in a child process is killed. By then, the table has declared that the
/// player lost on time.
const AFTER_DEADLINE: Duration = Duration::from_millis(50);

/// Maximum number of characters in the name that a player reports.
const NAME_CHARS_MAX: usize = 64;

/// A player created by a plugin. Every call becomes a message to the plugin, and every fault becomes an error.
pub struct PluginPlayer {
    /// The plugin and the player, such as "lucky/seventh".
    label: String,
    /// The name that the player reports once it has started.
    name: Option<String>,
    /// The plugin's file, and the process that runs the plugin.
    origin: String,
    backend: Backend,
    /// The tolerated delay for a move in this match.
    margin: Duration,
    /// Time limit for a move without a clock.
    move_limit: MoveLimit,
    /// A failure in a call that can't return it.
    pending_failure: Option<Failure>,
    /// Whether any call has failed.
    has_failed: bool,
    is_closed: bool,
}

/// The process that runs the player's code.
pub(crate) enum Backend {
    /// The player runs in this process, with its log quota.
    InProcess(PlayerObject, LogQuota),
    /// The player runs in a separate process.
    Sandboxed(Box<dyn SandboxedPlayer>),
    /// The player is a separate program, which speaks the plain protocol.
    Program(Box<PlainPlayer>),
}

/// The context for a call to a player in a child process.
struct CallContext<'a> {
    purpose: Purpose,
    timeouts: Timeouts,
    /// The player's current action, for error messages, such as "at move 3 in W:W1".
    when: &'a dyn Fn() -> String,
}

impl PluginPlayer {
    /// Creates a program's player.
    pub(crate) fn of_program(label: String, origin: String, player: PlainPlayer) -> Self {
        Self::new(label, origin, Backend::Program(Box::new(player)))
    }

    /// Time limit for an answer from a player in a child process, including the match's margin.
    fn answer_time_max(&self, request: &Request) -> Option<Duration> {
        let Backend::Sandboxed(player) = &self.backend else { return request.time_left };
        let of_move = self.move_limit.duration().into_iter().chain(player.move_time_max()).min();
        request.time_left.or(of_move).map(|limit| limit.saturating_add(self.margin))
    }

    pub(crate) fn new(label: String, origin: String, backend: Backend) -> Self {
        Self {
            label,
            name: None,
            origin,
            backend,
            margin: Duration::ZERO,
            move_limit: MoveLimit::NONE,
            pending_failure: None,
            has_failed: false,
            is_closed: false,
        }
    }

    /// The CPU time that the player's process used between calls. `None` if the player runs in this process or is a
    /// program, which is suspended between calls.
    pub fn idle_usage(&self) -> Option<IdleUsage> {
        match &self.backend {
            Backend::InProcess(..) | Backend::Program(_) => None,
            Backend::Sandboxed(player) => player.idle_usage(),
        }
    }

    /// Lets the player free its resources. The player can't be called afterwards. Dropping the player does the same but
    /// only logs errors.
    ///
    /// # Errors
    /// The player's failure in this call, or in an earlier call that couldn't return a failure.
    pub fn close(&mut self) -> Result<(), Failure> {
        if self.is_closed {
            return Ok(());
        }
        self.is_closed = true;
        if let Backend::Program(player) = &mut self.backend {
            return player.close();
        }
        let context = CallContext {
            purpose: Purpose::Notify,
            timeouts: Timeouts::of(CLOSE_TIME_MAX),
            when: &|| "when it was closed".into(),
        };
        let answer = self.call(&ToPlayer::Close, None, &context)?;
        if let Backend::Sandboxed(player) = &mut self.backend
            && answer == FromPlayer::Done
            && !self.has_failed
        {
            player.leave();
        }
        Ok(())
    }

    /// Sends a message and returns the answer.
    fn call(
        &mut self,
        message: &ToPlayer<'_>,
        host: Option<&dyn Host>,
        context: &CallContext<'_>,
    ) -> Result<FromPlayer, Failure> {
        let answer = self.exchange(message, host, context);
        self.has_failed |= answer.is_err();
        answer
    }

    fn exchange(
        &mut self,
        message: &ToPlayer<'_>,
        host: Option<&dyn Host>,
        context: &CallContext<'_>,
    ) -> Result<FromPlayer, Failure> {
        if let Some(failure) = self.pending_failure.take() {
            return Err(failure);
        }
        let message = encode(message).map_err(|error| not_understood("it was sent", &error))?;
        let answer = match &mut self.backend {
            Backend::InProcess(player, share) => {
                let log = CallQuota::of(share);
                let call_host = CallHost { label: &self.label, host, log };
                let lent = HostCalls_TO::from_ptr(RRef::new(&call_host), TD_Opaque);
                player.call(RSlice::from_slice(&message), lent).into_vec()
            }
            Backend::Sandboxed(player) => player.call(&Call {
                purpose: context.purpose,
                message: &message,
                timeouts: context.timeouts,
                label: &self.label,
                name: self.name.as_ref().unwrap_or(&self.label),
                host,
                when: context.when,
            })?,
            Backend::Program(_) => return Err(self.unexpected_answer()),
        };
        match decode(&answer) {
            Ok(FromPlayer::FailedV1(failure)) => Err(wire::failure(&failure)),
            Ok(answer) => Ok(answer),
            Err(error) => Err(not_understood("it sent", &error)),
        }
    }

    fn unexpected_answer(&mut self) -> Failure {
        self.has_failed = true;
        let detail = "its answer doesn't match the request";
        Failure::new(FailureKind::ProtocolError, detail)
    }

    /// Queues an event for a player in a child process, to be sent with the next call. Returns `false` if the event
    /// needs a separate call.
    fn queue_event(&mut self, message: &ToPlayer<'_>) -> bool {
        let Backend::Sandboxed(player) = &mut self.backend else { return false };
        encode(message).is_ok_and(|message| player.tell(&message))
    }

    /// Sends a message that needs no answer. Stores a failure for the next call.
    fn notify(
        &mut self,
        message: &ToPlayer<'_>,
        host: Option<&dyn Host>,
        context: &CallContext<'_>,
    ) {
        self.pending_failure = match self.call(message, host, context) {
            Ok(FromPlayer::Done) => None,
            Ok(_) => Some(self.unexpected_answer()),
            Err(failure) => Some(failure),
        };
    }
}

fn not_understood(what: &str, error: &MessageError) -> Failure {
    Failure::new(FailureKind::ProtocolError, format!("{what} {error}"))
}

impl Player for PluginPlayer {
    fn name(&self) -> String {
        match &self.backend {
            Backend::Program(player) => player.name(),
            _ => self.name.as_ref().unwrap_or(&self.label).clone(),
        }
    }

    fn origin(&self) -> Option<String> {
        Some(self.origin.clone())
    }

    fn start_time(&self) -> Duration {
        match &self.backend {
            Backend::Program(player) => player.start_time(),
            _ => Duration::ZERO,
        }
    }

    fn start(&mut self, setup: &Setup) -> Result<(), PlayerError> {
        if let Backend::Program(player) = &mut self.backend {
            return player.start(setup);
        }
        (self.margin, self.move_limit) = (setup.margin, setup.move_limit);
        let message = ToPlayer::StartV1(wire::setup(setup));
        let context = CallContext {
            purpose: Purpose::Start,
            timeouts: Timeouts::of(START_TIME_MAX),
            when: &|| "at the start of a match".into(),
        };
        let answer = match self.call(&message, None, &context) {
            Ok(FromPlayer::StartedV1(name)) => Ok(name),
            Ok(_) => Err(self.unexpected_answer()),
            Err(failure) => Err(failure),
        };
        let name = answer.map_err(|failure| wire::player_error(&failure))?;
        self.name = Some(line_of(&name, NAME_CHARS_MAX)).filter(|name| !name.is_empty());
        Ok(())
    }

    fn choose_move(&mut self, request: &Request, host: &dyn Host) -> Result<Reply, PlayerError> {
        if let Backend::Program(player) = &mut self.backend {
            return player.choose_move(request, host);
        }
        let context = CallContext {
            purpose: Purpose::Choose,
            timeouts: Timeouts {
                limit: self.answer_time_max(request),
                grace: AFTER_DEADLINE,
                budget: request.budget,
            },
            when: &|| request.described(),
        };
        let message = ToPlayer::ChooseV1(wire::request(request));
        let answer = match self.call(&message, Some(host), &context) {
            Ok(FromPlayer::RepliedV1(reply)) => Ok(wire::reply(reply)),
            Ok(_) => Err(self.unexpected_answer()),
            Err(failure) => Err(failure),
        };
        answer.map_err(|failure| wire::player_error(&failure))
    }

    /// If this call fails, the next call reports it.
    fn ponder(&mut self, request: &PonderRequest, host: &dyn Host) {
        if let Backend::Program(player) = &mut self.backend {
            return player.ponder(request, host);
        }
        let context = CallContext {
            purpose: Purpose::Notify,
            timeouts: Timeouts::default(),
            when: &|| "while it pondered".into(),
        };
        let message = ToPlayer::PonderV1(wire::ponder_request(request));
        self.notify(&message, Some(host), &context);
    }

    /// If this call fails, the next call reports it.
    fn observe(&mut self, event: &Event) {
        if matches!(self.backend, Backend::Program(_)) {
            return;
        }
        let Some(event) = wire::event(event) else { return };
        let message = ToPlayer::ObserveV1(event);
        if self.queue_event(&message) {
            return;
        }
        let context = CallContext {
            purpose: Purpose::Notify,
            timeouts: Timeouts::of(OBSERVE_TIME_MAX),
            when: &|| "when it was notified of an event".into(),
        };
        self.notify(&message, None, &context);
    }
}

/// Drops the plugin's player in a guarded call, and logs a panic in its destructor.
impl Drop for PluginPlayer {
    fn drop(&mut self) {
        if let Err(failure) = self.close() {
            tracing::warn!(player = self.label, %failure, "failed when it was dropped");
        }
    }
}

/// Shows the plugin, the player and its name.
impl fmt::Debug for PluginPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PluginPlayer")
            .field("label", &self.label)
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}
