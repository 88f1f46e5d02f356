//! The way to the current position, for what the rules say of positions that come back.

use board_engine::{Game, KeyHistory};

/// The keys of the positions up to the current one, from the last on that could come back at the root.
///
/// A key is made when it is first needed. After an irreversible move nothing earlier can come back, so that the end of a
/// line of captures needs none at all.
#[derive(Debug)]
pub(super) struct Path {
    places: Vec<Place>,
    /// The place of the root.
    root: usize,
}

#[derive(Clone, Copy, Debug)]
struct Place {
    /// Known wherever a reversible move has led from or to.
    key: Option<u64>,
    /// The oldest place that can still equal this one.
    floor: usize,
}

impl Path {
    /// The path that ends at the newest position of `history`, the root of the search.
    pub(super) fn from(history: &KeyHistory) -> Self {
        let places: Vec<Place> =
            history.keys_since_cut().map(|key| Place { key: Some(key), floor: 0 }).collect();
        Self { root: places.len().saturating_sub(1), places }
    }

    /// Goes on from `before`, the current position, to `after`, to which `mv` leads.
    #[inline]
    pub(super) fn push<G: Game>(
        &mut self,
        game: &G,
        before: &G::Position,
        mv: G::Move,
        after: &G::Position,
    ) {
        let place = if game.irreversible(before, mv) {
            Place { key: None, floor: self.places.len() }
        } else {
            self.key(game, before);
            let floor = self.places.last().map_or(0, |place| place.floor);
            Place { key: Some(game.key(after)), floor }
        };
        self.places.push(place);
    }

    /// Goes back to the position before the current one.
    #[inline]
    pub(super) fn pop(&mut self) {
        self.places.pop();
    }

    /// The key of `position`, the current one.
    #[inline]
    pub(super) fn key<G: Game>(&mut self, game: &G, position: &G::Position) -> u64 {
        let Some(place) = self.places.last_mut() else { return game.key(position) };
        *place.key.get_or_insert_with(|| game.key(position))
    }

    /// The places where the current position has stood before, the newest first.
    #[inline]
    pub(super) fn earlier(&self) -> impl Iterator<Item = usize> {
        let (key, earlier) = match self.places.split_last() {
            Some((last, earlier)) => (last.key, &earlier[last.floor.min(earlier.len())..]),
            None => (None, &[][..]),
        };
        let floor = self.places.len().saturating_sub(1 + earlier.len());
        let same = earlier.iter().enumerate().rev().filter(move |(_, place)| place.key == key);
        same.map(move |(index, _)| floor + index)
    }

    /// Whether a place is the root or below it.
    #[inline]
    pub(super) const fn is_within_search(&self, place: usize) -> bool {
        place >= self.root
    }
}
