//! A thread's learned state besides the table: history counts, corrections and cached evaluations.

use board_engine::Seat;

use crate::{MoveIndex, Score};

/// Counts how often each move was best, by seat and [`MoveIndex`], weighted by depth (Schaeffer, "The History Heuristic
/// and Alpha-Beta Search Enhancements in Practice", 1989; <https://www.chessprogramming.org/History_Heuristic>).
///
/// A count approaches its limit more slowly the closer it gets, so new results outweigh old ones (Stockfish calls this
/// gravity).
#[derive(Debug)]
pub(super) struct History {
    counts: Box<[i16; 2 * MoveIndex::COUNT]>,
    /// Continuation history: counts of moves after a move by the opponent, and after the mover's previous move
    /// (<https://www.chessprogramming.org/History_Heuristic#Continuation_History>); empty if not used.
    continuations: [Vec<i16>; 2],
}

/// A preceding move: its seat and its index.
pub(super) type Before = Option<(Seat, MoveIndex)>;

/// Counts are in `-COUNT_MAX..=COUNT_MAX`.
pub(super) const COUNT_MAX: i32 = 1 << 13;
/// Maximum change in a count by one search.
const CHANGE_MAX: i32 = COUNT_MAX / 8;
/// The multiplier for the squared depth, both for counts in one search and for persistent counts.
const CHANGE: i32 = 4;
const LASTING_CHANGE: i32 = 16;
/// The number of distinct moves in a continuation, for each of its two moves.
const BEFORES: usize = 1024;
const AFTERS: usize = 512;

impl History {
    /// Empty counts, for one search.
    pub(super) fn new() -> Self {
        let counts = vec![0; 2 * MoveIndex::COUNT].into_boxed_slice();
        Self {
            counts: counts.try_into().expect("as many as there are moves of two seats"),
            continuations: [Vec::new(), Vec::new()],
        }
    }

    /// Empty counts with continuations, for all searches in a match.
    pub(super) fn lasting() -> Self {
        let table = || vec![0; 2 * BEFORES * AFTERS];
        Self { continuations: [table(), table()], ..Self::new() }
    }

    #[inline]
    pub(super) fn count(&self, seat: Seat, mv: MoveIndex) -> i32 {
        self.counts[slot(seat, mv)].into()
    }

    /// The counts for the move after these two moves, each within a count's limits.
    #[inline]
    pub(super) fn continuation(&self, befores: [Before; 2], mv: MoveIndex) -> i32 {
        let of = |(table, before): (&Vec<i16>, Before)| {
            table.get(continuation_slot(before?, mv)).copied().map(i32::from)
        };
        self.continuations.iter().zip(befores).filter_map(of).sum()
    }

    /// Records that the move was the best move in a `depth`-ply search.
    #[inline]
    pub(super) fn reward(&mut self, seat: Seat, mv: MoveIndex, befores: [Before; 2], depth: i32) {
        self.change(seat, mv, befores, self.size(depth));
    }

    /// Records that the move was tried before the best move in a `depth`-ply search.
    #[inline]
    pub(super) fn punish(&mut self, seat: Seat, mv: MoveIndex, befores: [Before; 2], depth: i32) {
        self.change(seat, mv, befores, -self.size(depth));
    }

    fn size(&self, depth: i32) -> i32 {
        let is_lasting = !self.continuations[0].is_empty();
        let factor = if is_lasting { LASTING_CHANGE } else { CHANGE };
        (depth * depth * factor).clamp(factor, CHANGE_MAX)
    }

    fn change(&mut self, seat: Seat, mv: MoveIndex, befores: [Before; 2], change: i32) {
        shift(&mut self.counts[slot(seat, mv)], change);
        for (table, before) in self.continuations.iter_mut().zip(befores) {
            let slot = before.map(|before| continuation_slot(before, mv));
            if let Some(count) = slot.and_then(|slot| table.get_mut(slot)) {
                shift(count, change);
            }
        }
    }
}

fn shift(count: &mut i16, change: i32) {
    let old = i32::from(*count);
    let new = old + change - old * change.abs() / COUNT_MAX;
    *count = i16::try_from(new).expect("a count stays within its limit");
}

fn slot(seat: Seat, mv: MoveIndex) -> usize {
    seat.index() % 2 * MoveIndex::COUNT + mv.number()
}

fn continuation_slot((seat, before): (Seat, MoveIndex), mv: MoveIndex) -> usize {
    let before = seat.index() % 2 * BEFORES + before.number() % BEFORES;
    before * AFTERS + mv.number() % AFTERS
}

/// The learned state of one thread. The state persists between searches if static evaluations can be trusted.
#[derive(Debug)]
pub(super) struct LearnedState {
    pub(super) history: History,
    pub(super) corrections: Corrections,
    /// Cached static evaluations with the keys of their positions, indexed by key; empty if not
    /// used.
    evaluations: Vec<(u64, Score)>,
}

/// The number of cached evaluations, a power of 2.
const EVALUATIONS: usize = 1 << 14;

impl LearnedState {
    /// Empty state for one search.
    pub(super) fn of_one_search() -> Self {
        let (history, corrections) = (History::new(), Corrections::none());
        Self { history, corrections, evaluations: Vec::new() }
    }

