//! How moves did in other positions.

use board_engine::Seat;

use crate::MoveIndex;

/// For each seat and each [`MoveIndex`], how often and how deep the move was the best
/// one (Schaeffer, "The History Heuristic and Alpha-Beta Search Enhancements in Practice", 1989;
/// <https://www.chessprogramming.org/History_Heuristic>).
///
/// A count draws near its limit the slower the nearer it is, so that what is new outweighs what is old (Stockfish calls
/// this gravity).
#[derive(Debug)]
pub(super) struct History {
    counts: Box<[i16; 2 * MoveIndex::COUNT]>,
    /// The same for moves that follow a move of the opponent, and for those that follow the own move before it
    /// (<https://www.chessprogramming.org/History_Heuristic#Continuation_History>); empty where they aren't kept.
    continuations: [Vec<i16>; 2],
}

/// A move that came before another: whose, and which.
pub(super) type Before = Option<(Seat, MoveIndex)>;

/// Counts lie in `-COUNT_MAX..=COUNT_MAX`.
pub(super) const COUNT_MAX: i32 = 1 << 13;
/// The most that one search changes a count by.
const CHANGE_MAX: i32 = COUNT_MAX / 8;
/// What the square of the depth is taken times, where counts are kept for one search alone and where they stay.
const CHANGE: i32 = 4;
const LASTING_CHANGE: i32 = 16;
/// How many moves continuations tell apart, before and after.
const BEFORES: usize = 1024;
const AFTERS: usize = 512;

impl History {
    /// Of one search.
    pub(super) fn new() -> Self {
        let counts = vec![0; 2 * MoveIndex::COUNT].into_boxed_slice();
        Self {
            counts: counts.try_into().expect("as many as there are moves of two seats"),
            continuations: [Vec::new(), Vec::new()],
        }
    }

    /// Of all searches of a match, with continuations.
    pub(super) fn lasting() -> Self {
        let table = || vec![0; 2 * BEFORES * AFTERS];
        Self { continuations: [table(), table()], ..Self::new() }
    }

    #[inline]
    pub(super) fn count(&self, seat: Seat, mv: MoveIndex) -> i32 {
        self.counts[slot(seat, mv)].into()
    }

    /// How the move did after these two, each within the limits of a count.
    #[inline]
    pub(super) fn continuation(&self, befores: [Before; 2], mv: MoveIndex) -> i32 {
        let of = |(table, before): (&Vec<i16>, Before)| {
            table.get(continuation_slot(before?, mv)).copied().map(i32::from)
        };
        self.continuations.iter().zip(befores).filter_map(of).sum()
    }

    /// The move was the best one in a search of `depth` plies.
    #[inline]
    pub(super) fn reward(&mut self, seat: Seat, mv: MoveIndex, befores: [Before; 2], depth: i32) {
        self.change(seat, mv, befores, self.size(depth));
    }

    /// The move was tried before the best one in a search of `depth` plies.
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
    fn what_is_new_outweighs_what_is_old() {
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
    fn a_move_is_judged_by_what_it_follows() {
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
}
