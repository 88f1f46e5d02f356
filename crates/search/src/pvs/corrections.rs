//! By how much static evaluations were wrong in positions of the same structure.

use board_engine::Seat;

/// For each seat and each structure, the mean of what searches found less the static evaluation, the new outweighing the old
/// (<https://www.chessprogramming.org/Static_Evaluation_Correction_History>). Structures that share a place share the mean.
#[derive(Debug)]
pub(super) struct Corrections {
    means: Vec<i16>,
}

/// How many structures have a place of their own, a power of 2.
const PLACES: usize = 1 << 14;
/// The parts of a hundredth in which means are kept.
const PARTS: i32 = 128;
/// The largest correction, in hundredths.
const MAX: i32 = 64;
/// What all weights of a mean come to.
const WEIGHT_SUM: i32 = 256;
/// The weight of the newest, at most.
const WEIGHT_MAX: i32 = 16;

impl Corrections {
    pub(super) fn new() -> Self {
        Self { means: vec![0; 2 * PLACES] }
    }

    /// Where nothing is corrected.
    pub(super) const fn none() -> Self {
        Self { means: Vec::new() }
    }

    fn place(seat: Seat, structure: u64) -> usize {
        let place = usize::try_from(structure % PLACES as u64).unwrap_or(0);
        seat.index() % 2 * PLACES + place
    }

    /// What is to be added to the static evaluation, in hundredths.
    #[inline]
    pub(super) fn of(&self, seat: Seat, structure: u64) -> i32 {
        let mean = self.means.get(Self::place(seat, structure));
        mean.map_or(0, |&mean| i32::from(mean) / PARTS)
    }

    /// A search of `depth` plies has found this much more than the static evaluation.
    pub(super) fn learn(&mut self, seat: Seat, structure: u64, difference: i32, depth: i32) {
        let Some(mean) = self.means.get_mut(Self::place(seat, structure)) else { return };
        let weight = (depth + 1).clamp(1, WEIGHT_MAX);
        let difference = difference.clamp(-4 * MAX, 4 * MAX) * PARTS;
        let new = (i32::from(*mean) * (WEIGHT_SUM - weight) + difference * weight) / WEIGHT_SUM;
        *mean = i16::try_from(new.clamp(-MAX * PARTS, MAX * PARTS)).unwrap_or(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_structure_learns_what_searches_find_within_bounds() {
        let mut corrections = Corrections::new();
        for _ in 0..1_000 {
            corrections.learn(Seat::FIRST, 7, 30, 5);
            corrections.learn(Seat::SECOND, 7, -1_000, 20);
        }
        assert!((29..=30).contains(&corrections.of(Seat::FIRST, 7)));
        assert_eq!(corrections.of(Seat::SECOND, 7), -MAX);
        assert_eq!(corrections.of(Seat::FIRST, 8), 0);
    }
}
