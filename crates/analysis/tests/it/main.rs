//! Analysis of positions and matches.

#![expect(clippy::unwrap_used, reason = "a test that can't go on has failed")]

mod advising;
mod matches;
mod positions;
mod tables;

use std::sync::Arc;

use games_package::{Host, MatchSetup, Player, PlayerError, Reply, Request, SeatSetup, TableGame};

/// The game with this name.
fn game(name: &str) -> Arc<dyn TableGame> {
    game_catalog::table_game(name).unwrap()
}

/// A match with this player of the catalog in every seat.
fn setup(game: &Arc<dyn TableGame>, player: &str, options: &str) -> MatchSetup {
    let options = options.parse().unwrap();
    setup_of(game, || game_catalog::new_player(game.name(), player, &options).unwrap())
}

fn setup_of(game: &Arc<dyn TableGame>, player: impl Fn() -> Box<dyn Player>) -> MatchSetup {
    let seats = (0..game.seat_count()).map(|_| SeatSetup::new("analyst", player())).collect();
    MatchSetup::new(Arc::clone(game), seats)
}

/// A player that gives up.
struct Failing;

impl Player for Failing {
    fn name(&self) -> String {
        "failing".into()
    }

    fn choose_move(&mut self, _: &Request, _: &dyn Host) -> Result<Reply, PlayerError> {
        Err(PlayerError::new("it is too hard"))
    }
}

/// A player that thinks until it is stopped, after a first report.
struct Endless;

impl Player for Endless {
    fn name(&self) -> String {
        "endless".into()
    }

    fn choose_move(&mut self, request: &Request, host: &dyn Host) -> Result<Reply, PlayerError> {
        host.report(&games_package::Thinking::default());
        while !host.is_stopped() {
            std::thread::yield_now();
        }
        Ok(Reply::play(request.legal_moves[0].as_str()))
    }
}
