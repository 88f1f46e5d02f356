//! The score over the course of a match, with the mistakes.

use analysis::{MatchReport, Study, expected_points};
use board_engine::{Seat, Turn};
use games_package::{Mark, Ply};

use super::tree::Tree;

/// The score after each ply of the main line.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Course {
    /// The first seat's expected points, from 0 to 1, in each position from the start; `None` if unknown.
    pub(crate) points: Vec<Option<f64>>,
    /// The marked mistakes, each as the number of plies before the mistake.
    pub(crate) mistakes: Vec<usize>,
}

impl Course {
    /// The scores from the match analysis so far or, without an analysis, the scores reported by the players.
    pub(crate) fn of(study: &Study, tree: &Tree, report: &MatchReport) -> Self {
        let plies = &study.record().plies;
        let movers = tree.0.iter().filter(|mv| mv.depth() == 0).map(|mv| mv.turn);
        let points = if report.position_count() > 0 {
            report.expected_points().collect()
        } else if study.game().seat_count() == 2 {
            plies.iter().zip(movers).map(|(ply, mover)| thought_points(ply, mover)).collect()
        } else {
            Vec::new()
        };
        let is_bad = |ply: &Ply| {
            matches!(ply.note.mark, Some(Mark::Dubious | Mark::Mistake | Mark::Blunder))
        };
        let marked = plies.iter().enumerate().filter(|(_, ply)| is_bad(ply));
        Self { points, mistakes: marked.map(|(index, _)| index).collect() }
    }

    /// Returns `true` if no score is known.
    pub(crate) fn is_empty(&self) -> bool {
        self.points.iter().all(Option::is_none)
    }

    /// The next mistake after this many plies, or else the first mistake in the match, as the number of plies before
    /// the mistake.
    pub(crate) fn next_mistake(&self, after: usize) -> Option<usize> {
        let next = self.mistakes.iter().find(|ply| **ply >= after);
        next.or_else(|| self.mistakes.first()).copied()
    }
}

/// The mover's own score for a ply, as the first seat's expected points.
fn thought_points(ply: &Ply, mover: Turn) -> Option<f64> {
    let points = expected_points(ply.note.thought?.valuation);
    match mover {
        Turn::Seat(Seat::FIRST) => Some(points),
        Turn::Seat(_) => Some(1.0 - points),
        Turn::Chance => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_search_for_the_next_mistake_wraps_around() {
        let course = Course { points: Vec::new(), mistakes: vec![3, 8] };
        assert_eq!([0, 3, 4, 9].map(|after| course.next_mistake(after)), [3, 3, 8, 3].map(Some));
        assert_eq!(Course::default().next_mistake(0), None);
    }
}
