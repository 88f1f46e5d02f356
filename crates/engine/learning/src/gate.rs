//! The match of a new network against its predecessor.
//!
//! It is a sequential probability ratio test over pairs of games, each pair from the same opening with seats exchanged.
//! The score of a pair is modeled as normally distributed
//! (<https://www.chessprogramming.org/Sequential_Probability_Ratio_Test>).

/// The log likelihood ratio at which the test ends, for an error rate of 5 % on either side.
const BOUND: f64 = 2.944_438_979_166_44;
/// The prior count of every pair score, so a few equal pairs prove nothing.
const PRIOR: f64 = 0.5;

/// The Elo bounds and the length limit of the test.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GateOptions {
    /// An advantage that is too small to adopt the network.
    pub elo_low: f64,
    /// An advantage that the test should detect.
    pub elo_high: f64,
    /// Maximum number of games.
    pub games_max: u32,
}

impl Default for GateOptions {
    /// Bounds of 0 and 10 Elo, 1,000 games.
    fn default() -> Self {
        Self { elo_low: 0.0, elo_high: 10.0, games_max: 1_000 }
    }
}

/// The pairs so far, by the new network's points in half points: 0 to 4.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct PairCounts([u32; 5]);

/// The decision of the test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Decision {
    Kept,
    Dropped,
    Open,
}

impl PairCounts {
    /// Adds a pair with the new network's two results: 1, 0 or −1 each.
    pub(crate) fn add(&mut self, results: [i8; 2]) {
        let half_points = results.iter().map(|result| i32::from(*result) + 1).sum::<i32>();
        if let Some(count) = usize::try_from(half_points).ok().and_then(|at| self.0.get_mut(at)) {
            *count += 1;
        }
    }

    /// The number of games.
    pub(crate) fn games(&self) -> u32 {
        2 * self.0.iter().sum::<u32>()
    }

    /// The mean and variance of a pair's points per game, and the number of pairs.
    fn moments(&self) -> (f64, f64, f64) {
        let counts = self.0.map(|count| f64::from(count) + PRIOR);
        let pairs: f64 = counts.iter().sum();
        let points = [0.0, 0.25, 0.5, 0.75, 1.0];
        let mean =
            counts.iter().zip(points).map(|(count, points)| count * points).sum::<f64>() / pairs;
        let square = |points: f64| (points - mean) * (points - mean);
        let variance =
            counts.iter().zip(points).map(|(count, points)| count * square(points)).sum::<f64>()
                / pairs;
        (mean, variance, pairs)
    }

    /// The log likelihood ratio of the two bounds.
    pub(crate) fn log_ratio(&self, options: &GateOptions) -> f64 {
        let (mean, variance, _) = self.moments();
        let [low, high] = [options.elo_low, options.elo_high].map(points_of_elo);
        let pairs = f64::from(self.games() / 2);
        pairs * (high - low) * (2.0 * mean - low - high) / (2.0 * variance)
    }

    /// The decision so far. At the game limit, the more likely bound wins.
    pub(crate) fn decision(&self, options: &GateOptions) -> Decision {
        let log_ratio = self.log_ratio(options);
        let is_last = self.games() + 2 > options.games_max;
        if log_ratio >= BOUND || is_last && log_ratio > 0.0 {
            Decision::Kept
        } else if log_ratio <= -BOUND || is_last {
            Decision::Dropped
        } else {
            Decision::Open
        }
    }

    /// The estimated advantage in Elo.
    pub(crate) fn elo(&self) -> f64 {
        let (mean, ..) = self.moments();
        400.0 * (mean / (1.0 - mean)).log10()
    }
}

/// The expected points per game for an advantage in Elo.
fn points_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(counts: [u32; 5], expected: Decision) {
        let found = PairCounts(counts).decision(&GateOptions::default());
        assert_eq!(found, expected, "{counts:?}");
    }

    #[test]
    fn clear_results_decide_early_and_close_ones_at_the_limit() {
        check([0, 0, 0, 0, 3], Decision::Open);
        check([0, 0, 10, 20, 60], Decision::Kept);
        check([60, 20, 10, 0, 0], Decision::Dropped);
        check([40, 80, 60, 85, 45], Decision::Open);
        check([62, 121, 130, 125, 62], Decision::Dropped);
        check([60, 110, 130, 130, 70], Decision::Kept);
    }

    #[test]
    fn the_estimate_is_symmetric() {
        let ahead = PairCounts([1, 2, 3, 4, 5]).elo();
        assert!((ahead + PairCounts([5, 4, 3, 2, 1]).elo()).abs() < 1e-9);
        assert!(ahead > 0.0);
    }
}
