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
}

/// Counts lie in `-COUNT_MAX..=COUNT_MAX`.
pub(super) const COUNT_MAX: i32 = 1 << 13;
/// The most that one search changes a count by.
const CHANGE_MAX: i32 = COUNT_MAX / 8;

impl History {
    pub(super) fn new() -> Self {
        let counts = vec![0; 2 * MoveIndex::COUNT].into_boxed_slice();
        Self { counts: counts.try_into().expect("as many as there are moves of two seats") }
    }

    #[inline]
    pub(super) fn count(&self, seat: Seat, mv: MoveIndex) -> i32 {
        self.counts[slot(seat, mv)].into()
    }

    /// The move was the best one in a search of `depth` plies.
    #[inline]
    pub(super) fn reward(&mut self, seat: Seat, mv: MoveIndex, depth: i32) {
        self.change(seat, mv, change(depth));
    }

    /// The move was tried before the best one in a search of `depth` plies.
    #[inline]
    pub(super) fn punish(&mut self, seat: Seat, mv: MoveIndex, depth: i32) {
        self.change(seat, mv, -change(depth));
    }

    fn change(&mut self, seat: Seat, mv: MoveIndex, change: i32) {
        let count = &mut self.counts[slot(seat, mv)];
        let old = i32::from(*count);
        let new = old + change - old * change.abs() / COUNT_MAX;
        *count = i16::try_from(new).expect("a count stays within its limit");
    }
}

fn slot(seat: Seat, mv: MoveIndex) -> usize {
    seat.index() % 2 * MoveIndex::COUNT + mv.number()
}

fn change(depth: i32) -> i32 {
    (depth * depth * 4).clamp(4, CHANGE_MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEVENTH: MoveIndex = MoveIndex::new(7);
    const EIGHTH: MoveIndex = MoveIndex::new(8);

    #[test]
    fn good_moves_rise_bad_ones_fall_and_both_stay_within_the_limit() {
        let mut history = History::new();
        for _ in 0..1_000 {
            for depth in [1, 5, 100] {
                history.reward(Seat::FIRST, SEVENTH, depth);
                history.punish(Seat::SECOND, SEVENTH, depth);
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
            history.reward(Seat::FIRST, SEVENTH, 10);
        }
        let high = history.count(Seat::FIRST, SEVENTH);
        for _ in 0..100 {
            history.punish(Seat::FIRST, SEVENTH, 10);
        }
        assert_eq!(history.count(Seat::FIRST, SEVENTH) < 0, high > 0);
    }
}
