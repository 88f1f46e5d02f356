//! Search reports of players.

use std::time::Duration;

use analysis::expected_points;
use board_engine::Seat;
use games_package::{Thinking, Valuation};

/// The maximum number of lines.
const LINES_MAX: usize = 8;

/// The newest report of each line of one seat.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Thoughts {
    /// The seat of the player.
    pub seat: Option<Seat>,
    /// The time from the start of the turn to the newest report.
    pub elapsed: Duration,
    /// The lines by rank, the best one first.
    pub lines: Vec<Thinking>,
    /// Whether they are from an earlier turn.
    pub are_old: bool,
}

impl Thoughts {
    /// Adds a report.
    pub fn add(&mut self, seat: Seat, elapsed: Duration, thinking: Thinking) {
        if self.are_old || self.seat != Some(seat) {
            *self = Self { seat: Some(seat), ..Self::default() };
        }
        self.elapsed = elapsed;
        match self.lines.iter().position(|line| line.rank == thinking.rank) {
            Some(index) => self.lines[index] = thinking,
            None if self.lines.len() < LINES_MAX => self.lines.push(thinking),
            None => {}
        }
        self.lines.sort_by_key(|line| line.rank);
    }

    /// The best line.
    pub fn best(&self) -> Option<&Thinking> {
        self.lines.first()
    }

    /// The expected points of the first of two seats, 0 to 1000; none without a report.
    pub fn share_of_first(&self) -> Option<u32> {
        let seat = self.seat.filter(|seat| seat.index() < 2)?;
        let share = share(self.best()?.valuation);
        Some(if seat == Seat::FIRST { share } else { 1000 - share })
    }
}

/// The expected points of a valuation, 0 to 1000; what is not proven stays away from both ends.
fn share(valuation: Valuation) -> u32 {
    let points = 1000.0 * expected_points(valuation);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 1000")]
    let share = points.round() as u32;
    match valuation {
        Valuation::Centi(_) => share.clamp(10, 990),
        Valuation::WinIn(_) | Valuation::LossIn(_) => share,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn thinking(rank: u32, value: i32) -> Thinking {
        Thinking { rank, valuation: Valuation::Centi(value), ..Thinking::default() }
    }

    #[test]
    fn the_newest_report_of_each_line_counts() {
        let mut thoughts = Thoughts::default();
        for (rank, value) in [(2, 5), (1, 10), (2, 7)] {
            thoughts.add(Seat::SECOND, Duration::ZERO, thinking(rank, value));
        }
        assert_eq!(thoughts.lines, [thinking(1, 10), thinking(2, 7)]);
        thoughts.are_old = true;
        thoughts.add(Seat::SECOND, Duration::ZERO, thinking(1, 3));
        assert_eq!(thoughts.lines, [thinking(1, 3)]);
    }

    #[test]
    fn the_bar_is_the_first_seats() {
        let mut thoughts = Thoughts::default();
        assert_eq!(thoughts.share_of_first(), None);
        thoughts.add(Seat::SECOND, Duration::ZERO, thinking(1, 0));
        assert_eq!(thoughts.share_of_first(), Some(500));
        thoughts.add(Seat::SECOND, Duration::ZERO, thinking(1, 100));
        assert_eq!(thoughts.share_of_first(), Some(250));
        thoughts.add(Seat::SECOND, Duration::ZERO, thinking(1, 100_000));
        assert_eq!(thoughts.share_of_first(), Some(10));
        let won = Thinking { valuation: Valuation::WinIn(3), ..thinking(1, 0) };
        thoughts.add(Seat::SECOND, Duration::ZERO, won);
        assert_eq!(thoughts.share_of_first(), Some(0));
    }
}
