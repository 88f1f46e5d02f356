//! Each seat's clock.

use std::time::Duration;

use thiserror::Error;

use crate::{MoveLimit, TimeControl};

/// One seat's clock. The clock runs only between [`start`](Self::start) and [`stop`](Self::stop).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clock {
    control: TimeControl,
    /// Time left at the start of the turn.
    left: Duration,
    moves_made: u32,
    /// Time used in the turn before it was interrupted.
    used: Duration,
    started: Option<Duration>,
    /// Tolerance for late moves.
    margin: Duration,
    /// The limit per move if the time control sets none.
    move_limit: MoveLimit,
}

/// A seat's clock, as players see it at the start of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockReading {
    /// The time left; `Duration::MAX` without a limit.
    pub left: Duration,
    /// Time added after each move.
    pub increment: Duration,
    /// The moves left in the period, if the clock has periods.
    pub moves_to_go: Option<u32>,
}

/// The clock ran out before the move arrived.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("ran out of time")]
pub struct Expired;

impl Clock {
    /// A clock that shows the initial time.
    pub fn new(control: TimeControl) -> Self {
        let left = match control {
            TimeControl::Unlimited => Duration::MAX,
            TimeControl::PerMove(time) | TimeControl::Period { time, .. } => time,
            TimeControl::Increment { initial, .. } => initial,
        };
        Self {
            control,
            left,
            moves_made: 0,
            used: Duration::ZERO,
            started: None,
            margin: Duration::ZERO,
            move_limit: MoveLimit::NONE,
        }
    }

    /// This clock, with a margin: to compensate for latency, a move that is late by at most the margin still counts.
    /// The clock doesn't show the margin.
    #[must_use]
    pub const fn with_margin(self, margin: Duration) -> Self {
        Self { margin, ..self }
    }

    /// This clock, with a limit for each move if the time control sets none. Neither the clock nor the budget shows the
    /// limit.
    #[must_use]
    pub const fn with_move_limit(self, move_limit: MoveLimit) -> Self {
        Self { move_limit, ..self }
    }

    /// Tolerance for late moves.
    pub(crate) const fn margin(&self) -> Duration {
        self.margin
    }

    /// The limit per move if the time control sets none.
    pub(crate) const fn move_limit(&self) -> MoveLimit {
        self.move_limit
    }

    /// The reason to report for a late move in a match without a time control; `None` with a time control, or if moves
    /// have no limit.
    pub(crate) fn move_limit_text(&self) -> Option<String> {
        let is_untimed = self.control == TimeControl::Unlimited;
        self.move_limit.duration().filter(|_| is_untimed)?;
        Some(format!("no move within {}, the move limit", self.move_limit))
    }

    /// Maximum time for this turn, without the margin. `None` if nothing limits it.
    fn turn_limit(&self) -> Option<Duration> {
        match self.control {
            TimeControl::Unlimited => self.move_limit.duration(),
            _ => Some(self.left),
        }
    }

    /// Starts the seat's turn. A clock that is already running continues.
    pub fn start(&mut self, now: Duration) {
        self.started.get_or_insert(now);
    }

    /// The time at which the running clock expires, including the margin. `None` if the clock is stopped or has no
    /// limit.
    pub fn deadline(&self) -> Option<Duration> {
        let limit = self.turn_limit()?.saturating_sub(self.used).saturating_add(self.margin);
        self.started.map(|started| started.saturating_add(limit))
    }

    /// The time left at `now`. `None` if time is not counted.
    pub fn left(&self, now: Duration) -> Option<Duration> {
        match self.control {
            TimeControl::Unlimited => None,
            _ => Some(self.left.saturating_sub(self.elapsed(now))),
        }
    }

    /// Returns `true` if time is counted.
    pub(crate) fn is_timed(&self) -> bool {
        self.control != TimeControl::Unlimited
    }

    /// The players' view of this clock: the time left when it was last started.
    pub(crate) fn reading(&self) -> ClockReading {
        let (increment, moves_to_go) = match self.control {
            TimeControl::Unlimited | TimeControl::PerMove(_) => (Duration::ZERO, None),
            TimeControl::Increment { increment, .. } => (increment, None),
            TimeControl::Period { moves, increment, .. } => {
                (increment, Some(self.moves_left(moves)))
            }
        };
        ClockReading { left: self.left_at_last_start(), increment, moves_to_go }
    }

    /// The moves left in a period of `moves` moves.
    fn moves_left(&self, moves: u32) -> u32 {
        let moves = moves.max(1);
        moves - self.moves_made % moves
    }

