//! Records a player's failures even when the match no longer waits for the player.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use board_engine::Seat;
use games_package::{
    Event, Failure, Host, MatchSetup, Player, PlayerError, PonderRequest, Reply, Request, Setup,
};

use crate::player::PluginPlayer;
use crate::sandbox::IdleUsage;

/// A match with an observed player.
pub(super) struct ObservedMatch<'a> {
    pub(super) setup: MatchSetup,
    /// The observed player's seat.
    pub(super) seat: Seat,
    pub(super) observations: Observations,
    /// The usual cause of a missing answer, as the end of a sentence.
    pub(super) late_hint: &'static str,
    /// Whether the user has interrupted the checks.
    pub(super) is_interrupted: &'a AtomicBool,
}

/// The observations about a player, shared between threads.
#[derive(Clone, Default)]
pub(super) struct Observations(Arc<Mutex<Observed>>);

#[derive(Default)]
struct Observed {
    /// The first failure.
    failure: Option<Failure>,
    /// Whether a request for a move is open.
    is_thinking: bool,
    /// The CPU time that the player's process used between its moves, if measured.
    idle_usage: Option<IdleUsage>,
}

impl Observations {
    fn observed(&self) -> MutexGuard<'_, Observed> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The first failure.
    pub(super) fn failure(&self) -> Option<Failure> {
        self.observed().failure.clone()
    }

    /// Returns `true` if the player is still thinking about a move, even if the request was withdrawn.
    pub(super) fn is_thinking(&self) -> bool {
        self.observed().is_thinking
    }

    /// The CPU time that the player's process used between its moves; `None` if the player runs in this process.
    pub(super) fn idle_usage(&self) -> Option<IdleUsage> {
        self.observed().idle_usage
    }

    fn note(&self, failure: Failure) {
        self.observed().failure.get_or_insert(failure);
    }
}

/// Forwards all calls to the player and records its failures.
pub(super) struct ObservedPlayer {
    pub(super) player: PluginPlayer,
    pub(super) observations: Observations,
}

impl Player for ObservedPlayer {
    fn name(&self) -> String {
        self.player.name()
    }

    /// The match must wait until the player reports its own failure, because that failure states the cause.
    fn start_time(&self) -> Duration {
        self.player.start_time()
    }

    fn start(&mut self, setup: &Setup) -> Result<(), PlayerError> {
        self.player.start(setup)
    }

    /// Records failures here because the match ignores them after it has withdrawn the request. A process that had to
    /// be killed because it didn't return is also a failure.
    fn choose_move(&mut self, request: &Request, host: &dyn Host) -> Result<Reply, PlayerError> {
        self.observations.observed().is_thinking = true;
        let reply = self.player.choose_move(request, host);
        self.observations.observed().is_thinking = false;
        if let Err(error) = &reply {
            self.observations.note(Failure::new(error.kind(), error.text()));
        }
        reply
    }

    fn ponder(&mut self, request: &PonderRequest, host: &dyn Host) {
        self.player.ponder(request, host);
    }

    fn observe(&mut self, event: &Event) {
        self.player.observe(event);
    }
}

impl Drop for ObservedPlayer {
    fn drop(&mut self) {
        self.observations.observed().idle_usage = self.player.idle_usage();
        if let Err(failure) = self.player.close() {
            self.observations.note(failure);
        }
    }
}
