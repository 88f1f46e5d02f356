//! Runs programs at a lower priority than the server, so people's moves don't have to wait for programs.

use std::time::Duration;

use games_package::{
    Event, Host, MatchSetup, Player, PlayerError, PonderRequest, Reply, Request, SeatSetup, Setup,
};
use rustix::process::setpriority_process;
use tracing::debug;

/// The niceness of thinking threads, at most 19. On a busy CPU, such threads get about a tenth of the time.
const NICENESS: i32 = 10;

/// A player on a thread with lower priority.
struct Background(Box<dyn Player>);

/// Makes this match's programs think in the background.
pub(crate) fn think_in_background(mut setup: MatchSetup) -> MatchSetup {
    let in_background = |seat: SeatSetup| {
        if seat.is_person {
            return seat;
        }
        SeatSetup { player: Box::new(Background(seat.player)), ..seat }
    };
    setup.seats = setup.seats.into_iter().map(in_background).collect();
    setup
}

impl Player for Background {
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
        // On Linux, this sets the priority of the calling thread and the threads that it starts (setpriority(2)).
        if let Err(error) = setpriority_process(None, NICENESS) {
            debug!(%error, "cannot lower the priority of a player's thread");
        }
        self.0.start(setup)
    }

    fn choose_move(&mut self, request: &Request, host: &dyn Host) -> Result<Reply, PlayerError> {
        self.0.choose_move(request, host)
    }

    fn ponder(&mut self, request: &PonderRequest, host: &dyn Host) {
        self.0.ponder(request, host);
    }

    fn observe(&mut self, event: &Event) {
        self.0.observe(event);
    }
}