    /// Time used in this turn, before and after pauses.
    pub fn elapsed(&self, now: Duration) -> Duration {
        let running = self.started.map_or(Duration::ZERO, |started| now.saturating_sub(started));
        self.used.saturating_add(running)
    }

    /// The time left when the clock was last started, or the current time on a stopped clock.
    fn left_at_last_start(&self) -> Duration {
        self.left.saturating_sub(self.used)
    }

    /// Stops the clock after a move: subtracts the move's time and adds the increment. Returns the move's time in whole
    /// microseconds, which records store exactly.
    ///
    /// # Errors
    /// [`Expired`] if the move took more than the time left plus the margin.
    pub fn stop(&mut self, now: Duration) -> Result<Duration, Expired> {
        let elapsed = self.elapsed(now);
        if self.turn_limit().is_some_and(|limit| elapsed > limit.saturating_add(self.margin)) {
            self.discard();
            if self.control != TimeControl::Unlimited {
                self.left = Duration::ZERO;
            }
            return Err(Expired);
        }
        let counted = whole_microseconds(elapsed);
        self.replay(counted);
        Ok(counted)
    }

    /// Redoes a move that took `elapsed`, or all the time that was left.
    pub fn replay(&mut self, elapsed: Duration) {
        self.discard();
        let left = self.left.saturating_sub(elapsed);
        self.moves_made = self.moves_made.saturating_add(1);
        self.left = match self.control {
            TimeControl::Unlimited => Duration::MAX,
            TimeControl::PerMove(time) => time,
            TimeControl::Increment { increment, .. } => left.saturating_add(increment),
            TimeControl::Period { moves, time, increment } => {
                let is_over = self.moves_made.is_multiple_of(moves);
                let added = if is_over { time } else { Duration::ZERO };
                left.saturating_add(increment).saturating_add(added)
            }
        };
    }

    /// Continues after a move with `left` on the clock, within the time control's limits.
    pub fn go_on_from(&mut self, left: Duration) {
        self.moves_made = self.moves_made.saturating_add(1);
        if matches!(self.control, TimeControl::Increment { .. } | TimeControl::Period { .. }) {
            self.left = left;
        }
    }

    /// Sets the clock back to the start of the match.
    pub(crate) fn reset(&mut self) {
        let clock = Self::new(self.control).with_margin(self.margin);
        *self = clock.with_move_limit(self.move_limit);
    }

    /// Withdraws the turn: the clock returns to its state at the start of the turn.
    pub fn discard(&mut self) {
        self.used = Duration::ZERO;
        self.started = None;
    }

    /// Restores a turn that was interrupted after `elapsed` and will resume.
    pub(crate) const fn resume_after(&mut self, elapsed: Duration) {
        self.used = elapsed;
    }

    /// Interrupts the turn: the clock stops, and the time used so far counts when the turn resumes.
    pub fn pause(&mut self, now: Duration) {
        self.used = self.elapsed(now);
        self.started = None;
    }

    /// The recommended time for the next move. This budget leaves time for later moves, and a margin for latency.
    /// `None` if time is not counted.
    ///
    /// The budget assumes 25 more moves, the usual number for clocks without a period.
    pub fn budget(&self) -> Option<Duration> {
        if self.control == TimeControl::Unlimited {
            return None;
        }
        let left = self.left_at_last_start();
        let margin = (left / 20).min(Duration::from_millis(50));
        let usable = left.saturating_sub(margin);
        match self.control {
            TimeControl::Unlimited => None,
            TimeControl::PerMove(_) => Some(usable),
            TimeControl::Increment { increment, .. } => {
                Some((left / 25).saturating_add(increment / 4 * 3).min(usable))
            }
            // The increment is excluded because `Request::moves_to_go` is derived from this budget.
            TimeControl::Period { moves, .. } => Some((left / self.moves_left(moves)).min(usable)),
        }
    }
}

