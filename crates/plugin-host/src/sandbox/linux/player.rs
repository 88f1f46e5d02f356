//! Players of strangers' plugins: each in a process of its own.

use std::sync::Arc;
use std::time::Duration;

use games_package::{Failure, Urgency};
use plugin_abi::message::{FromPlayer, encode};

use super::Processes;
use super::frame::Kind;
use super::hosting::RemoteHosting;
use super::plugin::{ChildPlugin, NoProcess, result_of};
use super::process::Process;
use super::verdict::Fault;
use crate::sandbox::{Call, Given, IdleUsage, Purpose, SandboxedPlayer};
use crate::wire;

/// Why a player was not seated.
#[derive(Debug)]
pub(super) enum NotSeated {
    /// The `FromPlayer` with which the plugin refused.
    Refused(Vec<u8>),
    NoProcess(NoProcess),
}

impl NotSeated {
    /// The failure of the player called `name`.
    pub(super) fn failure(&self, name: &str, when: &str) -> Failure {
        match self {
            Self::Refused(answer) => wire::refusal(answer),
            Self::NoProcess(error) => error.failure(name, when),
        }
    }
}

/// A player in a child. It is made anew when its child has ended and it is called again: every request tells the
/// whole story, so a player can come in at any time.
#[derive(Debug)]
pub(super) struct ChildPlayer {
    plugin: Arc<ChildPlugin>,
    /// The `NewPlayer` that it was made by.
    order: Vec<u8>,
    /// The newest `ToPlayer` that began a match.
    start: Option<Vec<u8>>,
    process: Option<Process>,
    /// Where its child comes from and goes to.
    pool: Processes,
}

impl ChildPlayer {
    /// Makes the player of a `NewPlayer`.
    ///
    /// # Errors
    /// [`NotSeated`].
    pub(super) fn seat(
        plugin: &Arc<ChildPlugin>,
        order: Vec<u8>,
        pool: Processes,
    ) -> Result<Self, NotSeated> {
        let plugin = Arc::clone(plugin);
        let mut player = Self { plugin, order, start: None, process: None, pool };
        player.process = Some(player.new_process()?);
        Ok(player)
    }

    fn new_process(&self) -> Result<Process, NotSeated> {
        // What goes wrong in a child that has played before says nothing about who plays now.
        if let Some(process) = self.pool.take(&self.plugin, &self.order)
            && let Ok((process, Ok(_nothing))) = self.seat_in(process)
        {
            return Ok(process);
        }
        let opened = self.plugin.open(&self.pool);
        let seated = opened.and_then(|(process, _)| Ok(self.seat_in(process)?));
        match seated {
            Ok((process, Ok(_nothing))) => Ok(process),
            Ok((_, Err(answer))) => Err(NotSeated::Refused(answer)),
            Err(error) => Err(NotSeated::NoProcess(error)),
        }
    }

    /// The child, and what the plugin says to being asked for the player.
    fn seat_in(&self, mut process: Process) -> Result<(Process, Given), Fault> {
        process.follow_this_thread();
        let frame = self.plugin.prepare(&self.pool, &mut process, Kind::Seat, &self.order)?;
        Ok((process, result_of(frame)?))
    }

    /// The `FromPlayer` that answers a `ToPlayer`.
    ///
    /// # Errors
    /// [`NotSeated`] if there is no process any more; it is not tried again before the next call.
    fn exchange(&mut self, call: &Call<'_>) -> Result<Vec<u8>, NotSeated> {
        if call.purpose == Purpose::Start {
            self.start = Some(call.message.into());
        }
        let mut process = match self.process.take() {
            Some(process) => process,
            None if call.purpose == Purpose::Tell => {
                return Ok(encode(&FromPlayer::Done).unwrap_or_default());
            }
            None => self.revived(call.purpose)?,
        };
        let share = process.log();
        let hosting = RemoteHosting::new(call.label, call.host, &share, &self.pool);
        let kind =
            if hosting.urgency() >= Urgency::BudgetUsed { Kind::HurriedCall } else { Kind::Call };
        let answer = process.exchange(kind, call.message, &hosting, call.patience);
        let answer =
            answer.and_then(result_of).map_err(|fault| NotSeated::NoProcess(fault.into()))?;
        self.process = Some(process);
        Ok(answer.unwrap_or_else(|failed| failed))
    }

    /// A new child, which is told how the match began.
    fn revived(&self, purpose: Purpose) -> Result<Process, NotSeated> {
        let mut process = self.new_process()?;
        if let (Purpose::Choose, Some(start)) = (purpose, &self.start) {
            let started = self.plugin.prepare(&self.pool, &mut process, Kind::Call, start);
            started.map_err(|fault| NotSeated::NoProcess(fault.into()))?;
        }
        Ok(process)
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
