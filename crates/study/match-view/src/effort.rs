//! Search statistics and search reports for the players in a match.

use std::time::Duration;

use analysis::expected_points;
use board_engine::Seat;
use games_package::{Thinking, Valuation};

/// One player's search statistics, from its reports.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effort {
    /// Positions visited.
    pub positions: u64,
    /// Positions evaluated.
    pub evaluations: u64,
    /// Positions that caused a beta cutoff.
    pub cutoffs: u64,
    /// Total time for all the player's moves.
    pub elapsed: Duration,
}

impl Effort {
    /// Adds a move that took this time, with the newest reports before it; `None` without reports.
    pub(crate) fn add(&mut self, elapsed: Duration, thoughts: Option<&Thoughts>) {
        self.elapsed += elapsed;
        let Some(newest) =
            thoughts.and_then(|thoughts| thoughts.lines.iter().max_by_key(|line| line.nodes))
        else {
            return;
        };
        // The additions saturate because a player may report any number.
        self.positions = self.positions.saturating_add(newest.nodes);
        self.evaluations = self.evaluations.saturating_add(newest.evaluations);
        self.cutoffs = self.cutoffs.saturating_add(newest.cutoffs);
    }

    /// Returns `true` if the player has reported anything.
    pub const fn is_known(&self) -> bool {
        self.positions > 0
    }

    /// Formats "1204 k positions, 980 k evaluations, 311 k cutoffs in 12.4 s".
    pub fn phrase(&self) -> String {
        let [positions, evaluations, cutoffs] =
            [self.positions, self.evaluations, self.cutoffs].map(amount);
        let seconds = self.elapsed.as_secs_f64();
        format!(
            "{positions} positions, {evaluations} evaluations, {cutoffs} cutoffs in {seconds:.1} s"
        )
    }
}

/// Maximum number of lines.
const LINES_MAX: usize = 8;

/// One seat's newest report on each line.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Thoughts {
    /// The seat of the player.
    pub seat: Option<Seat>,
    /// The time from the start of the turn to the newest report.
    pub elapsed: Duration,
    /// The lines by rank, best first.
    pub lines: Vec<Thinking>,
    /// `true` if the lines are from an earlier turn.
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

    /// The first of two seats' expected points, 0 to 1000; `None` without a report.
    pub fn share_of_first(&self) -> Option<u32> {
        let seat = self.seat.filter(|seat| seat.index() < 2)?;
        let share = share(self.best()?.valuation);
        Some(if seat == Seat::FIRST { share } else { 1000 - share })
    }
}

/// The expected points for a valuation, 0 to 1000. Unproven scores never reach either end.
fn share(valuation: Valuation) -> u32 {
    let points = 1000.0 * expected_points(valuation);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 1000")]
    let share = points.round() as u32;
    match valuation {
        Valuation::Centi(_) => share.clamp(10, 990),
        Valuation::WinIn(_) | Valuation::LossIn(_) => share,
    }
}

/// The time on a clock: "1:05", or "4.2 s" when little time is left. Whole seconds are rounded up.
pub fn clock(time: Duration) -> String {
    if time.as_secs() < 20 {
        return format!("{:.1} s", time.as_secs_f64());
    }
    let seconds = time.as_millis().div_ceil(1_000);
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// A large number with at most four digits: "950", "120 k", "31 M".
pub fn amount(number: u64) -> String {
    match number {
        0..10_000 => number.to_string(),
        10_000..10_000_000 => format!("{} k", number / 1_000),
        10_000_000..10_000_000_000 => format!("{} M", number / 1_000_000),
        _ => format!("{} G", number / 1_000_000_000),
    }
}

#[cfg(test)]
mod tests {
    use board_engine::Seat;
    use games_package::Thinking;

    use super::*;

    #[test]
    fn each_move_counts_with_its_newest_report() {
        let mut effort = Effort::default();
        effort.add(Duration::from_secs(1), None);
        assert!(!effort.is_known());
        let mut thoughts = Thoughts::default();
        for nodes in [100, 3000] {
            let thinking = Thinking {
                rank: 1,
                nodes,
                evaluations: nodes / 2,
                cutoffs: nodes / 10,
                ..Thinking::default()
            };
            thoughts.add(Seat::FIRST, Duration::ZERO, thinking);
        }
        effort.add(Duration::from_millis(500), Some(&thoughts));
        effort.add(Duration::ZERO, Some(&thoughts));
        let phrase = "6000 positions, 3000 evaluations, 600 cutoffs in 1.5 s";
        assert_eq!(effort.phrase(), phrase);
    }

    #[test]
    fn an_exaggerated_node_count_does_not_overflow() {
        let (mut effort, mut thoughts) = (Effort::default(), Thoughts::default());
        let thinking = Thinking {
            nodes: u64::MAX,
            evaluations: u64::MAX,
            cutoffs: u64::MAX,
            ..Thinking::default()
        };
        thoughts.add(Seat::FIRST, Duration::ZERO, thinking);
        effort.add(Duration::ZERO, Some(&thoughts));
        effort.add(Duration::ZERO, Some(&thoughts));
        assert_eq!(effort.positions, u64::MAX);
    }

    fn thinking(rank: u32, value: i32) -> Thinking {
        Thinking { rank, valuation: Valuation::Centi(value), ..Thinking::default() }
    }

    #[test]
    fn the_newest_report_on_each_line_counts() {
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
    fn the_bar_shows_the_first_seats_share() {
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
