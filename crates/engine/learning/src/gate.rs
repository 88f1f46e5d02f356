//! The match between a new network and its predecessor.
//!
//! The match is a sequential probability ratio test over game pairs. Both games in a pair start from the same opening,
//! with the seats swapped. The score of a pair is modeled as normally distributed
//! (<https://www.chessprogramming.org/Sequential_Probability_Ratio_Test>).

/// The log likelihood ratio at which the test ends, for an error rate of 5 % on either side.
const BOUND: f64 = 2.944_438_979_166_44;
/// The prior count for every pair score, so a few equal pairs don't prove anything.
const PRIOR: f64 = 0.5;

/// The quantile of the normal distribution for a 95 % interval.
const NORMAL_95: f64 = 1.959_963_984_540_054;

/// The result of a match.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct MatchResult {
    /// `true` if the new network is better.
    pub(crate) is_gain: bool,
    pub(crate) games: u32,
    /// The estimated advantage of the new network in Elo.
    pub(crate) elo: f64,
    /// Half the width of the 95 % interval of `elo`.
    pub(crate) error: f64,
}

/// The test's Elo bounds and length limit.
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

/// The pairs so far, by the new network's score in half points: 0 to 4.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct PairCounts([u32; 5]);

/// The test decision.
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

    /// The match result.
    pub(crate) fn result(&self, options: &GateOptions) -> MatchResult {
        let (mean, variance, pairs) = self.moments();
        let error = NORMAL_95 * (variance / pairs).sqrt();
        let elo = |points: f64| 400.0 * (points / (1.0 - points)).log10();
        // Half the width of the interval. Except in tiny matches, the prior keeps the interval's ends between 0 and 1.
        let end = |points: f64| elo(points.clamp(0.001, 0.999));
        MatchResult {
            is_gain: self.decision(options) == Decision::Kept,
            games: self.games(),
            elo: elo(mean),
            error: (end(mean + error) - end(mean - error)) / 2.0,
        }
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
        let of = |counts| PairCounts(counts).result(&GateOptions::default());
        let (ahead, behind) = (of([1, 2, 3, 4, 5]), of([5, 4, 3, 2, 1]));
        assert!((ahead.elo + behind.elo).abs() < 1e-9 && ahead.elo > 0.0);
        assert!((ahead.error - behind.error).abs() < 1e-9);
        // 100 pairs with a standard deviation of 0.35 points per game: 0.035 × 1.96 × 400 / (ln 10 × 0.25) Elo.
        let close = of([20, 20, 20, 20, 20]);
        assert!(close.elo.abs() < 1e-9 && (close.error - 47.4).abs() < 1.0, "{close:?}");
    }
}
