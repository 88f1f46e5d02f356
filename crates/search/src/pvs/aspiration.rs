//! Aspiration windows.

use crate::Score;
use crate::window::Window;

/// A window around the expected score, which grows on the side on which it was missed
/// (<https://www.chessprogramming.org/Aspiration_Windows>).
#[derive(Debug)]
pub(super) struct Aspiration {
    pub(super) window: Window,
    /// How far the window goes beyond the score when it is missed next.
    step: i32,
}

/// Half the width of the first window, in hundredths.
const STEP: i32 = 12;
/// The step from which on a side is opened wholly.
const STEP_MAX: i32 = 1_000;

impl Aspiration {
    /// Every score is looked for.
    pub(super) const fn open() -> Self {
        Self { window: Window::FULL, step: STEP_MAX }
    }

    /// A narrow window around `score`; an open one around scores that are won or lost, which change by leaps.
    pub(super) fn around(score: Score) -> Self {
        if score.is_decided() {
            return Self::open();
        }
        let window = Window { alpha: score.plus(-STEP), beta: score.plus(STEP) };
        Self { window, step: STEP }
    }

    /// Makes the window wider if `score` lies outside. Says whether it does.
    pub(super) fn is_missed_by(&mut self, score: Score) -> bool {
        if self.window.contains(score) {
            return false;
        }
        self.step *= 4;
        let is_open = self.step >= STEP_MAX || score.is_decided();
        if score <= self.window.alpha {
            self.window.alpha = if is_open { Score::MIN } else { score.plus(-self.step) };
        } else {
            self.window.beta = if is_open { Score::MAX } else { score.plus(self.step) };
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_grows_until_it_holds_the_score() {
        for value in [-3_000, -100, -5, 0, 11, 12, 13, 900] {
            let score = Score::new(value);
            let mut aspiration = Aspiration::around(Score::ZERO);
            let mut misses = 0;
            while aspiration.is_missed_by(score) {
                misses += 1;
            }
            assert!(aspiration.window.contains(score) && misses <= 4, "{value}");
            assert_eq!(misses == 0, value.abs() < STEP, "{value}");
        }
    }

    #[test]
    fn ends_in_sight_open_the_window() {
        assert_eq!(Aspiration::around(Score::win_in(3)).window, Window::FULL);
        let mut aspiration = Aspiration::around(Score::ZERO);
        assert!(aspiration.is_missed_by(Score::loss_in(4)));
        assert_eq!(aspiration.window.alpha, Score::MIN);
    }
}
