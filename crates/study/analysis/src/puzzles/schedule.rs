//! Schedules the repetition of missed puzzles.

use std::time::Duration;

/// The number of consecutive solutions since the last miss, and the due time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Schedule {
    /// The due time. `None` for a puzzle that was solved at the first attempt, or often enough after a miss; it is not
    /// shown again.
    pub due: Option<Duration>,
    /// Number of consecutive solutions since the last miss.
    pub streak: u32,
}

const DAY: Duration = Duration::from_hours(24);

/// Intervals in days until a missed puzzle is shown again, one per consecutive solution. After the last interval, the
/// puzzle counts as learned.
const INTERVALS: [u32; 4] = [1, 3, 7, 21];

/// Delay after a miss, to let other puzzles come first.
const REST: Duration = Duration::from_mins(10);

impl Schedule {
    /// The schedule after an attempt at this time, counted from 1970. `is_first` is set for a puzzle that has never
    /// been shown before.
    #[must_use]
    pub fn after(self, is_solved: bool, is_first: bool, now: Duration) -> Self {
        if !is_solved {
            return Self { due: Some(now + REST), streak: 0 };
        }
        if is_first {
            return Self::default();
        }
        let days = INTERVALS.get(self.streak as usize);
        Self { due: days.map(|&days| now + DAY * days), streak: self.streak.saturating_add(1) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missed_puzzles_return_after_growing_delays_until_learned() {
        let now = DAY * 20_000;
        let mut schedule = Schedule::default().after(false, true, now);
        assert_eq!(schedule.due, Some(now + REST));
        let mut days = Vec::new();
        while schedule.due.is_some() {
            schedule = schedule.after(true, false, now);
            days.extend(schedule.due.map(|due| due.saturating_sub(now).as_secs() / DAY.as_secs()));
        }
        assert_eq!(days, [1, 3, 7, 21]);
    }

    #[test]
    fn a_puzzle_missed_again_starts_over() {
        let once = Schedule { due: Some(DAY), streak: 3 };
        assert_eq!(once.after(false, false, DAY), Schedule { due: Some(DAY + REST), streak: 0 });
    }

    #[test]
    fn puzzles_solved_at_the_first_attempt_are_not_shown_again() {
        assert_eq!(Schedule::default().after(true, true, DAY), Schedule::default());
    }
}
