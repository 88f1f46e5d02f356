//! Motifs that a game states itself.

use board_engine::Game;

/// What the solution of a puzzle can be about that only its own game knows.
#[derive(Debug)]
pub struct GameMotif<G: Game> {
    /// Its name, a word in lower case: "fork".
    pub name: &'static str,
    /// Whether the solution with these moves from the position is about it. The moves are legal; the first and the last one are
    /// those of the side to move.
    pub fits: fn(&G, &G::Position, &[G::Move]) -> bool,
}
