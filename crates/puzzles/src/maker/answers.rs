//! Searches of which the answers are kept.

use std::collections::BTreeMap;

use games_package::{TableGame, Valuation};
use opening_book::Search;

/// A search that looks at each position of a match once.
pub(super) struct Answers<'a> {
    search: &'a mut dyn Search,
    known: BTreeMap<String, Valuation>,
}

impl<'a> Answers<'a> {
    pub(super) fn new(search: &'a mut dyn Search) -> Self {
        Self { search, known: BTreeMap::new() }
    }

    /// Forgets what is known, before another game.
    pub(super) fn clear(&mut self) {
        self.known.clear();
    }

    /// The score of a position for the side to move.
    pub(super) fn valuation(
        &mut self,
        game: &dyn TableGame,
        position: &str,
        is_stopped: &(dyn Fn() -> bool + Sync),
    ) -> Result<Valuation, String> {
        if let Some(known) = self.known.get(position) {
            return Ok(*known);
        }
        let found = self.search.search(game, position, is_stopped)?.valuation;
        self.known.insert(position.to_owned(), found);
        Ok(found)
    }
}
