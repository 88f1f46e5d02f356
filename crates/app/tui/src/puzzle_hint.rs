//! Hints for puzzles.

use board_engine::Viewer;
use games_package::MatchState;

/// The square of the piece that moves, as a sentence. `expected` is the next move of the solution.
pub(crate) fn hint(state: &dyn MatchState, expected: &str) -> String {
    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    let index = moves.iter().position(|mv| mv == expected);
    let route = index.and_then(|index| state.routes().into_iter().nth(index));
    let from = route.and_then(|route| route.first().copied());
    let name = from.map(|from| state.diagram(Viewer::Arbiter).name(from).to_owned());
    name.map_or_else(|| "No hint available.".into(), |name| format!("The move starts on {name}."))
}
