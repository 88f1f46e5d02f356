//! Tests for the crate's public interface.

#![expect(clippy::unwrap_used, reason = "a test that can't continue has failed")]

mod as_written;
mod damaged_sheets;
mod json;
mod pdn;
mod records;
mod sheets;

/// The small games from the table's tests.
#[allow(dead_code, reason = "the tests of the table use more of them")]
#[path = "../../../games-package/tests/it"]
mod table {
    pub(crate) mod games;
}

use std::sync::Arc;

use board_engine::Seat;
use games_package::{
    Host, MatchSetup, Moderator, Player, PlayerError, Record, Reply, Request, SeatSetup, TableGame,
    TimeControl,
};

const FIRST: Seat = Seat::FIRST;
const SECOND: Seat = Seat::new(1);

/// Plays the first legal move.
struct First;

impl Player for First {
    fn name(&self) -> String {
        "first".into()
    }

    fn choose_move(&mut self, request: &Request, _: &dyn Host) -> Result<Reply, PlayerError> {
        Ok(Reply::play(request.legal_moves[0].as_str()))
    }
}

/// A match between two players that play the first legal move.
fn played(game: Arc<dyn TableGame>, time_control: TimeControl) -> Record {
    let seats = [First, First].map(|player| SeatSetup::new("first", Box::new(player)));
    let setup = MatchSetup { time_control, ..MatchSetup::new(game, seats.into()) };
    Moderator::new(setup).unwrap().run().unwrap().record
}
