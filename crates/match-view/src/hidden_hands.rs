//! Whether a game hides something from its players.

use board_engine::{Turn, Viewer};
use games_package::TableGame;

/// Whether the first position after the deal has hidden information.
pub fn deals_hidden_hands(game: &dyn TableGame) -> bool {
    let Ok(mut state) = game.open(None) else { return false };
    while state.turn() == Turn::Chance && state.play_drawn(&mut |_| 0).is_some() {}
    state.position(Viewer::Public) != state.position(Viewer::Arbiter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hands_are_hidden_and_boards_are_not() {
        let hides = |name| deals_hidden_hands(&*game_catalog::table_game(name).unwrap());
        assert!(hides("dominoes") && hides("kuhn-poker"));
        assert!(!hides("checkers") && !hides("backgammon"));
    }
}
