//! Small games, each with one special case for the table.

mod race;
mod ring;
mod rolls;
mod secret;
mod stones;

use std::sync::Arc;

use board_engine::{Coordinates, Diagram, Geometry, NotationError, Seat};
use games_package::{Rules, TableGame};

/// The player that takes the last stone of a heap wins; a move takes one, two or three stones.
pub(crate) fn stones(seats: usize, heap: u32) -> Arc<dyn TableGame> {
    let game = stones::Stones { seats, heap, hopeless: None };
    Arc::new(Rules::new(format!("stones:{seats}"), game))
}

/// The same game for two players, where one of them can no longer win.
pub(crate) fn stones_without_hope(heap: u32, hopeless: Seat) -> Arc<dyn TableGame> {
    let game = stones::Stones { seats: 2, heap, hopeless: Some(hopeless) };
    Arc::new(Rules::new("stones:2", game))
}

/// A game where two seats roll dice in turn, and can add each roll to their own sum; the first seat to reach 12 wins.
pub(crate) fn race() -> Arc<dyn TableGame> {
    Arc::new(Rules::new("race", race::Race))
}

/// A game where two seats push one token around a ring of four places; the third occurrence of a position is a draw.
pub(crate) fn ring() -> Arc<dyn TableGame> {
    Arc::new(Rules::new("ring", ring::Ring))
}

/// A game where chance rolls this number of times before the first seat ends it.
pub(crate) fn rolls(count: u16) -> Arc<dyn TableGame> {
    Arc::new(Rules::new("rolls", rolls::Rolls { count, weight: 1, spoken: 0 }))
}

/// The first seat speaks, chance has one option, and the first seat ends the game.
pub(crate) fn two_rounds() -> Arc<dyn TableGame> {
    Arc::new(Rules::new("two rounds", rolls::Rolls { count: 2, weight: 1, spoken: 1 }))
}

/// A game where chance is to roll, but no result is possible: a bug in its rules.
pub(crate) fn blank_dice() -> Arc<dyn TableGame> {
    Arc::new(Rules::new("blank dice", rolls::Rolls { count: 1, weight: 0, spoken: 0 }))
}

/// A game where two seats each get a card, face down, and then guess who has the higher one.
pub(crate) fn secret() -> Arc<dyn TableGame> {
    Arc::new(Rules::new("secret", secret::Secret))
}

/// The move in `moves` that is written as `text`.
fn find<M: Copy>(
    moves: &[M],
    text: &str,
    format: impl Fn(M) -> String,
) -> Result<M, NotationError> {
    let fitting = moves.iter().copied().find(|&mv| format(mv) == text);
    fitting.ok_or_else(|| {
        let known: Vec<String> = moves.iter().map(|&mv| format(mv)).collect();
        NotationError::malformed_move(text, 0, format!("one of {}", known.join(", ")))
    })
}

/// These games don't need a board.
fn board() -> Diagram {
    Diagram::new(Geometry::rectangle(1, 1), Coordinates::AtEdges, |_| "a1".into())
}
