//! A player that doesn't ponder, in a match that lets its opponent ponder.

use std::time::Duration;

use games_package::{Event, Host, Player, PlayerError, PonderRequest, Reply, Request, Setup};

/// A player that doesn't ponder.
pub(super) struct WithoutPondering(Box<dyn Player>);

impl WithoutPondering {
    pub(super) fn boxed(player: Box<dyn Player>) -> Box<dyn Player> {
        Box::new(Self(player))
    }
}

impl Player for WithoutPondering {
    fn name(&self) -> String {
        self.0.name()
    }

    fn origin(&self) -> Option<String> {
        self.0.origin()
    }

    fn start_time(&self) -> Duration {
        self.0.start_time()
    }

    fn start(&mut self, setup: &Setup) -> Result<(), PlayerError> {
        self.0.start(&Setup { pondering: false, ..setup.clone() })
    }

    fn choose_move(&mut self, request: &Request, host: &dyn Host) -> Result<Reply, PlayerError> {
        self.0.choose_move(request, host)
    }

    fn ponder(&mut self, _: &PonderRequest, _: &dyn Host) {}

    fn observe(&mut self, event: &Event) {
        self.0.observe(event);
    }
}