    /// Empty state for all searches in a match.
    pub(super) fn lasting() -> Self {
        let (history, corrections) = (History::lasting(), Corrections::new());
        Self { history, corrections, evaluations: vec![(0, Score::ZERO); EVALUATIONS] }
    }

    /// The cached static evaluation of the position with this key.
    #[inline]
    pub(super) fn evaluation(&self, key: u64) -> Option<Score> {
        let &(known, score) = self.evaluations.get(place(key))?;
        (known == key).then_some(score)
    }

    /// Caches the static evaluation of the position with this key.
    #[inline]
    pub(super) fn keep_evaluation(&mut self, key: u64, score: Score) {
        if let Some(kept) = self.evaluations.get_mut(place(key)) {
            *kept = (key, score);
        }
    }
}

#[inline]
fn place(key: u64) -> usize {
    usize::try_from(key % EVALUATIONS as u64).unwrap_or(0)
}

/// The moving mean of the search result minus the static evaluation, for each seat and structure
/// (<https://www.chessprogramming.org/Static_Evaluation_Correction_History>). Structures that share a slot share the
/// mean.
#[derive(Debug)]
pub(super) struct Corrections {
    means: Vec<i16>,
}

/// The number of slots for structures, a power of 2.
const PLACES: usize = 1 << 14;
/// The fixed-point precision of means: the number of parts per hundredth.
const PARTS: i32 = 128;
/// The largest correction, in hundredths.
const MAX: i32 = 64;
/// The sum of the weights in a mean.
const WEIGHT_SUM: i32 = 256;
/// The maximum weight of the newest result.
const WEIGHT_MAX: i32 = 16;

impl Corrections {
    pub(super) fn new() -> Self {
        Self { means: vec![0; 2 * PLACES] }
    }

    /// A table without corrections.
    pub(super) const fn none() -> Self {
        Self { means: Vec::new() }
    }

    fn place(seat: Seat, structure: u64) -> usize {
        let place = usize::try_from(structure % PLACES as u64).unwrap_or(0);
        seat.index() % 2 * PLACES + place
    }

    /// The correction to the static evaluation, in hundredths.
    #[inline]
    pub(super) fn of(&self, seat: Seat, structure: u64) -> i32 {
        let mean = self.means.get(Self::place(seat, structure));
        mean.map_or(0, |&mean| i32::from(mean) / PARTS)
    }

    /// Records that the result of a `depth`-ply search exceeded the static evaluation by `difference`.
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

    const SEVENTH: MoveIndex = MoveIndex::new(7);
    const EIGHTH: MoveIndex = MoveIndex::new(8);
    const NONE: [Before; 2] = [None; 2];

    #[test]
    fn good_moves_rise_bad_ones_fall_and_both_stay_within_the_limit() {
        let mut history = History::new();
        for _ in 0..1_000 {
            for depth in [1, 5, 100] {
                history.reward(Seat::FIRST, SEVENTH, NONE, depth);
                history.punish(Seat::SECOND, SEVENTH, NONE, depth);
            }
        }
        let counts = Seat::all(2).map(|seat| history.count(seat, SEVENTH)).collect::<Vec<_>>();
        assert!(counts[0] > COUNT_MAX / 2 && counts[0] <= COUNT_MAX, "{counts:?}");
        assert_eq!(counts[0], -counts[1]);
        assert_eq!(history.count(Seat::FIRST, EIGHTH), 0);
    }

    #[test]
    fn new_results_outweigh_old_ones() {
        let mut history = History::new();
        for _ in 0..100 {
            history.reward(Seat::FIRST, SEVENTH, NONE, 10);
        }
        let high = history.count(Seat::FIRST, SEVENTH);
        for _ in 0..100 {
            history.punish(Seat::FIRST, SEVENTH, NONE, 10);
        }
        assert_eq!(history.count(Seat::FIRST, SEVENTH) < 0, high > 0);
    }

    #[test]
    fn a_move_is_rated_by_the_moves_before_it() {
        let after = |number| Some((Seat::SECOND, MoveIndex::new(number)));
        let mut history = History::lasting();
        history.reward(Seat::FIRST, SEVENTH, [after(1), after(2)], 3);
        history.punish(Seat::FIRST, SEVENTH, [after(3), None], 3);
        assert_eq!(history.continuation([after(1), after(2)], SEVENTH), 2 * 9 * LASTING_CHANGE);
        assert_eq!(history.continuation([after(1), None], SEVENTH), 9 * LASTING_CHANGE);
        assert_eq!(history.continuation([after(3), after(2)], SEVENTH), 0);
        assert_eq!(history.continuation([after(2), after(1)], SEVENTH), 0);
        assert_eq!(history.continuation([after(1), after(2)], EIGHTH), 0);
        let mut of_one_search = History::new();
        of_one_search.reward(Seat::FIRST, SEVENTH, [after(1), after(2)], 3);
        assert_eq!(of_one_search.continuation([after(1), after(2)], SEVENTH), 0);
    }

    #[test]
    fn a_correction_learns_from_searches_within_bounds() {
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
