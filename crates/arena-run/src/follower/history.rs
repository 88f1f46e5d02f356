//! How the figures of a match of two went.

use arena::run::Run;
use arena::statistics::Estimate;

/// The most points: when there are more, every second one is left out.
const POINTS_MAX: usize = 120;

/// The figures of a match of two after some games.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct HistoryPoint {
    /// After how many games.
    pub games: usize,
    /// The Elo of the first player against the second.
    pub elo: Estimate,
    /// The log-likelihood ratio of the sequential test, if there is one.
    pub llr: Option<f64>,
}

/// The points so far, at equal distances.
#[derive(Debug)]
pub(super) struct History {
    points: Vec<HistoryPoint>,
    /// How many games lie between two points.
    stride: usize,
}

impl Default for History {
    fn default() -> Self {
        Self { points: Vec::new(), stride: 2 }
    }
}

impl History {
    /// Adds a point, if it is time for one.
    pub(super) fn note(&mut self, run: &Run) {
        let games = run.finished_games();
        let is_due = games.is_multiple_of(self.stride) || run.is_over();
        if !is_due || self.points.last().is_some_and(|last| last.games >= games) {
            return;
        }
        let Some(pairs) = run.pentanomial().filter(|pairs| pairs.pairs() > 0) else { return };
        let sprt = run.tournament().settings().sprt.zip(run.test());
        let llr = sprt.map(|(sprt, (_, pairs))| sprt.log_likelihood_ratio(&pairs));
        self.points.push(HistoryPoint { games, elo: pairs.elo(), llr });
        if self.points.len() > POINTS_MAX {
            self.stride *= 2;
            let stride = self.stride;
            self.points.retain(|point| point.games % stride == 0);
        }
    }

    pub(super) fn points(&self) -> &[HistoryPoint] {
        &self.points
    }
}
