//! Which sets of games are evidence: identical games count once.
//!
//! Deterministic players repeat the same game from the same opening, and the tenth game has no more information than
//! the first. This needs no declaration by the player: as long as all sets of games of the same players from the same
//! opening are identical, they count as one set. Once two of them differ, something other than the opening decides
//! (chance, a clock), and each of them counts.

use std::collections::{BTreeMap, BTreeSet};

/// The key of a set of games.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct SetKey {
    /// The players with the opening.
    pub(crate) condition: u64,
    /// The players with the whole game.
    pub(crate) content: u64,
}

impl SetKey {
    /// The key of a set with random events from this seed at this place of the schedule: where any of these differ,
    /// equal games are not repeats.
    pub(crate) fn of_chance(self, seed: Option<u64>, (round, number): SetPlace) -> Self {
        let mut hasher = blake3::Hasher::new();
        let numbers = [self.condition, self.content, seed.unwrap_or_default()];
        for number in numbers.into_iter().chain([round as u64, number as u64]) {
            hasher.update(&number.to_le_bytes());
        }
        let hash = hasher.finalize();
        let word = hash.as_bytes().first_chunk().expect("a hash has 32 bytes");
        let content = u64::from_le_bytes(*word);
        Self { condition: content, content }
    }
}

/// The place of a set: its round and its number there, or its run and its number there.
pub(crate) type SetPlace = (usize, usize);

/// Finds the distinct ones among sets of games, which are added one by one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Deduplicator {
    conditions: BTreeMap<u64, Condition>,
    contents: BTreeSet<u64>,
}

/// Sets of the same players from the same opening.
#[derive(Clone, Debug)]
enum Condition {
    /// All are identical; the repeats don't count.
    Identical { content: u64, repeats: Vec<SetPlace> },
    /// There are different sets.
    Varied,
}

impl Deduplicator {
    /// Adds a set. Returns the sets that become evidence by that: this one, none if it repeats another one, or also
    /// those that repeated each other until this one differed.
    pub(crate) fn add(&mut self, place: SetPlace, key: SetKey) -> Vec<SetPlace> {
        let SetKey { condition, content } = key;
        let is_new = self.contents.insert(content);
        match self.conditions.get_mut(&condition) {
            None => {
                // Another opening may transpose into the same game.
                let repeats = if is_new { Vec::new() } else { vec![place] };
                self.conditions.insert(condition, Condition::Identical { content, repeats });
                if is_new { vec![place] } else { Vec::new() }
            }
            Some(Condition::Identical { content: same, repeats }) if *same == content => {
                repeats.push(place);
                Vec::new()
            }
            Some(known @ Condition::Identical { .. }) => {
                let before = std::mem::replace(known, Condition::Varied);
                let Condition::Identical { repeats: mut released, .. } = before else {
                    return vec![place];
                };
                released.push(place);
                released
            }
            Some(Condition::Varied) => vec![place],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks which sets count after sets with these conditions and contents.
    fn check(sets: &[(u64, u64)], expected: &[usize]) {
        let mut deduplicator = Deduplicator::default();
        let add = |(number, &(condition, content)): (usize, &(u64, u64))| {
            deduplicator.add((0, number), SetKey { condition, content })
        };
        let mut counted: Vec<usize> =
            sets.iter().enumerate().flat_map(add).map(|(_, number)| number).collect();
        counted.sort_unstable();
        assert_eq!(counted, expected, "{sets:?}");
    }

    #[test]
    fn identical_sets_count_once_until_one_differs() {
        check(&[(1, 10), (1, 10), (1, 10)], &[0]);
        check(&[(1, 10), (2, 20), (1, 10), (2, 20)], &[0, 1]);
        check(&[(1, 10), (1, 10), (1, 11), (1, 10)], &[0, 1, 2, 3]);
        check(&[(1, 10), (2, 10), (2, 10)], &[0]);
        check(&[(1, 10), (2, 10), (2, 11)], &[0, 1, 2]);
    }
}
