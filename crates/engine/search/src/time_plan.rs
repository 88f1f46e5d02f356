//! Time allocation per move.

use std::time::Duration;

use crate::Score;

/// The clock situation for the seat to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockState {
    /// The remaining time on the seat's clock.
    pub left: Duration,
    /// The increment per move.
    pub increment: Duration,
    /// The number of moves until the next time control, including this move; `None` for the whole game.
    pub moves_to_go: Option<u32>,
    /// The reserve for communication delays.
    pub overhead: Duration,
}

/// The time allocated to a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimePlan {
    /// After this time, no new depth is started, because it would probably not be completed; see also
    /// [`soft_if`](Self::soft_if).
    pub soft: Duration,
    /// After this time, the search ends, whatever its state.
    pub hard: Duration,
}

/// The best move's stability over a search's iterations.
///
/// If each iteration finds the same move, another iteration will hardly change it. If the move has just changed or its
/// score has dropped, more time is well spent (Hyatt, "Using Time Wisely", 1984;
/// <https://www.chessprogramming.org/Time_Management>).
#[derive(Clone, Debug)]
pub struct Certainty<M> {
    best: Option<M>,
    score: Score,
    /// The number of depths with the same best move.
    depths: u32,
    /// The drop in the best move's score since the previous depth, in hundredths.
    fall: i32,
}

impl<M> Default for Certainty<M> {
    fn default() -> Self {
        Self { best: None, score: Score::ZERO, depths: 0, fall: 0 }
    }
}

/// The percentage of the usual time right after the move has changed.
const PERCENT_MAX: u32 = 160;
/// The decrease for each further iteration with the same move.
const PERCENT_PER_DEPTH: u32 = 15;
/// The number of depths until the percentage stops changing.
const DEPTHS_MAX: u32 = 6;
/// The minimum score drop that justifies more time, in hundredths.
const FALL_MIN: i32 = 20;
/// The additional time after a drop, as a percentage of the usual time.
const PERCENT_OF_FALL: u32 = 40;

impl<M: PartialEq> Certainty<M> {
    /// Records that a depth found this move best, with this score.
    pub fn note(&mut self, best: M, score: Score) {
        self.depths = if self.best.as_ref() == Some(&best) { self.depths + 1 } else { 0 };
        self.fall = if self.best.is_some() { self.score.value() - score.value() } else { 0 };
        (self.best, self.score) = (Some(best), score);
    }

    /// The percentage of the usual time to spend: 70 to 200.
    pub fn percent(&self) -> u32 {
        let fallen = if self.fall >= FALL_MIN { PERCENT_OF_FALL } else { 0 };
        PERCENT_MAX - PERCENT_PER_DEPTH * self.depths.min(DEPTHS_MAX) + fallen
    }
}

impl TimePlan {
    /// The time after which a search with this certainty doesn't start a new depth, at most [`hard`](Self::hard). A
    /// plan for a single move is unchanged.
    pub fn soft_if<M: PartialEq>(&self, certainty: &Certainty<M>) -> Duration {
        if self.soft == self.hard {
            return self.soft;
        }
        (self.soft.saturating_mul(certainty.percent()) / 100).min(self.hard)
    }
}

/// The number of moves among which the time is divided if the time control doesn't set one.
const MOVES_EXPECTED: u32 = 25;

impl ClockState {
    /// A plan that never uses more than the time on the clock minus the overhead, and that leaves time for later moves.
    ///
    /// Each move gets an equal share of the remaining time and three quarters of the increment. A depth may use up to
    /// three shares, but no new depth starts after half a share, or more or less than that depending on the search's
    /// certainty ([`TimePlan::soft_if`]). With one move to go, that move gets all remaining time.
    pub fn plan(self) -> TimePlan {
        let usable = self.left.saturating_sub(self.overhead);
        let moves = self.moves_to_go.unwrap_or(MOVES_EXPECTED).max(1);
        if moves == 1 {
            return TimePlan { soft: usable, hard: usable };
        }
        let share = (usable / moves).saturating_add(self.increment / 4 * 3);
        let most = usable / 5 * 4;
        TimePlan { soft: (share / 2).min(most), hard: share.saturating_mul(3).min(most) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    fn clock(left: u64, increment: u64, moves_to_go: Option<u32>) -> ClockState {
        ClockState { left: ms(left), increment: ms(increment), moves_to_go, overhead: ms(5) }
    }

    #[test]
    fn the_time_of_a_single_move_is_used_up_to_the_overhead() {
        assert_eq!(clock(100, 0, Some(1)).plan(), TimePlan { soft: ms(95), hard: ms(95) });
        assert_eq!(clock(3, 0, Some(1)).plan().hard, Duration::ZERO);
    }

    #[test]
    fn the_clock_is_divided_over_the_whole_game() {
        let plan = clock(25_005, 0, None).plan();
        assert_eq!(plan, TimePlan { soft: ms(500), hard: ms(3_000) });
    }

    #[test]
    fn the_clock_never_runs_out_however_long_the_game() {
        for (left, increment, moves_to_go) in
            [(1_000, 0, None), (1_000, 10, None), (60_000, 0, Some(40)), (50, 1_000, None)]
        {
            let mut clock = clock(left, increment, moves_to_go);
            for _ in 0..moves_to_go.unwrap_or(1_000) {
                let TimePlan { soft, hard } = clock.plan();
                assert!(soft <= hard && hard <= clock.left.saturating_sub(clock.overhead));
                clock.left = clock.left.saturating_sub(hard) + clock.increment;
                clock.moves_to_go = clock.moves_to_go.map(|moves| moves - 1);
            }
        }
    }

    #[test]
    fn a_stable_search_takes_less_time_and_an_unstable_one_more() {
        let plan = clock(25_005, 0, None).plan();
        let mut certainty = Certainty::default();
        assert_eq!(plan.soft_if(&certainty), ms(800));
        for _ in 0..20 {
            certainty.note('a', Score::new(10));
        }
        assert_eq!(plan.soft_if(&certainty), ms(350));
        certainty.note('a', Score::new(-10));
        assert_eq!(plan.soft_if(&certainty), ms(550));
        certainty.note('b', Score::new(-30));
        assert_eq!(plan.soft_if(&certainty), ms(1_000));
        certainty.note('b', Score::new(-30));
        assert_eq!(plan.soft_if(&certainty), ms(725));
    }

    #[test]
    fn the_last_move_before_a_time_refill_may_use_all_the_time() {
        let plan = clock(100, 0, Some(1)).plan();
        let mut certainty = Certainty::default();
        for _ in 0..20 {
            certainty.note('a', Score::ZERO);
            assert_eq!(plan.soft_if(&certainty), plan.hard);
        }
    }

    #[test]
    fn the_longest_times_do_not_overflow() {
        let longest = Duration::MAX;
        let clock =
            ClockState { left: longest, increment: longest, moves_to_go: None, overhead: longest };
        assert_eq!(clock.plan().hard, Duration::ZERO);
        let plan = ClockState { overhead: Duration::ZERO, ..clock }.plan();
        assert!(plan.soft <= plan.hard && plan.hard < longest);
    }
}
