//! Untrusted plugins' players, each in a separate process.

use std::sync::Arc;
use std::time::Duration;

use games_package::{Failure, Urgency};
use plugin_abi::message::{FromPlayer, encode};

use super::Processes;
use super::call_host::RemoteHost;
use super::frame::Kind;
use super::plugin::{ChildPlugin, ProcessError, result_of};
use super::process::{Process, Sampling};
use super::verdict::Fault;
use crate::sandbox::interface::Pool as _;
use crate::sandbox::{
    Call, IdleUsage, PluginResult, ProcessPool, Purpose, SandboxedPlayer, SandboxedPlugin,
};
use crate::{Confinement, wire};

/// The reason why a player couldn't be created.
#[derive(Debug)]
pub(super) enum ChildPlayerError {
    /// The plugin refused with this `FromPlayer`.
    Refused(Vec<u8>),
    ProcessError(ProcessError),
    /// The player couldn't be recreated during a match.
    NotRestarted(Box<Self>),
}

impl ChildPlayerError {
    /// The failure to report for the player `name`.
    pub(super) fn failure(&self, name: &str, when: &str) -> Failure {
        match self {
            Self::Refused(answer) => wire::refusal(answer),
            Self::ProcessError(error) => error.failure(name, when),
            Self::NotRestarted(error) => error.failure(name, when).at_start(),
        }
    }
}

/// A player in a child process. If the child has ended, the next call recreates the player in a new child. This works
/// at any move, because every request contains the whole match.
#[derive(Debug)]
pub(super) struct ChildPlayer {
    plugin: Arc<ChildPlugin>,
    /// The `NewPlayer` that describes the player.
    order: Vec<u8>,
    /// The `ToPlayer` message that started the current match.
    start: Option<Vec<u8>>,
    process: Option<Process>,
    /// The pool to which the player's child belongs.
    pool: Processes,
}

impl ChildPlayer {
    /// Creates the player that a `NewPlayer` describes.
    ///
    /// # Errors
    /// [`ChildPlayerError`] if the player can't be created.
    pub(super) fn create(
        plugin: &Arc<ChildPlugin>,
        order: Vec<u8>,
        pool: Processes,
    ) -> Result<Self, ChildPlayerError> {
        let plugin = Arc::clone(plugin);
        let mut player = Self { plugin, order, start: None, process: None, pool };
        player.process = Some(player.new_process()?);
        Ok(player)
    }

    fn new_process(&self) -> Result<Process, ChildPlayerError> {
        // An earlier player may have caused a reused child's fault.
        if let Some(process) = self.pool.take(&self.plugin, &self.order)
            && let Ok((process, Ok(_nothing))) = self.create_in(process)
        {
            return Ok(process);
        }
        let opened = self.plugin.open(self.pool.closed());
        let created = opened.and_then(|(process, _)| Ok(self.create_in(process)?));
        match created {
            Ok((process, Ok(_nothing))) => Ok(process),
            Ok((_, Err(answer))) => Err(ChildPlayerError::Refused(answer)),
            Err(error) => Err(ChildPlayerError::ProcessError(error)),
        }
    }

    /// Creates the player in this child. Returns the child and the plugin's answer.
    fn create_in(&self, mut process: Process) -> Result<(Process, PluginResult), Fault> {
        process.follow_this_thread();
        let frame =
            self.plugin.prepare(self.pool.closed(), &mut process, Kind::NewPlayer, &self.order)?;
        Ok((process, result_of(frame)?))
    }

    /// Sends a `ToPlayer` message and returns the `FromPlayer` answer.
    ///
    /// # Errors
    /// [`ChildPlayerError`] if no process could be started. The next call tries again.
    fn exchange(&mut self, call: &Call<'_>) -> Result<Vec<u8>, ChildPlayerError> {
        if call.purpose == Purpose::Start {
            self.start = Some(call.message.into());
        }
        let mut process = match self.process.take() {
            Some(process) => process,
            None if call.purpose == Purpose::Notify => {
                return Ok(encode(&FromPlayer::Done).unwrap_or_default());
            }
            None => self
                .restarted(call.purpose)
                .map_err(|error| ChildPlayerError::NotRestarted(Box::new(error)))?,
        };
        let share = process.log();
        let call_host = RemoteHost::new(call.label, call.host, &share, self.pool.closed());
        let kind =
            if call_host.urgency() >= Urgency::BudgetUsed { Kind::UrgentCall } else { Kind::Call };
        // The start of a match is not a turn, so the first sample follows the first move at the earliest.
        let sampling =
            if call.purpose == Purpose::Start { Sampling::Never } else { Sampling::WhenDue };
        let answer = process.exchange(kind, call.message, sampling, &call_host, call.timeouts);
        let answer = answer
            .and_then(result_of)
            .map_err(|fault| ChildPlayerError::ProcessError(fault.into()))?;
        self.process = Some(process);
        Ok(answer.unwrap_or_else(|failed| failed))
    }

    /// Starts a new child and restarts the match in it.
    fn restarted(&self, purpose: Purpose) -> Result<Process, ChildPlayerError> {
        let mut process = self.new_process()?;
        if let (Purpose::Choose, Some(start)) = (purpose, &self.start) {
            let started = self.plugin.prepare(self.pool.closed(), &mut process, Kind::Call, start);
            started.map_err(|fault| ChildPlayerError::ProcessError(fault.into()))?;
        }
        Ok(process)
    }
}

impl SandboxedPlugin for ChildPlugin {
    fn confinement(&self) -> &Confinement {
        self.manifest_confinement()
    }

    fn new_player(
        self: Arc<Self>,
        order: Vec<u8>,
        pool: &ProcessPool,
        label: &str,
    ) -> Result<Box<dyn SandboxedPlayer>, Failure> {
        match ChildPlayer::create(&self, order, pool.0.clone()) {
            Ok(player) => Ok(Box::new(player)),
            Err(error) => Err(error.failure(label, "when it was created")),
        }
    }
}

impl SandboxedPlayer for ChildPlayer {
    fn move_time_max(&self) -> Option<Duration> {
        self.plugin.move_time_max()
    }

    fn idle_usage(&self) -> Option<IdleUsage> {
        self.process.as_ref().map(Process::idle_usage)
    }

    fn call(&mut self, call: &Call<'_>) -> Result<Vec<u8>, Failure> {
        self.exchange(call).map_err(|error| error.failure(call.name, &(call.when)()))
    }

    fn tell(&mut self, message: &[u8]) -> bool {
        self.process.as_mut().is_none_or(|process| process.tell(message))
    }

    fn leave(&mut self) {
        if let Some(process) = self.process.take() {
            self.pool.keep(&self.plugin, &self.order, process);
        }
    }
}
