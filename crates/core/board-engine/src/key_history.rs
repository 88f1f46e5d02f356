//! The positions in a line of play, for detecting repetitions.

use crate::{Game, Outcome, Repetition};

/// The keys of all positions in one line of play, oldest first; the last one is the current position's.
///
/// The table and every search maintain their own history, because a position doesn't know its history. After an
/// irreversible move no earlier position can occur again, so a lookup goes no further back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeyHistory {
    entries: Vec<KeyEntry>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct KeyEntry {
    key: u64,
    /// Index of the oldest entry that can still equal this one.
    floor: usize,
}

impl KeyHistory {
    /// A history that starts at this position.
    pub fn starting_at<G: Game>(game: &G, position: &G::Position) -> Self {
        Self { entries: vec![KeyEntry { key: game.key(position), floor: 0 }] }
    }

    /// Plays `mv` on `position` and adds the new position's key. The position must be the newest of this history, and
    /// the move must be legal there.
    ///
    /// # Panics
    /// In debug builds, if the newest position has another key.
    pub fn play<G: Game>(&mut self, game: &G, position: &mut G::Position, mv: G::Move) {
        debug_assert_eq!(
            self.entries.last().map(|last| last.key),
            Some(game.key(position)),
            "a history continues from its newest position"
        );
        let cut = game.irreversible(position, mv);
        game.play(position, mv);
        let key = game.key(position);
        let floor = match self.entries.last() {
            Some(last) if !cut => last.floor,
            _ => self.entries.len(),
        };
        self.entries.push(KeyEntry { key, floor });
    }

    /// Removes the newest position. The caller restores the previous position from a copy it has saved.
    ///
    /// # Panics
    /// In debug builds, if the newest position is the first one.
    pub fn take_back(&mut self) {
        debug_assert!(self.len() > 1, "the first position stays");
        self.entries.pop();
    }

    /// The number of positions held, the current one included.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns `true` if the history is empty. A history is never empty, because it begins with a position.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The key of the current position; `None` if the history is empty.
    #[inline]
    pub fn key(&self) -> Option<u64> {
        self.entries.last().map(|entry| entry.key)
    }

    /// The keys of all positions held, oldest first.
    pub fn keys(&self) -> impl Iterator<Item = u64> {
        self.entries.iter().map(|entry| entry.key)
    }

    /// The keys of the positions that can still recur, oldest first, from the last irreversible move on. The last one
    /// is the current position's.
    pub fn keys_since_cut(&self) -> impl Iterator<Item = u64> {
        let floor = self.entries.last().map_or(0, |last| last.floor);
        self.entries[floor..].iter().map(|entry| entry.key)
    }

    /// The number of moves since the last irreversible move, or since the first position if there was none.
    pub fn reversible_plies(&self) -> usize {
        self.keys_since_cut().count().saturating_sub(1)
    }

    /// The index of the previous occurrence of the current position, from 0 for the oldest position; `None` if the
    /// current position is new.
    #[inline]
    pub fn last_occurrence(&self) -> Option<usize> {
        let (last, earlier) = self.entries.split_last()?;
        let since = earlier.get(last.floor..)?;
        since.iter().rposition(|entry| entry.key == last.key).map(|index| last.floor + index)
    }

    /// The number of occurrences of the current position, this one included: 1 if the position is new.
    pub fn occurrences(&self) -> usize {
        let Some(last) = self.entries.last() else { return 0 };
        self.entries[last.floor..].iter().filter(|entry| entry.key == last.key).count()
    }

    /// The outcome, if the repetition of the current position has ended the game.
    pub fn outcome<G: Game>(&self, game: &G) -> Option<Outcome> {
        match game.repetition() {
            Repetition::Ends { occurrences, outcome }
                if self.occurrences() >= usize::from(occurrences) =>
            {
                Some(outcome)
            }
            _ => None,
        }
    }
}
