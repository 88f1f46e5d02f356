//! Time: where it comes from, how a match counts it, and each seat's clock.

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use thiserror::Error;

/// Where the table reads the time. It is passed in, so that tests can set it and records can be played again.
pub trait TimeSource: Send + Sync {
    /// The time since some fixed moment. It never goes back.
    fn now(&self) -> Duration;
}

/// The machine's monotonic clock, from the moment this value was made.
#[derive(Clone, Copy, Debug)]
pub struct MonotonicTime(Instant);

impl MonotonicTime {
    /// A source that starts at zero now.
    pub fn start() -> Self {
        Self(Instant::now())
    }
}

impl TimeSource for MonotonicTime {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

/// A clock that stands still until it is moved.
#[derive(Debug, Default)]
pub struct ManualTime(AtomicU64);

impl ManualTime {
    /// Moves the time forward, at most to 2⁶⁴ nanoseconds (584 years).
    pub fn advance(&self, by: Duration) {
        let by = u64::try_from(by.as_nanos()).unwrap_or(u64::MAX);
        let _moved = self
            .0
            .fetch_update(Ordering::SeqCst, Ordering::SeqCst, |now| Some(now.saturating_add(by)));
    }
}

impl TimeSource for ManualTime {
    fn now(&self) -> Duration {
        Duration::from_nanos(self.0.load(Ordering::SeqCst))
    }
}

/// How a match counts time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TimeControl {
    /// It doesn't.
    #[default]
    Unlimited,
    /// So much for each move.
    PerMove(Duration),
    /// So much for the whole match, and so much more after each own move.
    Increment {
        /// What the clock shows at the start.
        initial: Duration,
        /// What is added after each move.
        increment: Duration,
    },
    /// So much for so many moves, then again so much for as many.
    Period {
        /// The moves of a period, at least 1.
        moves: u32,
        /// The time of a period.
        time: Duration,
    },
}

/// Writes `none`, `250ms`, `1m+1s`, `40/5m`: the forms that [`FromStr`] reads.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unlimited => f.write_str("none"),
            Self::PerMove(time) => write!(f, "{}", Text(*time)),
            Self::Increment { initial, increment } => {
                write!(f, "{}+{}", Text(*initial), Text(*increment))
            }
            Self::Period { moves, time } => write!(f, "{moves}/{}", Text(*time)),
        }
    }
}

/// A duration as one number with its unit.
struct Text(Duration);

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nanoseconds = self.0.as_nanos();
        let units = [
            (60_000_000_000, "m"),
            (1_000_000_000, "s"),
            (1_000_000, "ms"),
            (1_000, "us"),
            (1, "ns"),
        ];
        let fitting = units
            .into_iter()
            .find(|(unit, _)| nanoseconds > 0 && nanoseconds.is_multiple_of(*unit));
        let (unit, name) = fitting.unwrap_or((1_000_000_000, "s"));
        write!(f, "{}{name}", nanoseconds / unit)
    }
}

/// The text is no time control.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "malformed time \"{text}\": expected a time like 250ms, 2s or 1m, a clock like 1m+1s or 40/5m, or none"
)]
pub struct TimeControlError {
    /// The text as it was given.
    pub text: String,
}

/// Reads `none`, a time per move (`250ms`, `2s`, `1m`), a clock with increment (`1m+1s`) or a period (`40/5m`).
impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<Self, TimeControlError> {
        let parsed = if text == "none" {
            Some(Self::Unlimited)
        } else if let Some((initial, increment)) = text.split_once('+') {
            parse_duration(initial)
                .zip(parse_duration(increment))
                .map(|(initial, increment)| Self::Increment { initial, increment })
        } else if let Some((moves, time)) = text.split_once('/') {
            let moves = moves.trim().parse().ok();
            moves.zip(parse_duration(time)).map(|(moves, time)| Self::Period { moves, time })
        } else {
            parse_duration(text).map(Self::PerMove)
        };
        parsed
            .filter(|control| control.can_be_played())
            .ok_or_else(|| TimeControlError { text: text.into() })
    }
}

/// The longest time that is read: a year. What is longer is a slip, and sums of it could overflow.
const DURATION_MAX: Duration = Duration::from_hours(366 * 24);

/// A number with its unit; a bare number is seconds.
fn parse_duration(text: &str) -> Option<Duration> {
    let text = text.trim();
    let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at_checked(digits)?;
    let unit = match unit.trim() {
        "h" => Duration::from_hours(1),
        "m" | "min" => Duration::from_mins(1),
        "" | "s" => Duration::from_secs(1),
        "ms" => Duration::from_millis(1),
        "us" | "µs" => Duration::from_micros(1),
        "ns" => Duration::from_nanos(1),
        _ => return None,
    };
    let time = match number.parse::<u64>() {
        Ok(whole) => Duration::from_nanos(u64::try_from(unit.as_nanos() * u128::from(whole)).ok()?),
        Err(_fraction) => {
            Duration::try_from_secs_f64(number.parse::<f64>().ok()? * unit.as_secs_f64()).ok()?
        }
    };
    Some(time).filter(|time| *time <= DURATION_MAX)
}