fn whole_microseconds(time: Duration) -> Duration {
    Duration::from_micros(u64::try_from(time.as_micros()).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn the_increment_is_added_after_the_move() {
        let mut clock =
            Clock::new(TimeControl::Increment { initial: seconds(60), increment: seconds(2) });
        clock.start(seconds(100));
        assert_eq!(clock.deadline(), Some(seconds(160)));
        assert_eq!(clock.stop(seconds(110)), Ok(seconds(10)));
        assert_eq!(clock.left(seconds(500)), Some(seconds(52)));
    }

    #[test]
    fn a_period_renews_its_time_when_its_moves_are_made() {
        let check = |increment, expected: [u64; 4]| {
            let increment = seconds(increment);
            let mut clock =
                Clock::new(TimeControl::Period { moves: 2, time: seconds(10), increment });
            for left in expected {
                clock.start(seconds(0));
                assert_eq!(clock.stop(seconds(1)), Ok(seconds(1)));
                assert_eq!(clock.left(seconds(0)), Some(seconds(left)));
            }
        };
        check(0, [9, 18, 17, 26]);
        check(1, [10, 20, 20, 30]);
    }

    #[test]
    fn a_move_on_the_deadline_counts_and_one_after_it_does_not() {
        let mut clock = Clock::new(TimeControl::PerMove(seconds(2)));
        clock.start(seconds(0));
        assert_eq!(clock.clone().stop(seconds(2)), Ok(seconds(2)));
        assert_eq!(clock.stop(seconds(2) + Duration::from_nanos(1)), Err(Expired));
    }

    #[test]
    fn a_margin_is_granted_and_not_shown() {
        let control = TimeControl::Increment { initial: seconds(5), increment: seconds(1) };
        let mut clock = Clock::new(control).with_margin(seconds(2));
        clock.start(seconds(0));
        assert_eq!(clock.left(seconds(0)), Some(seconds(5)));
        assert_eq!(clock.deadline(), Some(seconds(7)));
        assert_eq!(clock.clone().stop(seconds(8)), Err(Expired));
        assert_eq!(clock.stop(seconds(7)), Ok(seconds(7)));
        assert_eq!(clock.left(seconds(7)), Some(seconds(1)));
    }

    #[test]
    fn a_move_limit_applies_to_each_move_without_a_time_control() {
        let limit = MoveLimit::of(seconds(60));
        let mut clock = Clock::new(TimeControl::Unlimited).with_move_limit(limit);
        clock.start(seconds(10));
        assert_eq!((clock.deadline(), clock.left(seconds(10))), (Some(seconds(70)), None));
        assert_eq!(clock.clone().stop(seconds(71)), Err(Expired));
        assert_eq!(clock.stop(seconds(70)), Ok(seconds(60)));
        clock.start(seconds(100));
        assert_eq!(clock.deadline(), Some(seconds(160)));
        clock.pause(seconds(120));
        clock.start(seconds(200));
        assert_eq!(clock.deadline(), Some(seconds(240)));
        let timed = Clock::new(TimeControl::PerMove(seconds(90))).with_move_limit(limit);
        assert_eq!(timed.turn_limit(), Some(seconds(90)));
    }

    #[test]
    fn a_pause_keeps_the_used_time_and_a_withdrawn_turn_does_not() {
        let control = TimeControl::Increment { initial: seconds(60), increment: seconds(0) };
        let mut paused = Clock::new(control);
        paused.start(seconds(0));
        paused.pause(seconds(10));
        assert_eq!(paused.left(seconds(99)), Some(seconds(50)));
        paused.start(seconds(100));
        assert_eq!(paused.deadline(), Some(seconds(150)));
        assert_eq!(paused.stop(seconds(105)), Ok(seconds(15)));
        assert_eq!(paused.left(seconds(999)), Some(seconds(45)));
        let mut withdrawn = Clock::new(control);
        withdrawn.start(seconds(0));
        withdrawn.discard();
        assert_eq!(withdrawn.left(seconds(99)), Some(seconds(60)));
    }

    #[test]
    fn a_clock_that_ran_out_shows_nothing() {
        let mut clock = Clock::new(TimeControl::PerMove(seconds(2)));
        clock.start(seconds(0));
        assert_eq!(clock.stop(seconds(3)), Err(Expired));
        assert_eq!(clock.left(seconds(3)), Some(Duration::ZERO));
    }

    #[test]
    fn any_time_can_be_counted() {
        let longest = Duration::MAX;
        for control in [
            TimeControl::PerMove(longest),
            TimeControl::Increment { initial: longest, increment: longest },
            TimeControl::Period { moves: 0, time: longest, increment: longest },
            TimeControl::Period {
                moves: u32::MAX,
                time: Duration::ZERO,
                increment: Duration::ZERO,
            },
        ] {
            let mut clock = Clock::new(control);
            clock.start(longest);
            assert!(clock.deadline() <= Some(longest));
            assert!(clock.budget() <= clock.left(longest));
            assert!(clock.stop(longest).is_ok());
        }
    }

    #[test]
    fn the_budget_never_reaches_the_deadline() {
        for text in ["1ms", "10ms", "2s", "1m+1s", "10ms+1s", "40/5m", "1/1s"] {
            let clock = Clock::new(text.parse().unwrap());
            assert!(clock.budget() < clock.left(seconds(0)), "{text}");
        }
    }
}
