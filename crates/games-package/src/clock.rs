//! Each seat's clock.

use std::time::Duration;

use thiserror::Error;

use crate::TimeControl;

/// The time of one seat. It runs only between [`start`](Self::start) and [`stop`](Self::stop).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clock {
    control: TimeControl,
    /// At the beginning of the turn.
    left: Duration,
    moves_made: u32,
    /// How much of the turn passed before it was interrupted.
    used: Duration,
    started: Option<Duration>,
    /// How late a move may come and still count.
    margin: Duration,
}

/// The clock ran out before the move came.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the time ran out")]
pub struct Expired;

impl Clock {
    /// A clock that shows the time of the start.
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
        }
    }

    /// This clock, with a margin: a move that is late by at most this still counts, to compensate for latency. The
    /// clock doesn't show the margin.
    #[must_use]
    pub const fn with_margin(self, margin: Duration) -> Self {
        Self { margin, ..self }
    }

    /// The seat's turn begins. A clock that already runs goes on.
    pub fn start(&mut self, now: Duration) {
        self.started.get_or_insert(now);
    }

    /// When the time of the running clock expires, the margin included. None if it doesn't run or never ends.
    pub fn deadline(&self) -> Option<Duration> {
        match self.control {
            TimeControl::Unlimited => None,
            _ => self.started.map(|started| {
                started.saturating_add(self.left_at_last_start()).saturating_add(self.margin)
            }),
        }
    }

    /// What the clock shows at `now`. None if time is not counted.
    pub fn left(&self, now: Duration) -> Option<Duration> {
        match self.control {
            TimeControl::Unlimited => None,
            _ => Some(self.left.saturating_sub(self.elapsed(now))),
        }
    }

    /// How long the clock has run in this turn, before and after pauses.
    pub fn elapsed(&self, now: Duration) -> Duration {
        let running = self.started.map_or(Duration::ZERO, |started| now.saturating_sub(started));
        self.used.saturating_add(running)
    }

    /// What the clock showed when it was started last; what it shows if it stands.
    fn left_at_last_start(&self) -> Duration {
        self.left.saturating_sub(self.used)
    }

    /// The move was made: its time is subtracted, and the increment is added. Returns its time in whole microseconds,
    /// so that records are exact.
    ///
    /// # Errors
    /// [`Expired`] if it took more than was left and the margin.
    pub fn stop(&mut self, now: Duration) -> Result<Duration, Expired> {
        let elapsed = self.elapsed(now);
        if elapsed > self.left.saturating_add(self.margin) {
            self.discard();
            self.left = Duration::ZERO;
            return Err(Expired);
        }
        let counted = whole_microseconds(elapsed);
        self.replay(counted);
        Ok(counted)
    }

    /// A move is redone that took `elapsed`, or all the time that was left.
    pub fn replay(&mut self, elapsed: Duration) {
        self.discard();
        let left = self.left.saturating_sub(elapsed);
        self.moves_made = self.moves_made.saturating_add(1);
        self.left = match self.control {
            TimeControl::Unlimited => Duration::MAX,
            TimeControl::PerMove(time) => time,
            TimeControl::Increment { increment, .. } => left.saturating_add(increment),
            TimeControl::Period { moves, time } if self.moves_made.is_multiple_of(moves) => {
                left.saturating_add(time)
            }
            TimeControl::Period { .. } => left,
        };
    }

    /// A move was made after which the clock shows `left`, as far as the time control lets that vary.
    pub fn go_on_from(&mut self, left: Duration) {
        self.moves_made = self.moves_made.saturating_add(1);
        if matches!(self.control, TimeControl::Increment { .. } | TimeControl::Period { .. }) {
            self.left = left;
        }
    }

    /// Sets the clock back to the start of the match.
    pub(crate) fn reset(&mut self) {
        *self = Self::new(self.control).with_margin(self.margin);
    }

    /// The turn is withdrawn: the clock stands as it did when the turn began.
    pub fn discard(&mut self) {
        self.used = Duration::ZERO;
        self.started = None;
    }

    /// The turn was interrupted after `elapsed`, and is to go on.
    pub(crate) const fn resume_after(&mut self, elapsed: Duration) {
        self.used = elapsed;
    }

    /// The turn is interrupted: the clock stands, and what the turn took so far is counted when it goes on.
    pub fn pause(&mut self, now: Duration) {
        self.used = self.elapsed(now);
        self.started = None;
    }

    /// The recommended time for the next move: it leaves time for the moves after it and a margin for latency. None if
    /// time is not counted.
    ///
    /// The expected number of moves still to come, 25, is the usual one for clocks without a period.
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
            TimeControl::Period { moves, .. } => {
                let moves = moves.max(1);
                Some((left / (moves - self.moves_made % moves)).min(usable))
            }
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
    fn a_period_gives_its_time_anew_when_its_moves_are_made() {
        let mut clock = Clock::new(TimeControl::Period { moves: 2, time: seconds(10) });
        for expected_left in [9, 18, 17, 26] {
            clock.start(seconds(0));
            assert_eq!(clock.stop(seconds(1)), Ok(seconds(1)));
            assert_eq!(clock.left(seconds(0)), Some(seconds(expected_left)));
        }
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
    fn a_pause_keeps_what_was_used_and_a_withdrawn_turn_does_not() {
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
    fn no_time_is_too_long_or_too_short_to_count_with() {
        let longest = Duration::MAX;
        for control in [
            TimeControl::PerMove(longest),
            TimeControl::Increment { initial: longest, increment: longest },
            TimeControl::Period { moves: 0, time: longest },
            TimeControl::Period { moves: u32::MAX, time: Duration::ZERO },
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
