//! The transposition table.
//!
//! Positions are reached on many paths, and every iteration revisits the previous iteration's positions (Greenblatt,
//! Eastlake and Crocker, "The Greenblatt Chess Program", 1967; <https://www.chessprogramming.org/Transposition_Table>).

use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU8, AtomicU64};

use super::frame::{Basis, Value};
use crate::Score;
use crate::score::{Bound, Window};

/// Positions with search results, shared by all threads of a search without a lock.
///
/// An entry is two 64-bit words: the data, and the position's key XOR the data. If two threads write the same entry at
/// the same time, the words don't match and the entry seems to belong to another position (Hyatt and Mann, "A lock-less
/// transposition-table implementation for parallel search", 2002). Four entries share a 64-byte cache line. A new entry
/// replaces the least valuable of the four, by depth and age.
#[derive(Debug)]
pub struct TranspositionTable {
    buckets: Vec<Bucket>,
    /// The generation of new entries.
    generation: Generation,
}

/// The age of an entry. Starting a new epoch empties the table, because entries from earlier epochs are invalid. A
/// match therefore doesn't have to wait for a large table to be cleared.
#[derive(Debug)]
struct Generation {
    /// The search number, modulo [`AGES`].
    age: AtomicU8,
    /// One plus the number of times the table was emptied: `1..=255`. Zeroed memory contains no entry.
    epoch: u8,
}

/// Entries that compete for the same slots.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

#[derive(Debug, Default)]
struct Slot {
    /// The key XOR `data`.
    check: AtomicU64,
    data: AtomicU64,
}

/// A position's table entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TableEntry {
    /// The score for the mover, with distances counted from the position itself.
    pub(crate) score: Score,
    /// The score's bound type.
    pub(crate) bound: Bound,
    /// The search depth in plies; [`PROVEN`] if no deeper search can change the score.
    pub(crate) depth: u8,
    /// The best move's index in the list of legal moves, if known.
    pub(crate) best: Option<u8>,
}

/// The depth stored in an entry that is only based on ends of the game.
pub(crate) const PROVEN: u8 = u8::MAX;

impl TableEntry {
    /// The score and whether it is proven.
    #[inline]
    pub(super) const fn value(self) -> Value {
        let basis = if self.depth == PROVEN { Basis::Proof } else { Basis::TableEntry };
        Value { score: self.score, basis }
    }

    /// Returns `true` if the score is certainly outside `window`. Bounds from a search of `depth` plies count as
    /// certain. With `wins_last`, wins and losses of any depth count.
    pub(crate) fn decides(self, window: Window, depth: i32, wins_last: bool) -> bool {
        let is_deep = i32::from(self.depth) >= depth;
        let is_high = self.bound != Bound::Upper
            && self.score >= window.beta
            && (is_deep || (wins_last && self.score.is_win()));
        let is_low = self.bound != Bound::Lower
            && self.score <= window.alpha
            && (is_deep || (wins_last && self.score.is_loss()));
        is_high || is_low
    }

    /// Returns `false` if the score can't [decide](Self::decides) a search of `depth` plies in any window.
    #[inline]
    pub(super) fn may_decide(self, depth: i32, wins_last: bool) -> bool {
        i32::from(self.depth) >= depth || (wins_last && self.score.is_decided())
    }
}

/// The number of ages: six bits.
const AGES: u8 = 64;
/// The number of plies of depth that one generation of age outweighs.
const PLIES_PER_AGE: i32 = 4;
/// The depth that a proven entry from an earlier search counts as: the game may never reach its position again, and
/// most proofs are short.
const PROVEN_DEPTH: u8 = 10;
/// The index of the best move if none is known.
const NO_MOVE: u8 = u8::MAX;

impl TranspositionTable {
    /// An empty table of `mebibytes` (2²⁰ bytes each), at least one bucket.
    pub fn new(mebibytes: usize) -> Self {
        let count = (mebibytes.saturating_mul(1 << 20) / size_of::<Bucket>()).max(1);
        let mut buckets: Vec<Bucket> = Vec::with_capacity(count);
        // This must precede the first write to the memory. This advice helps because consecutive lookups rarely hit the
        // same small page.
        system::memory::advise_large_pages(buckets.spare_capacity_mut());
        buckets.extend(std::iter::repeat_with(Bucket::default).take(count));
        Self { buckets, generation: Generation::first() }
    }

    /// The table's size in mebibytes.
    pub fn mebibytes(&self) -> usize {
        size_of_val(self.buckets.as_slice()) >> 20
    }

    /// Forgets everything. This takes no time, except in every 255th call, which overwrites the whole table.
    pub fn clear(&mut self) {
        let Some(epoch) = self.generation.epoch.checked_add(1) else {
            self.buckets.fill_with(Bucket::default);
            self.generation = Generation::first();
            return;
        };
        self.generation = Generation { epoch, ..Generation::first() };
    }

    /// Starts a new search: the entries remain, but age.
    pub(crate) fn grow_older(&self) {
        let age = &self.generation.age;
        age.store((age.load(Relaxed) + 1) % AGES, Relaxed);
    }

