//! Checks whether a move other than a puzzle's solution also wins.

use std::time::{Duration, Instant};

use analysis::puzzles::is_winning;
use board_engine::{Turn, Viewer};
use games_package::{MatchState, Options, TableGame};
use opening_book::{PlayerSearch, Search};

/// The player used for the search, and its node limit, which is higher than for creating puzzles.
const STRONG: &str = "pvs";
const NODES: u64 = 200_000;

/// Time limit for the search, needed because each node in a crafted position can take a thousand times as long.
const TIME_MAX: Duration = Duration::from_secs(5);

/// Returns `true` if this legal move wins according to a search from the resulting position.
pub fn wins(game: &dyn TableGame, state: &dyn MatchState, mv: &str) -> bool {
    let Turn::Seat(mover) = state.turn() else { return false };
    let mut after = state.fork();
    if after.play(mv).is_err() {
        return false;
    }
    if let Some(outcome) = after.outcome() {
        return outcome.payoff(mover) > 0;
    }
    let Ok(player) = game_catalog::new_player(game.name(), STRONG, &Options::default()) else {
        return false;
    };
    let position = after.position(Viewer::Arbiter);
    let end = Instant::now() + TIME_MAX;
    let is_late = || Instant::now() >= end;
    let searched = PlayerSearch::new(player, NODES, 1).search(game, &position, &is_late);
    let is_same = after.turn() == Turn::Seat(mover);
    searched.is_ok_and(|searched| {
        is_winning(if is_same { searched.valuation } else { searched.valuation.for_other() })
    })
}
