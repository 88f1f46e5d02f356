//! Search reports of players.

use std::time::Duration;

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

    /// How good the position is for the first of two seats, 0 to 1000; none without a report.
    pub fn share_of_first(&self) -> Option<u32> {
        let seat = self.seat.filter(|seat| seat.index() < 2)?;
        let share = share(self.best()?.valuation);
        Some(if seat == Seat::FIRST { share } else { 1000 - share })
    }
}

/// A valuation as a share, 0 to 1000: 500 for an even position, 750 for an advantage of about a man and a half.
fn share(valuation: Valuation) -> u32 {
    match valuation {
        Valuation::WinIn(_) => 1000,
        Valuation::LossIn(_) => 0,
        Valuation::Centi(value) => {
            // The logistic curve in steps of one hundredth.
            let share = 1000.0 / (1.0 + (-f64::from(value) / 140.0).exp());
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "from 0 to 1000"
            )]
            let share = share as u32;
            share.clamp(10, 990)
        }
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
        thoughts.add(Seat::SECOND, Duration::ZERO, thinking(1, 100_000));
        assert_eq!(thoughts.share_of_first(), Some(10));
    }
}
