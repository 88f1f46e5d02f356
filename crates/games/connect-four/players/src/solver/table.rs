//! The solver's transposition table.

/// The number of positions per bucket: one cache line.
const SLOTS: usize = 8;

/// The number of bits in a bucket index.
const BUCKET_BITS: u32 = 21;

/// The number of bits in a mixed key that are not part of the bucket index.
const TAG_BITS: u32 = u64::BITS - BUCKET_BITS;

const BOUND_BITS: u32 = 7;
/// The offset that makes a bound non-negative.
const BOUND_OFFSET: i32 = 1 << (BOUND_BITS - 1);
const BOUND_MASK: u64 = (1 << BOUND_BITS) - 1;
const WORK_MASK: u64 = (1 << (u64::BITS - TAG_BITS - 2 * BOUND_BITS)) - 1;

/// Score bounds for positions, in 128 MiB.
///
/// A key is mixed reversibly. One part of the mixed key is the bucket index, and the rest is stored, so two positions
/// are never confused. In a full bucket, the position that took the least work is replaced.
#[derive(Debug)]
pub(crate) struct SolverTable {
    slots: Vec<u64>,
    /// The first slot of the first bucket, aligned so that buckets don't cross cache lines.
    offset: usize,
}

/// A position's minimum and maximum possible score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ScoreBounds {
    pub(crate) lower: i32,
    pub(crate) upper: i32,
}

impl ScoreBounds {
    /// If the bounds show whether the score is at least `beta`, returns a bound on the same side of `beta`.
    #[inline]
    pub(crate) const fn answer(self, beta: i32) -> Option<i32> {
        if self.upper < beta {
            Some(self.upper)
        } else if self.lower >= beta {
            Some(self.lower)
        } else {
            None
        }
    }

    /// The intersection of two bounds.
    #[inline]
    pub(crate) fn and(self, other: Self) -> Self {
        Self { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper) }
    }
}

impl SolverTable {
    pub(crate) fn new() -> Self {
        let count = (SLOTS << BUCKET_BITS) + SLOTS;
        let mut slots: Vec<u64> = Vec::with_capacity(count);
        system::memory::advise_large_pages(slots.spare_capacity_mut());
        slots.resize(count, 0);
        let line = SLOTS * size_of::<u64>();
        let offset = slots.as_ptr().align_offset(line).min(SLOTS);
        Self { slots, offset }
    }

    /// Prefetches the bucket of this key.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        system::memory::prefetch(&self.slots, self.first_slot(mix(key)));
    }

    /// The bounds for the position with this key.
    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<ScoreBounds> {
        let mixed = mix(key);
        let slot = self.bucket(mixed).iter().find(|&&slot| is_of(slot, mixed))?;
        Some(bounds_of(*slot))
    }

    /// Stores the bounds for a position that took about `work` positions to search.
    #[inline]
    pub(crate) fn put(&mut self, key: u64, bounds: ScoreBounds, work: u64) {
        let mixed = mix(key);
        let work = u64::from(u64::BITS - work.leading_zeros()).min(WORK_MASK - 1) + 1;
        let first = self.first_slot(mixed);
        let bucket = &mut self.slots[first..first + SLOTS];
        let same = bucket.iter().position(|&slot| is_of(slot, mixed));
        let least = || {
            let by_work = (0..SLOTS).min_by_key(|&index| bucket[index] & WORK_MASK);
            by_work.unwrap_or(0)
        };
        let index = same.unwrap_or_else(least);
        let number = |bound: i32| u64::from((bound + BOUND_OFFSET).cast_unsigned()) & BOUND_MASK;
        let upper = number(bounds.upper) << BOUND_BITS;
        let tag = mixed << BUCKET_BITS;
        bucket[index] = tag | (upper | number(bounds.lower)) << WORK_MASK.count_ones() | work;
    }

    #[inline]
    fn bucket(&self, mixed: u64) -> &[u64] {
        let first = self.first_slot(mixed);
        &self.slots[first..first + SLOTS]
    }

    #[inline]
    fn first_slot(&self, mixed: u64) -> usize {
        self.offset + (mixed >> TAG_BITS) as usize * SLOTS
    }
}

/// Returns `true` if a slot contains this key; an empty slot has no work recorded.
#[inline]
fn is_of(slot: u64, mixed: u64) -> bool {
    (slot ^ mixed << BUCKET_BITS) >> BUCKET_BITS == 0 && slot & WORK_MASK > 0
}

#[inline]
fn bounds_of(slot: u64) -> ScoreBounds {
    let bounds = slot >> WORK_MASK.count_ones();
    let number = |bits: u64| (bits & BOUND_MASK) as i32 - BOUND_OFFSET;
    ScoreBounds { lower: number(bounds), upper: number(bounds >> BOUND_BITS) }
}

/// Spreads keys over the buckets. Each step is reversible, so different keys stay different.
#[inline]
const fn mix(key: u64) -> u64 {
    let spread = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let folded = spread ^ spread >> 32;
    folded.wrapping_mul(0xD6E8_FEB8_6659_FD93)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_stored_under_their_keys() {
        let mut table = SolverTable::new();
        for key in 0..5_000_u64 {
            let lower = i32::try_from(key % 60).unwrap() - 30;
            table.put(key << 20, ScoreBounds { lower, upper: lower + 3 }, key);
        }
        for key in 0..5_000_u64 {
            let lower = i32::try_from(key % 60).unwrap() - 30;
            assert_eq!(table.get(key << 20), Some(ScoreBounds { lower, upper: lower + 3 }));
            assert_eq!(table.get((key << 20) + 1), None);
        }
        table.put(0, ScoreBounds { lower: 1, upper: 1 }, 1 << 60);
        assert_eq!(table.get(0), Some(ScoreBounds { lower: 1, upper: 1 }));
    }
}
