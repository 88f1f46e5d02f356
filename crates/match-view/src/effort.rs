//! What the players' searches have done in a match.

use std::time::Duration;

use crate::text::amount;
use crate::thoughts::Thoughts;

/// What the searches of one player have done so far, by its reports.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effort {
    /// Positions visited.
    pub positions: u64,
    /// Positions evaluated.
    pub evaluations: u64,
    /// Positions whose other moves were cut off.
    pub cutoffs: u64,
    /// The time of all its moves.
    pub elapsed: Duration,
}

impl Effort {
    /// Adds a move that took this time, with the newest reports before it; none if there was no report.
    pub(crate) fn add(&mut self, elapsed: Duration, thoughts: Option<&Thoughts>) {
        self.elapsed += elapsed;
        let Some(newest) =
            thoughts.and_then(|thoughts| thoughts.lines.iter().max_by_key(|line| line.nodes))
        else {
            return;
        };
        // A player may report any number.
        self.positions = self.positions.saturating_add(newest.nodes);
        self.evaluations = self.evaluations.saturating_add(newest.evaluations);
        self.cutoffs = self.cutoffs.saturating_add(newest.cutoffs);
    }

    /// Whether the player has reported anything.
    pub const fn is_known(&self) -> bool {
        self.positions > 0
    }

    /// "1204 k positions, 980 k evaluations, 311 k cut-offs in 12.4 s"
    pub fn phrase(&self) -> String {
        let [positions, evaluations, cutoffs] =
            [self.positions, self.evaluations, self.cutoffs].map(amount);
        let seconds = self.elapsed.as_secs_f64();
        format!(
            "{positions} positions, {evaluations} evaluations, {cutoffs} cut-offs in {seconds:.1} s"
        )
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
        let phrase = "6000 positions, 3000 evaluations, 600 cut-offs in 1.5 s";
        assert_eq!(effort.phrase(), phrase);
    }

    #[test]
    fn a_player_that_boasts_has_a_lot_of_positions() {
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
}
