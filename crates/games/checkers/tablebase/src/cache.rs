//! An in-memory cache for table blocks, which any number of threads can read without a lock.
//!
//! Each slot stores a block and a state: the block's number and the number of fills. A reader loads the state, reads a
//! word, and loads the state again: if it hasn't changed, neither has the block (a seqlock; Boehm, "Can Seqlocks Get
//! Along With Programming Language Memory Models?", 2012). If two threads fill the same slot at the same time, one of
//! them gives up, because it has its block and doesn't need a cached copy.

use std::sync::OnceLock;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicU32, AtomicU64, fence};

use crate::format::BLOCK_BYTES;

const WORDS: usize = BLOCK_BYTES / 8;

/// The associativity of the cache.
const WAYS: usize = 4;

/// Marks an empty slot.
const NONE: u32 = u32::MAX;

/// A decompressed block.
pub(crate) type Block = [u64; WORDS];

struct Slot {
    /// The block's number and, in the lower half, the number of times that the slot was filled.
    state: AtomicU64,
    words: [AtomicU64; WORDS],
}

impl Slot {
    fn empty() -> Box<Self> {
        let words = [const { AtomicU64::new(0) }; WORDS];
        Box::new(Self { state: AtomicU64::new(state(NONE, 0)), words })
    }
}

const fn state(block: u32, fills: u32) -> u64 {
    (block as u64) << 32 | fills as u64
}

#[expect(clippy::cast_possible_truncation, reason = "the two halves")]
const fn parts(state: u64) -> (u32, u32) {
    ((state >> 32) as u32, state as u32)
}

/// A set-associative block cache that retains recently used blocks. Slots are allocated when they are first filled.
pub(crate) struct BlockCache {
    slots: Box<[OnceLock<Box<Slot>>]>,
    /// The next way to fill, in rotation.
    next_way: AtomicU32,
}

impl BlockCache {
    /// A cache with at most this many bytes.
    pub(crate) fn new(bytes: usize) -> Self {
        let sets = (bytes / size_of::<Slot>() / WAYS).max(1);
        let slots = std::iter::repeat_with(OnceLock::new).take(sets * WAYS).collect();
        Self { slots, next_way: AtomicU32::new(0) }
    }

    /// The slots that can contain the block.
    #[inline]
    fn set_of(&self, block: u32) -> &[OnceLock<Box<Slot>>] {
        // Neighboring blocks are stored in neighboring sets, so whole tables don't collide.
        let sets = self.slots.len() / WAYS;
        let first = (block as usize % sets) * WAYS;
        &self.slots[first..first + WAYS]
    }

    /// The word at this index in the block, if the block is cached.
    #[inline]
    pub(crate) fn word(&self, block: u32, index: usize) -> Option<u64> {
        for slot in self.set_of(block) {
            let slot = slot.get()?;
            let before = slot.state.load(Acquire);
            if parts(before).0 != block {
                continue;
            }
            let word = slot.words[index].load(Relaxed);
            fence(Acquire);
            if slot.state.load(Relaxed) == before {
                return Some(word);
            }
        }
        None
    }

    /// Caches a block, unless another thread fills its slot.
    pub(crate) fn put(&self, block: u32, words: &Block) {
        let set = self.set_of(block);
        let unused = set.iter().position(|slot| slot.get().is_none());
        let way = unused.unwrap_or_else(|| self.next_way.fetch_add(1, Relaxed) as usize % WAYS);
        let slot = set[way].get_or_init(Slot::empty);
        let before = slot.state.load(Relaxed);
        let (held, fills) = parts(before);
        let being_filled = held == NONE && fills % 2 == 1;
        let busy = state(NONE, fills.wrapping_add(1));
        if being_filled || slot.state.compare_exchange(before, busy, AcqRel, Relaxed).is_err() {
            return;
        }
        fence(Release);
        for (kept, &word) in slot.words.iter().zip(words) {
            kept.store(word, Relaxed);
        }
        slot.state.store(state(block, fills.wrapping_add(2)), Release);
    }
}

impl std::fmt::Debug for BlockCache {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BlockCache").field("slots", &self.slots.len()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn blocks_are_found_until_others_take_their_places() {
        let cache = BlockCache::new(0);
        for block in 0..9 {
            cache.put(block, &[block.into(); WORDS]);
        }
        let found: Vec<u32> =
            (0..9).filter(|&block| cache.word(block, 5) == Some(block.into())).collect();
        assert_eq!(found.len(), WAYS, "{found:?}");
        assert!(found.contains(&8));
        assert_eq!(cache.word(9, 0), None);
    }

    #[test]
    fn concurrent_readers_only_see_whole_blocks() {
        let cache = &BlockCache::new(0);
        thread::scope(|scope| {
            for thread in 0..4_u32 {
                scope.spawn(move || {
                    for round in 0..20_000_u32 {
                        let block = (round + thread * 5) % 13;
                        cache.put(block, &[u64::from(block) * 3; WORDS]);
                        for block in 0..13 {
                            for index in [0, WORDS / 2, WORDS - 1] {
                                let word = cache.word(block, index);
                                assert!(word.is_none_or(|word| word == u64::from(block) * 3));
                            }
                        }
                    }
                });
            }
        });
    }
}