    /// The share of entries written by the current search, in permille, sampled from the first thousand.
    pub fn use_per_mille(&self) -> u16 {
        let age = self.generation.age.load(Relaxed);
        let sample = &self.buckets[..self.buckets.len().min(250)];
        let slots = sample.iter().flat_map(|bucket| &bucket.0);
        let is_used = |data: u64| self.generation.is_present(data) && age_of(data) == age;
        let used = slots.filter(|slot| is_used(slot.data.load(Relaxed))).count();
        u16::try_from(used * 250 / sample.len()).unwrap_or(1_000)
    }

    /// The entry for the position with this key.
    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<TableEntry> {
        let slots = &self.bucket(key).0;
        slots.iter().find_map(|slot| {
            let data = slot.data.load(Relaxed);
            (slot.check.load(Relaxed) ^ data == key && self.generation.is_present(data))
                .then(|| unpack(data))
        })
    }

    /// Stores an entry for the position with this key. The new entry replaces an older entry, but keeps the old best
    /// move if there is no new one.
    pub(crate) fn put(&self, key: u64, mut entry: TableEntry) {
        let generation = &self.generation;
        let mut poorest: Option<(i32, &Slot)> = None;
        for slot in &self.bucket(key).0 {
            let data = slot.data.load(Relaxed);
            if generation.is_present(data) && slot.check.load(Relaxed) ^ data == key {
                entry.best = entry.best.or(unpack(data).best);
                poorest = Some((0, slot));
                break;
            }
            let priority = generation.priority(data);
            if poorest.is_none_or(|(least, _)| priority < least) {
                poorest = Some((priority, slot));
            }
        }
        if let Some((_, slot)) = poorest {
            let data = pack(entry, generation);
            slot.data.store(data, Relaxed);
            slot.check.store(key ^ data, Relaxed);
        }
    }

    /// Like [`put`](Self::put), unless the table has a much deeper bound for the position.
    pub(crate) fn put_unless_shallow(&self, key: u64, entry: TableEntry) {
        if entry.bound != Bound::Exact
            && let Some(known) = self.get(key)
            && i32::from(known.depth) > i32::from(entry.depth) + 3
        {
            if entry.best.is_some() && entry.best != known.best {
                self.put(key, TableEntry { best: entry.best, ..known });
            }
            return;
        }
        self.put(key, entry);
    }

    /// Prefetches the bucket of this key, because a large table is in slow memory.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        system::memory::prefetch(&self.buckets, self.bucket_index(key));
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        &self.buckets[self.bucket_index(key)]
    }

    /// The index of a key's bucket. Keys are uniform over all 64 bits, so their upper half, taken as a fraction,
    /// selects the bucket.
    #[inline]
    fn bucket_index(&self, key: u64) -> usize {
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        usize::try_from(index).expect("below the number of buckets")
    }
}

impl Generation {
    const fn first() -> Self {
        Self { age: AtomicU8::new(0), epoch: 1 }
    }

    /// Returns `true` if this is the data of an entry written since the table was emptied.
    #[inline]
    fn is_present(&self, data: u64) -> bool {
        data >> EPOCH_SHIFT == u64::from(self.epoch)
    }

    /// An entry's value for replacement decisions.
    fn priority(&self, data: u64) -> i32 {
        if !self.is_present(data) {
            return i32::MIN;
        }
        let searches_ago = (self.age.load(Relaxed) + AGES - age_of(data)) % AGES;
        let depth = match unpack(data).depth {
            PROVEN if searches_ago > 0 => PROVEN_DEPTH,
            depth => depth,
        };
        i32::from(depth) - PLIES_PER_AGE * i32::from(searches_ago)
    }
}

/// The epoch's lowest bit in an entry's data.
const EPOCH_SHIFT: u32 = 56;

/// Packs an entry into a word: bits 0–31 score, 32–39 depth, 40–47 best move, 48–49 bound, 50–55 age, 56–63 epoch.
fn pack(entry: TableEntry, generation: &Generation) -> u64 {
    u64::from(entry.score.value().cast_unsigned())
        | u64::from(entry.depth) << 32
        | u64::from(entry.best.unwrap_or(NO_MOVE)) << 40
        | (entry.bound as u64) << 48
        | u64::from(generation.age.load(Relaxed)) << 50
        | u64::from(generation.epoch) << EPOCH_SHIFT
}

#[inline]
fn unpack(data: u64) -> TableEntry {
    let [a, b, c, d, depth, best, flags, _] = data.to_le_bytes();
    TableEntry {
        score: Score::from_value(i32::from_le_bytes([a, b, c, d])),
        bound: match flags & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        },
        depth,
        best: (best != NO_MOVE).then_some(best),
    }
}

