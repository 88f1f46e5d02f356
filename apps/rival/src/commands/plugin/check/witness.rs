//! A player that is watched: what it does wrong is noted even where the table doesn't want to know any more.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use board_engine::Seat;
use games_package::{
    Event, Failure, Host, MatchSetup, Player, PlayerError, PonderRequest, Reply, Request, Setup,
};
use plugin_host::{IdleUsage, PluginPlayer};

/// A match with a player that is watched.
pub(super) struct Watched {
    pub(super) setup: MatchSetup,
    /// Where the player sits.
    pub(super) seat: Seat,
    pub(super) seen: Seen,
}

/// What was seen of a player, from wherever it is looked at.
#[derive(Clone, Default)]
pub(super) struct Seen(Arc<Mutex<Sight>>);

#[derive(Default)]
struct Sight {
    /// The first failure.
    failure: Option<Failure>,
    /// Whether it was asked for a move that it has not given.
    thinks: bool,
    /// What its process has used between its moves, where that is measured.
    idle_usage: Option<IdleUsage>,
}

impl Seen {
    fn sight(&self) -> MutexGuard<'_, Sight> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The first failure that was seen.
    pub(super) fn failure(&self) -> Option<Failure> {
        self.sight().failure.clone()
    }

    /// Whether the player is thinking about a move, even if the table doesn't want it any more.
    pub(super) fn thinks(&self) -> bool {
        self.sight().thinks
    }

    /// What the player's process has used between its moves; none if it has no process of its own.
    pub(super) fn idle_usage(&self) -> Option<IdleUsage> {
        self.sight().idle_usage
    }

    fn note(&self, failure: Failure) {
        self.sight().failure.get_or_insert(failure);
    }
}

/// Passes everything on.
pub(super) struct Witness {
    pub(super) player: PluginPlayer,
    pub(super) seen: Seen,
}

impl Player for Witness {
    fn name(&self) -> String {
        self.player.name()
    }

    fn start(&mut self, setup: &Setup) -> Result<(), PlayerError> {
        self.player.start(setup)
    }

    /// The table doesn't hear of what goes wrong here if it has withdrawn the request; that it had to be ended since
    /// it didn't return is a failure too.
    fn choose_move(&mut self, request: &Request, host: &dyn Host) -> Result<Reply, PlayerError> {
        self.seen.sight().thinks = true;
        let reply = self.player.choose_move(request, host);
        self.seen.sight().thinks = false;
        if let Err(error) = &reply {
            self.seen.note(Failure::new(error.kind(), error.text()));
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

impl Drop for Witness {
    fn drop(&mut self) {
        self.seen.sight().idle_usage = self.player.idle_usage();
        if let Err(failure) = self.player.close() {
            self.seen.note(failure);
        }
    }
}
