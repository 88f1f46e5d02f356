//! Openings from other programs' books.

use std::collections::BTreeSet;

use board_engine::{Turn, Viewer};
use games_package::TableGame;
use opening_book::WeightedBook;
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use super::{
    MISSES_MARGIN, MISSES_PER_POSITION_MAX, OPENINGS_MAX, Opening, OpeningError, Openings,
};

impl Openings {
    /// Draws at most `count` book lines to distinct positions, with up to `plies` plies each. Draws moves by weight.
    ///
    /// # Errors
    /// [`OpeningError::Empty`] if the book has no move in the initial position.
    pub fn from_book(
        game: &dyn TableGame,
        book: &dyn WeightedBook,
        plies: usize,
        count: usize,
        seed: u64,
    ) -> Result<Self, OpeningError> {
        let mut chance = ChaCha8Rng::seed_from_u64(seed);
        let (mut seen, mut openings, mut misses) = (BTreeSet::new(), Vec::new(), 0);
        let count = count.clamp(1, OPENINGS_MAX);
        while openings.len() < count
            && misses < MISSES_PER_POSITION_MAX * (seen.len() + MISSES_MARGIN)
        {
            let Some((moves, position)) = line(game, book, plies, &mut chance) else {
                return Err(OpeningError::Empty);
            };
            misses += 1;
            if seen.insert(position) {
                misses = 0;
                openings.push(Opening { position: None, moves });
            }
        }
        Ok(Self::from(openings))
    }
}

/// A book line and the position after it. `None` if the line has no moves.
fn line(
    game: &dyn TableGame,
    book: &dyn WeightedBook,
    plies: usize,
    chance: &mut ChaCha8Rng,
) -> Option<(Vec<String>, String)> {
    let mut state = game.open(None).ok()?;
    let mut moves = Vec::new();
    while moves.len() < plies && matches!(state.turn(), Turn::Seat(_)) {
        let known = book.moves(&state.position(Viewer::Arbiter));
        // A book can contain moves with zero weight, for which it only stores the replies.
        let Ok(chosen) = known.choose_weighted(chance, |known| known.weight) else { break };
        let mut next = state.fork();
        let Ok(played) = next.play(&chosen.mv) else { break };
        if next.outcome().is_some() {
            break;
        }
        state = next;
        moves.push(played);
    }
    (!moves.is_empty()).then(|| (moves, state.position(Viewer::Arbiter)))
}
