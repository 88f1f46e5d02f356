//! How long to think about a move.

use std::time::Duration;

/// What is known of the time of the seat whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockState {
    /// What its clock shows.
    pub left: Duration,
    /// What it gets for each move.
    pub increment: Duration,
    /// How many moves must be made with what is left, this one included; `None` for the whole game.
    pub moves_to_go: Option<u32>,
    /// What the way to the table and back may take: it is never planned with.
    pub overhead: Duration,
}

/// How long to think about a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimePlan {
    /// After this no new depth is begun, since it would hardly be completed.
    pub soft: Duration,
    /// After this the search ends, whatever it is about.
    pub hard: Duration,
}

/// The number of moves for which the time is shared out if the clock doesn't tell.
const MOVES_EXPECTED: u32 = 25;

impl ClockState {
    /// A plan that never takes more than the clock shows less the overhead, and leaves something for the moves to come.
    ///
    /// Each move has an equal share of what is left and three quarters of the increment. A depth that was begun may
    /// take three shares, but no new one is begun after half a share. With one move to go all is for that move.
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
    fn a_whole_game_is_shared_out() {
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
    fn no_time_is_too_long_to_count_with() {
        let longest = Duration::MAX;
        let clock =
            ClockState { left: longest, increment: longest, moves_to_go: None, overhead: longest };
        assert_eq!(clock.plan().hard, Duration::ZERO);
        let plan = ClockState { overhead: Duration::ZERO, ..clock }.plan();
        assert!(plan.soft <= plan.hard && plan.hard < longest);
    }
}