fn age_of(data: u64) -> u8 {
    data.to_le_bytes()[6] >> 2
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(score: i32, depth: u8) -> TableEntry {
        TableEntry { score: Score::new(score), bound: Bound::Lower, depth, best: Some(3) }
    }

    /// The smallest table, where all keys share a single bucket.
    fn tiny() -> TranspositionTable {
        TranspositionTable::new(0)
    }

    #[test]
    fn entries_survive_a_round_trip() {
        for bound in [Bound::Upper, Bound::Lower, Bound::Exact] {
            for best in [None, Some(0), Some(254)] {
                for score in [Score::MIN, Score::loss_in(3), Score::new(-7), Score::win_in(0)] {
                    let table = tiny();
                    let entry = TableEntry { score, bound, depth: 200, best };
                    table.put(77, entry);
                    assert_eq!(table.get(77), Some(entry));
                    assert_eq!(table.get(78), None);
                }
            }
        }
    }

    #[test]
    fn a_position_has_one_entry_and_keeps_its_best_move() {
        let mut table = tiny();
        table.put(77, entry(1, 5));
        table.put(77, TableEntry { best: None, ..entry(2, 4) });
        assert_eq!(table.get(77), Some(entry(2, 4)));
        table.clear();
        assert_eq!(table.get(77), None);
    }

    #[test]
    fn the_shallowest_entry_is_replaced() {
        let table = tiny();
        for (key, depth) in [(1, 9), (2, 2), (3, 7), (4, 5)] {
            table.put(key, entry(0, depth));
        }
        table.put(5, entry(0, 1));
        let known = [1, 2, 3, 4, 5].map(|key| table.get(key).is_some());
        assert_eq!(known, [true, false, true, true, true]);
    }

    #[test]
    fn old_entries_are_replaced_by_new_ones() {
        let table = tiny();
        table.put(1, entry(0, 9));
        for _ in 0..2 {
            table.grow_older();
        }
        for key in 2..=4 {
            table.put(key, entry(0, 3));
        }
        table.put(5, entry(0, 2));
        let known = [1, 2, 3, 4, 5].map(|key| table.get(key).is_some());
        assert_eq!(known, [false, true, true, true, true]);
    }

    #[test]
    fn proofs_from_earlier_searches_are_replaced_by_deep_entries() {
        let table = tiny();
        table.put(1, entry(0, PROVEN));
        for key in 2..=4 {
            table.put(key, entry(0, 12));
        }
        table.put(5, entry(0, 11));
        assert!(table.get(1).is_some(), "it is of this search");
        table.grow_older();
        for key in 2..=4 {
            table.put(key, entry(0, 12));
        }
        table.put(5, entry(0, 11));
        assert_eq!(table.get(1), None);
        assert!((2..=5).all(|key| table.get(key).is_some()));
    }

    #[test]
    fn ages_wrap_around() {
        let table = tiny();
        for _ in 0..AGES {
            table.put(1, entry(0, 9));
            assert_eq!(table.use_per_mille(), 250);
            table.grow_older();
            assert_eq!(table.use_per_mille(), 0);
        }
    }

    #[test]
    fn half_written_entries_match_no_position() {
        let table = tiny();
        table.put(77, entry(1, 5));
        let slot = &table.buckets[0].0[0];
        slot.data.store(pack(entry(2, 6), &table.generation), Relaxed);
        assert_eq!(table.get(77), None);
    }

    #[test]
    fn a_cleared_table_is_as_good_as_new() {
        let mut table = tiny();
        for epoch in 0..600 {
            for key in 1..=4 {
                assert_eq!(table.get(key), None, "{epoch}");
            }
            assert_eq!(table.use_per_mille(), 0);
            table.put(1, entry(epoch, 9));
            // If the entries from before counted, the first entry would be replaced.
            for key in 2..=4 {
                table.put(key, entry(0, 1));
            }
            assert_eq!(table.get(1), Some(entry(epoch, 9)));
            table.clear();
        }
    }

    #[test]
    fn the_table_has_the_requested_size() {
        for mebibytes in [1, 3, 16] {
            assert_eq!(TranspositionTable::new(mebibytes).mebibytes(), mebibytes);
        }
        assert_eq!(size_of::<Bucket>(), 64);
    }

    #[test]
    fn bounds_only_cause_cutoffs_on_their_side_of_the_window() {
        let window = Window { alpha: Score::new(10), beta: Score::new(11) };
        let check = |score, bound, depth, wins_last, expected| {
            let entry = TableEntry { score, bound, depth, best: None };
            assert_eq!(entry.decides(window, 5, wins_last), expected, "{entry:?}");
        };
        check(Score::new(11), Bound::Lower, 5, false, true);
        check(Score::new(11), Bound::Exact, PROVEN, false, true);
        check(Score::new(11), Bound::Lower, 4, true, false);
        check(Score::new(11), Bound::Upper, 9, true, false);
        check(Score::new(10), Bound::Upper, 5, false, true);
        check(Score::new(10), Bound::Lower, 5, false, false);
        check(Score::win_in(3), Bound::Lower, 0, true, true);
        check(Score::win_in(3), Bound::Lower, 0, false, false);
        check(Score::loss_in(3), Bound::Upper, 0, true, true);
        check(Score::loss_in(3), Bound::Lower, 0, true, false);
    }
}
