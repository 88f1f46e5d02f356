//! The path to the current position, for what the rules say of positions that come back.

use board_engine::{Game, KeyHistory};

/// The keys of the positions up to the current one, from the last on that could come back at the root.
///
/// A key is made when it is first needed. After an irreversible move nothing earlier can come back, so that the end of a
/// line of captures needs none at all.
#[derive(Debug)]
pub(super) struct Path {
    steps: Vec<Step>,
    /// The index of the root.
    root: usize,
}

#[derive(Clone, Copy, Debug)]
struct Step {
    /// Known wherever a reversible move has led from or to.
    key: Option<u64>,
    /// The index of the oldest step whose position can still equal this one's.
    floor: usize,
}

impl Path {
    /// The path that ends at the newest position of `history`, the root of the search.
    pub(super) fn from(history: &KeyHistory) -> Self {
        let steps: Vec<Step> =
            history.keys_since_cut().map(|key| Step { key: Some(key), floor: 0 }).collect();
        Self { root: steps.len().saturating_sub(1), steps }
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
        let step = if game.irreversible(before, mv) {
            Step { key: None, floor: self.steps.len() }
        } else {
            self.key(game, before);
            let floor = self.steps.last().map_or(0, |step| step.floor);
            Step { key: Some(game.key(after)), floor }
        };
        self.steps.push(step);
    }

    /// Goes on to the position after a pass, which no earlier one is compared with.
    #[inline]
    pub(super) fn push_pass(&mut self) {
        self.steps.push(Step { key: None, floor: self.steps.len() });
    }

    /// Goes back to the position before the current one.
    #[inline]
    pub(super) fn pop(&mut self) {
        self.steps.pop();
    }

    /// The key of `position`, the current one.
    #[inline]
    pub(super) fn key<G: Game>(&mut self, game: &G, position: &G::Position) -> u64 {
        let Some(step) = self.steps.last_mut() else { return game.key(position) };
        *step.key.get_or_insert_with(|| game.key(position))
    }

    /// The indices of the steps at which the current position has stood before, the newest first.
    #[inline]
    pub(super) fn earlier(&self) -> impl Iterator<Item = usize> {
        let (key, earlier) = match self.steps.split_last() {
            Some((last, earlier)) => (last.key, &earlier[last.floor.min(earlier.len())..]),
            None => (None, &[][..]),
        };
        let floor = self.steps.len().saturating_sub(1 + earlier.len());
        let same = earlier.iter().enumerate().rev().filter(move |(_, step)| step.key == key);
        same.map(move |(index, _)| floor + index)
    }

    /// Whether the search has made an irreversible move on the way to the current position.
    #[inline]
    pub(super) fn has_left_root(&self) -> bool {
        self.steps.last().is_some_and(|step| step.floor > self.root)
    }

    /// Whether the step with this index is the root or below it.
    #[inline]
    pub(super) const fn is_within_search(&self, index: usize) -> bool {
        index >= self.root
    }
}