impl TimeControl {
    /// Whether a match can be played with it: somebody has time for a move, and nobody has more than a year.
    fn can_be_played(self) -> bool {
        let (first, more) = match self {
            Self::Unlimited => return true,
            Self::PerMove(time) => (time, Duration::ZERO),
            Self::Increment { initial, increment } => (initial, increment),
            Self::Period { moves: 0, .. } => return false,
            Self::Period { time, .. } => (time, time),
        };
        !first.is_zero() && first <= DURATION_MAX && more <= DURATION_MAX
    }

    /// This time control, if a match can be played with it.
    ///
    /// # Errors
    /// [`TimeControlError`] if it begins with no time, has a period of no moves or is longer than a year.
    pub(crate) fn checked(self) -> Result<Self, TimeControlError> {
        if self.can_be_played() {
            Ok(self)
        } else {
            Err(TimeControlError { text: self.to_string() })
        }
    }
}

/// The time of one seat. It runs only between [`start`](Self::start) and [`stop`](Self::stop).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clock {
    control: TimeControl,
    /// At the beginning of the turn.
    left: Duration,
    moves_made: u32,
    /// What the turn took before it was interrupted.
    used: Duration,
    started: Option<Duration>,
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
        Self { control, left, moves_made: 0, used: Duration::ZERO, started: None }
    }

    /// The seat's turn begins. A clock that already runs goes on.
    pub fn start(&mut self, now: Duration) {
        self.started.get_or_insert(now);
    }

    /// The moment at which the time of the running clock is used up. None if it doesn't run or never ends.
    pub fn deadline(&self) -> Option<Duration> {
        match self.control {
            TimeControl::Unlimited => None,
            _ => self.started.map(|started| started.saturating_add(self.left_at_last_start())),
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

    /// The move was made: the time it took is used up, and what the time control gives is added. Returns the time
    /// it took.
    ///
    /// # Errors
    /// [`Expired`] if it took more than was left.
    pub fn stop(&mut self, now: Duration) -> Result<Duration, Expired> {
        let elapsed = self.elapsed(now);
        self.discard();
        let Some(left) = self.left.checked_sub(elapsed) else {
            self.left = Duration::ZERO;
            return Err(Expired);
        };
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
        Ok(elapsed)
    }

    /// The turn is withdrawn: the clock stands as it did when the turn began.
    pub fn discard(&mut self) {
        self.used = Duration::ZERO;
        self.started = None;
    }

    /// The turn is interrupted: the clock stands, and what the turn took so far is counted when it goes on.
    pub fn pause(&mut self, now: Duration) {
        self.used = self.elapsed(now);
        self.started = None;
    }

    /// The time to think that is recommended for the move to come: enough to leave something for the moves after
    /// it and a margin for the way to the table and back. None if time is not counted.
    ///
    /// The expected number of moves still to come, 25, is the usual one for clocks without a period.
    pub fn budget(&self) -> Option<Duration> {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn check(text: &str, expected: &str) {
        let shown = text
            .parse::<TimeControl>()
            .map_or_else(|error| error.to_string(), |control| control.to_string());
        assert_eq!(shown, expected, "{text}");
    }

    #[test]
    fn time_controls_are_read_and_written() {
        check("250ms", "250ms");
        check("2s", "2s");
        check("2", "2s");
        check("1.5s", "1500ms");
        check("1m+1s", "1m+1s");
        check("1m+0s", "1m+0s");
        check("40/5m", "40/5m");
        check("none", "none");
    }

    #[test]
    fn what_is_no_time_control_is_refused_by_name() {
        for text in [
            "",
            "fast",
            "1y",
            "0s",
            "0/5m",
            "-1s",
            "1m+",
            "+1s",
            "40/",
            "1e99h",
            "0s+1s",
            "nan",
            "1µ",
            "1.2.3s",
            ".",
            "99999999999999999999h",
            "367h+9000h",
            "5000000000/5m",
        ] {
            let error = text.parse::<TimeControl>().unwrap_err();
            assert!(error.to_string().contains(&format!("\"{text}\"")), "{error}");
        }
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
    fn every_time_that_is_written_is_read_again_exactly() {
        for nanoseconds in [1, 999, 1_000_001, 59_999_999_999, 31_536_000_000_000_001] {
            let control = TimeControl::PerMove(Duration::from_nanos(nanoseconds));
            assert_eq!(control.to_string().parse(), Ok(control));
        }
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
    fn a_manual_clock_never_goes_back() {
        let time = ManualTime::default();
        time.advance(seconds(1));
        time.advance(Duration::MAX);
        assert_eq!(time.now(), Duration::from_nanos(u64::MAX));
    }

    #[test]
    fn the_budget_never_reaches_the_deadline() {
        for text in ["1ms", "10ms", "2s", "1m+1s", "10ms+1s", "40/5m", "1/1s"] {
            let clock = Clock::new(text.parse().unwrap());
            assert!(clock.budget() < clock.left(seconds(0)), "{text}");
        }
    }
}
