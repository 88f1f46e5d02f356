//! Whether a move that solves no puzzle wins as well.

use board_engine::{Turn, Viewer};
use games_package::{MatchState, Options, TableGame};
use opening_book::{PlayerSearch, Search};
use puzzles::is_winning;

/// The player that looks, and how many positions it looks at: more than puzzles are made with.
const STRONG: &str = "pvs";
const NODES: u64 = 200_000;

/// Whether this legal move wins, as far as a search of the position after it sees.
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
    let searched = PlayerSearch::new(player, NODES, 1).search(game, &position, &|| false);
    let is_same = after.turn() == Turn::Seat(mover);
    searched.is_ok_and(|searched| {
        is_winning(if is_same { searched.valuation } else { searched.valuation.for_other() })
    })
}
